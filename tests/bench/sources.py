#!/usr/bin/env python3
"""Of how many disguised passages `twinprint check` lists the source, and how many sources that are none.

    cargo build --release
    sources.py DOCUMENTS.jsonl [--half 0|1] [--each N] [--with-text] [--beside FILE..] [--wordnet FOLDER] [--build "--pairs 0"]
               [--program FILE]

Half of the documents (--half: one to tune on, one to report; those of one `group`, if they have one, all in the same) go into an index. Of some of them (`id` and `text` on each
line, English, at least 200 words each) a passage is taken, disguised as `disguises.py` has it, and put between two paragraphs of a
document of the other half. Counted is of how many of these documents the source of the passage is listed; in brackets are 95 %
intervals, by bootstrap over the documents. Then 2,000 documents of the other half are checked as they are. A source of one of these, or
another source of the first, is wrong, unless both have three shingles of six words in common. By default the index keeps no texts.
Documents of other files (--beside) are in the index, too: each source among them is wrong. With --wordnet two more disguises have words
replaced by synonyms: the folder has WordNet's files, as Debian's package wordnet-base has in usr/share/wordnet.
"""
import argparse, collections, json, pathlib, random, re, subprocess, sys, tempfile, time
from disguises import Vocabulary, disguises, swapped
from planting import PROGRAM, between_paragraphs, interval
from synonyms import Synonyms

WORD = re.compile(r"\w+")
UNRELATED = 2000


def main():
    ask = arguments(__doc__)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--only", help="only disguises whose name has this")
    ask.add_argument("--with-text", action="store_true", help="the index keeps the texts")
    ask.add_argument("--beside", nargs="+", default=[], help="more files of documents for the index")
    ask.add_argument("--wordnet", type=pathlib.Path, help="the folder of WordNet's files, for synonyms")
    ask.add_argument("--build", default="", help="more options of `twinprint index build`")
    args = ask.parse_args()
    indexed, sources, others = halves(args)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), indexed, args)
        vocabulary = Vocabulary([text for _, text in indexed])
        print(f"{'':28} {'source listed':>13} {'(95 %)':>16} {'wrong sources':>14}")
        for name, words, disguise in disguises(vocabulary) + by_synonyms(args.wordnet):
            if args.only and args.only not in name:
                continue
            rng = random.Random(args.seed)
            planted = [plant(text, host, words, disguise, rng) for (_, text), host in zip(sources, others)]
            found = bench.check(planted)
            hits = [float(source in listed) for (source, _), listed in zip(sources, found)]
            wrong = sum(bench.wrong(text, set(listed) - {source})
                        for text, (source, _), listed in zip(planted, sources, found))
            low, high = interval(hits, random.Random(1))
            print(f"{name:28} {sum(hits) / len(hits):13.3f}   ({low:.3f} to {high:.3f}) {wrong:12}", flush=True)
        unrelated = others[args.each:args.each + UNRELATED]
        start = time.monotonic()
        found = bench.check(unrelated)
        seconds = time.monotonic() - start
        wrong = [bench.wrong(text, listed) for text, listed in zip(unrelated, found)]
        print(f"{sum(wrong)} wrong sources of {sum(count > 0 for count in wrong)} in {len(unrelated):,} documents as they are "
              f"(of {sum(map(bool, found))} any source is listed), each checked in {1000 * seconds / len(unrelated):.1f} ms")


def arguments(text):
    """Options of benches of documents that are indexed and passages of them."""
    ask = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("documents", type=pathlib.Path)
    ask.add_argument("--half", type=int, choices=[0, 1], default=0)
    ask.add_argument("--indexed", type=int, default=5000, help="how many documents are indexed at most")
    ask.add_argument("--each", type=int, default=300, help="how many passages of each disguise")
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    return ask


