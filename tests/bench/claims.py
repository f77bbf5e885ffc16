"""Every claim of the five papers, what is said of it here, and the number that rests on.

A verdict is one of five: yes; no; in part (some of it is so, or what was measured points its way and chance may have made it so); not comparable
(another kind of corpus, another share of duplicates, pages cut at 40 KB, fewer than ten sites or sources); cannot be told here (it takes people's
judgement). A claim of a gain is tried by the gain, by intervals over sites or sources where the study has them, and not by a level.
"""
import collections, json, math, pathlib, re

YES, NO, PART, OTHER, PEOPLE = "yes", "no", "in part", "not comparable", "cannot be told here"
Said = collections.namedtuple("Said", "paper section claim verdict number corpus")
CLAIMS = []
PAPERS = {"ye-wen-ma": "Ye, Wen and Ma", "henzinger": "Henzinger", "fusion": "the fusion paper", "manku": "Manku, Jain and Das Sarma"}


def claim(paper, section, text, corpus="P"):
    """Takes a function that gives the verdict and the number as a claim's."""
    def take(function):
        CLAIMS.append((paper, section, text, corpus, function))
        return function
    return take


def of(paper, studies, corpora):
    """What is said of a paper's claims."""
    return [Said(own, section, text, *function(Tables(studies)), corpus)
            for own, section, text, corpus, function in CLAIMS if own == paper]


def table(studies, corpora):
    """All claims in Markdown."""
    said = [one for paper in PAPERS for one in of(paper, studies, corpora)]
    counts = collections.Counter(one.verdict for one in said)
    rows = ["| paper, section | claim | so here | the number it rests on | corpus |", "| --- | --- | --- | --- | --- |"]
    rows += [f"| [{PAPERS[one.paper]}]({one.paper}.md), {one.section} | {one.claim} | {one.verdict} | {one.number} | {one.corpus} |" for one in said]
    counted = corpora.counted()
    return f"""{len(said)} claims: {", ".join(f"{counts[verdict]} {verdict}" for verdict in (YES, NO, PART, OTHER, PEOPLE))}.

{chr(10).join(rows)}

P: {counted["pages"]} pages of documentation from {counted["packages"]} packages of Debian ([packages.tsv](packages.tsv)), at most {counted["most-pages"]} each.
T: {counted["texts"]} texts of some 4 KB from books, and {counted["copies"]} edited copies of {counted["sources"]} of them. R: random numbers, in
[figures.md](../reference/figures.md). –: nothing was measured; the number is counted, or the question is open."""


class Tables:
    """The studies' tables."""

    def __init__(self, studies):
        self.studies = studies

    def rows(self, part, name, beside=""):
        return self.studies[part].beside(beside).records(name)

    def row(self, part, name, key, beside=""):
        rows = self.rows(part, name, beside)
        return next((row for row in rows if next(iter(row.values())) == key), {})


class Figure:
    """A number with its interval, and of how many sites."""

    def __init__(self, row, title):
        get = lambda name: float(row[name]) if row.get(name) else None
        self.value, self.low, self.high = get(title), get(f"{title}, low"), get(f"{title}, high")
        self.sites = row.get(f"{title}, sites")

    def signed(self):
        """As a difference."""
        if self.value is None:
            return "–"
        ends = f" ({self.low:+.2f} to {self.high:+.2f})" if self.low is not None else ""
        return f"{self.value:+.2f}{ends}"

    def __str__(self):
        if self.value is None:
            return "–"
        beside = [f"{self.low:.2f} to {self.high:.2f}"] if self.low is not None else []
        beside += [f"{self.sites} sites"] if self.sites else []
        return f"{self.value:.2f}" + (f" ({', '.join(beside)})" if beside else "")


def apart(less, more):
    """Whether one is surely less than another: yes, no, or in part where their intervals meet."""
    if None in (less.low, more.low):
        return OTHER
    return YES if less.high < more.low else NO if more.high < less.low else PART


def gain(t, part, start, beside=""):
    """A difference that the study tried on the same sites, and its verdict."""
    row = next((row for row in t.rows(part, "gains", beside) if row["what"].startswith(start)), {})
    found = Figure(row, "difference")
    return (OTHER if found.low is None else YES if found.low > 0 else NO if found.high < 0 else PART), found.signed()


def all_of(*verdicts):
    known = set(verdicts)
    return next((of for of in (OTHER, PEOPLE) if of in known), None) or (verdicts[0] if len(known) == 1 else PART)


def so(holds, partly=False):
    return YES if holds else PART if partly else NO


def rises(numbers, slack=0.0):
    return all(a <= b + slack for a, b in zip(numbers, numbers[1:]))


def percent(text):
    return f"{100 * float(text):.1f} %"


