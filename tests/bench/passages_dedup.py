#!/usr/bin/env python3
"""Passages that a corpus has more than once: time, memory and disk of `twinprint dedup --by passages` as corpora grow, beside a suffix array.

    passages_dedup.py [TEXTS..] [--sizes MIB..] [--run N] [--twinprint FILE] [--memory SIZE] [--seed N] [--venv FOLDER] [--no-peer] [--json FILE]

TEXTS are files of JSON lines with "text", of which corpora of --sizes MiB are put together in their order, each text once; where they are not
enough, or none are given, documents of 100 to 800 words are made, drawn as often as words of texts are (by rank to the power of -1.1, of
200,000). Into every fifth made one a passage of 60 to 200 words of an earlier one is put, and into every fiftieth one formula of 70 words, so
that it is known what stands twice: `found` is the share of these words that is cut.

Told of each size: seconds by the clock and of the processors, the most memory, the most bytes that stood in the folder for temporary files
and beside the output (seen four times a second; files without a name are counted as the disk does), the share of words that are repeated,
and what was compared. Each folder is proven by `--verify`. `growth` is the processors' time per MiB beside that of the smallest size.

The peer does what deduplicate-text-datasets does, in memory: a suffix array of all bytes (libdivsufsort, by pydivsufsort 0.0.20 of PyPI, with
numpy 2.4.6), the lengths that neighbours share (Kasai), and every byte marked that lies in a stretch of --stretch bytes that stands further ahead.
It is a process of its own. Bytes are not words: what is in other case or set otherwise, it does not find.

The exit status is 1 if a planted word is left, a folder is not proven, or the largest corpus takes more than 1.5 times the smallest's time per MiB.
"""
import argparse, json, os, pathlib, random, re, subprocess, sys, tempfile, threading, time

from environment import environment

PEER = ["numpy==2.4.6", "pydivsufsort==0.0.20"]
HERE = pathlib.Path(__file__).resolve().parent
LINE = re.compile(r"repeated +([\d,]+) of ([\d,]+) words, in ([\d,]+) document")
WORK = re.compile(r"compared +([\d,]+) anchors, ([\d,]+) runs")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("texts", nargs="*", type=pathlib.Path)
    ask.add_argument("--sizes", nargs="+", type=int, default=[64, 256, 1024], metavar="MIB")
    ask.add_argument("--run", type=int, default=50)
    ask.add_argument("--stretch", type=int, default=300, metavar="BYTES")
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--memory", default="1GiB")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--venv", type=pathlib.Path)
    ask.add_argument("--no-peer", action="store_true")
    ask.add_argument("--json", type=pathlib.Path)
    ask.add_argument("--suffixes", nargs=2, help=argparse.SUPPRESS)
    args = ask.parse_args()
    if args.suffixes:
        return suffixes(pathlib.Path(args.suffixes[0]), int(args.suffixes[1]))
    program = args.twinprint.resolve()
    if not os.access(program, os.X_OK):
        sys.exit(f"{program}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        python = None if args.no_peer else environment(args.venv.resolve() if args.venv else folder / "venv", PEER)
        for size in sorted(args.sizes):
            corpus = folder / "corpus.jsonl"
            planted = make(corpus, args.texts, size << 20, random.Random(args.seed))
            rows.append(row := own(program, corpus, folder, args))
            row |= {"mib": size, "planted": len(planted)}
            row["found"] = found(folder / "out/passages.jsonl", planted)
            verified = subprocess.run([program, "dedup", "--verify", folder / "out"], stdout=subprocess.PIPE, text=True)
            if verified.returncode or row["found"] < 1:
                wrong.append(f"{size} MiB: {row['found']:.4f} of the planted words were found; {verified.stdout.strip() or 'not proven'}")
            if python:
                command = [python, __file__, "--suffixes", corpus, str(args.stretch)]
                said, took = measured(command, folder)
                row["peer"] = took | json.loads(said)
            tell(row, rows[0])
    if rows[-1]["growth"] > 1.5:
        wrong.append(f"per MiB the largest takes {rows[-1]['growth']:.2f} times what the smallest does")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))
    if wrong:
        sys.exit("\n".join(wrong))


def make(corpus, texts, size, draw):
    """Writes a corpus, and says which passages stand in it twice: the number of the document, the first word, and how many."""
    vocabulary = [f"w{rank:x}" for rank in range(200_000)]
    bounds, total = [], 0.0
    for rank in range(len(vocabulary)):
        total += (rank + 1) ** -1.1
        bounds.append(total)
    formula = draw.choices(vocabulary, cum_weights=bounds, k=70)
    earlier, planted, number, written = [], [], 0, 0
    with corpus.open("w") as out:
        for path in texts:
            with path.open() as lines:
                for line in lines:
                    if written >= size:
                        return planted
                    written += out.write(json.dumps({"id": number, "text": json.loads(line)["text"]}) + "\n")
                    number += 1
        made = 0
        while written < size:
            words = draw.choices(vocabulary, cum_weights=bounds, k=draw.randint(100, 800))
            if earlier and made % 5 == 0:
                source = draw.choice(earlier)
                length = min(len(source), draw.randint(60, 200))
                start = draw.randint(0, len(source) - length)
                words, at = put(words, source[start:start + length], draw)
                planted.append((number, at, length))
            elif made % 50 == 1:
                words, at = put(words, formula, draw)
                if made > 1:
                    planted.append((number, at, len(formula)))
            if len(earlier) < 10_000 and made % 5:
                earlier.append(words)
            written += out.write(json.dumps({"id": number, "text": " ".join(words)}) + "\n")
            number, made = number + 1, made + 1
    return planted


