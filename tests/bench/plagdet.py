#!/usr/bin/env python3
"""How well passages are found, by the measure of PAN (Potthast and others 2010): plagdet, precision, recall, granularity.

    cargo build --release
    plagdet.py CORPUS [--half 0|1] [--program FILE]

CORPUS is a folder with docs.jsonl (id, text) and pairs.jsonl (suspicious, source, kind, cases: [offset in suspicious, length, offset in
source, length] in characters). Each pair is compared with `--reach reworded`, and judged by kind with `twinprint eval --passages`: the
passages of equal words as given; the same joined, where they lie within 600 characters, without those below 150; what is found in other
words; and what the winner of 2014 finds, made from its paper (sentence_vectors.py). (The first and the last `eval` has by itself, of PAN's own files.) --half takes every other suspicious document, to tune on one half
and report the other: by its number over four, since the numbers of the open set are multiples of four. The numbers of
`twinprint::reworded` were tuned on half 0.
"""
import argparse, concurrent.futures, itertools, json, os, pathlib, random, subprocess, sys, tempfile

import sentence_vectors

HERE = pathlib.Path(__file__).resolve().parent
JOIN, LEAST = 600, 150
FOUND = ["edited, as given", "edited, joined", "in other words", "sentence vectors of 2014"]


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("corpus", type=pathlib.Path)
    ask.add_argument("--half", type=int, choices=[0, 1])
    ask.add_argument("--program", type=pathlib.Path, default=HERE / "../../target/release/twinprint")
    args = ask.parse_args()
    if not os.access(args.program, os.X_OK):
        sys.exit(f"{args.program}: there is no such program; build it as said above, or name it with --program")
    texts = {document["id"]: document["text"] for document in lines(args.corpus / "docs.jsonl")}
    pairs = list(lines(args.corpus / "pairs.jsonl"))
    half = lambda name: int("".join(filter(str.isdigit, name))) // 4 % 2
    pairs = [pair for pair in pairs if args.half is None or half(pair["suspicious"]) == args.half]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor() as pool:
        folder = pathlib.Path(folder)
        texts_of = ([texts[pair[side]] for side in ("suspicious", "source")] for pair in pairs)
        compared = list(pool.map(compare, itertools.repeat(args.program), itertools.repeat(folder), pairs, texts_of, chunksize=16))
        cases = [[((a, a + length), (b, b + other)) for a, length, b, other in pair["cases"]] for pair in pairs]
        truth = passages(folder / "truth", pairs, cases)
        for name in FOUND:
            found = passages(folder / name, pairs, [one[name] for one in compared])
            print(f"\n{name}", flush=True)
            subprocess.run([args.program, "eval", "--passages", truth, "--detections", found], check=True)


def passages(path, pairs, found):
    """Writes passages of pairs as `twinprint eval` reads them."""
    with open(path, "w", encoding="utf-8") as file:
        for pair, own in zip(pairs, found):
            own = [{"a": a, "b": b} for a, b in own]
            line = {"a": pair["suspicious"], "b": pair["source"], "kind": pair["kind"], "passages": own}
            print(json.dumps(line), file=file)
    return path


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def compare(program, folder, pair, texts):
    """What is found of a pair, each by its characters in either document."""
    paths = [folder / f"{pair[side]}.txt" for side in ("suspicious", "source")]
    for text, path in zip(texts, paths):
        if not path.exists():
            part = path.with_suffix(f".{random.random()}")
            part.write_bytes(text.encode())
            part.rename(path)
    run = subprocess.run([program, "compare", *paths, "--reach", "reworded", "--json"], capture_output=True, check=True)
    report = json.loads(run.stdout.splitlines()[0])
    at = [characters(text) for text in texts]
    place = lambda found: tuple((side[found[key]["start"]], side[found[key]["end"]]) for side, key in zip(at, "ab"))
    edited = sorted(map(place, report["passages"]))
    return dict(zip(FOUND, [edited, joined(edited), list(map(place, report["reworded"])), sentence_vectors.detect(*texts)]))


def characters(text):
    """For each byte of a text, how many characters come before it."""
    before = []
    for number, character in enumerate(text):
        before += [number] * len(character.encode())
    return before + [len(text)]


def joined(passages):
    """Passages with those that lie near in both documents, in order, without short ones."""
    found = []
    for (a, b) in passages:
        near = next((at for at, (c, d) in enumerate(found) if -JOIN <= a[0] - c[1] <= JOIN and -JOIN <= b[0] - d[1] <= JOIN), None)
        if near is None:
            found.append((a, b))
        else:
            c, d = found[near]
            found[near] = ((min(a[0], c[0]), max(a[1], c[1])), (min(b[0], d[0]), max(b[1], d[1])))
    return [(a, b) for a, b in found if min(a[1] - a[0], b[1] - b[0]) >= LEAST]


if __name__ == "__main__":
    main()
