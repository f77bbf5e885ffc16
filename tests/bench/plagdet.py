#!/usr/bin/env python3
"""How well passages are found, by the measure of PAN (Potthast and others 2010): plagdet, precision, recall, granularity.

    cargo build --release
    plagdet.py CORPUS [--half 0|1] [--program FILE]

CORPUS is a folder with docs.jsonl (id, text) and pairs.jsonl (suspicious, source, kind, cases: [offset in suspicious, length, offset in
source, length] in characters). Each pair is compared with `--reach reworded`, and judged by kind: the copied passages as given; the same
joined, where they lie within 600 characters, without those below 150; and what is found in other words. --half takes every other suspicious
document, to tune on one half and report the other: by its number over four, since the numbers of the open set are multiples of four.
The numbers of `twinprint::reworded` were tuned on half 0. Intervals: 95 %, bootstrap by suspicious document.
"""
import argparse, collections, concurrent.futures, json, math, os, pathlib, random, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
JOIN, LEAST, ROUNDS = 600, 150, 1000
FOUND = ["copied, as given", "copied, joined", "in other words"]


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
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        compared = pool.map(lambda pair: compare(args.program, pathlib.Path(folder), pair, texts), pairs)
        judged = [(pair, {name: judge(found, pair["cases"]) for name, found in one.items()}) for pair, one in zip(pairs, compared)]
    kinds = sorted({pair["kind"] for pair in pairs}) + ["all"]
    for name in FOUND:
        print(f"\n{name}\n{'kind':<26} {'plagdet':>7} {'95 %':>14} {'prec.':>6} {'recall':>6} {'gran.':>6} {'cases':>6} {'pairs with':>10}")
        for kind in kinds:
            own = [(pair["suspicious"], result[name]) for pair, result in judged if kind in (pair["kind"], "all")]
            low, high = interval(own)
            value, precision, recall, granularity, cases, some = plagdet([result for _, result in own])
            print(f"{kind:<26} {value:7.3f} {low:6.3f} to {high:.3f} {precision:6.3f} {recall:6.3f} {granularity:6.3f} {cases:6} {some:10}")


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def compare(program, folder, pair, texts):
    """What is found of a pair, each by its characters in either document."""
    names = [pair["suspicious"], pair["source"]]
    paths = [folder / f"{name}.txt" for name in names]
    for name, path in zip(names, paths):
        if not path.exists():
            part = path.with_suffix(f".{random.random()}")
            part.write_bytes(texts[name].encode())
            part.rename(path)
    run = subprocess.run([program, "compare", *paths, "--reach", "reworded", "--json"], capture_output=True, check=True)
    report = json.loads(run.stdout.splitlines()[0])
    at = [characters(texts[name]) for name in names]
    place = lambda found: tuple((side[found[key]["start"]], side[found[key]["end"]]) for side, key in zip(at, "ab"))
    copied = sorted(map(place, report["passages"]))
    return dict(zip(FOUND, [copied, joined(copied), list(map(place, report["reworded"]))]))


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


def judge(found, cases):
    """Sums of one pair: precision of what is found, how many; recall of the cases, how many, how many found, by how many."""
    cases = [((a, a + length), (b, b + other)) for a, length, b, other in cases]
    meets = lambda x, y: all(p[0] < q[1] and q[0] < p[1] for p, q in zip(x, y))
    share = lambda one, others: sum(covered(one[side], [other[side] for other in others]) for side in (0, 1)) / sum(e - s for s, e in one)
    hits = [[one for one in found if meets(one, case)] for case in cases]
    precision = sum(share(one, [case for case in cases if meets(one, case)]) for one in found)
    recall = sum(share(case, own) for case, own in zip(cases, hits))
    return precision, len(found), recall, len(cases), sum(map(bool, hits)), sum(map(len, hits))


def covered(one, others):
    """How many characters of a stretch are in others."""
    total, end = 0, one[0]
    for start, stop in sorted(others):
        start, stop = max(start, end), min(stop, one[1])
        total += max(0, stop - start)
        end = max(end, stop)
    return total


def plagdet(results):
    sums = [sum(column) for column in zip(*results)] or [0] * 6
    precision = sums[0] / sums[1] if sums[1] else 1
    recall = sums[2] / sums[3] if sums[3] else 1
    granularity = sums[5] / sums[4] if sums[4] else 1
    value = 2 * precision * recall / (precision + recall) / math.log2(1 + granularity) if precision + recall else 0
    return value, precision, recall, granularity, sums[3], sum(result[1] > 0 for result in results)


def interval(own):
    by = collections.defaultdict(list)
    for suspicious, result in own:
        by[suspicious].append(result)
    draw = random.Random(1)
    groups = list(by.values())
    values = sorted(plagdet([result for group in draw.choices(groups, k=len(groups)) for result in group])[0] for _ in range(ROUNDS))
    return values[ROUNDS // 40], values[-ROUNDS // 40]


if __name__ == "__main__":
    main()
