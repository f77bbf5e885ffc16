#!/usr/bin/env python3
"""The chapters of docs/papers: each study run on pages that anyone can assemble, beside what its paper claims.

    studies.py PART.. PAGES WORK [--pages N] [--all FOLDER] [--twinprint FILE] [-- OPTION..]

PART is a study: agreement (Henzinger), hamming (Manku, Jain and Das Sarma), lexicons (the fusion paper), recommend, sampling
(Ye, Wen and Ma). PAGES is what `assemble_pages.py` wrote. Of its packages, in the order of the MD5s of their names, as many
are taken as have N pages (100,000). Sampling and lexicons take all of FOLDER, which
`assemble_pages.py` wrote as well: as many pages as the sampling paper had, of two suites. WORK is a folder for what is made on the
way: the pages taken, the labelled set, and the studies, with their reports; a study that is there is not run again. Options
behind -- go to the study.

A chapter is the module `chapter_PART.py`: its text, where {name} is a table of the study's CSV files, {findings} are the
study's own sentences, and all else is what the module counts from those tables; its figures are the study's SVG files.
`beside` names what else the study is asked, for the text to compare.
docs/papers/packages.tsv names the packages, and all-packages.tsv those of FOLDER, for `assemble_pages.py --only`. Needs
python3 >= 3.9, zstd, and the program.
"""
import argparse, csv, hashlib, html, importlib, json, math, pathlib, re, shutil, subprocess

PAPERS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "papers"
PARTS = ["agreement", "hamming", "lexicons", "recommend", "sampling"]
FRACTION = re.compile(r"-?\d*\.\d+(e-?\d+)?")
NAME = re.compile(r"\{([a-z0-9-]+)\}")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("parts", nargs="+", choices=PARTS, metavar="PART")
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("work", type=pathlib.Path)
    ask.add_argument("--pages", dest="most", type=int, default=100_000, metavar="N", help="[%(default)s]")
    ask.add_argument("--all", type=pathlib.Path, metavar="FOLDER", help="pages for sampling and lexicons [PAGES]")
    ask.add_argument("--twinprint", default="twinprint", metavar="FILE", help="the program [%(default)s]")
    args, options = ask.parse_known_args()
    pages = Pages(args.pages, args.work / "pages", args.most)
    pages.all = Pages(args.all, args.work / "all-pages", math.inf) if args.all else pages
    for part in args.parts:
        chapter = importlib.import_module(f"chapter_{part}")
        study = Study(args.work / part)
        asked = chapter.asked(pages, args.work)
        behind = [option for option in options if option != "--"]
        study.made(args.twinprint, chapter.STUDY, *asked, *behind)
        beside = getattr(chapter, "beside", lambda *_: {})
        for name, words in beside(asked, study, pages).items():
            study.beside(name).made(args.twinprint, chapter.STUDY, *words, *behind)
        study.write(chapter, {"pages": f"{pages.count:,}", "packages": f"{pages.packages:,}", **chapter.values(study, pages)})
    pages.name("packages.tsv")
    if args.all:
        pages.all.name("all-packages.tsv")


