"""The chapter on Manku, Jain and Das Sarma: what `twinprint study hamming` shows of their claims on another corpus."""

FILE, STUDY = "manku", "hamming"
FIGURES = ["trade", "exactly", "trade-as-counted-there", "precision-by-length", "recall-by-length", "distance-by-resemblance",
           "leading-bit", "buckets"]

# The paper's 0.75 is read off a figure; what is this far from it is near it.
NEAR = 0.1
# Steps between successive fingerprints whose leading bit is lower are between documents that are alike.
LOW_BIT = 32


def asked(pages, work):
    """What the study is asked."""
    return [pages.taken, "--memory", "4GiB"]


def beside(asked, study, pages):
    """A judge for whom a changed word changes three shingles, not ten."""
    return {"of-three-words": [*asked, "--shingle", "3"]}


def values(study, pages):
    """What the text counts from the study's tables."""
    weighed = study.records("distances")
    drawn = study.records("distances-as-counted-there")
    there = [number(drawn[2], of) for of in BOTH]
    here = [number(weighed[3], of) for of in BOTH]
    steps = {"this corpus": 0.0, "random numbers": 0.0}
    for row in study.records("leading-bit"):
        steps[row["series"]] += float(row["y"]) if float(row["x"]) < LOW_BIT else 0
    buckets = [float(row["y"]) for row in study.records("buckets") if row["series"] == "this corpus"]
    mean = sum(buckets) / len(buckets)
    within = sum(0.5 * mean <= count <= 1.5 * mean for count in buckets)
    packed = {row["fingerprints"]: row for row in study.records("compression")}
    share = [float(packed[name]["share of 64 bits"]) for name in ("this corpus", "as many random numbers")]
    milder = study.beside("of-three-words")
    less_strict = [number(milder.records("distances")[3], of) for of in BOTH]
    long = study.records("lengths")
    long = {int(row["k"]): row for row in long if row["words of the shorter document"] == LONG}
    lengths = [row for row in study.records("recommended") if row["words of the shorter document"] != "all"]
    ks = [row["recommended k"] or "none" for row in lengths]
    rows = [
        ["claim", "here", "so here"],
        ["k = 3 has precision and recall near 0.75 (section 4.1), as counted there: as many pairs at each distance",
         f"precision {there[0]:.3f}, recall {there[1]:.3f}", answer([abs(of - 0.75) <= NEAR for of in there])],
        ["The same of all pairs of this corpus", f"precision {here[0]:.3f}, recall {here[1]:.3f}",
         answer([abs(of - 0.75) <= NEAR for of in here])],
        ["The same with shingles of three words for the judge", f"precision {less_strict[0]:.3f}, recall {less_strict[1]:.3f}",
         answer([abs(of - 0.75) <= NEAR for of in less_strict])],
        ["Larger k finds more of the near-duplicates, and more that is none (4.1)",
         f"from k = 1 to 10 precision goes from {number(weighed[1], BOTH[0]):.3f} to {number(weighed[-1], BOTH[0]):.3f}, recall from "
         f"{number(weighed[1], BOTH[1]):.3f} to {number(weighed[-1], BOTH[1]):.3f}",
         answer([falls([number(row, BOTH[0]) for row in weighed]), falls([-number(row, BOTH[1]) for row in weighed])])],
        ["Successive fingerprints are nearer to one another than random ones (4.2, Fig. 2a)",
         f"{100 * steps['this corpus']:.1f} % of them first differ below bit {LOW_BIT}, of random ones {100 * steps['random numbers']:.1f} %",
         answer([steps["this corpus"] > steps["random numbers"]])],
        ["They are more or less equally spread, but for some spikes (4.2, Fig. 2b)",
         f"{within} of 128 buckets are within half of the mean, {mean:,.0f}; the fullest has {max(buckets) / mean:.1f} times as many",
         answer([within >= 120, max(buckets) > 1.5 * mean])],
        ["A compressed table takes half of 64 bits (3.2 and 4.3)",
         f"{share[0]:.3f} of them, where as many random numbers take {share[1]:.3f}", "yes" if share[0] <= 0.55 else "not at this size"],
        ["Small documents may need something else than large ones (section 6, question A)",
         "; ".join(f"{row['words of the shorter document']}: k = {k}" for row, k in zip(lengths, ks)), answer([len(set(ks)) > 1])],
    ]
    fullest = study.records("crowded")[0]
    return {
        "verdicts": study.markdown(rows),
        "equal": f"{int(weighed[0]['pairs at exactly k']):,}",
        "equal-precision": f"{100 * number(weighed[0], BOTH[0]):.1f} %",
        "strict": f"{here[0]:.3f}",
        "milder": f"{less_strict[0]:.3f}",
        "long": LONG,
        "long-precision": " and ".join(f"{number(long[k], BOTH[0]):.3f} within {k} bits" for k in (3, len(drawn))),
        "long-recall": " and ".join(f"{number(long[k], BOTH[1]):.3f}" for k in (3, len(drawn))),
        "fullest": f"{int(fullest['documents']):,}",
        "one-of-them": fullest["one of them"].rsplit("/", 1)[1],
        "bits": f"{float(packed['this corpus']['bits each by difference']):.1f}",
        "random-bits": f"{float(packed['as many random numbers']['bits each by difference']):.1f}",
    }


