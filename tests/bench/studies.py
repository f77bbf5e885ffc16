#!/usr/bin/env python3
"""The chapters of docs/papers: each study run on pages and texts that anyone can assemble, beside what its paper claims.

    studies.py PAGES TEXTS WORK [PART..] [--twinprint FILE]

PAGES is what `assemble_pages.py` wrote, TEXTS what `edited_copies.py` wrote, WORK a folder for the studies with their reports; a study that
is there is not run again. A PART is a study: agreement (Henzinger), hamming (Manku, Jain and Das Sarma), lexicons (the fusion paper), recommend,
sampling (Ye, Wen and Ma); all of them unless some are named. With all of them the table of all claims is made, too
(docs/papers/README.md, between its two marks), from `claims.py`.

A chapter is the module `chapter_PART.py`: how its studies are made, and its text, where {name} is a table of the study's CSV files, {findings} are
the study's own sentences, {claims} the paper's claims with what is said of each, and all else is what the module counts from those tables;
its figures are the study's SVG files. Pairs of agreement and hamming are judged twice: by resemblance, and by the written rule of
`study label --by-rule`. docs/papers/packages.tsv names the packages, for
`assemble_pages.py --only`. Needs python3 >= 3.9 and the program.
"""
import argparse, csv, html, importlib, json, pathlib, re, shutil, subprocess

import claims

PAPERS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "papers"
PARTS = ["agreement", "hamming", "lexicons", "recommend", "sampling"]
FRACTION = re.compile(r"-?\d*\.\d+(e-?\d+)?")
NAME = re.compile(r"\{([a-z0-9-]+)\}")
ENDS = (", low", ", high", ", sites")
MARKS = "<!-- claims, by tests/bench/studies.py -->", "<!-- end of claims -->"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("texts", type=pathlib.Path)
    ask.add_argument("work", type=pathlib.Path)
    ask.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} [all]")
    ask.add_argument("--twinprint", default="twinprint", metavar="FILE", help="the program [%(default)s]")
    args = ask.parse_args()
    if unknown := set(args.parts) - set(PARTS):
        ask.error(f"{', '.join(unknown)}: no such part; give some of {', '.join(PARTS)}")
    corpora = Corpora(args.pages, args.texts)
    studies = {part: Study(args.work / part) for part in PARTS}
    chapters = {part: importlib.import_module(f"chapter_{part}") for part in args.parts or PARTS}
    for part, chapter in chapters.items():
        chapter.make(studies[part], corpora, lambda *words: run(args.twinprint, *words))
    for part, chapter in chapters.items():
        study = studies[part]
        said = claims.of(chapter.PAPER, studies, corpora) if chapter.PAPER else []
        shown = [["claim", "here", "so here"], *([of.claim, of.number, of.verdict] for of in said)]
        study.write(chapter, {"claims": study.markdown(shown), **corpora.counted(), **chapter.values(study, corpora)})
    corpora.name("packages.tsv")
    if len(chapters) == len(PARTS):
        readme = PAPERS / "README.md"
        before, _, rest = readme.read_text(encoding="utf-8").partition(MARKS[0])
        readme.write_text(f"{before}{MARKS[0]}\n\n{claims.table(studies, corpora)}\n\n{MARKS[1]}{rest.partition(MARKS[1])[2]}", encoding="utf-8")


def run(*command):
    """What a command says."""
    print(" ".join(map(str, command)), flush=True)
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout


class Corpora:
    """Pages of documentation as they were assembled, and texts with edited copies of some."""

    def __init__(self, pages, texts):
        self.pages, self.texts = pages, texts
        with open(pages / "done.tsv", encoding="utf-8") as log:
            done = [line.rstrip("\n").split("\t") for line in log]
        self.listed = [(suite, package, version, int(count)) for suite, package, version, count, _ in done if int(count)]

    def labelled(self):
        """Texts and copies with their labels, as words of a command."""
        return [self.texts / "texts.jsonl", self.texts / "copies.jsonl", "--pairs", self.texts / "pairs.tsv", "--queries"]

    def counted(self):
        count = lambda name: sum(1 for _ in open(self.texts / name, encoding="utf-8"))
        sources = len({line.split("\t")[1] for line in open(self.texts / "pairs.tsv", encoding="utf-8")})
        return {
            "pages": f"{sum(row[3] for row in self.listed):,}", "packages": f"{len(self.listed):,}",
            "most-pages": str(max(row[3] for row in self.listed)), "texts": f"{count('texts.jsonl'):,}",
            "copies": f"{count('copies.jsonl'):,}", "sources": str(sources),
        }

    def name(self, file):
        lines = ["suite\tpackage\tversion\tpages", *("\t".join(map(str, row)) for row in sorted(self.listed))]
        (PAPERS / file).write_text("\n".join(lines) + "\n", encoding="utf-8")


class Study:
    """A study's folder."""

    def __init__(self, folder):
        self.folder = folder

    def beside(self, name):
        """The study that the chapter has asked otherwise, and named so."""
        return Study(self.folder.with_name(f"{self.folder.name}-{name}")) if name else self

    def made(self, twinprint, *words):
        """Makes the study, unless it is there."""
        if not (self.folder / "index.html").exists():
            twinprint("study", *words, "-o", self.folder)

    def judged_twice(self, twinprint, *words):
        """Makes it by resemblance, and by the written rule."""
        pairs = self.folder.with_name(f"{self.folder.name}-pairs")
        self.made(twinprint, *words, "--to-label", pairs, "--label-each", 100)
        said = pairs / "by-rule.txt"
        if not said.exists():
            said.write_text(twinprint("study", "label", pairs, "--by-rule"), encoding="utf-8")
        self.beside("by-rule").made(twinprint, *words, "--labels", pairs)

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
        ends = {at for at, title in enumerate(head) if title.endswith(ENDS)}
        columns = [at for at in range(len(head)) if at not in ends]
        shares = {at for at in columns if any(FRACTION.fullmatch(row[at]) for row in rows)
                  and all(abs(number(row[at])) <= 1 for row in rows)}

        def cell(row, at):
            own = [end for end in range(at + 1, min(at + 4, len(head))) if end in ends and head[end].startswith(f"{head[at]}, ")]
            beside = {head[end].rpartition(", ")[2]: row[end] for end in own}
            said = []
            if beside.get("low"):
                said.append(f"{shown(beside['low'], True)} to {shown(beside['high'], True)}")
            if beside.get("sites"):
                said.append(f"{beside['sites']} sites")
            return shown(row[at], at in shares) + (f" ({', '.join(said)})" if said and row[at] else "") or "–"

        return [[head[at] for at in columns], *([cell(row, at) for at in columns] for row in rows)]

    @staticmethod
    def markdown(table):
        head, *rows = table
        return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows])

    def columns(self, name, wanted):
        """Some columns of a table, as they are shown."""
        head, *rows = self.folded(self.rows(name))
        places = [head.index(title) for title in wanted]
        return [[row[at] for at in places] for row in [head, *rows]]

    def page(self):
        return html.unescape((self.folder / "index.html").read_text(encoding="utf-8"))

    def findings(self):
        page = (self.folder / "index.html").read_text(encoding="utf-8")
        found = re.findall(r'<p class="finding">(.*?)</p>', page, re.S)
        return "\n".join(f"- {html.unescape(finding)}" for finding in found)

    def write(self, chapter, counted):
        def value(named):
            name = named[1]
            return self.findings() if name == "findings" else str(counted[name]) if name in counted else self.table(name)

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