def figures(pattern):
    """What docs/reference/figures.md says."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "reference" / "figures.md").read_text(encoding="utf-8")
    return re.search(pattern, text, re.M | re.S).groups()


def design(tables):
    """Candidates, as they were predicted, and bytes of one of the paper's designs."""
    return figures(rf"^\| 3 \| {tables} \| \d+ \| 0 \| {tables} \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|")


# Henzinger 2006

CORRECT = "near-duplicates"
ALL, SAME, OTHERS = "all pairs", "same site", "different sites"


def judged(t, algorithm, kind):
    """Precision by resemblance and by the rule."""
    return [Figure(t.row("agreement", f"{algorithm}-precision", kind, beside), CORRECT) for beside in ("", "by-rule")]


def both(t, kinds):
    names = ("by resemblance", "by the rule")
    said = [f"{name} {'; '.join(f'{of.upper()} {judged(t, of, kind)[at]}' for of, kind in kinds)}" for at, name in enumerate(names)]
    return ". ".join(said)


@claim("henzinger", "3", "25 to 30 % of pages have the token sequence of another")
def _(t):
    settings = t.studies["agreement"].page()
    found = re.search(r"([\d,]+) documents?, of which ([\d,]+) are exact copies", settings)
    all_, copies = (int(of.replace(",", "")) for of in found.groups())
    return OTHER, f"{percent(copies / all_)} of {all_:,}"


@claim("henzinger", "3", "B and C find that 1.7 to 2.2 % of the pages left have a near-duplicate")
def _(t):
    b, c = (t.row("agreement", "power-laws", of)["documents with a near-duplicate"] for of in "BC")
    return OTHER, f"B {int(b):,}, C {int(c):,} pages"


@claim("henzinger", "3.2, table 1", "About half of B's pairs have a B-similarity of 2, 5.7 % one of 6")
def _(t):
    shares = [float(row["share"]) for row in t.rows("agreement", "b-pairs")]
    return OTHER, f"{percent(shares[0])} and {percent(shares[-1])} of pairs, of which at most 4,950 are of one package"


@claim("henzinger", "3.2 and 3.3", "92 % of B's pairs and 74 % of C's are of one site")
def _(t):
    share = lambda of: float(t.row("agreement", f"{of}-precision", SAME)["pairs"]) / float(t.row("agreement", f"{of}-precision", ALL)["pairs"])
    return OTHER, f"B {percent(share('b'))}, C {percent(share('c'))}: at most 100 pages of a site were taken"


@claim("henzinger", "3.4.2", "C is more precise than B: 0.50 and 0.38")
def _(t):
    gains = [gain(t, "agreement", "precision, C of 372 bits over B", beside)[1] for beside in ("", "by-rule")]
    return PEOPLE, f"{both(t, [('c', ALL), ('b', ALL)])}; C less B {gains[0]} and {gains[1]}"


@claim("henzinger", "3.2 to 3.4", "Both are imprecise on one site, 0.34 and 0.36")
def _(t):
    return PEOPLE, both(t, [("b", SAME), ("c", SAME)])


@claim("henzinger", "3.2 to 3.4", "Both are precise on different sites, 0.86 and 0.90")
def _(t):
    return PEOPLE, both(t, [("b", OTHERS), ("c", OTHERS)])


@claim("henzinger", "3.2, table 2", "B's precision rises with its similarity, from 0.24 at 2 to 0.85 at 6")
def _(t):
    figures = [[judged(t, "b", f"B-similarity {of}")[at] for of in range(2, 7)] for at in (0, 1)]
    verdicts, gains = zip(*(gain(t, "agreement", "B's precision, similarity 6 over 2", beside) for beside in ("", "by-rule")))
    said = zip(("by resemblance", "by the rule"), figures, gains)
    return all_of(*verdicts), ". ".join(f"{name} {own[0]} and {own[-1]}, {more}" for name, own, more in said)


@claim("henzinger", "3.3, table 5", "C's precision is highest at its lowest similarities, 372 to 375, for pairs that differ in the URL alone")
def _(t):
    kinds = ["C-similarity 372 to 375", "C-similarity 382 to 384"]
    return OTHER, f"{both(t, [('c', kind) for kind in kinds])}; hardly any differ in a URL alone"


@claim("henzinger", "3.2, table 3", "41 % of B's and 72 % of C's correct pairs differ in the URL alone, 36 % and 8 % of them in time stamps or execution times")
def _(t):
    share = lambda name, of: Figure(t.row("agreement", "differences", name), of)
    return OTHER, f"URL: B {share('URL', 'B')}, C {share('URL', 'C')}; time stamps: B {share('time stamp', 'B')}, C {share('time stamp', 'C')}"


