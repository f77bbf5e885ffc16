#!/usr/bin/env python3
"""Near-duplicates in Python: the package twinprint beside rensa and datasketch of PyPI, in time, memory and recall.

    python_peers.py WHEEL [--documents N] [--at-least SHARE] [--rounds N] [--seed N] [--venv FOLDER]

WHEEL is a wheel of crates/python, made by `maturin build --release` there. Documents are of 50 to 400 words, drawn as often as words of
texts are (by rank to the power of -1.1, of 30,000); every third is a copy of one before it with up to a quarter of its words changed. All contenders
get the same texts: a contender is a process of its own, and takes what it needs to find pairs whose sets of shingles of five words resemble each other by at least --at-least.
What is told of it is the time from the texts in memory to the pairs, of the processor and by the clock, and the most memory above
that of the process with the texts; medians of --rounds rounds in turn.

The truth is the exact resemblance of every pair, found by a naive inverted index. `of all` is the share of true pairs that are found, `true` the share of
pairs found that are true. The peers have 128 min-values, and place their bands for the threshold by themselves (datasketch) or have 16 of 8
(rensa); what they give are candidates, each confirmed by the estimate that both compute from the min-values. Twinprint gives the pairs, `near_duplicates`,
or candidates likewise, by min-values, 16 bands of 8 in Python, of `Sketcher`.

The packages come from PyPI, in versions that are fixed here, to a virtual environment that is made for the time of the run, or in --venv, where it stays.
"""
import argparse, collections, json, pathlib, random, resource, statistics, subprocess, sys, tempfile, time

from environment import environment

PEERS = ["numpy==2.4.6", "rensa==0.5.0", "datasketch==2.0.0"]
W, VALUES, BANDS = 5, 128, 16


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("wheel", type=pathlib.Path)
    ask.add_argument("--documents", type=int, default=20_000)
    ask.add_argument("--at-least", type=float, default=0.7, metavar="SHARE")
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--venv", type=pathlib.Path)
    args = ask.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        python = environment(args.venv.resolve() if args.venv else folder / "venv", PEERS)
        install = [python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", args.wheel]
        subprocess.run(install, check=True)
        texts = documents(args.documents, random.Random(args.seed))
        (folder / "texts.json").write_text(json.dumps(texts))
        true = truth(texts, args.at_least)
        found = collections.defaultdict(list)
        for _ in range(args.rounds):
            for name in CONTENDERS:
                command = [python, __file__, "--contender", name, folder / "texts.json", str(args.at_least)]
                ended = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True)
                found[name].append(json.loads(ended.stdout))
        report(found, true, args)


def documents(count, draw):
    vocabulary = [f"w{rank:x}" for rank in range(30_000)]
    weights = [(rank + 1) ** -1.1 for rank in range(len(vocabulary))]
    made = []
    for number in range(count):
        if number % 3 == 2:
            words = list(draw.choice(made))
            for at in draw.sample(range(len(words)), round(len(words) * draw.uniform(0, 0.25) ** 2 * 2)):
                words[at] = draw.choice(vocabulary)
        else:
            words = draw.choices(vocabulary, weights, k=draw.randint(50, 400))
        made.append(words)
    return [" ".join(words) for words in made]


def shingles(text):
    words = text.split()
    return {" ".join(words[at : at + W]) for at in range(len(words) - W + 1)}


def truth(texts, at_least):
    """Every pair that resembles enough, by counting for each text what it shares with each one before it."""
    sets, holders, true = [shingles(text) for text in texts], collections.defaultdict(list), set()
    for b, own in enumerate(sets):
        shared = collections.Counter(a for shingle in own for a in holders[shingle])
        true.update((a, b) for a, both in shared.items() if both >= at_least * (len(own) + len(sets[a]) - both))
        for shingle in own:
            holders[shingle].append(b)
    return true


def twinprint_exact(texts, at_least):
    import twinprint

    return [(pair.a, pair.b) for pair in twinprint.near_duplicates(texts, at_least, shingle=W).pairs]


def twinprint_minhash(texts, at_least):
    import numpy, twinprint

    sketches = twinprint.Sketcher(f"minhash:values={VALUES},w={W}").sketch(texts)
    pairs, rows = set(), VALUES // BANDS
    for band in range(BANDS):
        buckets = collections.defaultdict(list)
        for number, key in enumerate(sketches[:, band * rows : (band + 1) * rows]):
            bucket = buckets[key.tobytes()]
            pairs.update((other, number) for other in bucket)
            bucket.append(number)
    pairs = sorted(pairs)
    if not pairs:
        return []
    a, b = numpy.array(pairs).T
    alike = (sketches[a] == sketches[b]).mean(axis=1) >= at_least
    return [pair for pair, keeps in zip(pairs, alike) if keeps]


def rensa(texts, at_least):
    from rensa import RMinHash, RMinHashLSH

    hashes, found = RMinHash.from_token_sets((shingles(text) for text in texts), VALUES, 42), []
    table = RMinHashLSH(at_least, VALUES, BANDS)
    for number, own in enumerate(hashes):
        found += [(other, number) for other in set(table.query(own)) if own.jaccard(hashes[other]) >= at_least]
        table.insert(number, own)
    return found


def datasketch(texts, at_least):
    from datasketch import MinHash, MinHashLSH

    hashes, found = [], []
    table = MinHashLSH(threshold=at_least, num_perm=VALUES)
    for number, text in enumerate(texts):
        own = MinHash(num_perm=VALUES)
        own.update_batch([shingle.encode() for shingle in shingles(text)])
        found += [(other, number) for other in table.query(own) if own.jaccard(hashes[other]) >= at_least]
        table.insert(number, own)
        hashes.append(own)
    return found


CONTENDERS = {
    "twinprint near_duplicates": twinprint_exact,
    "twinprint Sketcher, bands": twinprint_minhash,
    "rensa": rensa,
    "datasketch": datasketch,
}


def contend(name, file, at_least):
    texts = json.loads(pathlib.Path(file).read_text())
    CONTENDERS[name](texts[:10], float(at_least))  # What is loaded when it is first used is no part of the work.
    before, clock, processor = memory(), time.monotonic(), time.process_time()
    pairs = CONTENDERS[name](texts, float(at_least))
    clock, processor = time.monotonic() - clock, time.process_time() - processor
    print(json.dumps({"pairs": pairs, "clock": clock, "processor": processor, "memory": memory() - before}))


def memory():
    """The most memory so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def report(found, true, args):
    print(f"{args.documents} documents; {len(true)} pairs resemble each other by {args.at_least} or more\n")
    print(f"{'':<27}{'clock':>9}{'processor':>11}{'memory':>11}{'of all':>9}{'true':>8}")
    for name, rounds in found.items():
        pairs = {tuple(pair) for pair in rounds[0]["pairs"]}
        clock, processor, most = (statistics.median(one[of] for one in rounds) for of in ("clock", "processor", "memory"))
        of_all, correct = len(pairs & true) / max(len(true), 1), len(pairs & true) / max(len(pairs), 1)
        print(f"{name:<27}{clock:>7.2f} s{processor:>9.2f} s{most:>7.0f} MiB{of_all:>9.4f}{correct:>8.4f}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--contender"]:
        contend(*sys.argv[2:])
    else:
        main()
