"""The chapter on Ye, Wen and Ma: what `twinprint study sampling` shows of their claims on another corpus."""
import math

FILE, STUDY = "ye-wen-ma", "sampling"
FIGURES = ["fig-1", "fig-2a", "fig-2b", "fig-3", "fig-4", "precision-by-ratio", "recall-by-ratio"]


def asked(pages, work):
    """What the study is asked."""
    return [pages.all.taken, "--memory", "4GiB"]


def values(study, pages):
    """What the text counts from the study's tables."""
    ratios, groups = study.records("ratios"), study.records("groups")
    by_ratio = [row for row in ratios if row["resemblance"] == "0.85"]
    sixteenth = [float(row["precision"]) for row in ratios if row["ratio"] == "1/16"]
    coarser = [float(row["precision"]) for row in by_ratio]
    rising = [row for row in groups if row["ratio"] == "1/16" and int(row["pairs"]) >= ENOUGH]
    lengths = [float(row["precision"]) for row in rising]
    trials = [row for row in study.records("trials") if row["hash"] == "md5" and row["ratio"] == "1/16" and row["words"] != "all"]
    recall = min((float(row["recall"]), row["words"], row["resemblance"]) for row in trials if int(row["pairs"]) >= ENOUGH)
    hashes = {row["ratio"]: row for row in study.records("hashes")}["1/16"]
    means = [float(hashes[f"precision, {name}"]) for name in ("md5", "rolled64")]
    ends = [[float(hashes[f"precision, {name}, {end}"]) for name in ("md5", "rolled64")] for end in ("low", "high")]
    hashed = [f"{mean:.3f} ({low:.3f} to {high:.3f})" for mean, low, high in zip(means, *ends)]
    shares = study.records("shares")
    asked = [row for row in shares if row["theirs, %"]]
    beside = "; ".join(f"{percent(row['here, %'])} where theirs took {row['theirs, %']} %" for row in asked)
    single = "; ".join(percent(row["one ratio here, %"]) for row in asked)
    better = [float(row["here, %"]) < float(row["one ratio here, %"]) for row in asked]
    widths = study.records("hash-widths")
    wrong = {row["bits"]: sum(int(row[title]) for title in row if title.startswith("wrong")) for row in widths}
    within = {row["resemblance"]: int(row["within a group"]) for row in study.records("between-groups")}
    lost = next(row for row in study.records("between-groups") if row["resemblance"] == "0.85")
    empty = study.records("without-shingles")[0]
    words = next(row for row in study.records("table-2") if row[""].startswith("words"))
    fewer = sum(int(row["pairs"]) < ENOUGH for row in groups if row["ratio"] == "1/16")
    verified = next(row for row in study.records("verified") if (row["ratio"], row["samples from"]) == ("1/16", "0.70"))
    peak = next(row["resemblance"] for row in ratios if row["ratio"] == "1/16" and float(row["precision"]) == max(sixteenth))
    slopes = decades(study.records("fig-1"))
    everything = next(row for row in study.records("table-2") if row[""] == "documents")
    return {
        "pages": f"{pages.all.count:,}",
        "packages": f"{pages.all.packages:,}",
        "documents": f"{int(everything['here']):,}",
        "below": f"{(within['0.50'] - within['0.85']) / within['0.85']:.1f}",
        "mean-words": f"{float(words['here']):.0f}",
        "empty": percent(100 * float(empty["1/16"])),
        "few": str(fewer),
        "rise": "" if falls(sixteenth) else RISE.format(peak=peak),
        "share-between": percent(100 * float(lost["share between"])),
        "verified-recall": f"{float(verified['recall']):.3f}",
        "verified-looks": f"{float(verified['looked at for each']):.1f}",
        "verdicts": study.markdown([
            ["claim", "here", "so here"],
            ["Precision falls as the threshold rises (2008, section 5.1)",
             f"at 1/16 {sixteenth[0]:.3f} at 0.50, {max(sixteenth):.3f} where it is greatest, {sixteenth[-1]:.3f} at 0.99",
             answer(falls(sixteenth), sixteenth[-1] < sixteenth[0])],
            ["Precision falls as samples get coarser (5.3)", f"at 0.85 from {coarser[0]:.3f} at 1/2 to {coarser[-1]:.3f} at 1/64",
             answer(falls(coarser), coarser[-1] < coarser[0])],
            ["Small documents have the least precision (5.1)",
             f"at 1/16 and 0.85 {lengths[0]:.3f} below 500 words, from {min(lengths[1:]):.3f} to {max(lengths[1:]):.3f} in the longer groups"
             f" with {ENOUGH} pairs or more", answer(lengths[0] == min(lengths), False)],
            ["Recall at 1/16 is above 0.6 throughout (5.2)",
             f"{recall[0]:.3f} where it is lowest, in documents of {recall[1]} words at {recall[2]}; groups with fewer than {ENOUGH} pairs"
             " left out", answer(recall[0] > 0.6, False)],
            ["Trials by different remainders differ only slightly (4.4)",
             f"at 1/16 and 0.85 precision has a deviation of {deviation(by_ratio, '1/16'):.3f} about a mean of {means[0]:.3f}",
             answer(deviation(by_ratio, "1/16") < SLIGHT * means[0], False)],
            ["That is because MD5 is a good hash for it (4.4)",
             f"a far faster hash gives {hashed[1]} where MD5 gives {hashed[0]}", "not MD5 alone" if max(ends[0]) <= min(ends[1]) else "yes"],
            ["Ratios by length need fewer shingles for the same precision (6)", f"{beside}; one ratio for all: {single}",
             answer(all(better), any(better))],
            ["Documents' lengths follow a power law (4.2, Fig. 1)",
             f"from decade to decade of rank the logarithm falls by {', '.join(f'{slope:.2f}' for slope in slopes)}",
             answer(max(slopes) - min(slopes) <= STEADY, False)],
            ["Hashes of 32 or 40 bits may give many false pairs (4.3)",
             f"{wrong['32']:,} by 32 bits, {wrong['40']:,} by 40", "yes" if wrong["32"] and wrong["40"] else "not at this size"],
        ]),
        "by-ratio": study.markdown(study.rows_where("ratios", "resemblance", "0.85")),
    }