@claim("henzinger", "3.2 and 3.3, tables 4 and 7", "Undecided pairs are prefilled forms, 41 % of B's and 80 % of C's")
def _(t):
    row = t.rows("agreement", "undecided")[0]
    return OTHER, f"B {Figure(row, 'B')}, C {Figure(row, 'C')}: there are next to no forms"


@claim("henzinger", "3.2 and 3.3", "Half of B's pairs differ in 11 tokens or fewer, of C's in 7")
def _(t):
    return OTHER, " and ".join(t.row("agreement", "terms", of)["median"] for of in "BC")


@claim("henzinger", "3.4.3, table 8", "C finds more pairs than B that differ in more than 200 tokens: 90 of 1,872 and 19 of 1,910")
def _(t):
    rows = t.rows("agreement", "large-differences")
    sums = [[float(row[f"share of {of}'s pairs"] or 0) for row in rows] for of in "BC"]
    b, c = map(sum, sums)
    return so(c > b), f"{percent(c)} of C's pairs, {percent(b)} of B's"


@claim("henzinger", "3.2", "Two databases have 28 % of B's pairs, and all of these that were judged are wrong")
def _(t):
    rows = [row for row in t.rows("agreement", "sites") if row["algorithm"] == "B"][:2]
    return OTHER, f"two packages have {percent(sum(float(row['share of all pairs']) for row in rows))}, of at most 100 pages each"


@claim("henzinger", "3.3", "One directory has 9 % of C's pairs, which B does not find")
def _(t):
    row = next(row for row in t.rows("agreement", "sites") if row["algorithm"] == "C")
    return OTHER, f"one package has {percent(row['share of all pairs'])}"


@claim("henzinger", "3.3", "Twelve pieces of 32 bits find all pairs up to 11 bits apart, and may miss some at 12")
def _(t):
    row = t.row("agreement", "c-thresholds", "372")
    found = row["share of the pairs at exactly t that twelve pieces find"]
    at_373 = t.row("agreement", "c-thresholds", "373")["share of the pairs at exactly t that twelve pieces find"]
    return so(not at_373 or float(at_373) == 1), f"found of the pairs at 373 bits {at_373 or '–'}, at 372 {float(found or 1):.3f}"


@claim("henzinger", "3.3", "At t = 372 C finds about as many near-duplicates as B, 1.17 times")
def _(t):
    return PEOPLE, f"by resemblance {Figure(t.row('agreement', 'c-thresholds', '372'), 'near-duplicates found, times those of B')} times"


@claim("henzinger", "3.3", "30 % more pages have a near-duplicate by C than by B")
def _(t):
    b, c = (int(t.row("agreement", "power-laws", of)["documents with a near-duplicate"]) for of in "BC")
    return so(c > b), f"{c:,} and {b:,}: {percent(c / b - 1)} more"


@claim("henzinger", "3.2 and 3.3, figs. 1 and 3", "How many near-duplicates pages have follows power laws with exponents of -1.3 (B) and -1.4 (C)")
def _(t):
    law = lambda of: Figure(t.row("agreement", "power-laws", of), "exponent, greatest likelihood")
    return OTHER, f"B {law('B')}, C {law('C')}; at most 99 near-duplicates of one package can be"


@claim("henzinger", "3.4.1", "B's points spread further about the law than C's")
def _(t):
    off = [float(t.row("agreement", "power-laws", of)["root of the mean square off that line, powers of ten"]) for of in "BC"]
    return OTHER, f"{off[0]:.2f} and {off[1]:.2f} powers of ten off a line that the cap bends"


@claim("henzinger", "3.4.1", "Pages have fewer near-duplicates by C than by B, 92 and 135 on average, and fewer have 100 or more")
def _(t):
    mean = [float(t.row("agreement", "power-laws", of)["near-duplicates of these, mean"]) for of in "BC"]
    return OTHER, f"{mean[1]:.1f} by C and {mean[0]:.1f} by B, of at most 99 in a package"


@claim("henzinger", "3.4.4, table 9", "The more supershingles agree, the more bits do, on average 331.5 to 370.9")
def _(t):
    means = [float(row["mean C-similarity"]) for row in t.rows("agreement", "c-by-b") if row["B-similarity"] != "all" and row["mean C-similarity"]]
    return so(rises(means), means[0] < means[-1]), ", ".join(f"{of:.1f}" for of in means)


@claim("henzinger", "3.4.4", "About 4 % of B's pairs are C-similar, and of C's B-similar")
def _(t):
    found = re.search(r"Of B's pairs (\d+ %) are C-similar, of C's (\d+ %)", t.studies["agreement"].findings())
    return OTHER, f"{found[1]} and {found[2]}: the share of pairs of different sites is another"


