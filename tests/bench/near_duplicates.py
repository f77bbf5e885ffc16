#!/usr/bin/env python3
"""Near-duplicate pairs among the same documents: Twinprint beside datasketch, text-dedup and gaoya, in one table.

    near_duplicates.py PAGES [--documents N] [--at-least SHARE] [--rounds N] [--twinprint FILE] [--venv FOLDER]

PAGES is a folder made by assemble_pages.py. Of its pages those with the least MD5s of their ids are taken, and of these the words
that a reader sees: letters and digits in a row (of Chinese and Japanese, each character), in lower case, in what stands in the page
but for <head>, <script>, <style>, <noscript> and <template>, with character references resolved, and one space between two
words. That is all that any contender gets, so that no one's rule of what a word is has a say. Pages of fewer than 50 words
are left out, and pages with the words of another, so that all have the same pairs to find, and none gains by telling exact
copies first.

Each contender is a process of its own with one thread, and takes shingles of five words and what it names a threshold of
--at-least: processor time, user and system, and the most memory, by the operating system's account; medians of --rounds rounds in
turn. The peers have 128 min-values; datasketch and text-dedup place their bands by themselves, gaoya has 16 of 8 values.

The truth is the exact resemblance of every pair that a contender names or that Twinprint finds at a tenth less than --at-least;
with up to 5000 documents it is taken of all pairs, and how many the shorter way misses is told. `of all` is the share of true
pairs found, `true` the share of pairs found that are true: what datasketch and gaoya give are candidates. text-dedup gives
clusters and no pairs: all pairs in a cluster are counted as found.

The peers come from PyPI, in versions that are fixed here, to a virtual environment that is made for the time of the run, or in --venv,
where it stays. Needs zstd and python3 >= 3.9; --twinprint is target/release/twinprint unless told otherwise.
"""
import argparse, collections, hashlib, heapq, html.parser, json, os, pathlib, pickle, re, subprocess, sys, tempfile
import unicodedata, zlib

from environment import environment

