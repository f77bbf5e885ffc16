#!/usr/bin/env python3
"""How many copied passages `twinprint check` finds, by their length and by how much of them was changed.

    detection.py CORPUS.jsonl.. --carriers FILE.jsonl [--each N] [--seed N] [--twinprint FILE]

The documents of CORPUS (`id` and `text` on each line, at least 20,000 of them) go into an index without their texts. From some of
them passages of 50, 100 and 200 words are taken, 0, 2, 5, 10 and 20 % of their words are changed (a word replaced by one of the
corpus, left out, or one put in, a third each), and each is put into a text of its own from --carriers, which are not in the index:
--each of every kind. A source that is reported is right if half the eight-word shingles of the unchanged passage are in it, or
if it shares 16 words in a row with the text that was checked, as told by comparing all of them: a verse, a licence, an agency's
line stand in many texts, and are found. Else it is wrong.

Recall is the share of passages of which a right source is reported; precision the share of reported sources that are right. The fewest
shared words from which a source is reported are chosen on the texts of one half, as few as give a precision of 0.99 there,
and all figures are of the other half. The first tables are of what the shingle table finds, which is all: a near fingerprint counts
where shared shingles confirm it. The others are of sources that the tables of passages' fingerprints found, too.
"""
import argparse, collections, json, os, pathlib, random, re, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
LENGTHS, CHANGES, RUN, W, PRECISION = [50, 100, 200], [0, 2, 5, 10, 20], 16, 8, 0.99
FAMILIES = {"shingles": False, "passages' fingerprints": True}
WORD = re.compile(r"\w+")

Text = collections.namedtuple("Text", "name length change original words")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("corpus", type=pathlib.Path, nargs="+")
    ask.add_argument("--carriers", type=pathlib.Path, required=True)
    ask.add_argument("--each", type=int, default=200, help="how many texts of each length and change")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    args = ask.parse_args()
    if not os.access(args.twinprint, os.X_OK):
        sys.exit(f"{args.twinprint}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    documents = {}
    for file in args.corpus:
        documents |= {document["id"]: document["text"] for document in read(file)}
    if len(documents) < 20_000:
        sys.exit(f"{len(documents)} documents are too few to say much; give at least 20000")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        texts = list(plant(documents, args, folder))
        start = time.monotonic()
        run(args.twinprint, "index", "build", *args.corpus, "-o", folder / "index")
        built = time.monotonic() - start
        size = sum(file.stat().st_size for file in (folder / "index").iterdir())
        start = time.monotonic()
        found = check(args.twinprint, texts, folder)
        print(f"{len(documents):,} documents, an index of {size:,} bytes built in {built:.1f} s; {len(texts)} texts checked in "
              f"{time.monotonic() - start:.1f} s\n")
    judged = [(text, judge(text, found[text.name], documents)) for text in texts]
    for family, near in FAMILIES.items():
        report(family, [(text, [hit for hit in hits if hit.near or not near]) for text, hits in judged])


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
    (folder / "texts").mkdir()
    for length, change in kinds:
        for number in range(args.each):
            _, words = rng.choice(long)
            start = rng.randrange(len(words) - length + 1)
            original = words[start:start + length]
            carrier = carriers.pop().split()
            place = rng.randrange(len(carrier) + 1)
            whole = carrier[:place] + changed(original, change, vocabulary, rng) + carrier[place:]
            name = f"{length}-{change}-{number}.txt"
            (folder / "texts" / name).write_text(" ".join(whole), encoding="utf-8")
            yield Text(name, length, change, folded(original), folded(whole))


def changed(words, percent, vocabulary, rng):
    """Of the words so many percent, each at a place of its own, are replaced, left out, or have one put before them."""
    out = list(words)
    for at in sorted(rng.sample(range(len(words)), round(len(words) * percent / 100)), reverse=True):
        out[at:at + 1] = rng.choice([[rng.choice(vocabulary)], [], [rng.choice(vocabulary), out[at]]])
    return out


def folded(words):
    return WORD.findall(" ".join(words).lower())


def check(program, texts, folder):
    command = [program, "check", *(folder / "texts" / text.name for text in texts), "--index", folder / "index", "--json",
               "--least", "1", "--sources", "1000"]
    lines = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return {pathlib.Path(one["document"]).name: one["sources"] for one in map(json.loads, lines)}


def run(program, *arguments):
    subprocess.run(list(map(str, [program, *arguments])), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


Hit = collections.namedtuple("Hit", "right shared near")


def judge(text, sources, documents):
    passage, runs = grams(text.original, W), grams(text.words, RUN)
    hits = []
    for source in sources:
        words = folded([documents[source["id"]]])
        of_passage = len(passage & grams(words, W)) / len(passage)
        right = of_passage >= 0.5 or not runs.isdisjoint(grams(words, RUN))
        hits.append(Hit(right, source["shared"], source["distance"] is not None))
    return hits


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