def cut(t):
    rows = [row for row in t.rows("agreement", "combined") if row["algorithm"].startswith("cut off at ")]
    return rows[0]["algorithm"].split(",")[0].removeprefix("cut off at "), rows[0]


@claim("henzinger", "3.5, table 12", "B's pairs from a cut-off of C on have precision 0.79 and R 0.79 on the half not chosen by, at 355")
def _(t):
    at, row = cut(t)
    return PEOPLE, f"by resemblance {Figure(row, 'precision')} and {Figure(row, 'R')}, at {at}"


@claim("henzinger", "3.5", "Cutting off raises B's precision without losing much of what it finds")
def _(t):
    at, row = cut(t)
    alone = t.row("agreement", "combined", "B alone, 2 supershingles")
    verdict, more = gain(t, "agreement", f"precision, cut off at {at} over B alone")
    return verdict, f"by resemblance {more}: from {Figure(alone, 'precision')} to {Figure(row, 'precision')}, R {Figure(row, 'R')}"


@claim("henzinger", "3.5", "That is better in both than B with three supershingles")
def _(t):
    at, _ = cut(t)
    verdicts, gains = zip(*(gain(t, "agreement", f"{of}, cut off at {at} over three") for of in ("precision", "R")))
    return all_of(*verdicts), f"by resemblance precision {gains[0]}, R {gains[1]}"


@claim("henzinger", "3.5", "Pairs of one site by both together and of different ones by C have precision 0.85, and find more")
def _(t):
    row = next(row for row in t.rows("agreement", "algorithms") if row["algorithm"].startswith("on one site B cut off"))
    return PEOPLE, f"by resemblance {Figure(row, 'precision')}, {Figure(row, 'near-duplicates found, times those of B')} times those of B"


@claim("henzinger", "4", "Open: shingles weighed by frequency, k = 5, C of fewer bits and of shingles")
def _(t):
    rows = {row["algorithm"]: Figure(row, "precision") for row in t.rows("agreement", "questions")}
    wanted = ["B, 8 tokens a shingle", "B, 8 tokens a shingle, each occurrence counted", "B, 5 tokens a shingle", "C, 64 bits", "C, 384 bits, of 8 tokens a shingle"]
    return PEOPLE, "precision by resemblance: " + "; ".join(f"{name} {rows[name]}" for name in wanted if name in rows)


@claim("henzinger", "4", "A detection of boilerplate would probably help on one site", "–")
def _(t):
    return PART, "[cleaning.md](../how-to/cleaning.md) measures it by method, on one site and on different ones"


# Manku, Jain and Das Sarma 2007

WITHIN = ("precision within k", "recall within k")


@claim("manku", "2", "Near-duplicates' fingerprints differ in few bits")
def _(t):
    rows = [row for row in t.rows("hamming", "distance-by-resemblance") if float(row["x"]) > 0.95]
    low, high = (of(float(row["y"]) for row in rows) for of in (min, max))
    return so(high < 8), f"{low:.1f} to {high:.1f} bits on average at a resemblance above 0.95, by length; random ones differ in 32"


@claim("manku", "2 and 4.1", "64 bits suffice for eight billion pages")
def _(t):
    return OTHER, f"{int(t.studies['hamming'].parameters()['settings']['documents']):,} pages"


@claim("manku", "3", "Probing all fingerprints within 3 of 64 bits takes 41,664 probes", "–")
def _(t):
    return so(math.comb(64, 3) == 41_664), f"64 choose 3; with fewer than 3 bits {sum(math.comb(64, k) for k in range(4)):,} in all"


@claim("manku", "3.1.1", "20, 16, 10 and 4 tables retrieve 8, 64, 512 and 256K fingerprints a probe, as random ones would", "R")
def _(t):
    found, predicted, _ = map(float, design(4))
    return so(abs(found / predicted - 1) < 0.1), f"10 million, k = 3, four tables: {found} candidates a query where {predicted} are predicted"


@claim("manku", "3.1.2", "More tables read fewer candidates and take more room", "R")
def _(t):
    found = [list(map(float, design(of))) for of in (4, 10, 16, 20)]
    fewer, more = ([row[at] for row in found] for at in (0, 2))
    return all_of(so(rises(fewer[::-1], 0.05)), so(rises(more))), f"4, 10, 16 and 20 tables: {', '.join(map(str, fewer))} candidates; {', '.join(map(str, more))} bytes"


@claim("manku", "3.2 and 4.3", "Compressed, a table takes about half of 64 bits")
def _(t):
    packed = {row["fingerprints"]: row for row in t.rows("hamming", "compression")}
    here, random = (float(packed[name]["share of 64 bits"]) for name in ("this corpus", "as many random numbers"))
    return OTHER, f"{here:.3f} of them; as many random numbers {random:.3f}: it goes by how many there are"


