#!/usr/bin/env python3
"""How many copied passages an index finds, by their length and by how much of them was changed.

    cargo build --release --manifest-path tests/bench/Cargo.toml --bin detection
    detection.py CORPUS.jsonl.. --carriers FILE.jsonl [--each N] [--seed N] [--rules] [--design JSON] [--bench FILE]

The documents of CORPUS (`id` and `text` on each line, at least 20,000 of them) go into an index without their texts. From some of
them passages of 50, 100 and 200 words are taken, 0, 2, 5, 10 and 20 % of their words are changed (a word replaced by one of the
corpus, left out, or one put in, a third each), and each is put into a text of its own from --carriers, which are not in the index:
--each of every kind. A source that is reported is right if half the eight-word shingles of the unchanged passage are in it, or
if it shares 16 words in a row with the text that was checked, as told by comparing all of them: a verse, a licence, an agency's
line stand in many texts, and are found. Else it is wrong.

Recall is the share of passages of which a right source is reported; precision the share of reported sources that are right. The fewest
shared words from which a source is reported are chosen on the texts of one half, as few as give a precision of 0.99 there,
and all figures are of the other half. There is a table for each table family asked alone, shingles and passages' fingerprints, and one
for both; fingerprints alone count as they are, with both where shared shingles confirm them.

With --rules the table is of the rules by which `twinprint check` lists sources instead: each by what it finds in either half, and
which one half would choose. --design changes what stands in the index, such as {"k": 5} or {"cut": {"least": 20, "most": 80}}.
"""
import argparse, collections, itertools, json, os, pathlib, random, re, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
LENGTHS, CHANGES, RUN, W, PRECISION = [50, 100, 200], [0, 2, 5, 10, 20], 16, 8, 0.99
WORD = re.compile(r"\w+")

# What is asked: family, fewest words, share of alike words in per cent, passages from which on a shingle is common, guarantee.
FAMILIES = [("shingles", 1, 25, 16, True), ("fingerprints", 1, 0, 16, True), ("both", 1, 25, 16, True)]
RULES = [("both", least, 25, 16, guarantee) for guarantee in (False, True) for least in (6, 9, 10, 12, 16, 20, 25, 30, 40)]
RULES += [("both", least, 25, common, False) for least in (9, 25) for common in (4, 64, 1_000_000)]
RULES += [("both", least, alike, 16, False) for least in (9, 25) for alike in (0, 10, 50, 100)]

Text = collections.namedtuple("Text", "name length change original words")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("corpus", type=pathlib.Path, nargs="+")
    ask.add_argument("--carriers", type=pathlib.Path, required=True)
    ask.add_argument("--each", type=int, default=200, help="how many texts of each length and change")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--rules", action="store_true", help="compare rules instead of families")
    ask.add_argument("--design", type=json.loads, default={}, help="what of the index's design is not that of an index with fingerprints of passages and without pairs")
    ask.add_argument("--bench", type=pathlib.Path, default=HERE / "target/release/detection")
    args = ask.parse_args()
    if not os.access(args.bench, os.X_OK):
        sys.exit(f"{args.bench}: there is no such program; build it as said above, or name it with --bench")
    documents = {}
    for file in args.corpus:
        documents |= {document["id"]: document["text"] for document in read(file)}
    if len(documents) < 20_000:
        sys.exit(f"{len(documents)} documents are too few to say much; give at least 20000")
    asked = RULES if args.rules else FAMILIES
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        texts = list(plant(documents, args, folder))
        found = check(args, asked, folder)
    judge = Judge(documents)
    judged = [[(text, judge.hits(text, sources[text.name])) for text in texts] for sources in found]
    if args.rules:
        report_rules(asked, judged)
    else:
        for (family, *_), texts in zip(asked, judged):
            report(family, texts)


def read(file):
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def plant(documents, args, folder):
    """Writes the texts with copied passages, and gives what was copied into each."""
    rng = random.Random(args.seed)
    carriers = [carrier["text"] for carrier in read(args.carriers)]
    rng.shuffle(carriers)
    long = [(name, text.split()) for name, text in sorted(documents.items())]
    vocabulary = [word for _, words in rng.sample(long, min(2000, len(long))) for word in words]
    long = [(name, words) for name, words in long if len(words) >= max(LENGTHS)]
    kinds = [(length, change) for length in LENGTHS for change in CHANGES]
    if len(carriers) < len(kinds) * args.each:
        sys.exit(f"{args.carriers}: {len(carriers)} texts are too few; {len(kinds) * args.each} are needed, or fewer of --each")
    with open(folder / "texts.jsonl", "w", encoding="utf-8") as out:
        for (length, change), number in itertools.product(kinds, range(args.each)):
            _, words = rng.choice(long)
            start = rng.randrange(len(words) - length + 1)
            original = words[start:start + length]
            carrier = carriers.pop().split()
            place = rng.randrange(len(carrier) + 1)
            whole = carrier[:place] + changed(original, change, vocabulary, rng) + carrier[place:]
            name = f"{length}-{change}-{number}"
            out.write(json.dumps({"id": name, "text": " ".join(whole)}) + "\n")
            yield Text(name, length, change, folded(original), folded(whole))