PEERS = ["datasketch==2.0.0", "gaoya==0.2.2", "text-dedup==0.4.0"]
W, VALUES, FEWEST_WORDS, ALL_PAIRS = 5, 128, 50, 5000
# Each character of scripts without spaces, and letters and digits in a row.
WORD = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|[^\W_\u2e80-\u9fff\uf900-\ufaff]+")
HERE = pathlib.Path(__file__).resolve().parent
# Read when libraries are loaded, and so set before.
ONE_THREAD = {name: "1" for name in ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("--documents", type=int, default=50_000)
    ask.add_argument("--at-least", type=float, default=0.8, metavar="SHARE")
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--venv", type=pathlib.Path)
    args = ask.parse_args()
    # Contenders are started in another folder.
    args.twinprint = args.twinprint.resolve()
    if not os.access(args.twinprint, os.X_OK):
        sys.exit(f"{args.twinprint}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        python = environment(args.venv.resolve() if args.venv else folder / "venv", PEERS)
        texts = folder / "texts.jsonl"
        # In a process of its own, as the account of a process's memory begins with that of the one which started it.
        subprocess.run([sys.executable, __file__, "--sample", args.pages, str(args.documents), texts], check=True)
        found = list(measure(contenders(args, python, texts, folder), args.rounds, folder))
        pool = folder / "pool"
        slack = twinprint(args.twinprint, texts, "resemblance", max(args.at_least - 0.1, 0))
        run(slack, pool, folder)
        command = [python, __file__, "--judge", texts, args.at_least, pool, *(result.out for result in found)]
        judged = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True,
                                env={**os.environ, "PYTHONHASHSEED": "0"})
        report(found, json.loads(judged.stdout), args)


# The documents.


class Visible(html.parser.HTMLParser):
    HIDDEN = {"head", "script", "style", "noscript", "template"}
    INLINE = set("a abbr b bdi bdo cite code dfn em font i kbd mark q s samp small span strong sub sup tt u var wbr".split())

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.pieces, self.hidden = [], collections.Counter()

    def handle_starttag(self, tag, _):
        if tag in self.HIDDEN:
            self.hidden[tag] += 1
        elif tag == "body":
            # Whose start implies the end of the head.
            self.hidden.pop("head", None)
        elif tag not in self.INLINE:
            self.pieces.append("\n")

    def handle_endtag(self, tag):
        if tag in self.HIDDEN:
            self.hidden.pop(tag, None)
        elif tag not in self.INLINE:
            self.pieces.append("\n")

    def handle_data(self, data):
        if not self.hidden:
            self.pieces.append(data)


def visible(page):
    parser = Visible()
    parser.feed(page)
    parser.close()
    return " ".join(WORD.findall(unicodedata.normalize("NFKC", "".join(parser.pieces)).lower()))


def digest(text):
    return hashlib.md5(text.encode("utf-8", "replace")).digest()


def sample(pages, documents, out):
    """Writes the texts of `documents` pages, in the order of the MD5s of their ids."""
    # Some pages are left out for their texts: twice as many are kept for a while, packed.
    kept, total = [], 0
    for file in sorted(pages.glob("*.jsonl.zst")):
        with subprocess.Popen(["zstd", "-dcq", file], stdout=subprocess.PIPE) as unpacked:
            for page in map(json.loads, unpacked.stdout):
                total += 1
                # The least are wanted, and a heap gives up its least.
                key = -int.from_bytes(digest(page["id"]), "big")
                if len(kept) < 2 * documents or key > kept[0][0]:
                    heapq.heappush(kept, (key, zlib.compress(page["html"].encode("utf-8", "replace"), 1)))
                if len(kept) > 2 * documents:
                    heapq.heappop(kept)
    seen, size = set(), 0
    with open(out, "w", encoding="utf-8") as lines:
        for _, page in sorted(kept, reverse=True):
            text = visible(zlib.decompress(page).decode())
            identity = digest(text)
            if len(text.split()) < FEWEST_WORDS or identity in seen or len(seen) == documents:
                continue
            lines.write(json.dumps({"id": str(len(seen)), "text": text}, ensure_ascii=False) + "\n")
            seen.add(identity)
            size += len(text.encode())
    if not seen:
        sys.exit(f"{pages}: there is no page with {FEWEST_WORDS} words in its *.jsonl.zst; make some with assemble_pages.py")
    print(f"{len(seen)} of {total} pages, {size / len(seen):.0f} bytes of text each", flush=True)


def read(texts):
    with open(texts, encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


# The contenders.

Contender = collections.namedtuple("Contender", "name command")
Result = collections.namedtuple("Result", "name seconds megabytes out")


def twinprint(program, texts, method, at_least):
    return [program, "scan", texts, "--method", method, "-w", W, "--at-least", f"{at_least:.3f}", "--tsv"]


def contenders(args, python, texts, folder):
    for method in ["resemblance", "simhash-lexicons", "minhash"]:
        yield Contender(f"Twinprint {method}", twinprint(args.twinprint, texts, method, args.at_least))
    for peer in PEERS:
        name = peer.partition("==")[0]
        command = [python, __file__, "--peer", name, texts, args.at_least]
        if name == "text-dedup":
            command = [python, "-m", "text_dedup.minhash", "--path", "json", "--data_files", texts, "--split", "train",
                       "--cache_dir", folder / "cache", "--output", folder / "text-dedup", "--column", "text", "--ngram", W,
                       "--num_perm", VALUES, "--threshold", args.at_least, "--hash_func", "xxh3", "--num_proc", 1,
                       "--batch_size", 10_000, "--debug", "--clean_cache"]
        yield Contender(peer.replace("==", " "), command)


def measure(contenders, rounds, folder):
    contenders = list(contenders)
    figures = collections.defaultdict(list)
    for number in range(rounds):
        for at, contender in enumerate(contenders):
            out = folder / f"pairs-{at}"
            figures[contender.name].append(run(contender.command, out, folder))
            clusters = folder / "text-dedup" / "uf.pkl"
            if clusters.exists():
                clusters.rename(out)
            print(f"round {number + 1} of {rounds}, {contender.name}: {figures[contender.name][-1][0]:.2f} s",
                  file=sys.stderr, flush=True)
    for at, contender in enumerate(contenders):
        seconds, megabytes = zip(*figures[contender.name])
        yield Result(contender.name, median(seconds), median(megabytes), folder / f"pairs-{at}")


def run(command, out, folder):
    """Processor time in seconds and most memory in MB of a process and those it waits for."""
    messages = folder / "messages"
    environment = {**os.environ, **ONE_THREAD, "HF_HOME": str(folder / "cache"), "HF_HUB_OFFLINE": "1"}
    with open(out, "wb") as pairs, open(messages, "wb") as errors:
        child = subprocess.Popen(list(map(str, command)), stdout=pairs, stderr=errors, env=environment, cwd=folder)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        last = messages.read_text(errors="replace").strip().splitlines()[-5:]
        sys.exit("\n".join([" ".join(map(str, command)), *last, "it failed, and so nothing is compared"]))
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def median(figures):
    return sorted(figures)[len(figures) // 2]


def shingles(text):
    of_text = text.split()
    return [" ".join(of_text[at:at + W]) for at in range(max(1, len(of_text) - W + 1))]


def peer(name, texts, at_least):
    """Prints the pairs that a package's own index finds, as its users would have it look for them."""
    texts = read(texts)
    if name == "datasketch":
        from datasketch import MinHash, MinHashLSH

        index = MinHashLSH(threshold=at_least, num_perm=VALUES)
        for number, text in enumerate(texts):
            values = MinHash(num_perm=VALUES)
            values.update_batch([shingle.encode() for shingle in shingles(text)])
            for other in index.query(values):
                print(other, number, sep="\t")
            index.insert(number, values)
    else:
        from gaoya.minhash import MinHashStringIndex

        index = MinHashStringIndex(32, at_least, 16, VALUES // 16, None, "word", True, (W, W), "vec")
        index.par_bulk_insert_docs(list(range(len(texts))), texts)
        for number, others in enumerate(index.par_bulk_query(texts)):
            for other in others:
                if other < number:
                    print(other, number, sep="\t")


# The truth.


def judge(texts, at_least, pool, *outs):
    """Prints how many true pairs there are, how many the pool missed where that is known, and of each contender how many
    pairs it found and how many of them are true."""
    import numpy

    sets = [numpy.unique(numpy.array([hash(shingle) for shingle in shingles(text)])) for text in read(texts)]

    thousandths = round(1000 * at_least)

    def is_true(pair, shared=None):
        a, b = (sets[number] for number in pair)
        if shared is None:
            shared = len(numpy.intersect1d(a, b, assume_unique=True))
        return 1000 * shared >= thousandths * (len(a) + len(b) - shared)

    named = [named_by(out) for out in outs]
    pooled = set(pairs_of(pool)).union(*(pairs for pairs, _ in named))
    true = {pair for pair in pooled if is_true(pair)}
    missed = None
    if len(sets) <= ALL_PAIRS:
        exact = {pair for pair, shared in shared_by_all(sets) if is_true(pair, shared)}
        missed, true = len(exact - true), exact
    rows = []
    for pairs, clusters in named:
        if clusters is None:
            rows.append((len(pairs), len(pairs & true)))
        else:
            sizes = collections.Counter(clusters.values())
            together = sum(clusters.get(a, a) == clusters.get(b, b) for a, b in true)
            rows.append((sum(size * (size - 1) // 2 for size in sizes.values()), together))
    print(json.dumps({"true": len(true), "missed": missed, "rows": rows}))


def named_by(out):
    """The pairs that a contender names, and clusters where it has these instead."""
    with open(out, "rb") as file:
        if file.read(1) != b"\x80":
            return set(pairs_of(out)), None
        file.seek(0)
        parents = pickle.load(file)
    return set(), clusters_of(getattr(parents, "parent", parents))


def clusters_of(parents):
    def root(number):
        while parents[number] != number:
            number = parents[number]
        return number
    return {number: root(number) for number in parents}


def pairs_of(out):
    with open(out, encoding="utf-8") as lines:
        for line in lines:
            a, b = line.rstrip("\n").split("\t")[:2]
            if (a, b) != ("a", "b"):
                yield tuple(sorted((int(a), int(b))))


def shared_by_all(sets):
    """Every pair of documents with a shingle in common, and how many they have."""
    places = collections.defaultdict(list)
    for number, of_document in enumerate(sets):
        shared = collections.Counter(other for shingle in of_document.tolist() for other in places[shingle])
        yield from (((other, number), count) for other, count in shared.items())
        for shingle in of_document.tolist():
            places[shingle].append(number)


def report(found, judged, args):
    true = judged["true"]
    print(f"{true} pairs have a resemblance of at least {args.at_least} by shingles of {W} words; medians of {args.rounds} rounds; "
          f"load average {os.getloadavg()[0]:.1f}")
    if judged["missed"] is not None:
        print(f"taken of all pairs; of the pairs that anyone names {judged['missed']} would be missing")
    print(f"\n{'':30} {'CPU':>9} {'memory':>9} {'pairs':>10} {'of all':>8} {'true':>8}")
    for result, (pairs, right) in zip(found, judged["rows"]):
        share = [f"{right / whole:.2%}" if whole else "-" for whole in (true, pairs)]
        print(f"{result.name:30} {result.seconds:7.2f} s {result.megabytes:6.0f} MB {pairs:10} {share[0]:>8} {share[1]:>8}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        peer(sys.argv[2], sys.argv[3], float(sys.argv[4]))
    elif sys.argv[1:2] == ["--sample"]:
        sample(pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    elif sys.argv[1:2] == ["--judge"]:
        judge(sys.argv[2], float(sys.argv[3]), *sys.argv[4:])
    else:
        main()
