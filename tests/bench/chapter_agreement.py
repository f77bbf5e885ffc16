"""The chapter on Henzinger: what `twinprint study agreement` shows of her claims on another corpus."""
import json, math, subprocess

FILE, STUDY = "henzinger", "agreement"
FIGURES = ["c-threshold", "term-differences", "degrees", "c-by-b-distribution", "cut-off", "precision-by-r", "questions-curves"]

# How near a share must be to the paper's to be called the same.
NEAR = 0.1
# The assembled pages have a URL, whose host is their package; those of other tools may have its name in a field.
SITE_FIELD = "pkg"


def asked(pages, work):
    """What the study is asked."""
    first = sorted(pages.taken.iterdir())[0]
    with subprocess.Popen(["zstd", "-dc", first.resolve()], stdout=subprocess.PIPE) as unpacked:
        page = json.loads(unpacked.stdout.readline())
        unpacked.terminate()
    field = [] if "url" in page else ["--site-field", SITE_FIELD]
    return [pages.taken, "--memory", "4GiB", *field]


def beside(asked, study, pages):
    """A judge for whom a changed word changes three shingles, not ten; and the pages without the two sites that have most pairs."""
    _, *options = asked
    return {THREE: [*asked, "--shingle", "3"], WITHOUT: [pages.without(most(study)), *options]}


def most(study):
    """The two sites with the most pairs of B."""
    sites = [row["a document of the site"].split("/")[1] for row in study.records("sites") if row["algorithm"] == "B"]
    return sites[:2]


def values(study, pages):
    """What the text counts from the study's tables."""
    b, c, algorithms = tables(study)
    less, less_c, _ = tables(study.beside(THREE))
    thresholds, questions = study.records("c-thresholds"), {row["algorithm"]: row for row in study.records("questions")}
    exactly = next(row for row in thresholds if row["t"] == "372")[TWELVE]
    as_many = [of for of in questions.values() if 0.8 <= number(of[RELATIVE]) <= 1.25]
    best = max(as_many, key=lambda of: number(of["precision"]))
    few, whole, plain = questions["C, 64 bits"], questions["C, 384 bits"], questions["B, 8 tokens a shingle"]
    weighted = questions["B, 8 tokens a shingle, each occurrence counted"]
    large = {row["verdict"]: row for row in study.records("large-differences")}["incorrect"]
    sites = {name: [row for row in study.records("sites") if row["algorithm"] == name] for name in "BC"}
    two = {name: sum(number(row["share of all pairs"]) for row in sites[name][:2]) for name in "BC"}
    laws = {row["algorithm"]: row for row in study.records("power-laws")}
    here, there = claims(study), claims(study.beside(WITHOUT))
    rows = [["claim", "here", "so here", "without two packages", "so there"],
            *([claim, found, so, other, so_there] for (claim, found, so), (_, other, so_there) in zip(here, there))]
    without = study.beside(WITHOUT)
    return {
        "verdicts": study.markdown(rows),
        "held": held(here),
        "held-there": held(there),
        "without-algorithms": without.table("algorithms"),
        "without-documents": f"{int(without.parameters()['settings']['documents']):,}",
        "without-sites": " and ".join(f"`{of}`" for of in most(study)),
        "without-b": said(share(tables(without)[0][ALL], CORRECT)),
        "without-c": said(share(tables(without)[1][ALL], CORRECT)),
        "without-ranges": ", ".join(map(said, by_range(tables(without)[1]))),
        "without-cut": cut(tables(without)[2]),
        "milder-b": said(share(less[ALL], CORRECT)),
        "milder-c": said(share(less_c[ALL], CORRECT)),
        "b-all": said(share(b[ALL], CORRECT)),
        "c-all": said(share(c[ALL], CORRECT)),
        "b-incidental": said(share(b[ALL], INCIDENTAL)),
        "c-incidental": said(share(c[ALL], INCIDENTAL)),
        "same-b": within(b),
        "same-c": within(c),
        "cut": cut(algorithms),
        "cut-precision": said(share(algorithms.get(f"B, cut off at {cut(algorithms)} bits"), "precision")),
        "missed": f"{100 * (1 - number(exactly)):.1f} %" if exactly else "none",
        "recall-b": said(share(algorithms["B"], FOUND)),
        "recall-c": said(share(algorithms["C, 372 bits"], FOUND)),
        "best": best["algorithm"],
        "best-precision": said(number(best["precision"])),
        "b-again": said(number(plain["precision"])),
        "two-b": f"{100 * two['B']:.0f} %",
        "two-c": f"{100 * two['C']:.0f} %",
        "site-1": most(study)[0],
        "site-2": most(study)[1],
        "large-b": said(share(large, "share of B's pairs")),
        "large-c": said(share(large, "share of C's pairs")),
        "weighted": f"precision {said(share(weighted, 'precision'))}, {said(share(weighted, RELATIVE))} times as many as B",
        "whole-precision": said(share(whole, "precision")),
        "whole-relative": said(share(whole, RELATIVE)),
        "few-precision": said(share(few, "precision")),
        "few-relative": said(share(few, RELATIVE)),
        "likely": " and ".join(f"{number(laws[of][LIKELY]):.2f}" for of in "BC"),
        "least-squares": " and ".join(f"{number(laws[of][SQUARES]):.2f}" for of in "BC"),
    }