@claim("manku", "4.1", "k = 3 has precision and recall near 0.75, as many pairs drawn at each distance")
def _(t):
    row, rule = t.row("hamming", "distances-as-counted-there", "3"), t.row("hamming", "distances-as-counted-there", "3", "by-rule")
    return PEOPLE, f"by resemblance {Figure(row, WITHIN[0])} and {Figure(row, WITHIN[1])}; by the rule {Figure(rule, WITHIN[0])} and {Figure(rule, WITHIN[1])}"


@claim("manku", "4.1, fig. 1", "Recall rises with k")
def _(t):
    first, last = (Figure(t.row("hamming", "distances", k), WITHIN[1]) for k in ("1", "10"))
    verdict, more = gain(t, "hamming", "recall, k = 10 over 1")
    return verdict, f"{more}: from {first} at 1 to {last} at 10"


@claim("manku", "4.1, fig. 1", "Precision falls with k")
def _(t):
    ends = lambda beside: [Figure(t.row("hamming", "distances", k, beside), WITHIN[0]) for k in ("1", "10")]
    (a, b), (c, d) = ends(""), ends("by-rule")
    verdicts, gains = zip(*(gain(t, "hamming", "precision, k = 1 over 10", beside) for beside in ("", "by-rule")))
    return all_of(*verdicts), f"by resemblance k = 1 over 10 {gains[0]}: {a} and {b}; by the rule {gains[1]}: {c} and {d}"


def steps(t, below):
    sums = {"this corpus": 0.0, "random numbers": 0.0}
    for row in t.rows("hamming", "leading-bit"):
        sums[row["series"]] += float(row["y"]) if float(row["x"]) < below else 0
    return [100 * sums[name] for name in ("this corpus", "random numbers")]


@claim("manku", "4.2, fig. 2a", "Low leading bits between successive fingerprints are far more frequent than of random numbers: documents cluster")
def _(t):
    here, random = steps(t, 32)
    return so(here > 10 * random), f"below bit 32 {here:.2f} % of the steps, of random numbers {random:.2f} %"


@claim("manku", "4.2, fig. 2a", "High leading bits fall by half for each bit, as of random numbers")
def _(t):
    points = {name: {float(row["x"]): float(row["y"]) for row in t.rows("hamming", "leading-bit") if row["series"] == name} for name in ("this corpus", "random numbers")}
    known = [x for x in points["random numbers"] if x >= 56 and x in points["this corpus"]]
    off = max(abs(points["this corpus"][x] / points["random numbers"][x] - 1) for x in known)
    return so(off < 0.25), f"from bit 56 on at most {100 * off:.0f} % off the share of random numbers"


@claim("manku", "4.2, fig. 2b", "Fingerprints are more or less equally spread over 128 buckets, with some spikes")
def _(t):
    counts = [float(row["y"]) for row in t.rows("hamming", "buckets") if row["series"] == "this corpus"]
    mean = sum(counts) / len(counts)
    within = sum(0.5 * mean <= of <= 1.5 * mean for of in counts)
    return all_of(so(within >= 115), so(max(counts) > 1.5 * mean)), f"{within} of 128 within half of the mean, {mean:.0f}; the fullest has {max(counts) / mean:.1f} times as many"


@claim("manku", "4.2", "Spikes are empty pages, \"File not Found\" and log-in pages of one software")
def _(t):
    row = t.rows("hamming", "crowded")[0]
    return OTHER, f"the fullest is of {int(row['documents']):,} pages such as `{row['one of them'].rsplit('/', 1)[1]}`"


@claim("manku", "4.3", "200 mappers scan 2^34 fingerprints for a million queries in fewer than 100 s", "R")
def _(t):
    low, high = map(int, figures(r"fingerprints streamed \| [^|]*, (\d+) to (\d+) M codes/s"))
    mapper = 2**34 / 200 / 1e6
    return OTHER, f"{low} to {high} million codes a second and core: {mapper:.0f} million of a mapper take {mapper / low:.0f} s; no cluster of 200"


@claim("manku", "5.3b and 5.4c", "I-Match is brittle, and several lexicons ameliorate it", "T")
def _(t):
    methods = eval_(t)
    one, several = (methods[name]["own"]["figures"]["recall"] for name in ("imatch", "kolcz04"))
    return so(several > one), f"recall {one:.3f} of one lexicon, {several:.3f} of several"


@claim("manku", "6, question A", "Small and large documents may need something else")
def _(t):
    rows = [row for row in t.rows("hamming", "lengths") if row["k"] == "3"]
    named = {row["words of the shorter document"]: Figure(row, WITHIN[0]) for row in rows}
    known = [(name, figure) for name, figure in named.items() if figure.low is not None]
    verdict, more = gain(t, "hamming", "precision at k = 3, ")
    return verdict, f"precision at k = 3 by resemblance, longest over shortest {more}: " + "; ".join(f"{name} {figure}" for name, figure in known)


