#!/usr/bin/env python3
"""An index of documents as wholes beside what a Python user would pick: FAISS's indexes of binary vectors, and datasketch's LSH of min-hashes.

    documents_peers.py [--documents N] [--copies FOLDER --index INDEX] [--venv FOLDER]

First the bench `documents_index` builds an index of N documents of random fingerprints and is asked 1,000 queries, half of them
documents of which 10 to 25 of a hundred bits were flipped; mih-rs, asked for all within 7 bits in any of five values, is measured by the bench `seen`.
Then FAISS is asked the same queries of the same bits: for the nearest, or for all within 85 bits. Found are those of the
flipped documents that are near by the index's own rule.

FOLDER has what edited_copies.py wrote, and INDEX was made of its texts, and of others if one likes, by `twinprint index build --find documents`: the
bench asks it for the copies, and an LSH of 128 min-hashes of shingles of three words, which is to find a resemblance of .5, or of .2, is filled with the
texts and asked for the same. Only copies of every other source are asked for, the half that the design was not chosen by.

Processor time of one core, medians; bytes are those by which the process grew. The packages come from PyPI, to a virtual environment that is made
for the time of the run, or in --venv, where it stays.
"""
import argparse, json, os, pathlib, re, subprocess, sys, tempfile, time

from environment import environment

PACKAGES = ["faiss-cpu==1.15.1", "datasketch==2.0.0", "numpy==2.4.6"]
HERE = pathlib.Path(__file__).resolve().parent
BYTES, BITS, WITHIN, VALUES = 40, 320, 85, 128
PERCENTS = [10, 15, 20, 25]
#: The resemblances from which on an LSH is to find documents.
THRESHOLDS = [0.5, 0.2]
SHARES = [5, 10, 15, 20, 30, 40]
WORD = re.compile(r"\w+")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--documents", type=int, default=1_000_000, help="[%(default)s]")
    ask.add_argument("--copies", type=pathlib.Path)
    ask.add_argument("--index", type=pathlib.Path)
    ask.add_argument("--venv", type=pathlib.Path)
    args = ask.parse_args()
    if "IN_ENVIRONMENT" not in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            python = environment(args.venv.resolve() if args.venv else pathlib.Path(folder) / "venv", PACKAGES)
            one_core = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "IN_ENVIRONMENT")}
            sys.exit(subprocess.run([python, __file__, *sys.argv[1:]], env={**os.environ, **one_core}).returncode)
    with tempfile.TemporaryDirectory() as folder:
        vectors = pathlib.Path(folder)
        print(bench("documents_index", args.documents, "--folder", folder, "--vectors", folder))
        print(bench("seen", args.documents))
        for name in FAISS:
            in_its_own_process(ask_faiss, name, vectors, args.documents)
    if args.copies and args.index:
        print(bench("documents_index", "--index", args.index, "--copies", args.copies, "--half", 1))
        for threshold in THRESHOLDS:
            in_its_own_process(ask_lsh, args.copies, threshold)


def bench(binary, *arguments):
    command = ["cargo", "run", "--release", "--quiet", "--manifest-path", HERE / "Cargo.toml", "--bin", binary, "--"]
    return subprocess.run([*command, *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True).stdout


def in_its_own_process(work, *arguments):
    """So that what one index takes is not that of another."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        work(*arguments)
        sys.stdout.flush()
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit(f"{work.__name__} of {arguments[0]} failed")


def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def flat(faiss):
    return faiss.IndexBinaryFlat(BITS)


def blocks_within_one_bit(faiss):
    """Twenty blocks of 16 bits, each looked up within one: the same candidates that this program looks at."""
    index = faiss.IndexBinaryMultiHash(BITS, 20, 16)
    index.nflip = 1
    return index


def graph(faiss):
    return faiss.IndexBinaryHNSW(BITS, 16)


#: How each is made, and whether it is asked for all within a distance, or for the nearest.
FAISS = {
    "IndexBinaryFlat": (flat, True),
    "IndexBinaryMultiHash, 20 blocks of 16 bits, one flipped": (blocks_within_one_bit, True),
    "IndexBinaryHNSW, 16 neighbours": (graph, False),
}


def ask_faiss(name, vectors, count):
    import faiss
    import numpy

    faiss.omp_set_num_threads(1)
    make, within = FAISS[name]
    documents = numpy.fromfile(vectors / "documents", dtype=numpy.uint8).reshape(count, BYTES)
    before, begun = resident(), time.process_time()
    index = make(faiss)
    index.add(documents)
    print(f"FAISS {faiss.__version__} {name}: {(resident() - before) / count:.0f} bytes a document, built in {time.process_time() - begun:.0f} s")
    for percent in PERCENTS:
        rows = numpy.fromfile(vectors / str(percent), dtype=numpy.uint8).reshape(-1, BYTES + 8)
        times, found, near = [], 0, 0
        for row in rows:
            query, source = row[None, :BYTES].copy(), int.from_bytes(row[BYTES:].tobytes(), "little")
            begun = time.thread_time()
            numbers = index.range_search(query, WITHIN + 1)[2] if within else index.search(query, 1)[1][0]
            times.append(1000 * (time.thread_time() - begun))
            near += source < count
            found += source < count and source in numbers
        print(f"  {percent} % of bits flipped: {found / max(near, 1):.4f} of {near} that are near found; {median(times):.2f} ms a look-up")
    print()


def ask_lsh(folder, threshold):
    import datasketch

    texts, copies = (read(folder / name) for name in ("texts.jsonl", "copies.jsonl"))
    before, begun = resident(), time.process_time()
    lsh = datasketch.MinHashLSH(threshold=threshold, num_perm=VALUES)
    for name, text in texts.items():
        lsh.insert(name, sketch(datasketch, text))
    grown = (resident() - before) / len(texts)
    print(f"datasketch {datasketch.__version__} MinHashLSH of {len(texts)} texts, bands for a resemblance of {threshold}: {grown:.0f} bytes a document, built in {time.process_time() - begun:.0f} s")
    print(f"{'edited':>8}  {'found':>8}  {'others':>8}  {'ms':>10}  {'ms with its sketch':>18}")
    sources = []
    of_share = {share: [] for share in SHARES}
    for line in (folder / "pairs.tsv").read_text().splitlines():
        copy, source, how = line.split("\t")
        if source not in sources:
            sources.append(source)
        share = int(how.split(":")[1])
        if sources.index(source) % 2 == 1 and share in of_share:
            of_share[share].append((copy, source))
    for share, pairs in of_share.items():
        alone, with_sketch, found, others = [], [], 0, 0
        for copy, source in pairs:
            begun = time.thread_time()
            query = sketch(datasketch, copies[copy])
            made = time.thread_time()
            names = lsh.query(query)
            ended = time.thread_time()
            alone.append(1000 * (ended - made))
            with_sketch.append(1000 * (ended - begun))
            found += source in names
            others += sum(name != source for name in names)
        print(f"{share:>6} %  {found / max(len(pairs), 1):>8.3f}  {others:>8}  {median(alone):>10.2f}  {median(with_sketch):>18.2f}")


def sketch(datasketch, text):
    words = WORD.findall(text.lower())
    made = datasketch.MinHash(num_perm=VALUES)
    made.update_batch([" ".join(words[at:at + 3]).encode() for at in range(max(len(words) - 2, 1))])
    return made


def read(path):
    with open(path, encoding="utf-8") as file:
        return {line["id"]: line["text"] for line in map(json.loads, file)}


def median(values):
    return sorted(values)[len(values) // 2]


if __name__ == "__main__":
    main()