def claims(study):
    """What the paper claims, what a study has of it, and whether it is so there."""
    b, c, algorithms = tables(study)
    at = cut(algorithms)
    tested = {row["algorithm"]: row for row in study.records("combined")}
    together, three = tested.get(f"cut off at {at}, all pairs"), tested.get("B alone, 3 supershingles")
    laws = {row["algorithm"]: row for row in study.records("power-laws")}
    exponents = {of: [number(laws[of][by]) for by in (LIKELY, SQUARES)] if of in laws else [math.nan] * 2 for of in "BC"}
    off = [number(laws[of]["root of the mean square off that line, powers of ten"]) if of in laws else math.nan for of in "BC"]
    by_equal = [share(b.get(f"B-similarity {of}"), CORRECT) for of in range(2, 7)]
    agreeing = {row["B-similarity"]: row for row in study.records("c-by-b")}
    means = [number(row["mean C-similarity"]) for name, row in agreeing.items() if name != "all"]
    common = number(agreeing["all"]["share with a C-similarity of 372"])
    relative = share(next(row for row in study.records("c-thresholds") if row["t"] == "372"), RELATIVE)
    terms = {row["algorithm"]: number(row["median"]) for row in study.records("terms")}
    precise = [share(of[ALL], CORRECT) for of in (c, b)]
    sides = [(share(of.get("same site"), CORRECT), share(of.get("different sites"), CORRECT)) for of in (b, c)]
    of_cut, of_three = ([share(row, of) for of in ("precision", "R")] for row in (together, three))
    return [
        ("C is more precise than B: 0.50 and 0.38 (section 3.4.2)", pair(precise), answer([above(*precise)])),
        ("Both are imprecise on one site, 0.34 and 0.36, and precise on different ones, 0.86 and 0.90",
         f"B {pair(sides[0])}, C {pair(sides[1])}", answer([above(different, 0.5) and above(0.5, same) for same, different in sides])),
        ("B's precision rises with its similarity, from 0.24 to 0.85 (table 2)", ", ".join(map(said, by_equal)), answer([rises(by_equal, 0.01), rises(by_equal[::len(by_equal) - 1])])),
        ("C's is highest at its lowest similarities, 372 to 375 (table 5)", ", ".join(map(said, by_range(c))),
         answer([known(by_range(c)[:1]) == [max(known(by_range(c)))]])),
        ("Together, B's pairs from a cut-off of C on have precision 0.79 and R 0.79 on the half not chosen by (table 12)",
         f"from {at} on {pair(of_cut)}", answer([above(of, 0.79 - NEAR) for of in of_cut])),
        ("That is better in both than B with three supershingles", f"the latter has {pair(of_three)}", answer([above(*of) for of in zip(of_cut, of_three)])),
        ("At t = 372 C finds about as many near-duplicates as B, 1.17 times", f"{said(relative)} times", answer([near(relative, 1.17, 0.3)])),
        ("The more supershingles agree, the more bits do, on average 331.5 to 370.9 (table 9)", ", ".join(f"{of:.1f}" for of in known(means)),
         answer([rises(means), rises(means[::len(means) - 1])])),
        ("About 4 % of B's pairs are C-similar (section 3.4.4)", f"{100 * common:.0f} %", answer([near(common, 0.04, 0.04)])),
        ("How many near-duplicates pages have follows power laws with exponents of -1.3 and -1.4",
         "; ".join(f"{of} {pair(exponents[of])} by greatest likelihood and by least squares" for of in "BC"),
         answer([near(of, exponent, NEAR) for name, exponent in (("B", -1.3), ("C", -1.4)) for of in exponents[name]])),
        ("B's points spread further about the law", f"{pair(off)} powers of ten", answer([above(*off)])),
        ("Half of B's pairs differ in 11 tokens or fewer, of C's in 7 (so if in no more than twice as many)", f"{terms['B']:.0f} and {terms['C']:.0f}",
         answer([terms["B"] <= 2 * 11, terms["C"] <= 2 * 7])),
    ]