# Fewer pairs than these say nothing of a group; a deviation is slight below this share of the mean; slopes that differ by no
# more are those of one power law.
ENOUGH = 100
SLIGHT = 0.1
STEADY = 0.1


def decades(points):
    """How much the logarithm of a length falls over each tenfold rank."""
    words = {float(point["x"]): float(point["y"]) for point in points if point["series"] == "documents"}
    at = [words[min(words, key=lambda rank: abs(rank - 10**decade))] for decade in range(1, int(math.log10(max(words))) + 1)]
    return [math.log10(a / b) for a, b in zip(at, at[1:])]


def falls(numbers):
    return all(a >= b for a, b in zip(numbers, numbers[1:]))


def answer(wholly, partly):
    return "yes" if wholly else "in part" if partly else "**no**"


def percent(number):
    return f"{float(number):.1f} %"


def deviation(rows, ratio):
    """The deviation of the trials' precision at a ratio."""
    return next(float(row["deviation of precision"]) for row in rows if row["ratio"] == ratio)


RISE = """\
**With the threshold it first rises**, at 1/16 up to {peak}: pages that share a frame are about half alike, and are what is wrongly found
at low thresholds. The fall from there to 0.99 is as the paper says.

"""

CHAPTER = """\
# Ye, Wen and Ma: one shingle in n

What *A systematic study on parameter correlations in large-scale duplicate document detection* (2006; 2008) claims, what `twinprint study
sampling` shows on another corpus, and where the two differ. Made by `tests/bench/studies.py sampling PAGES WORK`; tables and findings
are the study's, word for word, and numbers in the text are counted from them.

## What it claims, and whether it is so here

{verdicts}

It measures on TREC .GOV, a million pages of government, some 400 trials in two weeks on three machines.

## The corpus here

{pages} pages of HTML documentation from {packages} packages of two releases of Debian ([all-packages.tsv](all-packages.tsv)), as
`tests/bench/assemble_pages.py --only` puts them together: manuals, and pages that programs made of other programs, at most
40,000 bytes each; {documents} have words. So documents are shorter than in a crawl of the web, next to none has 9,000 words, and what one program
made shares its frame: many more pages are half alike.

{table-2}

![Documents by rank](ye-wen-ma/fig-1.svg)

{table-3}

## What this corpus shows

{findings}

Figures that the paper gives in its text, beside those here:

{claims}

## Precision and recall by group

![Precision at 1/4](ye-wen-ma/fig-2a.svg)

![Precision at 1/16](ye-wen-ma/fig-2b.svg)

![Recall at 1/16](ye-wen-ma/fig-3.svg)

## Precision and recall by ratio

Means of all remainders, within groups, with intervals, at a resemblance of 0.85; "deviation" is that of the trials. At all
thresholds they are in the figures, by group in the study's `trials.csv`.

{by-ratio}

![Precision by ratio](ye-wen-ma/precision-by-ratio.svg)

![Recall by ratio](ye-wen-ma/recall-by-ratio.svg)

A shingle is taken by the remainder of the low 64 bits of its MD5. For the paper's ratios, 1/2 to 1/16, that is the remainder of all 128: 2^64 is a multiple
of every power of two. For others, such as Broder's 1/25, it is another sample of the same size: a remainder of 64 random bits is as likely as the next
within 25 in 2^64, and depends on the shingle alone, so documents still keep the same of what they share.

By MD5 and by the hash that all else is done with:

{hashes}

Documents of which a sample has no shingle:

{without-shingles}

## Pairs between groups

The paper compares documents within their group, which loses pairs; it does not say how many.

{between-groups}

## How wide a hash must be

{hash-widths}

## Samples by length

![Shingles compared](ye-wen-ma/fig-4.svg)

{shares}

Theirs are counted from their Table 3; the text prints 8 % for 7.34 %, and 4.72 % for 4.76 % (2008, section 6). Their 5.55 % stand beside the
6.25 % of one ratio of 1/16, with which precision is 0.70, and 0.57 in the smallest group (section 1).

The plan, chosen on a part of the documents with intervals, with borders of its own and ratios down to 1/64:

{plan-groups}

{plan}

## With verification

{verified}

## Where it differs, and why

**Precision is lower, of short documents above all.** Precision depends on how many pairs lie below the threshold for each pair above
it, since any of them may seem alike in a sample. Here {below} pairs of one group lie between 0.50 and 0.85 for each above: pages of one
program that share their frame. The paper does not say how many there are in .GOV. And documents are short: {mean-words} words in the
mean, where .GOV has 699, so that a sample of 1/16 has no shingle at all of {empty} of the shortest group, and few of many more. A plan for
the same precision therefore takes more of the shingles than theirs.

{rise}**Lengths** keep to no one power law, because pages of more than 40,000 bytes were left out, and those are the first in rank.

**The highest and lowest figures** of the paper's text are of all its groups. Groups of long documents are nearly empty here, and what is
highest or lowest in them is chance: of {few} of the eleven there are fewer than a hundred pairs at 0.85.

**Pairs between groups** are {share-between} of all with 0.85 or more, which the paper's comparison loses beside what samples lose. With
samples that nest, and the coarser of two ratios for a pair, none is lost.

**With verification precision is 1.** What a sample finds can be looked at again with all shingles. Samples of 1/16 taken for alike from 0.70 on
then have a recall of {verified-recall} at 0.85, and {verified-looks} pairs are looked at for each that is right; with that, precision asks for no
finer samples, and recall alone decides.
"""