class Pages:
    """Pages of documentation, as they were assembled."""

    def __init__(self, folder, taken, most):
        """Links the packages that are taken into a folder of their own."""
        self.folder, self.taken, self.listed = folder, taken, []
        with open(folder / "done.tsv", encoding="utf-8") as log:
            done = [line.rstrip("\n").split("\t") for line in log]
        rows = [(suite, package, version, int(count)) for suite, package, version, count, _ in done if int(count)]
        rows.sort(key=lambda row: hashlib.md5("/".join(row[:2]).encode()).digest())
        taken.mkdir(parents=True, exist_ok=True)
        self.count = self.packages = 0
        for suite, package, version, count in rows:
            self.listed.append((suite, package, version, count, "yes" if self.count < most else "no"))
            if self.count < most:
                link(next(folder.glob(f"{suite}*[_.]{package}.jsonl.zst")), taken)
                self.count, self.packages = self.count + count, self.packages + 1

    def without(self, packages):
        """A folder of those that are taken, without some."""
        folder = self.taken.with_name("-".join(["pages-without", *packages]))
        folder.mkdir(exist_ok=True)
        for file in self.taken.iterdir():
            if not any(file.name.endswith((f"_{package}.jsonl.zst", f".{package}.jsonl.zst")) for package in packages):
                link(file, folder)
        return folder

    def name(self, file):
        lines = ["suite\tpackage\tversion\tpages\ttaken", *("\t".join(map(str, row)) for row in sorted(self.listed))]
        (PAPERS / file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def link(file, folder):
    target = folder / file.name
    if not target.exists():
        target.symlink_to(file.resolve())


class Study:
    """A study's folder."""

    def __init__(self, folder):
        self.folder = folder

    def beside(self, name):
        """The study that the chapter has asked otherwise, and named so."""
        return Study(self.folder.with_name(f"{self.folder.name}-{name}")) if name else self

    def made(self, twinprint, *words):
        """Makes the study, unless it is there."""
        if (self.folder / "index.html").exists():
            return
        command = [twinprint, "study", *map(str, words), "-o", str(self.folder)]
        print(" ".join(command), flush=True)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def rows(self, name):
        with open(self.folder / f"{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.reader(file))

    def records(self, name):
        """A table's rows by their titles."""
        head, *rows = self.rows(name)
        return [dict(zip(head, row)) for row in rows]

    def parameters(self):
        return json.loads((self.folder / "parameters.json").read_text(encoding="utf-8"))

    def table(self, name):
        """A table in Markdown."""
        return self.markdown(self.folded(self.rows(name)))

    @staticmethod
    def folded(table):
        """A column and its interval made one, fractions with three digits, counts with commas."""
        head, *rows = table
        ends = {at for at, title in enumerate(head) if title.endswith((", low", ", high"))}
        columns = [at for at in range(len(head)) if at not in ends]
        shares = {at for at in columns if any(FRACTION.fullmatch(row[at]) for row in rows)
                  and all(abs(number(row[at])) <= 1 for row in rows)}

        def cell(row, at):
            text = shown(row[at], at in shares)
            if at + 1 in ends and row[at + 1]:
                text += f" ({shown(row[at + 1], True)} to {shown(row[at + 2], True)})"
            return text or "–"

        return [[head[at] for at in columns], *([cell(row, at) for at in columns] for row in rows)]

    @staticmethod
    def markdown(table):
        head, *rows = table
        return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows])

    def rows_where(self, name, title, text):
        """The rows of a table that have a text in a column, with their head, as they are shown."""
        head, *rows = self.rows(name)
        at = head.index(title)
        return self.folded([head, *(row for row in rows if row[at] == text)])

    def findings(self):
        page = (self.folder / "index.html").read_text(encoding="utf-8")
        found = re.findall(r'<p class="finding">(.*?)</p>', page, re.S)
        return "\n".join(f"- {html.unescape(finding)}" for finding in found)

    def write(self, chapter, counted):
        def value(named):
            name = named[1]
            return self.findings() if name == "findings" else counted[name] if name in counted else self.table(name)

        made = self.parameters()
        text = NAME.sub(value, chapter.CHAPTER) + f"\nTwinprint {made['twinprint']}, seed {made['seed']}.\n"
        figures = PAPERS / chapter.FILE
        shutil.rmtree(figures, ignore_errors=True)
        figures.mkdir(parents=True)
        for figure in chapter.FIGURES:
            shutil.copyfile(self.folder / f"{figure}.svg", figures / f"{figure}.svg")
        target = PAPERS / f"{chapter.FILE}.md"
        target.write_text(text, encoding="utf-8")
        print(target)


def number(text):
    """A cell's number; 0 for text."""
    try:
        return float(text)
    except ValueError:
        return 0


def shown(text, share):
    """A cell's text: shares and long fractions with three digits, counts with commas."""
    if text.isdigit() and not share:
        return f"{int(text):,}"
    digits = text.partition(".")[2]
    long = FRACTION.fullmatch(text) and len(digits) > 2
    return f"{float(text):.3f}" if long or share and text in ("0", "1") else text


if __name__ == "__main__":
    main()
