"""The chapter on the fusion paper: what `twinprint study lexicons` shows of its claims on edited copies of other texts."""
import pathlib, subprocess, sys

FILE, STUDY = "fusion", "lexicons"
FIGURES = ["shingles", "lexicons-32", "lexicons-64", "lexicons-tested", "surface-any", "surface-sum", "shares", "bits"]


def asked(pages, work):
    """What the study is asked: sets are made of all pages, unless they have been made."""
    return labelled(pages, work, 4000)


def beside(asked, study, pages):
    """The same of more and shorter texts."""
    return {SHORT: labelled(pages, study.folder.parent, SHORT)}


# Characters of the shorter texts.
SHORT = "1000"


def labelled(pages, work, size):
    made = work / f"edited-copies-{size}"
    if not (made / "pairs.tsv").exists():
        script = pathlib.Path(__file__).with_name("edited_copies.py")
        subprocess.run([sys.executable, script, pages.all.folder, made, "--size", str(size), "--texts", "1000000"], check=True)
    return [made / "texts.jsonl", made / "copies.jsonl", "--pairs", made / "pairs.tsv", "--queries"]


def values(study, pages):
    """What the text counts from the study's tables."""
    short = study.beside(SHORT)
    words = [float(row["32 bits: F tested"]) for row in study.records("shingles-best")]
    lexicons = [float(row["32 bits: F tested"]) for row in study.records("lexicons-best")]
    k = study.records("lexicons-best")[0]["32 bits: at k"]
    panels = {(row["panel"], row["series"]): float(row["y"]) for row in study.records("lexicons-32") if float(row["x"]) == float(k)}
    recall, precision = ([panels[title, f"L = {of}"] for of in (1, 10)] for title in panel_titles(panels))
    gain = lexicons[4] / words[0] - 1
    rows = [
        ["claim", "here, with 32 bits", "so here"],
        ["Shingles of two words are the best features: F 0.7469, where single words have 0.6117 (section 4.1, Fig. 2)",
         f"F tested {words[1]:.3f} of two words, {words[0]:.3f} of one", answer(words[1] == max(words), words[1] > words[0])],
        ["Several random lexicons raise recall and lower precision slightly (4.2, Figs. 3 and 4)",
         f"at k = {k} from one lexicon to ten recall goes from {recall[0]:.3f} to {recall[1]:.3f}, precision from {precision[0]:.3f} to "
         f"{precision[1]:.3f}",
         answer(0 <= precision[0] - precision[1] <= recall[1] - recall[0], recall[1] > recall[0])],
        ["There is a best number of lexicons: five, F 0.8805 at distance 3; ten have 0.7942 (Fig. 5, Table 1)",
         f"F tested {lexicons[4]:.3f} of five, {lexicons[9]:.3f} of ten", answer(lexicons[4] == max(lexicons), lexicons[4] > lexicons[9])],
        ["Both together beat plain simhash by 44 % (Table 1)",
         f"five lexicons of two words have F tested {lexicons[4]:.3f}, plain simhash of single words {words[0]:.3f}: {100 * gain:+.0f} %",
         answer(gain >= 0.44, gain > 0)],
    ]
    return {
        "texts": texts(study), "short-texts": texts(short), "all-pages": f"{pages.all.count:,}",
        "all-packages": f"{pages.all.packages:,}", "verdicts": study.markdown(rows), "lengths": study.markdown(lengths(study, short)),
    }


def texts(study):
    """How many texts a study has beside the copies."""
    return f"{int(study.parameters()['settings']['Documents'].replace(',', '')) - COPIES:,}"


def lengths(*studies):
    """F tested of the longer and of the shorter texts."""
    head = ["", *(f"{texts(study)} texts, {bits} bits" for study in studies for bits in (32, 64))]
    rows = [
        ("plain simhash: one word, one lexicon", "shingles-best", 0),
        ("two words, one lexicon", "shingles-best", 1),
        ("three words, one lexicon", "shingles-best", 2),
        ("two words, five lexicons: the paper's fusion", "lexicons-best", 4),
        ("two words, ten lexicons", "lexicons-best", 9),
    ]

    def cell(study, table, at, bits):
        row = study.records(table)[at]
        mean, low, high = (float(row[f"{bits} bits: F tested{end}"]) for end in ("", ", low", ", high"))
        return f"{mean:.3f} ({low:.3f} to {high:.3f})"

    return [head, *([name, *(cell(study, table, at, bits) for study in studies for bits in (32, 64))] for name, table, at in rows)]