@claim("manku", "6, question B", "May it be known of documents that they never have duplicates?")
def _(t):
    found = re.search(r"([\d,]+) \((\d+\.\d %)\) are proven", t.studies["recommend"].findings())
    return YES, f"{found[2]} are proven to have none of a resemblance of 0.5"


@claim("manku", "6, question D", "Ads and timestamps may be taken out, so that exact checksums suffice", "–")
def _(t):
    return PART, "[cleaning.md](../how-to/cleaning.md): `clean=site,volatile`"


@claim("manku", "6, question E", "How sensitive is simhash to features and weights?", "T")
def _(t):
    rows = t.rows("lexicons", "terms")
    known = [(float(row["64 bits, w = 1"]), row["terms"]) for row in rows]
    worst, best = min(known), max(known)
    return YES, f"F tested from {worst[0]:.3f} ({worst[1]}) to {best[0]:.3f} ({best[1]}), 64 bits"


# The fusion paper


def gained(t, start, bits=32):
    """A verdict of the study on a gain, with its number."""
    for line in t.studies["lexicons"].findings().splitlines():
        found = re.search(r": (yes|no|in part|not comparable) \((F [^)]*)\): with (?:\d+ lexicons of )?(\d+) bits", line)
        if line.startswith(f"- {start}") and found and int(found[3]) == bits:
            return found[1], found[2]
    return OTHER, "–"


def best(t, name, at, bits=32):
    return Figure(t.rows("lexicons", name)[at], f"{bits} bits: F tested")


def eval_(t):
    text = (t.studies["lexicons"].folder / "methods.jsonl").read_text(encoding="utf-8")
    return {line["method"].split(":")[0]: line for line in map(json.loads, text.splitlines())}


@claim("fusion", "4.1, fig. 2", "Shingles of two words are better features than single words: F 0.7469 and 0.6117", "T")
def _(t):
    verdict, gain = gained(t, "The paper finds shingles of two words best")
    return verdict, f"{gain}; {best(t, 'shingles-best', 1)} and {best(t, 'shingles-best', 0)}"


@claim("fusion", "4.1, fig. 2", "Longer shingles than two words do worse", "T")
def _(t):
    figures = [best(t, "shingles-best", at) for at in (1, 2, 4)]
    return apart(figures[1], figures[0]), f"two words {figures[0]}, three {figures[1]}, five {figures[2]}"


@claim("fusion", "4.1", "Single words take texts of the same words in another order for duplicates", "–")
def _(t):
    return OTHER, "no text here is of the same words in another order"


def curve(t, figure):
    k = t.rows("lexicons", "lexicons-best")[0]["32 bits: at k"]
    rows = [row for row in t.rows("lexicons", "lexicons-32") if row["panel"].startswith(figure) and float(row["x"]) == float(k)]
    values = {row["series"]: float(row["y"]) for row in rows}
    return k, values["L = 1"], values["L = 10"]


@claim("fusion", "4.2, fig. 3", "More lexicons raise recall at one distance", "T")
def _(t):
    k, one, ten = curve(t, "recall")
    return so(ten > one), f"at k = {k} from {one:.3f} of one lexicon to {ten:.3f} of ten"


@claim("fusion", "4.2, fig. 4", "They lower precision slightly, by less than they raise recall", "T")
def _(t):
    (k, one, ten), (_, less, more) = curve(t, "precision"), curve(t, "recall")
    return so(0 <= one - ten <= more - less, one > ten), f"at k = {k} precision from {one:.3f} to {ten:.3f}, recall {more - less:+.3f}"


@claim("fusion", "4.2, table 1", "Five lexicons are better than ten: F 0.8805 and 0.7942", "T")
def _(t):
    verdict, gain = gained(t, "The paper's F is greatest at five lexicons")
    return verdict, f"{gain}; {best(t, 'lexicons-best', 4)} and {best(t, 'lexicons-best', 9)}"


@claim("fusion", "4.2", "Five lexicons are better than one, of shingles of two words, by 18 %", "T")
def _(t):
    one, five = best(t, "lexicons-best", 0), best(t, "lexicons-best", 4)
    return apart(one, five), f"{100 * (five.value / one.value - 1):+.0f} %: {five} and {one}"


@claim("fusion", "4.2 and 5", "Both together are 44 % better than plain simhash of single words", "T")
def _(t):
    verdict, gain = gained(t, "The paper's fusion, two words and five lexicons")
    return verdict, f"{gain}; {best(t, 'lexicons-best', 4)} and {best(t, 'shingles-best', 0)}"