def put(words, passage, draw):
    at = draw.randint(0, len(words))
    return words[:at] + passage + words[at:], at


def own(program, corpus, folder, args):
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    options = ["--by", "passages", "--run", args.run, "--keep", "first", "--guard", "100%", "--force"]
    command = [program, "dedup", corpus, "-o", folder / "out", *options, "--memory", args.memory, "--temp-dir", temporary]
    said, took = measured(command, folder)
    repeated, words, documents = (int(number.replace(",", "")) for number in LINE.search(said).groups())
    anchors, runs = (int(number.replace(",", "")) for number in WORK.search(said).groups())
    return took | {"words": words, "repeated": repeated / words, "documents": documents, "anchors": anchors, "runs": runs}


def measured(command, folder):
    """What a command said, with the time, the memory and the disk that it took."""
    before, most, ended = used(folder), [0], threading.Event()

    def watch():
        while not ended.wait(0.25):
            most[0] = max(most[0], used(folder) - before)

    watcher = threading.Thread(target=watch)
    watcher.start()
    begin = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - begin
    ended.set()
    watcher.join()
    if process.returncode:
        sys.exit(f"{command[0]} ended with {process.returncode}: {said}")
    processors = usage.ru_utime + usage.ru_stime
    return said, {"seconds": seconds, "processors": processors, "memory": usage.ru_maxrss << 10, "disk": most[0]}


def used(folder):
    """The bytes that are used of the disk of a folder: files without a name are in no listing."""
    disk = os.statvfs(folder)
    return (disk.f_blocks - disk.f_bfree) * disk.f_frsize


def found(lines, planted):
    """The share of planted words that are among those that are repeated."""
    wanted = {}
    for number, at, length in planted:
        wanted.setdefault(number, []).append((at, at + length))
    hits = total = sum(end - start for ranges in wanted.values() for start, end in ranges)
    left = dict(wanted)
    with lines.open() as file:
        for line in map(json.loads, file):
            if ranges := left.pop(line["number"], None):
                repeated = {word for run in line["repeated"] for word in range(run["at"], run["at"] + run["length"])}
                hits -= sum(word not in repeated for start, end in ranges for word in range(start, end))
    hits -= sum(end - start for ranges in left.values() for start, end in ranges)
    return hits / total if total else 1.0


def suffixes(corpus, stretch):
    """The peer: how many bytes lie in a stretch that stands further ahead."""
    import numpy, pydivsufsort

    texts = [json.loads(line)["text"].encode() for line in corpus.open()]
    data = numpy.frombuffer(b"\x00".join(texts), dtype=numpy.uint8).copy()
    array = pydivsufsort.divsufsort(data)
    shared = pydivsufsort.kasai(data, array)
    ends = numpy.zeros(len(data) + 1, dtype=numpy.int64)
    same = numpy.flatnonzero(shared[: len(array) - 1] >= stretch)
    # Of what stands several times in a row of the array, all but the first in the text.
    groups = numpy.split(same, numpy.flatnonzero(numpy.diff(same) > 1) + 1) if len(same) else []
    for group in groups:
        places = array[numpy.append(group, group[-1] + 1)]
        places = numpy.delete(places, places.argmin())
        numpy.add.at(ends, places, 1)
        numpy.add.at(ends, numpy.minimum(places + stretch, len(data)), -1)
    marked = int((numpy.cumsum(ends[:-1]) > 0).sum())
    print(json.dumps({"repeated": marked / len(data)}))


def tell(row, smallest):
    row["growth"] = (row["processors"] / row["mib"]) / (smallest["processors"] / smallest["mib"])
    line = (
        f"{row['mib']:>6} MiB: {row['seconds']:.1f} s ({row['processors']:.1f} s of processors, {row['mib'] / row['seconds']:.1f} MiB/s, growth {row['growth']:.2f}), "
        f"{row['memory'] / 2**20:.0f} MiB, disk {row['disk'] / 2**20:.0f} MiB; {row['repeated']:.2%} of {row['words']:,} words repeated, "
        f"found {row['found']:.4f} of {row['planted']} planted; {row['anchors']:,} anchors, {row['runs']:,} runs"
    )
    if peer := row.get("peer"):
        line += f" | suffix array: {peer['seconds']:.1f} s, {peer['memory'] / 2**20:.0f} MiB, {peer['repeated']:.2%} of bytes"
    print(line, flush=True)


if __name__ == "__main__":
    main()
