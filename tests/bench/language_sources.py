#!/usr/bin/env python3
"""Of how many passages in ten languages `twinprint check` lists the source, and of how many documents a wrong one.

    cargo build --release
    languages.py FOLDER --download        once: fetches packages of manuals into FOLDER, with apt-get (165 MB)
    language_sources.py FOLDER [--of manuals|messages] [--half 0|1] [--each N] [--only LANGUAGE] [--with-text] [--build "--pairs 0"] [--program FILE]

Documents are those of `languages.py`, pieces of manuals, or of programs' messages, of at most 4,000 characters, all that there are. Those of half of the files
(--half: one to tune on, one to report) go into one index of all ten languages. 60 words of a document of the index, in scripts without
spaces 120 characters, are put into one of another source of the other half as they are, and with 10 % and 20 % of the words, or of
pairs of characters, replaced by others of the language, drawn at random. Counted is of how many of these documents the source is
listed; in brackets are 95 % intervals, by bootstrap over the documents. Then the documents of the other half are checked as they are.
A source of one of these is wrong, and another of the first, too, unless both have three shingles of six words, or of twelve
characters, in common: manuals quote one another.
"""
import argparse, pathlib, random, sys, tempfile
from languages import CHARACTERS, KINDS, LANGUAGES, WORDS, documents, files_of, units
from planting import PROGRAM, between_paragraphs, interval
from sources import Bench

SHARES = (0, .1, .2)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=pathlib.Path)
    ask.add_argument("--of", choices=KINDS, default="manuals")
    ask.add_argument("--half", type=int, choices=[0, 1], default=0)
    ask.add_argument("--each", type=int, default=300, help="how many passages of each language and disguise")
    ask.add_argument("--only", choices=LANGUAGES)
    ask.add_argument("--with-text", action="store_true", help="the index keeps the texts")
    ask.add_argument("--build", default="", help="more options of `twinprint index build`")
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    ask.set_defaults(beside=[])
    args = ask.parse_args()
    files = files_of(args.folder, args.of)
    halves = {code: [documents(files[code], LANGUAGES[code], half, None) for half in (args.half, 1 - args.half)]
              for code in LANGUAGES}
    indexed = {f"{code}{number}": (code, document) for code, (own, _) in halves.items() for number, document in enumerate(own)}
    with tempfile.TemporaryDirectory() as folder:
        bench = LanguageBench(pathlib.Path(folder), indexed, args)
        heads = ["", "indexed", "verbatim", "10 % replaced", "20 % replaced", "wrong sources there", "unrelated documents", "with a wrong source"]
        print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
        for code in [args.only] if args.only else LANGUAGES:
            print(row(bench, code, *halves[code], args), flush=True)


class LanguageBench(Bench):
    def __init__(self, folder, indexed, args):
        super().__init__(folder, [(name, document.text) for name, (_, document) in indexed.items()], args)
        self.languages = {name: code for name, (code, _) in indexed.items()}

    def wrong(self, text, code, listed):
        """How many of the sources share no three shingles with a text."""
        own = shingles(text, LANGUAGES[code]) if listed else set()
        return sum(len(own & self.shingles_of(name)) < 3 for name in listed)

    def shingles_of(self, name):
        if name not in self.known:
            self.known[name] = shingles(self.texts[name], LANGUAGES[self.languages[name]])
        return self.known[name]


def row(bench, code, own, others, args):
    language = LANGUAGES[code]
    cells, wrong = [language.name, f"{len(own):,}"], 0
    if min(len({document.source for document in half}) for half in (own, others)) < 2:
        return f"| {language.name} | too few"
    vocabulary = sorted({unit for document in own for unit in units(document.text, language) if len(unit) > 1})
    for share in SHARES:
        rng = random.Random(1)
        chosen = rng.choices(range(len(own)), k=args.each) if len(own) < args.each else rng.sample(range(len(own)), args.each)
        texts = [plant(own[number], others, language, vocabulary, share, rng) for number in chosen]
        found = bench.check(texts)
        hits = [float(f"{code}{number}" in listed) for number, listed in zip(chosen, found)]
        wrong += sum(bench.wrong(text, code, set(listed) - {f"{code}{number}"}) > 0
                     for text, number, listed in zip(texts, chosen, found))
        low, high = interval(hits, random.Random(1))
        cells.append(f"{sum(hits) / len(hits):.3f} ({low:.3f} to {high:.3f})")
    texts = [document.text for document in others]
    false = sum(bench.wrong(text, code, listed) > 0 for text, listed in zip(texts, bench.check(texts)))
    return "| " + " | ".join(cells + [f"{wrong:,} of {len(SHARES) * args.each:,}", f"{len(texts):,}", f"{false:,}"]) + " |"


def plant(document, others, language, vocabulary, share, rng):
    own = units(document.text, language)
    long = WORDS if language.spaced else CHARACTERS // 2
    start = rng.randrange(max(1, len(own) - long))
    passage = [rng.choice(vocabulary) if rng.random() < share else unit for unit in own[start:start + long]]
    host = rng.choice([other for other in others if other.source != document.source])
    return between_paragraphs(document.text, host.text, (" " if language.spaced else "").join(passage)).text


def shingles(text, language):
    if language.spaced:
        own = text.lower().split()
        return {" ".join(own[at:at + 6]) for at in range(len(own) - 5)}
    own = "".join(text.split())
    return {own[at:at + 12] for at in range(len(own) - 11)}


if __name__ == "__main__":
    main()
