#!/usr/bin/env python3
"""What each reach of `twinprint compare` costs, in seconds of the processors' time.

    cargo build --release
    reaches.py DOCUMENTS.jsonl [--rounds N] [--program FILE]

Of DOCUMENTS (`id` and `text` on each line, of one book or author where they have a `group`) texts are made of whole pieces: two essays of
3,000 words of different books, and the same with the second an essay of which every third word of the first is replaced; a hundred essays of
1,500 words, all pairs; two texts of a megabyte. Each is compared by each reach; given are medians of the rounds, in which
reaches take turns, without what comparing two words takes: starting the program. Ratios are to `edited`.
"""
import argparse, collections, json, os, pathlib, random, re, resource, statistics, subprocess, sys, tempfile
from planting import PROGRAM

REACHES = ("copied", "edited", "reworded")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("documents", type=pathlib.Path)
    ask.add_argument("--rounds", type=int, default=7)
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = ask.parse_args()
    if not os.access(args.program, os.X_OK):
        sys.exit(f"{args.program}: there is no such program; build it as said above, or name it with --program")
    print("| | " + " | ".join(REACHES) + " | reworded to edited |\n" + "|---" * (len(REACHES) + 2) + "|")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        start = time_of(args, written(folder / "start", ["one", "two"]))
        for name, texts in cases(books(args.documents)):
            times = {reach: max(time - start[reach], 0) for reach, time in time_of(args, written(folder / name, texts)).items()}
            ratio = times["reworded"] / times["edited"] if times["edited"] else float("inf")
            print(f"| {name} | " + " | ".join(f"{times[reach]:.3f}" for reach in REACHES) + f" | {ratio:.1f} |", flush=True)


def books(path):
    """The words of each book, in an order of their own, as one text with its paragraphs."""
    groups = collections.defaultdict(list)
    with open(path, encoding="utf-8") as lines:
        for document in map(json.loads, lines):
            groups[document.get("group", document["id"])].append(document["text"])
    texts = ["\n\n".join(groups[group]) for group in sorted(groups)]
    random.Random(27).shuffle(texts)
    return texts


def cases(texts):
    """Names, and the texts that are compared with one another."""
    long = [first(text, 3000) for text in of_words(texts, 3000, 2)]
    yield "two essays of 3,000 words", long
    yield "the same, every third word replaced", [long[0], every_third_replaced(*long)]
    yield "a hundred essays of 1,500 words, all pairs", [first(text, 1500) for text in of_words(texts, 1500, 100)]
    half = len(texts) // 2
    yield "two texts of 1 MB", ["\n\n".join(part).encode()[:1_000_000].decode(errors="ignore") for part in (texts[:half], texts[half:])]


def of_words(texts, words, count):
    """So many texts of at least so many words; each is several texts where none is long enough."""
    made, waiting = [], []
    for text in texts:
        waiting.append(text)
        if sum(len(part.split()) for part in waiting) >= words:
            made.append("\n\n".join(waiting))
            waiting = []
        if len(made) == count:
            return made
    sys.exit(f"{len(made)} texts of {words} words where {count} are needed: give more documents")


def first(text, words):
    """The beginning of a text, with the spaces and line ends in it."""
    return re.match(r"(?:\s*\S+){0,%d}" % words, text).group()


def every_third_replaced(text, other):
    others = other.split()
    return " ".join(others[at % len(others)] if at % 3 == 2 else part for at, part in enumerate(text.split(" ")))


def written(folder, texts):
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number:03}.txt").write_text(text, encoding="utf-8")
    return folder


def time_of(args, folder):
    """The median seconds of the processors for each reach."""
    times = collections.defaultdict(list)
    for _ in range(args.rounds):
        for reach in REACHES:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run = subprocess.run([args.program, "-q", "compare", *sorted(folder.iterdir()), "--reach", reach, "--json"], stdout=subprocess.DEVNULL)
            if run.returncode:
                sys.exit(f"{args.program} compare ended with {run.returncode}")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times[reach].append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return {reach: statistics.median(own) for reach, own in times.items()}


if __name__ == "__main__":
    main()