def tables(study):
    """B's and C's precision by what pairs they are, and all algorithms side by side."""
    b, c = ({row["pairs of"]: row for row in study.records(f"{of}-precision")} for of in "bc")
    return b, c, {row["algorithm"]: row for row in study.records("algorithms")}


def by_range(c):
    """C's precision by ranges of its similarity."""
    return [share(c.get(f"C-similarity {of}"), CORRECT) for of in ("372 to 375", "376 to 378", "379 to 381", "382 to 384")]


def held(verdicts):
    """How many of the claims hold."""
    return ", ".join(f"{sum(so == named for _, _, so in verdicts)} {shown}" for named, shown in HELD)


def cut(algorithms):
    """The cut-off that one half of the pairs chose, in bits."""
    chosen = next((name for name in algorithms if name.startswith("B, cut off at ")), "")
    return chosen.removeprefix("B, cut off at ").removesuffix(" bits") or "none"


def within(precision):
    """The share of an algorithm's pairs within one site."""
    return f"{100 * number(precision['same site']['pairs']) / number(precision[ALL]['pairs']):.1f} %" if "same site" in precision else "none"


THREE, WITHOUT = "of-three-words", "without-two-packages"
HELD = (("yes", "hold"), ("in part", "in part"), ("**no**", "do not"))
LIKELY, SQUARES = "exponent, greatest likelihood", "exponent, least squares"
INCIDENTAL = "differ only in what does not matter"
ALL = "all pairs"
CORRECT = "near-duplicates"
RELATIVE = "near-duplicates found, times those of B"
FOUND = "share of all pairs alike by their shingles"
TWELVE = "share of the pairs at exactly t that twelve pieces find"


def number(text):
    """A cell's number; none where the study has none."""
    return float(text) if text else math.nan


def share(row, title):
    """A row's number; none where the study has none."""
    return float(row[title]) if row and row[title] else None


def said(value):
    return "–" if value is None or math.isnan(value) else f"{value:.2f}"


def pair(values):
    return " and ".join(map(said, values))


def known(numbers):
    return [of for of in numbers if of is not None and not math.isnan(of)]


def above(a, b):
    return len(known([a, b])) == 2 and a > b


def near(value, of, by):
    return value is not None and abs(value - of) <= by


def rises(numbers, slack=0.0):
    """Whether numbers rise, but for steps back of as little as the slack."""
    numbers = known(numbers)
    return len(numbers) > 1 and all(a <= b + slack for a, b in zip(numbers, numbers[1:]))


def answer(parts):
    return "yes" if all(parts) else "in part" if any(parts) else "**no**"