def changed(words, percent, vocabulary, rng):
    """`percent` of the words, each at a place of its own, are replaced, left out, or have one put before them."""
    out = list(words)
    for at in sorted(rng.sample(range(len(words)), round(len(words) * percent / 100)), reverse=True):
        out[at:at + 1] = rng.choice([[rng.choice(vocabulary)], [], [rng.choice(vocabulary), out[at]]])
    return out


def folded(words):
    return WORD.findall(" ".join(words).lower())


def check(args, asked, folder):
    """For each rule that is asked by, what is found of each text."""
    what = {"corpus": list(map(str, args.corpus)), "texts": str(folder / "texts.jsonl"), "index": str(folder / "index"),
            "design": args.design, "texts_kept": False, "asked": asked}
    found = [{} for _ in asked]
    with subprocess.Popen([args.bench, json.dumps(what)], stdout=subprocess.PIPE, text=True) as program:
        index = json.loads(program.stdout.readline() or "null")
        for line in map(json.loads, program.stdout):
            found[line["asked"]][line["text"]] = line["sources"]
    if program.returncode:
        sys.exit(f"{args.bench} failed")
    print(f"{index['documents']:,} documents, an index of {index['bytes']:,} bytes built in {index['seconds']:.1f} s\n")
    return found


Hit = collections.namedtuple("Hit", "right shared")


class Judge:
    """Tells right sources from wrong ones, each of a text once."""

    def __init__(self, documents):
        self.documents, self.known = documents, {}

    def hits(self, text, sources):
        if not sources:
            return []
        passage, runs = grams(text.original, W), grams(text.words, RUN)
        return [Hit(self.is_right(text.name, passage, runs, source), shared) for source, shared in sources]

    def is_right(self, name, passage, runs, source):
        if (name, source) not in self.known:
            words = folded([self.documents[source]])
            of_passage = len(passage & grams(words, W)) / len(passage)
            self.known[name, source] = of_passage >= 0.5 or not runs.isdisjoint(grams(words, RUN))
        return self.known[name, source]


def grams(words, n):
    return {tuple(words[at:at + n]) for at in range(max(len(words) - n + 1, 1))}


def report(family, judged):
    halves = [judged[0::2], judged[1::2]]
    for tuned, tested in [halves, halves[::-1]]:
        least = threshold(tuned)
        name = "second" if tested is halves[1] else "first"
        print(f"By {family}, from {least} shared words on, chosen on the other half; the {name} half:\n")
        print("| words | changed | recall | precision |\n|---|---|---|---|")
        for length in LENGTHS:
            for change in CHANGES:
                some = [hits for text, hits in tested if (text.length, text.change) == (length, change)]
                print(f"| {length} | {change} % | {recall(some, least):.3f} | {shown(precision(some, least))} |")
        print(f"| all | | {recall([h for _, h in tested], least):.3f} | {shown(precision([h for _, h in tested], least))} |\n")


def report_rules(asked, judged):
    print("| least | alike | common | guarantee | recall, first half | precision | recall, second half | precision |\n" + "|---" * 8 + "|")
    figures = []
    for (_, least, alike, common, guarantee), texts in zip(asked, judged):
        halves = [[hits for _, hits in half] for half in (texts[0::2], texts[1::2])]
        figures.append([(recall(half, 0), precision(half, 0) or 0) for half in halves])
        shares = " | ".join(f"{recall:.3f} | {precision:.3f}" for recall, precision in figures[-1])
        print(f"| {least} | {alike} % | {common} | {'yes' if guarantee else 'no'} | {shares} |")
    for tuned in (0, 1):
        best = max(range(len(asked)), key=lambda rule: (figures[rule][tuned][1] >= PRECISION, figures[rule][tuned]))
        print(f"\nThe {['first', 'second'][tuned]} half chooses {asked[best]}; in the other: recall and precision {figures[best][1 - tuned]}")


def threshold(judged):
    """The fewest shared words at which the precision is as asked for, or the most if it is at none."""
    candidates = sorted({hit.shared for _, hits in judged for hit in hits} | {1})
    return next((least for least in candidates if (precision([h for _, h in judged], least) or 0) >= PRECISION), candidates[-1])


def recall(found, least):
    return sum(any(hit.right and hit.shared >= least for hit in hits) for hits in found) / len(found)


def precision(found, least):
    """None where nothing is reported."""
    reported = [hit.right for hits in found for hit in hits if hit.shared >= least]
    return sum(reported) / len(reported) if reported else None


def shown(share):
    return "-" if share is None else f"{share:.3f}"


if __name__ == "__main__":
    main()
