#!/usr/bin/env python3
"""What it changes that boilerplate and volatile parts are taken out of pages before they are sketched: `twinprint scan` with and without
`--clean`, by six methods.

    cleaning.py PAGES [--pages N] [--made N] [--shares PERCENT..] [--twinprint FILE] [--svg FILE] [--json FILE]

PAGES is a folder made by assemble_pages.py. A package is a site. Of the pages those with the least MD5s of their paths without the
package's version are taken, so that of two versions of a package the same pages are. Whether two are near-duplicates is said by their main content,
which the markup tells and nothing else: what stands in <main> or role="main", or else all but <nav>, <header>, <footer>, <aside>, the
roles navigation, banner, contentinfo and search, and what is of a class or id called nav, navheader, navfooter, navigation, sidebar, sphinxsidebar,
header, footer, breadcrumbs, menu or toc, alone or behind or before a hyphen. Two are near-duplicates if their main contents share .8 of their word
5-grams, and none below .5 (exact resemblance, of all pairs); those between are undecided and count for nothing, nor do pages of fewer than 50 words
of main content.

Pairs are those that a method finds, not confirmed; exact duplicates are pairs with one another. Precision and recall are given for pairs of one site
and of different sites, and `versions` is the share of the near-duplicates with one path in two versions of a package that are found. Pages of one
package, in whatever version, are no independent draws: intervals (95 %) are by 1,000 bootstrap draws of packages, a pair of two of them counting as often
as both were drawn; of fewer than ten packages there are none.

The made set has no natural page, and its truth is how it was made. --made articles of random words in the frame of a site, fetched twice: date, time, a
counter, the time it took, a session and the like differ, in one of six languages (`fetched`, the share that is found). As many forms of one
template of 240 words, each filled in with 25 words of its own at five places (`forms`, how many pairs of these are found, all wrongly). And a
tenth as many notices that differ in a date alone, as of timetables (`dates`, the share that is found as pairs): whether that is right nobody can
say but their reader.
"""
import argparse, collections, hashlib, html.parser, itertools, json, multiprocessing, os, pathlib, random, re, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
WORD = re.compile(r"[^\W_]+")
GRAM, NEAR, FAR, FEWEST, DRAWS = 5, 0.8, 0.5, 50, 1000
METHODS = {
    "resemblance": ["--method", "resemblance", "--at-least", "0.8", "-w", "5"],
    "Algorithm B": ["--preset", "henzinger06-b"],
    "Algorithm C": ["--preset", "henzinger06-c"],
    "B + C": ["--preset", "henzinger06-combined"],
    "simhash": ["--preset", "manku07"],
    "fusion": ["--preset", "fusion"],
}
CLEANINGS = ["none", "volatile", "site", "site,volatile"]
FRAME = set("nav navheader navfooter navigation sidebar sphinxsidebar header footer breadcrumbs menu toc".split())
ROLES = set("navigation banner contentinfo search".split())
VOID = set("area base br col embed hr img input link meta param source track wbr".split())


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("--pages", dest="count", type=int, default=10_000, metavar="N")
    ask.add_argument("--made", type=int, default=300, metavar="N")
    ask.add_argument("--shares", type=int, nargs="*", default=[10, 50], metavar="PERCENT")
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--svg", type=pathlib.Path)
    ask.add_argument("--json", type=pathlib.Path)
    args = ask.parse_args()
    program = args.twinprint.resolve()
    if not os.access(program, os.X_OK):
        sys.exit(f"{program}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    pages = sample(args.pages, args.count)
    truth = Truth(pages)
    print(f"{len(pages)} pages of {len({page['owner'] for page in pages})} sites, {truth.clusters} packages whatever their version; near-duplicates: {truth.said()}", flush=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        natural, made = folder / "natural.jsonl", folder / "made.jsonl"
        write(natural, pages)
        write(made, make(args.made))
        runs = [(method, clean, 20) for method in METHODS for clean in CLEANINGS]
        runs += [(method, "site,volatile", share) for method in ("resemblance", "B + C") for share in args.shares if share != 20]
        heads = "same: precision recall", "other: precision recall", "versions fetched forms dates"
        print(f"{'method':12} {'cleaned':14} {'share':>5}  {'  '.join(heads)}")
        for method, clean, share in runs:
            options = [*METHODS[method], "--no-verify"] if method != "resemblance" else METHODS[method]
            options = [*options, "--clean", clean, *(["--boilerplate-share", str(share)] if "site" in clean else [])]
            row = {"method": method, "clean": clean, "share": share,
                   **truth.judge(found(program, natural, options)), **judge_made(found(program, made, options), args.made)}
            rows.append(row)
            print(line(row), flush=True)
            for name, low, high in intervals(row):
                print(f"{'':14}{name:18} {low:.3f} to {high:.3f}", flush=True)
    if args.json:
        args.json.write_text(json.dumps({"pages": len(pages), "truth": truth.counts(), "rows": rows}, indent=1) + "\n")
    if args.svg:
        args.svg.write_text(plot([row for row in rows if row["share"] == 20]))


def line(row):
    shares = [row["same"]["precision"], row["same"]["recall"], row["other"]["precision"], row["other"]["recall"],
              row["versions"], row["fetched"]]
    text = [f"{'-':>6}" if share is None else f"{share:6.3f}" for share in shares]
    return f"{row['method']:12} {row['clean']:14} {row['share']:5}  {' '.join(text)} {row['forms']:6} {row['dates']:6.3f}"


def intervals(row):
    of = {"same precision": row["same"]["between"], "same recall": row["same"]["recall_between"],
          "other precision": row["other"]["between"], "other recall": row["other"]["recall_between"], "versions": row["versions_between"]}
    return [(name, *between) for name, between in of.items() if between]


# The natural pages.


def sample(folder, count):
    """The pages with the least MD5s of their paths without the version, each with its site and its main content's words."""
    files = sorted(folder.glob("*.jsonl.zst"))
    if not files:
        sys.exit(f"{folder}: there are no pages; make them with assemble_pages.py")
    chosen = []
    for file in files:
        for raw in subprocess.run(["zstdcat", file], check=True, stdout=subprocess.PIPE).stdout.splitlines():
            page = json.loads(raw)
            if "url" in page:
                host, page["path"] = page["url"].removeprefix("http://").split("/", 1)
                page["pkg"] = host.removesuffix(".example").split(".", 1)[1]
            place = re.sub(r"-?[\d.]+(?=-doc\b|-jre\b|/|$)", "", page["path"])
            page["family"], page["place"] = re.sub(r"[\d.-]+", "", page["pkg"]), place
            chosen.append((hashlib.md5(place.encode()).digest(), page["pkg"], page))
        chosen = sorted(chosen, key=lambda one: one[:2])[:count]
    pages = [page for _, _, page in chosen]
    with multiprocessing.Pool() as pool:
        words = pool.map(main_words, [page["html"] for page in pages], chunksize=50)
    return [{"id": str(at), "owner": page["pkg"], "family": page["family"], "place": page["place"], "html": page["html"], "words": own}
            for at, (page, own) in enumerate(zip(pages, words))]


def main_words(text):
    reader = Main()
    reader.feed(text)
    return WORD.findall(" ".join(reader.inner if reader.has_main else reader.outer).lower())


class Main(html.parser.HTMLParser):
    """What stands in the main element, and what stands in no frame."""
    HIDDEN = {"head", "script", "style", "noscript", "template"}

    def __init__(self):
        super().__init__()
        self.open, self.inner, self.outer, self.has_main = [], [], [], False
        self.depth = collections.Counter()

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            return
        of = dict(attributes)
        names = f"{of.get('class') or ''} {of.get('id') or ''}".lower().split()
        role = (of.get("role") or "").lower()
        what = None
        if tag in self.HIDDEN:
            what = "hidden"
        elif tag == "main" or role == "main":
            what, self.has_main = "main", True
        elif tag in ("nav", "header", "footer", "aside") or role in ROLES or any(FRAME & {name, *name.split("-")} for name in names):
            what = "frame"
        self.open.append((tag, what))
        self.depth[what] += 1

    def handle_endtag(self, tag):
        if tag in (name for name, _ in self.open):
            while True:
                name, what = self.open.pop()
                self.depth[what] -= 1
                if name == tag:
                    return

    def handle_data(self, data):
        if self.depth["hidden"]:
            return
        if self.depth["main"]:
            self.inner.append(data)
        if not self.depth["frame"]:
            self.outer.append(data)


class Truth:
    """Which pairs of pages are near-duplicates, by all pairs of their main contents that share half."""

    def __init__(self, pages):
        self.pages = pages
        self.judged = [len(page["words"]) >= FEWEST for page in pages]
        grams = [grams_of(page["words"]) if judged else frozenset() for page, judged in zip(pages, self.judged)]
        self.near, self.undecided = set(), set()
        for a, b, share in resembling(grams, FAR):
            (self.near if share >= NEAR else self.undecided).add((a, b))
        self.versions = {(a, b) for a, b in self.near if self.are_versions(a, b)}
        families = sorted({page["family"] for page in pages})
        self.clusters, draw = len(families), random.Random(26)
        self.draws = [collections.Counter(draw.choices(families, k=len(families))) for _ in range(DRAWS)]

    def are_versions(self, a, b):
        a, b = self.pages[a], self.pages[b]
        return a["place"] == b["place"] and a["family"] == b["family"] and a["owner"] != b["owner"]

    def same(self, pair):
        return self.pages[pair[0]]["owner"] == self.pages[pair[1]]["owner"]

    def counts(self):
        same = sum(map(self.same, self.near))
        return {"same": same, "other": len(self.near) - same, "versions": len(self.versions), "undecided": len(self.undecided)}

    def said(self):
        of = self.counts()
        return (f"{of['same']} pairs of one site, {of['other']} of different ones, {of['versions']} of them versions; "
                f"{of['undecided']} undecided")

    def judge(self, pairs):
        pairs = {tuple(sorted(map(int, pair))) for pair in pairs}
        pairs = {(a, b) for a, b in pairs if self.judged[a] and self.judged[b]}
        pairs -= self.undecided
        judged = {}
        for name, of in (("same", True), ("other", False)):
            found = {pair for pair in pairs if self.same(pair) == of}
            near = {pair for pair in self.near if self.same(pair) == of}
            right = len(found & near)
            judged[name] = {"found": len(found), "right": right, "precision": right / len(found) if found else None,
                            "recall": right / len(near) if near else None,
                            "between": self.between(found & near, found), "recall_between": self.between(found & near, near)}
        return {**judged, "versions": len(pairs & self.versions) / len(self.versions) if self.versions else None,
                "versions_between": self.between(pairs & self.versions, self.versions)}

    def between(self, part, whole):
        """The 95 % interval of the share of pairs, by draws of packages; none if these are fewer than ten."""
        if self.clusters < 10 or not whole:
            return None
        families = lambda pair: tuple(self.pages[one]["family"] for one in pair)
        part, whole = (collections.Counter(map(families, pairs)) for pairs in (part, whole))
        weigh = lambda drawn, pairs: sum(count * (drawn[a] if a == b else drawn[a] * drawn[b]) for (a, b), count in pairs.items())
        shares = sorted(weigh(drawn, part) / all for drawn in self.draws if (all := weigh(drawn, whole)))
        # Where few packages have such pairs, many draws have none, and what is left is no interval of all.
        if len(shares) < 0.9 * DRAWS:
            return None
        return shares[int(0.025 * len(shares))], shares[int(0.975 * len(shares))]


def grams_of(words):
    return frozenset(hash(tuple(words[at:at + GRAM])) for at in range(max(1, len(words) - GRAM + 1)))


def resembling(sets, least):
    """All pairs of sets with at least this resemblance, each once: those that share one of the rarest members of each."""
    sizes = collections.Counter(member for own in sets for member in own)
    rarest = [sorted(own, key=lambda member: (sizes[member], member)) for own in sets]
    holders = collections.defaultdict(list)
    for at in sorted(range(len(sets)), key=lambda at: len(sets[at])):
        own = sets[at]
        # Sets that resemble each other so much share that many at least, so one of these is in both.
        prefix = rarest[at][:len(own) - int(-(-least * len(own) // 1)) + 1] if own else []
        seen = set()
        for member in prefix:
            for other in holders[member]:
                if other not in seen and len(sets[other]) >= least * len(own):
                    seen.add(other)
                    shared = len(own & sets[other])
                    share = shared / (len(own) + len(sets[other]) - shared)
                    if share >= least:
                        yield min(at, other), max(at, other), share
            holders[member].append(at)


# The pages that are made.

LANGUAGES = [
    ("Last updated {d} {month} {y}, {h}:{m:02}. Page generated in 0.{a} seconds. You are visitor number {n}. Session ID: {s}",
     "January February March April May June July August September October November December"),
    ("Stand: {d}. {month} {y}, {h}:{m:02} Uhr. Seite generiert in 0,{a} Sekunden. {n} Besucher. Sitzung: {s}",
     "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    ("Mis à jour le {d} {month} {y} à {h}h{m:02}. Page générée en 0,{a} secondes. {n} visites. Session: {s}",
     "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    ("Actualizado el {d} de {month} de {y}, {h}:{m:02}. Página generada en 0,{a} segundos. {n} visitas. Sesión: {s}",
     "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    ("Bijgewerkt op {d} {month} {y}, {h}:{m:02}. Pagina gegenereerd in 0,{a} seconden. {n} bezoekers. Sessie: {s}",
     "januari februari maart april mei juni juli augustus september oktober november december"),
    ("Обновлено {d} {month} {y}, {h}:{m:02}. Страница сгенерирована за 0,{a} секунд. {n} просмотров. Сессия: {s}",
     "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
]


def words(draw, count):
    return " ".join("".join(draw.choices("abdefgiklmnoprstuvz", k=draw.randrange(3, 9))) for _ in range(count))


def make(count):
    draw = random.Random(26)
    menu, foot = words(draw, 20), words(draw, 25)
    for at in range(count):
        article = "".join(f"<p>{words(draw, 40)}</p>" for _ in range(4))
        text, months = LANGUAGES[at % len(LANGUAGES)]
        for fetch in "ab":
            stamp = text.format(d=draw.randrange(1, 29), month=draw.choice(months.split()), y=draw.randrange(2001, 2027), h=draw.randrange(24),
                                m=draw.randrange(60), a=draw.randrange(100, 999), n=draw.randrange(100, 99_999), s=f"{draw.getrandbits(64):016x}")
            yield page(f"f{at}{fetch}", "news.example", f"<div>{menu}</div>{article}<p>{stamp}</p><div>{foot}</div>")
    template = [words(draw, 40) for _ in range(6)]
    for at in range(count):
        filled = "".join(f"<p>{part}</p><p>{words(draw, 5)}</p>" for part in template[:5]) + f"<p>{template[5]}</p>"
        yield page(f"o{at}", "forms.example", filled)
    notice = [words(draw, 40) for _ in range(4)]
    for at in range(count // 10):
        date = f"{1 + at % 28} {LANGUAGES[0][1].split()[at % 12]} {2001 + at % 25}"
        yield page(f"d{at}", "dates.example", "".join(f"<p>{part}</p>" for part in notice[:2]) + f"<p>On {date}</p><p>{notice[2]}</p>")


def page(id, owner, body):
    return {"id": id, "owner": owner, "html": f"<!DOCTYPE html><title>{owner}</title><body>{body}</body>"}


def judge_made(pairs, count):
    fetched = sum((f"f{at}a", f"f{at}b") in pairs or (f"f{at}b", f"f{at}a") in pairs for at in range(count))
    forms = sum(a[0] == b[0] == "o" for a, b in pairs)
    dates, all_dates = sum(a[0] == b[0] == "d" for a, b in pairs), (count // 10) * (count // 10 - 1) / 2
    return {"fetched": fetched / count, "forms": forms, "dates": dates / all_dates}


# The program.


def write(path, pages):
    with open(path, "w", encoding="utf-8") as lines:
        for one in pages:
            lines.write(json.dumps({key: one[key] for key in ("id", "owner", "html")}) + "\n")


def found(program, path, options):
    """All pairs that are found, those of exact duplicates among them."""
    pairs = scan(program, path, options)
    # With --expand each exact duplicate is a pair with the first of its kind, too; a pair of first ones stands for all of their copies.
    copies = collections.defaultdict(set)
    for first, other in scan(program, path, [*options, "--expand"]) - pairs:
        copies[first].add(other)
    of = {first: {first, *others} for first, others in copies.items()}
    every = {pair for own in of.values() for pair in itertools.combinations(sorted(own), 2)}
    for a, b in pairs:
        every.update(itertools.product(of.get(a, {a}), of.get(b, {b})))
    return {(a, b) for a, b in every if a != b}


def scan(program, path, options):
    command = list(map(str, [program, "scan", path, "--site-field", "owner", "--json", *options]))
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if ended.returncode not in (0, 3):
        sys.exit(f"{' '.join(command)}\n{ended.stderr}")
    pairs = map(json.loads, ended.stdout.splitlines())
    # The last line is what became of what was read.
    return {(pair["a"], pair["b"]) for pair in pairs if "a" in pair}


# The picture.

COLOURS = {"none": "#999", "volatile": "#5b8def", "site": "#e08a2e", "site,volatile": "#2a9d62"}


def plot(rows):
    """Precision of pairs of one site, and recall of pairs of one site and of versions: a bar for each cleaning, by method."""
    panels = [("precision, pairs of one site", lambda row: row["same"]["precision"]), ("recall, pairs of one site", lambda row: row["same"]["recall"]),
              ("recall, two versions of a page", lambda row: row["versions"]), ("recall, a page fetched twice", lambda row: row["fetched"])]
    width, height, left, top = 880, 200, 46, 34
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height * len(panels) + 20}" '
           f'viewBox="0 0 {width} {height * len(panels) + 20}" font-family="sans-serif" font-size="13" fill="#777">']
    for at, (clean, colour) in enumerate(COLOURS.items()):
        out.append(f'<rect x="{left + 150 * at}" y="4" width="12" height="12" fill="{colour}"/>'
                   f'<text x="{left + 18 + 150 * at}" y="15">{clean}</text>')
    for number, (name, value) in enumerate(panels):
        foot, room = number * height + height, height - top - 26
        out.append(f'<text x="{left}" y="{foot - room - 24}">{name}</text>')
        for tick in (0, 0.5, 1):
            y = foot - 18 - tick * room
            out.append(f'<line x1="{left}" x2="{width - 10}" y1="{y}" y2="{y}" stroke="#7775"/><text x="{left - 8}" y="{y + 4}" text-anchor="end">{tick}</text>')
        step = (width - left - 10) / len(METHODS)
        for place, method in enumerate(METHODS):
            x = left + place * step
            out.append(f'<text x="{x + step / 2}" y="{foot - 3}" text-anchor="middle">{method}</text>')
            for at, clean in enumerate(CLEANINGS):
                share = next(value(row) for row in rows if row["method"] == method and row["clean"] == clean)
                if share is not None:
                    out.append(f'<rect x="{x + 14 + at * (step - 28) / 4:.1f}" y="{foot - 18 - share * room:.1f}" width="{(step - 28) / 4 - 3:.1f}" '
                               f'height="{share * room:.1f}" fill="{COLOURS[clean]}"><title>{method}, {clean}: {share:.3f}</title></rect>')
    return "\n".join(out) + "\n</svg>\n"


if __name__ == "__main__":
    main()