LONG = "1,000 to 1,999 words"
BOTH = ("precision within k", "recall within k")


def number(row, title):
    return float(row[title])


def falls(numbers):
    return all(a >= b for a, b in zip(numbers, numbers[1:]))


def answer(parts):
    return "yes" if all(parts) else "in part" if any(parts) else "**no**"


CHAPTER = """\
# Manku, Jain and Das Sarma: within how many bits

What *Detecting near-duplicates for web crawling* (2007, section 4) claims of simhashes of 64 bits, what `twinprint study hamming`
shows on another corpus, and where the two differ. Made by `tests/bench/studies.py hamming PAGES WORK`; tables and findings are the
study's, word for word, and numbers in the text are counted from them.

## What it claims, and whether it is so here

{verdicts}

It measures on eight billion pages of the web. People judged the pairs; how many there were it does not say.

## The corpus here

{pages} pages of HTML documentation from {packages} packages of Debian ([packages.tsv](packages.tsv), those taken), as
`tests/bench/assemble_pages.py --only` puts them together: manuals, and pages that programs made of other programs. Pages of one
program share a frame, and say different things of like things in it. There is next to no page of ads, forms or counters.

No person judged: a pair counts as a near-duplicate if at least 0.8 of all its shingles of ten words are in both documents, as none
below 0.5, and is undecided between. One changed word changes ten shingles, so that this is a strict judge of short documents. For
people's verdicts there is [`study label`](../studies.md#study-label-a-person-judges).

## What this corpus shows

{findings}

## Fig. 1: precision and recall by k

Of all pairs, each verdict weighing as many as it stands for:

![Precision and recall by k](manku/trade.svg)

{distances}

As the paper counted, equal numbers of pairs at each distance:

![Precision and recall by k, as counted there](manku/trade-as-counted-there.svg)

{distances-as-counted-there}

At exactly k bits:

![Near-duplicates, undecided and neither at each distance](manku/exactly.svg)

## By length

{recommended}

![Precision by k and length](manku/precision-by-length.svg)

![Recall by k and length](manku/recall-by-length.svg)

![Distance by resemblance and length](manku/distance-by-resemblance.svg)

## Fig. 2: where fingerprints lie

![Leading bit of successive XORs](manku/leading-bit.svg)

![Fingerprints in 128 buckets](manku/buckets.svg)

The fullest:

{crowded}

Compressed:

{compression}

## Where it differs, and why

**Pages of one program.** {equal} pairs have equal fingerprints and are no exact copies, and {equal-precision} of them are near-duplicates:
pages of an index by letter, lists of what a class has, sources of examples. Their frame says the same words again and again, so that
these weigh more than the few words of their own, and turn every bit. Of a crawl most pages are not of this kind. The judge is
strict, too, but that is the smaller part: with shingles of three words precision at k = 3 is {milder} where it was {strict}.

**Precision rises with k before it falls**, where the paper's only falls. At the least distances are the short pages, which have too few
words of their own to turn a bit; long pages that are near-duplicates differ in some. So the distance alone says little if
lengths are mixed.

**Length decides.** Where the shorter document has {long}, precision is {long-precision},
and recall {long-recall}. That is what the paper asks at its end: small documents want another technique, not another k. (Of still longer ones there are
too few pairs to tell.) A confirming look at the shingles does it
([`scan --at-least`](../corpora.md)).

**Spikes** are there, and of the kinds that the paper names: the fullest fingerprint is that of {fullest} documents such as `{one-of-them}`,
a page of Doxygen that says that nothing was found. Documents without any word get no fingerprint here, where the paper's get 0.

**The compressed table** depends on how many there are: of n sorted random numbers each shares about the first log n bits with the one before,
34 of 64 for the paper's eight billion, and half is what is left. Here {bits} bits are left, and {random-bits} of as many random numbers:
alike documents save little beyond their number.
"""