@claim("fusion", "4.2", "I-Match, and I-Match of several lexicons, find less, with high precision", "T")
def _(t):
    own = {name: eval_(t)[name]["own"]["figures"] for name in ("imatch", "kolcz04", "fusion")}
    said = "; ".join(f"{name} {of['recall']:.3f} at {of['precision'] or 0:.3f}" for name, of in own.items())
    less = [own[name]["recall"] < own["fusion"]["recall"] and own[name]["precision"] > 0.9 for name in ("imatch", "kolcz04")]
    return so(all(less), any(less)), f"recall at precision, with the papers' thresholds: {said}"


@claim("fusion", "4.2", "Shingling with the parameters of Fetterly et al. was tried, without a figure", "T")
def _(t):
    of = eval_(t)["fetterly03"]["own"]["figures"]
    return OTHER, f"recall {of['recall']:.3f} at precision {of['precision'] or 0:.3f}"


# Ye, Wen and Ma 2006 and 2008


def sampled(t, ratio, words, resemblance, figure="precision"):
    for row in t.rows("sampling", "by-sites"):
        if (row["ratio"], row["words of the longer"], row["resemblance"]) == (ratio, words, resemblance):
            return Figure(row, figure)
    return Figure({}, figure)


SHORT, LONG = "0 to 499", "500 and more"


@claim("ye-wen-ma", "2008, 5.1 and 5.3", "Precision falls as the threshold rises")
def _(t):
    low, high = (sampled(t, "1/16", "all", at) for at in ("0.60", "0.95"))
    return apart(high, low), f"at 1/16 {low} at 0.60, {high} at 0.95"


@claim("ye-wen-ma", "2008, 5.3", "It does so especially above 0.95 (2006: 0.9)")
def _(t):
    a, b, c = (sampled(t, "1/16", "all", at) for at in ("0.90", "0.95", "0.99"))
    return apart(c, b), f"at 1/16 {a} at 0.90, {b} at 0.95, {c} at 0.99"


@claim("ye-wen-ma", "2008, 5.3", "Precision falls as samples get coarser")
def _(t):
    fine, coarse = (sampled(t, ratio, "all", "0.85") for ratio in ("1/4", "1/64"))
    return apart(coarse, fine), f"at 0.85 {fine} at 1/4, {coarse} at 1/64"


@claim("ye-wen-ma", "2008, 5.1 and 5.3", "Small documents, below 500 words, are less precise than larger ones")
def _(t):
    short, long = (sampled(t, "1/16", words, "0.85") for words in (SHORT, LONG))
    return apart(short, long), f"at 1/16 and 0.85 {short} below 500 words, {long} from there on"


@claim("ye-wen-ma", "2008, 5.1", "Of large documents precision is high and stable, also for high thresholds and coarse samples")
def _(t):
    figures = [sampled(t, "1/16", LONG, at) for at in ("0.60", "0.85", "0.95")]
    return OTHER, f"from 500 words on, at 1/16, {figures[0]} at 0.60, {figures[1]} at 0.85, {figures[2]} at 0.95"


def told(t, at):
    row = t.rows("sampling", "claims")[at]
    return Figure(row, "here") if row.get("here") else row


@claim("ye-wen-ma", "2008, 1", "At 1/16 and 0.85 precision is 0.70 in all, and 0.57 below 500 words")
def _(t):
    return OTHER, f"{told(t, 0)} and {told(t, 1)} over the trials: the share of pairs below the threshold is another"


@claim("ye-wen-ma", "2008, 5.1", "At 1/16 below 500 words it is nowhere above 0.8 beyond a threshold of 0.50, and below 0.1 above 0.95 for fewer than 3,000 words")
def _(t):
    return OTHER, f"highest {told(t, 2)} and {told(t, 3)} over the trials"


@claim("ye-wen-ma", "2008, 5.1", "At Broder's 1/25 it is at most 0.55 below 500 words")
def _(t):
    return OTHER, f"highest {told(t, 5)} over the trials"


@claim("ye-wen-ma", "2008, 5.2", "Recall at 1/16 is above 0.6 throughout")
def _(t):
    lowest = min((sampled(t, "1/16", words, at, "recall") for words in (SHORT, LONG) for at in ("0.50", "0.60", "0.70", "0.80", "0.85", "0.90", "0.95")),
                 key=lambda of: 2 if of.value is None else of.value)
    above = lambda of: OTHER if of.low is None else YES if of.low > 0.6 else NO if of.high < 0.6 else PART
    return all_of(above(lowest), above(told(t, 4))), f"lowest {lowest}, below or from 500 words on; by group, over the trials, {told(t, 4)}"


