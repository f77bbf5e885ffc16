#!/usr/bin/env python3
"""What each kind of hash in an index takes, and what it adds to what is found: shingles, and pairs of words.

    cargo build --release
    kinds.py DOCUMENTS.jsonl [--half 0|1] [--each N] [--program FILE]

Documents are indexed as `sources.py` does, without texts, in designs that differ in one thing each; then passages of them, disguised and
put into others, are checked. A row has the bytes of each kind of hash for a word of the documents, with what else the tables have in
them shared out, then of how many passages of each disguise the source is listed, and of how many of 1,000 documents as they are a wrong
one. In a design of long runs few shingles are kept: what is found then is found by pairs.
"""
import pathlib, random, re, tempfile
from disguises import Vocabulary, disguises
from sources import Bench, WORD, arguments, halves, plant

DESIGNS = {"shingles alone": "--pairs 0", "pairs, hardly a shingle": "--run 100", "both (the default)": "",
           "both, one pair in 10": "--pairs 10", "both, one pair in 3": "--pairs 3", "both, every pair": "--pairs 1"}
DISGUISES = ["verbatim", "20 % replaced", "40 % replaced", "every third word replaced", "25 words, 10 % replaced", "15 words, verbatim"]
UNRELATED = 1000
ROW = re.compile(r"^ +\d+ +(shingles|pairs|with rest) +[\d,]+ +[\d,]+ +([\d,]+) ", re.M)


def main():
    ask = arguments(__doc__)
    ask.set_defaults(with_text=False, beside=[])
    args = ask.parse_args()
    indexed, sources, others = halves(args)
    vocabulary = Vocabulary([text for _, text in indexed])
    chosen = {name: (words, disguise) for name, words, disguise in disguises(vocabulary) if name in DISGUISES}
    words = sum(len(WORD.findall(text)) for _, text in indexed)
    heads = ["", "shingles, bytes a word", "pairs", *DISGUISES, f"wrong of {UNRELATED:,}"]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    for name, args.build in DESIGNS.items():
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(pathlib.Path(folder), indexed, args, quiet=True)
            cells = [f"{size / words:.2f}" for size in sizes(bench)]
            for disguise in DISGUISES:
                rng = random.Random(1)
                planted = [plant(text, host, *chosen[disguise], rng) for (_, text), host in zip(sources, others)]
                found = bench.check(planted)
                cells.append(f"{sum(source in listed for (source, _), listed in zip(sources, found)) / len(found):.3f}")
            unrelated = others[args.each:args.each + UNRELATED]
            wrong = sum(bench.wrong(text, listed) > 0 for text, listed in zip(unrelated, bench.check(unrelated)))
            print("| " + " | ".join([name, *cells, str(wrong)]) + " |", flush=True)


def sizes(bench):
    """The bytes of shingles and of pairs."""
    inspected = dict(ROW.findall(bench.run("index", "inspect", bench.folder / "index")))
    shingles, pairs, whole = (int(inspected.get(kind, "0").replace(",", "")) for kind in ("shingles", "pairs", "with rest"))
    return [kind * whole / (shingles + pairs) for kind in (shingles, pairs)]


if __name__ == "__main__":
    main()