CHAPTER = """\
# Henzinger: supershingles and random projections

What *Finding near-duplicate web pages: a large-scale evaluation of algorithms* (2006) claims of Broder's algorithm (B), of Charikar's (C) and of
both together, what `twinprint study agreement` shows on another corpus, and where the two differ. Made by `tests/bench/studies.py agreement PAGES
WORK`; tables and findings are the study's, word for word, and numbers in the text are counted from them.

## What it claims, and whether it is so here

{verdicts}

Of these {held}. Two packages have most of the pairs, {without-sites}; the columns on the right are of the same study without them: {held-there}. What
does not hold has its reasons at the end.

The paper measures on 1.6 billion pages of the web; one person judged 1,910 pairs of B and 1,872 of C.

## The corpus here

{pages} pages of HTML documentation from {packages} packages of Debian ([packages.tsv](packages.tsv), those taken), as
`tests/bench/assemble_pages.py --only` puts them together: manuals, and pages that programs made of other programs. A package is a site. Pages of one
program share a frame, and say different things of like things in it. There is next to no page of ads, forms, counters or parked domains,
of which the paper's near-duplicates consist.

No person judged: a pair counts as a near-duplicate if at least 0.8 of all its shingles of ten words are in both documents, as none
below 0.5, and is undecided between. For people's verdicts there is [`study label`](../studies.md#study-label-a-person-judges).

## What this corpus shows

{findings}

{algorithms}

Without {without-sites}, {without-documents} pages:

{without-algorithms}

## Tables 1 and 2: Algorithm B

{b-pairs}

{b-precision}

## Table 5: Algorithm C

{c-precision}

![Algorithm C by its threshold](henzinger/c-threshold.svg)

## The sites with the most pairs

{sites}

## Figs. 2 and 4, Tables 3, 4, 6, 7 and 8: what pairs differ in

![Term differences](henzinger/term-differences.svg)

{terms}

{large-differences}

{differences}

{undecided}

## Figs. 1 and 3: how many near-duplicates pages have

![Near-duplicates of a document](henzinger/degrees.svg)

{power-laws}

## Fig. 5, Tables 9 and 10: how the two similarities go together

![C-similarity of B-similar pairs](henzinger/c-by-b-distribution.svg)

{c-by-b}

{b-by-c}

## Figs. 6 and 7, Tables 11 and 12: both together

![The combined algorithm by its cut-off](henzinger/cut-off.svg)

![Precision and R of the combined algorithm](henzinger/precision-by-r.svg)

{cut-offs}

{combined}

## What it leaves open

{questions}

![Variants of both algorithms](henzinger/questions-curves.svg)

## Where it differs, and why

**Two packages.** The two with the most pairs have {two-b} of B's pairs and {two-c} of C's: `{site-1}` and `{site-2}`. Where shares of all pairs are asked for,
such sites are all that is seen. So it is in the paper, where two databases have 28 % of B's pairs. Pages of one long frame agree in nearly all bits as well
as in supershingles, so the two algorithms find the same pairs, and a cut-off has to be at {cut} bits to leave any out. Without the two, bits rise with
supershingles as in the paper and the cut-off chosen is at {without-cut}; but precision is then {without-b} of B and {without-c} of C.

**Who judges.** Resemblance asks how much of two pages is the same, the paper's judge whether they are about the same. Of B's pairs {b-all} are
near-duplicates by resemblance, and {b-incidental} differ in nothing but what her definition names; of C's {c-all} and {c-incidental}. Looked at, the pages of these two
packages are what she calls incorrect: LilyPond's are an item each in the contents of a whole manual, some 1,100 words around few, and those of libmed a definition
each of example programs, with the list of all files that use it. Boilerplate drowns the main item. So the higher precision is the judge's, and what is
seen on one site speaks for her claim, not against it. A judge by shingles of three words is milder still: {milder-b} of B's pairs and {milder-c} of C's. Between these two measures lies what a person would say, and
[`study label`](../studies.md#study-label-a-person-judges) is there to ask one.

**Both together** are as good as the paper says because B alone is: of all its pairs {b-all} are near-duplicates, and of those above the cut-off {cut-precision}.

**C is not the more precise one here.** In the paper many pages differ in a host's name alone, 2 to 4 tokens, which leaves them at 372 to 375, and such pairs are
right. Here hardly any do, and pages whose frame says some words so often that these decide the bits, whatever else there is, agree in most of them:
those of cdist, each with the contents of all, and those of libmed, where the letter c, of the names of files, makes most of a page's vector. Of C's pairs
{large-c} differ in more than 200 tokens and are wrong; of B's {large-b}: B does not count how often a shingle occurs. Without the two packages C is most precise from 372 to
375, as in the paper, but hardly ever right: {without-ranges} from there up.

**Power laws.** By greatest likelihood the exponents are {likely} for B and C, near the paper's; by least squares on the points they are {least-squares}. Points on a power law
would give the same by both, so that none is shown here: sites are few, and each adds a bundle of pages with equally many near-duplicates.

**Sites.** {same-b} of B's pairs and {same-c} of C's are of one package; in the paper 92 and 74 % are of one site. So little is said here of pairs of different ones.

**Twelve pieces.** Of the pairs that agree in exactly 372 bits {missed} have no piece of 32 bits in common, and would not be found as the paper looks
for them.

**Recall**, which the paper could not tell: of all pairs that are alike by their shingles B finds {recall-b} and C, at 372, {recall-c}.

**What it leaves open.** Of the variants that find about as many near-duplicates as B (0.8 to 1.25 times), the most precise is "{best}" with {best-precision}, where B
has {b-again}; the intervals overlap. Counting each occurrence of a shingle changes little: {weighted}. C of 64 bits has a precision of {few-precision} and finds
{few-relative} times as many as B; of 384, {whole-precision} and {whole-relative}. C over shingles is more precise the longer they
are, and finds less.
"""