# What `edited_copies.py` makes.
COPIES = 600


def panel_titles(panels):
    """Those of recall and precision."""
    titles = {title for title, _ in panels}
    return [next(title for title in titles if title.startswith(of)) for of in ("recall", "precision")]


def answer(wholly, partly):
    return "yes" if wholly else "in part" if partly else "**no**"


CHAPTER = """\
# The fusion paper: shingles and random lexicons for simhash

What the paper claims, what `twinprint study lexicons` shows on another corpus, and where the two differ. Made by
`tests/bench/studies.py lexicons PAGES WORK --all FOLDER`; tables and findings are the study's, word for word, and numbers in the text are counted
from them.

## What it claims, and whether it is so here

{verdicts}

It measures with 32 bits, on 143,798 texts of some 4 KB from 1,403 books and 600 edited copies of five of them, each of the five
looked up among all. Thresholds are the best with all labels in sight.

## The corpus here

{texts} texts of some 4 KB: all there are in {all-pages} pages from {all-packages} packages of Debian's documentation
([all-packages.tsv](all-packages.tsv); assembled by `tests/bench/assemble_pages.py --only`, then `tests/bench/edited_copies.py`). They are cut from pages
of English prose, and one that repeats earlier ones is left out, so that unlabelled pairs are no duplicates, as the paper supposes of its
books; most pages are lists of functions, or in two suites. 600 copies of five texts, 1 to 40 of 100 words inserted, deleted,
replaced, or all three; the paper names no shares of edited words. It is the documentation of programs, not books: fewer words, more
often. For as many documents as the paper has, the same pages were cut into texts of some 1 KB as well ([below](#more-and-shorter-texts)).

## What this corpus shows

{findings}

## Table 1

The paper's best F and distance for each number of lexicons, and what came out here, two words a shingle, alike in any
lexicon. "Tested" is at a distance that one half of the copies chose and the other half judged.

{lexicons-best}

![F by the number of lexicons](fusion/lexicons-tested.svg)

## Fig. 2

{shingles-best}

![F by shingle length and distance](fusion/shingles.svg)

## Figs. 3 to 5

![Recall, precision and F by distance, 32 bits](fusion/lexicons-32.svg)

The same with [64 bits](fusion/lexicons-64.svg).

## More and shorter texts

{short-texts} texts of some 1 KB of the same pages, and 600 copies of five of them (F tested):

{lengths}

## Beyond the paper

F over all shingle lengths and numbers of lexicons, alike in any (the paper's rule) and [by the sum](fusion/surface-sum.svg) of the
distances:

![F over shingle lengths and lexicons](fusion/surface-any.svg)

What a random lexicon leaves out, which the paper does not say:

![F by the share left out](fusion/shares.svg)

What terms are and what they weigh (F tested, one lexicon):

{terms}

## What to choose

{chosen}

![F by the bits of a document](fusion/bits.svg)

## Where it differs, and why

**One word or two.** Which is better depends on the hash. Of the words of one language many are short and share letters; a weak
hash leaves bits of such words alike, and pairs of words are longer strings, of which the same hash is better. With hashes whose
bits are even single words win, with a rotation by five bits and an exclusive or two words do, in about the paper's proportion
([fingerprints.md](../fingerprints.md#what-was-found-against-the-paper)). The paper does not say which hash it had. And single
words know no order: texts of the same words in another order are alike to them, which neither this set nor the paper's has.

**The number of lexicons.** The paper drew its lexicons once. The peak at five stands between 0.8515 and 0.7855 in its Table 1, and
the values beyond it go up and down by 0.05: more than the intervals of five draws here. Each further lexicon is one more chance to
be alike, at a distance that may be chosen anew; nothing in that makes F fall from the fifth to the sixth.

**The sum.** "Any" keeps the least of the distances and forgets the others; the sum keeps all. It costs as many bits, but tables
that find all within k bits of a print ([index.md](../index.md)) serve "any" only.
"""
