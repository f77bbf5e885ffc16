"""The chapter on Manku, Jain and Das Sarma: what `twinprint study hamming` shows of their claims on another corpus."""
from chapter_agreement import classes

PAPER, FILE = "manku", "manku"
FIGURES = ["trade", "precision-by-length", "distance-by-resemblance", "leading-bit", "buckets"]


def make(study, corpora, twinprint):
    study.judged_twice(twinprint, "hamming", corpora.pages / "*.jsonl.zst", "--memory", "4GiB")


def values(study, corpora):
    rule, fullest = study.beside("by-rule"), study.records("crowded")[0]
    packed = {row["fingerprints"]: row for row in study.records("compression")}
    return {
        "by-rule": rule.markdown(rule.columns("distances", ["k", "judged near-duplicates", "judged none", "undecided", "precision within k"])),
        "shown": study.markdown(study.columns("distances", ["k", "pairs at exactly k", "precision at exactly k", "precision within k",
                                                             "recall within k"])),
        "classes": classes(study),
        "fullest": f"{int(fullest['documents']):,}",
        "one-of-them": fullest["one of them"].rsplit("/", 1)[1],
        "bits": f"{float(packed['this corpus']['bits each by difference']):.1f}",
        "random-bits": f"{float(packed['as many random numbers']['bits each by difference']):.1f}",
    }


CHAPTER = """\
# Manku, Jain and Das Sarma: within how many bits

What *Detecting near-duplicates for web crawling* (2007) claims, and what `twinprint study hamming` shows on another corpus.
[How to read it, and how it is made again](README.md).

## What it claims, and whether it is so here

{claims}

The paper has eight billion pages of the web; people judged the pairs, how many it does not say. Here are {pages} pages of documentation from {packages}
packages, at most {most-pages} each, and fingerprints of 64 bits in which a word counts once (`tf=once`). No person judged, so that precision
as the paper means it cannot be told here.

## Precision and recall by k (fig. 1)

By resemblance: near-duplicates share 0.8 or more of their shingles of ten words. Each verdict weighs as many pairs as it stands for; recall is of
all pairs that an exact join of shingles finds.

{shown}

![Precision and recall by k](manku/trade.svg)

As the paper counted, equal numbers of pairs at each distance:

{distances-as-counted-there}

By the [written rule](../how-to/studies.md#study-label-a-person-judges-or-a-rule): "precision" is the share of pairs that differ in no content, but in dates,
numbers, names or boilerplate alone.

{by-rule}

{classes}

## By length (section 6, question A)

{recommended}

![Precision by k and length](manku/precision-by-length.svg)

![Distance by resemblance and length](manku/distance-by-resemblance.svg)

## Where fingerprints lie (fig. 2)

![Leading bit of successive XORs](manku/leading-bit.svg)

![Fingerprints in 128 buckets](manku/buckets.svg)

The fullest fingerprint is that of {fullest} documents such as `{one-of-them}`. Documents without any word get none here, where the paper's get 0.

{compression}

How far a table is compressed depends on how many there are: of n sorted random numbers each shares about the first log n bits with the one before,
34 of 64 for the paper's eight billion. Here {bits} bits are left, and {random-bits} of as many random numbers.
"""