@claim("ye-wen-ma", "2008, 5.2", "Recall does not drop much as the threshold rises")
def _(t):
    low, high = (sampled(t, "1/16", "all", at, "recall") for at in ("0.50", "0.95"))
    return so(low.value - high.value < 0.2), f"at 1/16 {low} at 0.50, {high} at 0.95"


@claim("ye-wen-ma", "2008, 5.2", "Sampling hurts recall of small documents alone, which may have no shingle sampled")
def _(t):
    short, long = (sampled(t, "1/16", words, "0.85", "recall") for words in (SHORT, LONG))
    return so(long.value > 0.95, short.value < long.value), f"at 1/16 and 0.85 {short} below 500 words, {long} from there on"


@claim("ye-wen-ma", "2008, 4.4", "Trials by different remainders differ only slightly")
def _(t):
    row = next(row for row in t.rows("sampling", "ratios") if (row["ratio"], row["resemblance"]) == ("1/16", "0.85"))
    mean, deviation = float(row["precision"]), float(row["deviation of precision"])
    return so(deviation < 0.1 * mean), f"at 1/16 and 0.85 precision {mean:.3f} with a deviation of {deviation:.3f}"


@claim("ye-wen-ma", "2008, 4.4", "That is because MD5 is a good hash for it")
def _(t):
    row = next(row for row in t.rows("sampling", "hashes") if row["ratio"] == "1/16")
    md5, other = Figure(row, "precision, md5"), Figure(row, "precision, rolled64")
    return so(False, True), f"a far faster hash gives {other} where MD5 gives {md5}: any even hash does"


@claim("ye-wen-ma", "2008, 4.3", "Hashes of 32 or 40 bits may give many false pairs")
def _(t):
    wrong = {row["bits"]: sum(int(row[title]) for title in row if title.startswith("wrong")) for row in t.rows("sampling", "hash-widths")}
    return OTHER, f"{wrong['32']:,} by 32 bits, {wrong['40']:,} by 40: there are fewer shingles than theirs"


@claim("ye-wen-ma", "2008, 4.3", "128 bits take 2^64 hashes for a collision with probability 1/2", "–")
def _(t):
    return YES, f"{math.sqrt(2 * math.log(2)):.2f} times 2^64 by the birthday bound"


def shares(t, at):
    return [float(t.rows("sampling", "shares")[at][of]) for of in ("here, %", "one ratio here, %")]


@claim("ye-wen-ma", "2008, 6", "Ratios by length need fewer shingles than one ratio for the same precision")
def _(t):
    pairs = [shares(t, at) for at in (0, 1, 2)]
    return so(all(a < b for a, b in pairs), any(a < b for a, b in pairs)), "; ".join(f"{a:.1f} % for {b:.1f} %" for a, b in pairs)


@claim("ye-wen-ma", "2008, 6", "For 0.8 at 0.6 they take 7.34 % (printed: 8 %), or with 1/32 4.76 % (printed: 4.72 %)")
def _(t):
    return OTHER, f"{shares(t, 0)[0]:.1f} % and {shares(t, 1)[0]:.1f} %"


@claim("ye-wen-ma", "2008, 1", "5.55 % of the shingles have precision 0.85 at 0.85")
def _(t):
    return OTHER, f"{shares(t, 2)[0]:.1f} %"


@claim("ye-wen-ma", "2008, 6", "Documents below 500 words are 68 % of all, with 17 % of the shingles")
def _(t):
    rows = t.rows("sampling", "table-3")
    share = lambda of: int(rows[0][of]) / sum(int(row[of]) for row in rows)
    return OTHER, f"{percent(share('documents'))}, with {percent(share('shingles'))}"


@claim("ye-wen-ma", "2008, 4.2, fig. 1", "Documents' lengths follow a power law")
def _(t):
    return OTHER, "pages of more than 40,000 bytes were left out, which are the first in rank"


@claim("ye-wen-ma", "2008, 4.2 and 7", "9 % of the pages are exact copies, beside 12.4 % taken out before")
def _(t):
    rows = {row[""]: row["here"] for row in t.rows("sampling", "table-2")}
    copies, all_ = (float(rows[name]) for name in ("exact copies", "documents"))
    return OTHER, percent(copies / all_)


@claim("ye-wen-ma", "2008, 3.1", "Longer shingles are more precise and find less", "T")
def _(t):
    return OTHER, "the claim is of resemblance by w, with people's pairs; nothing was measured"


@claim("ye-wen-ma", "2008, 2.1", "Supershingles do not work well for small documents (after Broder et al.)")
def _(t):
    return OTHER, "no figure by length; of all alike pairs B finds " + f"{float(t.row('agreement', 'algorithms', 'B')['share of all pairs alike by their shingles'] or 0):.2f}"