def halves(args):
    """The documents that are indexed, those of them that passages are of, and the texts of the other half."""
    with open(args.documents, encoding="utf-8") as lines:
        documents = [(one.get("group", one["id"]), one["id"], one["text"]) for one in map(json.loads, lines)]
    groups = sorted({group for group, _, _ in documents})
    rng = random.Random(20261125)
    rng.shuffle(groups)
    rng.shuffle(documents)
    own = set(groups[args.half::2])
    indexed = [(name, text) for group, name, text in documents if group in own][:args.indexed]
    others = [text for group, _, text in documents if group not in own]
    sources = [(name, text) for name, text in indexed if len(text.split()) >= 200][:args.each]
    if min(len(sources), len(others)) < args.each:
        sys.exit(f"{args.documents}: {len(indexed)} documents of this half are too few for {args.each} passages of each disguise")
    return indexed, sources, others


def by_synonyms(wordnet):
    """The disguises in words of the same meaning."""
    if not wordnet:
        return []
    synonyms = Synonyms(wordnet)
    deleted = lambda text, rng: " ".join(word for word in text.split() if rng.random() >= .1)
    return [
        ("all words by synonyms", 100, synonyms.replace),
        ("and 10 % deleted, swapped", 100, lambda text, rng: swapped(deleted(synonyms.replace(text, rng), rng), rng, .1)),
    ]


class Bench:
    """An index of documents, and what the program finds in it."""

    def __init__(self, folder, indexed, args, quiet=False):
        self.folder, self.program, self.texts, self.known = folder, args.program, dict(indexed), {}
        # By place, since other files may have the same ids.
        self.names = {f"{folder / 'indexed.jsonl'}, line {number}": name for number, (name, _) in enumerate(indexed, 1)}
        self.write("indexed", indexed)
        start = time.monotonic()
        beside = [*args.beside, "--ids", "place", "--if-refused", "ignore"] if args.beside else []
        self.run("index", "build", folder / "indexed.jsonl", "-o", folder / "index", *beside, *args.build.split(),
                 *["--with-text"] * args.with_text)
        seconds = time.monotonic() - start
        inspected = self.run("index", "inspect", folder / "index").splitlines()[:2]
        size = sum(file.stat().st_size for file in (folder / "index").iterdir())
        words = sum(len(WORD.findall(text)) for _, text in indexed)
        if not quiet:
            print(f"{len(indexed):,} documents of {words:,} words, indexed in {seconds:.1f} s: {size:,} bytes, {size / words:.2f} a word; "
                  f"in all {', '.join(' '.join(line.split()[::-1]) for line in inspected)}\n")

    def write(self, name, documents):
        with open(self.folder / f"{name}.jsonl", "w", encoding="utf-8") as out:
            out.writelines(json.dumps({"id": name, "text": text}) + "\n" for name, text in documents)

    def run(self, *command):
        done = subprocess.run([self.program, *command], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        return done.stdout

    def check(self, texts):
        """The ids of the sources that are listed of each text."""
        self.write("checked", [(str(number), text) for number, text in enumerate(texts)])
        reports = self.run("check", self.folder / "checked.jsonl", "--index", self.folder / "index", "--json").splitlines()
        listed = [[] for _ in texts]
        for report in map(json.loads, reports):
            if "sources" in report:
                listed[int(report["document"])] = [self.names.get(source["id"], source["id"]) for source in report["sources"]]
        return listed

    def wrong(self, text, listed):
        """How many of the sources share no three shingles of six words with a text."""
        own = shingles(text) if listed else set()
        return sum(len(own & self.shingles_of(source)) < 3 for source in listed)

    def shingles_of(self, source):
        if source not in self.known:
            self.known[source] = shingles(self.texts.get(source, ""))
        return self.known[source]


def shingles(text):
    words = WORD.findall(text.lower())
    return set(zip(*(words[at:] for at in range(6))))


def plant(source, host, words, disguise, rng):
    own = source.split()
    start = rng.randrange(max(1, len(own) - words))
    return between_paragraphs(source, host, disguise(" ".join(own[start:start + words]), rng)).text


if __name__ == "__main__":
    main()
