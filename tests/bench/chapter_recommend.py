"""The chapter on what to run: what `twinprint study recommend` answers on a corpus that anyone can assemble."""

PAPER, FILE = None, "recommend"
FIGURES = ["recall-by-bytes", "documents"]
ASKED = {
    "": ["--precision", "0.95", "--recall", "0.9"],
    "of-little-room": ["--precision", "0.95", "--recall", "0.9", "--budget", "4MiB"],
    "more-alike": ["--precision", "0.95", "--recall", "0.9", "--at-least", "0.8"],
}
STRICTER = "more-alike"


def make(study, corpora, twinprint):
    for name, words in ASKED.items():
        study.beside(name).made(twinprint, "recommend", corpora.pages / "*.jsonl.zst", "--memory", "4GiB", *words)


def values(study, corpora):
    told = {name: study.beside(name).findings().replace(str(corpora.pages / "*.jsonl.zst"), "pages").splitlines() for name in ASKED}
    answers = [["asked", "answer"], *([f"`{' '.join(ASKED[name])}`", lines[0].removeprefix("- ")] for name, lines in told.items())]
    head, *rows = study.columns("methods", ["method", "confirmed", "reached", "precision", "recall", "pairs given", "bytes a document"])
    shown = [head, *(row for row in rows if row[1] == "no" or row[2] != "no")]
    return {"answers": study.markdown(answers), "tried": study.markdown(shown), "alone": told[""][1], "alone-stricter": told[STRICTER][1]}


CHAPTER = """\
# What to run, and what need not be compared

What `twinprint study recommend` answers on {pages} pages of documentation from {packages} packages, at most {most-pages} each: which method reaches a
precision and a recall, at what cost, and which documents have no near-duplicate for certain. [How it is made again](README.md).

{answers}

## Documents that need not be compared (Manku, Jain and Das Sarma 2007, section 6, question B)

By a resemblance of 0.5:

{alone}

By 0.8:

{alone-stricter}

![Documents by what is known of them](recommend/documents.svg)

## What was tried

Near-duplicates are pairs with a resemblance of 0.5 by shingles of ten words, as for the first answer; intervals are by packages. What
is confirmed by shingles has precision 1, and its recall is that of what it confirms; such rows are left out where they do not reach what was asked.

{tried}

![Recall by what a document is compared by](recommend/recall-by-bytes.svg)

**The exact join is cheap**: it keeps all shingles, and so does whatever confirms pairs by them. **Sketches alone** are a matter of bytes: on pages that
share frames either their precision is low or they miss most, since what is half alike by its shingles is what sketches made for near
copies are meant to pass over.
"""
