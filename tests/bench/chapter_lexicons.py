"""The chapter on the fusion paper: what `twinprint study lexicons` shows of its claims on edited copies of other texts."""

PAPER, FILE = "fusion", "fusion"
FIGURES = ["shingles", "lexicons-32", "lexicons-tested", "shares", "bits"]
METHODS = ["simhash", "fusion", "imatch", "kolcz04", "fetterly03"]


def make(study, corpora, twinprint):
    study.made(twinprint, "lexicons", *corpora.labelled())
    judged = study.folder / "methods.jsonl"
    if not judged.exists():
        named = [word for method in METHODS for word in ("--method", method)]
        judged.write_text(twinprint("eval", *corpora.labelled(), *named, "--json"), encoding="utf-8")


def values(study, corpora):
    beyond = ("- Of all that was tried", "- The sum of the distances", "- What a lexicon leaves out")
    return {"beyond": "\n".join(line for line in study.findings().splitlines() if line.startswith(beyond))}


CHAPTER = """\
# The fusion paper: shingles and random lexicons for simhash

What the paper claims, and what `twinprint study lexicons` shows on other texts. [How to read it, and how it is made again](README.md).

## What it claims, and whether it is so here

{claims}

The paper has 143,798 texts of some 4 KB from 1,403 books, and 600 edited copies of five of them, each of the five looked up among all; thresholds are the
best with all labels in sight. Here are {texts} texts of some 4 KB from books, none of which repeats another, and {copies} copies of {sources} of them, 1 to
40 of 100 words inserted, deleted, replaced, or all three; the paper names no shares of edited words. A term counts once in a text (`tf=once`), as the
paper sums IDF. "Tested" is at a distance that one half of the copies chose and the other half judged; intervals are by the {sources} sources.
Differences are tried on the same sources.

## Table 1

{lexicons-best}

![F by the number of lexicons](fusion/lexicons-tested.svg)

![Recall, precision and F by distance, 32 bits](fusion/lexicons-32.svg)

## Fig. 2

{shingles-best}

![F by shingle length and distance](fusion/shingles.svg)

## Beyond the paper

{beyond}

What terms are and what they weigh (Manku, Jain and Das Sarma 2007, section 6, question E), F tested, one lexicon:

{terms}

What a random lexicon leaves out, which the paper does not say:

![F by the share left out](fusion/shares.svg)

![F by the bits of a document](fusion/bits.svg)

**One word or two** depends on the hash: with hashes whose bits are even single words win, with a rotation by five bits and an exclusive or two words do
([fingerprints.md](../explanation/fingerprints.md#what-was-found-against-the-paper)). The paper does not say which hash it had. And single words know no order:
texts of the same words in another order are alike to them, which neither this set nor the paper's has.
"""
