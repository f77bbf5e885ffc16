"""The chapter on what to run: what `twinprint study recommend` answers on a corpus that anyone can assemble."""

FILE, STUDY = "recommend", "recommend"
FIGURES = ["recall-by-bytes", "documents"]

ASKED = {
    "": ["--precision", "0.95", "--recall", "0.9"],
    "of-little-room": ["--precision", "0.95", "--recall", "0.9", "--budget", "10MiB"],
    "with-others-in-between": ["--precision", "0.7", "--recall", "0.4"],
    "more-alike": ["--precision", "0.95", "--recall", "0.9", "--at-least", "0.8"],
}
STRICTER = "more-alike"


def asked(pages, work):
    """What the study is asked."""
    return [pages.taken, "--memory", "4GiB", *ASKED[""]]


def beside(asked, study, pages):
    """What others may ask."""
    return {name: [*asked[:3], *words] for name, words in ASKED.items() if name}


def values(study, pages):
    """What the text counts from the study's tables."""
    told = {name: study.beside(name).findings().replace(str(pages.taken), "pages").splitlines() for name in ASKED}
    answers = [["asked", "answer"], *([f"`{' '.join(ASKED[name])}`", lines[0].removeprefix("- ")] for name, lines in told.items())]
    kinds = {name: {row["x"]: float(row["y"]) for row in study.beside(name).records("documents")} for name in ("", STRICTER)}
    alone = {name: of["proven alone"] / (sum(of.values()) - of["exact copy"]) for name, of in kinds.items()}
    without = {name: of["proven alone"] / (of["proven alone"] + of["compared, alike with none"]) for name, of in kinds.items()}
    offers = study.records("methods")
    raw = [row for row in offers if row["confirmed"] == "no"]
    precise = max(raw, key=lambda row: float(row["precision"]))
    exact = next(row for row in offers if row["method"].startswith("resemblance"))
    full = [row for row in raw if float(row["recall"]) >= 0.9]
    verdicts = [
        ["claimed or asked", "here", "so here"],
        ["Can documents be told, in one pass, that have no near-duplicate? (Manku, Jain and Das Sarma 2007, section 6, question B)",
         f"of {percent(alone[''])} of all documents it is proven that none has a resemblance of 0.5 with them, of {percent(alone[STRICTER])} that none has 0.8;"
         f" that is {percent(without[''])} and {percent(without[STRICTER])} of those without one", "in part"],
        ["Sketches find near-duplicates by a few bytes of each document (all of the papers)",
         f"{precise['method']} is the most precise, {number(precise['precision'])}, with a recall of {number(precise['recall'])}; of those with a recall of 0.9"
         f" none has more than {number(max(row['precision'] for row in full))}" if full else "none has a recall of 0.9",
         "**no**, unless confirmed"],
    ]
    return {
        "verdicts": study.markdown(verdicts),
        "answers": study.markdown(answers),
        "alone": told[""][1],
        "alone-stricter": told[STRICTER][1],
        "exact-bytes": f"{int(exact['bytes a document']):,}",
        "precise": precise["method"],
        "precise-bytes": precise["bytes a document"],
    }


def percent(share):
    return f"{100 * share:.0f} %"


def number(text):
    return f"{float(text):.2f}"


CHAPTER = """\
# What to run, and what need not be compared

What `twinprint study recommend` answers on a corpus: which method reaches a precision and a recall, at what cost, and which documents
have no near-duplicate for certain. Made by `tests/bench/studies.py recommend PAGES WORK`; answers and tables are the study's, word for word, and
numbers in the text are counted from them.

## What is claimed or asked, and what is so here

{verdicts}

## The corpus here

{pages} pages of HTML documentation from {packages} packages of Debian ([packages.tsv](packages.tsv), those taken), as
`tests/bench/assemble_pages.py --only` puts them together: manuals, and pages that programs made of other programs. Pages of one
program share a frame, so that many are half alike.

## What it answers

{answers}

## Documents that need not be compared

By a resemblance of 0.5:

{alone}

By 0.8:

{alone-stricter}

![Documents by what is known of them](recommend/documents.svg)

## What was tried

Near-duplicates are pairs with a resemblance of 0.5 by shingles of ten words, as for the first answer.

{methods}

![Recall by what a document is compared by](recommend/recall-by-bytes.svg)

## Why so

**The exact join is cheap.** It keeps all shingles, {exact-bytes} bytes of a document, and so does whatever confirms pairs by them: sketches in front of it
are kept and compared besides. They would save looking at pairs, but the join looks at few, by the rarest shingles first.

**Sketches alone** are a matter of bytes: {precise} takes {precise-bytes} of them. On pages that share frames either their precision is low or they miss most:
what is half alike by its shingles is what papers' sketches, made for near copies, are meant to pass over, and what samples cannot tell
from more. Where precision and recall asked for are modest, they are the answer.

**Intervals** take pairs as if none had to do with another. A few packages have most of the pairs, so that on another sample shares may differ by more.
"""
