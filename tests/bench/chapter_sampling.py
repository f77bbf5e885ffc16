"""The chapter on Ye, Wen and Ma: what `twinprint study sampling` shows of their claims on another corpus."""

PAPER = "ye-wen-ma"
FILE = "ye-wen-ma"
FIGURES = ["fig-1", "fig-2a", "fig-2b", "fig-3", "fig-4"]


def make(study, corpora, twinprint):
    # All documents that there are draw intervals by sites: half for the plan is what the study allows.
    study.made(twinprint, "sampling", corpora.pages / "*.jsonl.zst", "--memory", "4GiB")


def values(study, corpora):
    shown = study.rows("by-sites")
    head, rows = shown[0], [row for row in shown[1:] if row[2] in ("0.50", "0.85", "0.95") and row[0] in ("1/4", "1/16", "1/64")]
    within = {row["resemblance"]: int(row["within a group"]) for row in study.records("between-groups")}
    return {
        "paper-figures": study.table("claims"),
        "sampled": study.markdown(study.folded([head, *rows])),
        "below": f"{(within['0.50'] - within['0.85']) / max(1, within['0.85']):.1f}",
    }


CHAPTER = """\
# Ye, Wen and Ma: one shingle in n

What *A systematic study on parameter correlations in large-scale duplicate document detection* (2006; 2008) claims, and what `twinprint study
sampling` shows on another corpus. [How to read it, and how it is made again](README.md).

## What it claims, and whether it is so here

{claims}

The paper has TREC .GOV, a million pages of government, some 400 trials in two weeks on three machines. Here are {pages} pages of documentation from {packages}
packages, at most {most-pages} each and at most 40,000 bytes long: documents are shorter, next to none has 9,000 words, and what lies between two
thresholds is another share of all. So levels of precision are not comparable: precision depends on how many pairs lie below the threshold for
each above it, here {below} between 0.50 and 0.85, and of .GOV the paper does not say. What can be told is which way it goes.

{table-2}

{table-3}

![Documents by rank](ye-wen-ma/fig-1.svg)

## What samples come to

On the documents that were drawn, all groups with one another, all remainders together; intervals are by packages, which the trials of a
ratio say nothing of: these differ by the remainder alone.

{sampled}

Figures that the paper gives in its text, beside those here, within groups as in the paper; these intervals are of the trials by remainders:

{paper-figures}

![Precision at 1/4](ye-wen-ma/fig-2a.svg)

![Precision at 1/16](ye-wen-ma/fig-2b.svg)

![Recall at 1/16](ye-wen-ma/fig-3.svg)

A shingle is taken by the remainder of the low 64 bits of its MD5. For the paper's ratios, 1/2 to 1/16, that is the remainder of all 128: 2^64 is a multiple
of every power of two. For others, such as Broder's 1/25, it is another sample of the same size: a remainder of 64 random bits is as likely as the next
within 25 in 2^64, and depends on the shingle alone, so documents still keep the same of what they share.

{hashes}

## How wide a hash must be (section 4.3)

{hash-widths}

## Pairs between groups

The paper compares documents within their group, which loses pairs; it does not say how many.

{between-groups}

## Samples by length (section 6)

{shares}

Theirs are counted from their Table 3; the text prints 8 % for 7.34 %, and 4.72 % for 4.76 %. The plan, chosen on a part of the documents:

{plan}

![Shingles compared](ye-wen-ma/fig-4.svg)
"""
