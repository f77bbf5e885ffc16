"""The chapter on Henzinger: what `twinprint study agreement` shows of her claims on another corpus."""

PAPER, FILE = "henzinger", "henzinger"
FIGURES = ["c-threshold", "term-differences", "degrees", "c-by-b-distribution", "precision-by-r"]


def make(study, corpora, twinprint):
    study.judged_twice(twinprint, "agreement", corpora.pages / "*.jsonl.zst", "--memory", "4GiB")


def values(study, corpora):
    sites = study.records("sites")
    most = {name: [row for row in sites if row["algorithm"] == name][:2] for name in "BC"}
    named = lambda row: f"`{row['a document of the site'].split('/')[1]}`"
    share = lambda rows: f"{100 * sum(float(row['share of all pairs']) for row in rows):.0f} %"
    return {
        "pairs-of-b": side_by_side(study, "b-precision"),
        "pairs-of-c": side_by_side(study, "c-precision"),
        "variants": study.markdown(study.columns("questions", ["algorithm", "bytes a document", "pairs", "precision", "near-duplicates found, times those of B"])),
        "classes": classes(study),
        "most-b": " and ".join(map(named, most["B"])),
        "most-c": " and ".join(map(named, most["C"])),
        "share-b": share(most["B"]),
        "share-c": share(most["C"]),
    }


def side_by_side(study, name):
    """What pairs are by resemblance, by the rule and in the paper."""
    own = study.columns(name, ["pairs of", "pairs", "near-duplicates", "near-duplicates in the paper"])
    rule = study.beside("by-rule").columns(name, ["near-duplicates"])
    rows = [[*row[:3], *by_rule, row[3]] for row, by_rule in zip(own, rule)]
    rows[0] = ["pairs of", "pairs", "near-duplicates by resemblance", "differ in no content, by the rule", "correct in the paper"]
    return study.markdown(rows)


def classes(study):
    """In what the pairs drawn differ, as the rule said it."""
    lines = (study.folder.with_name(f"{study.folder.name}-pairs") / "by-rule.txt").read_text(encoding="utf-8").splitlines()[1:]
    rows = [(line[:28].strip(), *line[28:].split()) for line in lines]
    return study.markdown([["what differs", "pairs drawn", "verdict of the rule"], *map(list, rows)])


CHAPTER = """\
# Henzinger: supershingles and random projections

What *Finding near-duplicate web pages: a large-scale evaluation of algorithms* (2006) claims of Broder's algorithm (B), of Charikar's (C) and of
both together, and what `twinprint study agreement` shows on another corpus. [How to read it, and how it is made again](README.md).

## What it claims, and whether it is so here

{claims}

The paper has 1.6 billion pages of the web; one person judged 1,910 pairs of B and 1,872 of C. Here are {pages} pages of documentation from {packages}
packages, at most {most-pages} each; a package is a site. There are next to no ads, forms, counters or parked domains, of which the paper's
near-duplicates consist, so that its shares of these are not comparable. No person judged, so that its precisions cannot be told here; what
two rules say stands beside them.

## All algorithms

By resemblance: near-duplicates share 0.8 or more of their shingles of ten words; below 0.5 they are none.

{algorithms}

## Pairs by what two rules say

By resemblance, and by the [written rule](../how-to/studies.md#study-label-a-person-judges-or-a-rule), by which pairs count that differ in dates, numbers, names or
boilerplate alone. B (tables 1 and 2), then C (table 5):

{pairs-of-b}

{pairs-of-c}

{classes}

**Who judges** makes more difference than which algorithm is judged: resemblance asks how much of two pages is the same, the paper's judge whether they are about
the same, the rule whether anything but names and numbers differs. Two pages of one reference, each about a function, differ in few words,
and are what she calls incorrect: boilerplate drowns the main item. So a high precision by resemblance on one site speaks for her claim, not
against it.

**A few packages** have most of the pairs within them: {most-b} have {share-b} of B's, {most-c} {share-c} of C's. Intervals are by
packages for that reason: another choice of packages may move shares by as much as they say.

## What pairs differ in (figs. 2 and 4, table 8)

{terms}

![Term differences](henzinger/term-differences.svg)

## How the two similarities go together (tables 9 and 10)

{c-by-b}

![C-similarity of B-similar pairs](henzinger/c-by-b-distribution.svg)

## Both together (figs. 6 and 7, table 12)

{combined}

![Precision and R of the combined algorithm](henzinger/precision-by-r.svg)

## How many near-duplicates pages have (figs. 1 and 3)

{power-laws}

![Near-duplicates of a document](henzinger/degrees.svg)

At most {most-pages} pages of a package were taken, and a page has no near-duplicates beyond them: what a law would say of many is cut off.

## What it leaves open (section 4)

{variants}

![Algorithm C by its threshold](henzinger/c-threshold.svg)
"""
