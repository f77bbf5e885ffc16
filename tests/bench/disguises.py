#!/usr/bin/env python3
"""How much of a disguised passage `twinprint compare` marks, and how much that is none.

    cargo build --release
    disguises.py DOCUMENTS.jsonl [--half 0|1] [--each N] [--reach copied|edited|reworded] [--program FILE]
    disguises.py DOCUMENTS.jsonl --unrelated [--program FILE]

Of documents of DOCUMENTS (`id` and `text` on each line, English, at least 400 words each; of one author or book only one is taken
if they have a `group`) a passage is taken, disguised, and put between two paragraphs of another, and both documents are compared.
Counted are the bytes of the passage that are marked, of all of its bytes, and the bytes marked outside of it; both in the document that
has the disguised passage, with what stands between equal words of one passage. In brackets are 95 % intervals, by bootstrap over
the documents. --half takes the documents of even (0) or odd (1) place: one to tune on, one to report.

With --unrelated the documents of different groups are compared as they are: how many pairs have an edited passage, by its bits.
"""
import argparse, collections, concurrent.futures, json, pathlib, random, re, sys
from planting import PROGRAM, between_paragraphs, each_with_each, interval, marked

WORD = re.compile(r"\w+")
LOOK_ALIKES = str.maketrans("aeopcxy", "аеорсху")
OCR = {"l": "1", "o": "0", "i": "l", "m": "rn", "e": "c", "h": "b", "n": "u", "s": "5", "a": "o", "t": "f", "u": "v", "r": "i"}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("documents", type=pathlib.Path)
    ask.add_argument("--half", type=int, choices=[0, 1], default=0)
    ask.add_argument("--each", type=int, default=80, help="how many passages of each disguise")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--only", help="only disguises whose name has this")
    ask.add_argument("--reach", default="edited")
    ask.add_argument("--unrelated", action="store_true", help="compare documents of different groups as they are")
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = ask.parse_args()
    documents = texts(args)
    if args.unrelated:
        return report_unrelated(documents, args)
    vocabulary = Vocabulary(documents)
    pairs = documents[args.half::2]
    if len(pairs) < 2 * args.each:
        sys.exit(f"{args.documents}: {len(pairs)} documents in this half are too few for {args.each} passages each")
    sources, hosts = pairs[:args.each], pairs[args.each:2 * args.each]
    print(f"{'':28} {'marked':>8} {'(95 %)':>14} {'bytes marked outside':>22} {'passages':>9}")
    for name, words, disguise in disguises(vocabulary):
        if args.only and args.only not in name:
            continue
        rng = random.Random(args.seed)
        planted = [plant(source, host, words, disguise, rng) for source, host in zip(sources, hosts)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda pair: marked(pair, args.program, args.reach), planted))
        shares = [hit / size for hit, _, size, _ in found]
        low, high = interval(shares, random.Random(1))
        outside = sum(false for _, false, _, _ in found)
        pieces = sum(count for _, _, _, count in found) / len(found)
        print(f"{name:28} {sum(shares) / len(shares):8.3f} ({low:.3f} to {high:.3f}) {outside:15,} {pieces:15.2f}", flush=True)


def report_unrelated(documents, args):
    pairs = [report for _, _, report in each_with_each(documents, args.program, args.reach)]
    most = [max((passage["bits"] for passage in pair["passages"] if passage["edited"]), default=-1) for pair in pairs]
    print(f"{len(documents) * (len(documents) - 1) // 2:,} pairs; with an edited passage by its bits at least:")
    for bits in (0, 20, 25, 30, 35, 40, 50):
        print(f"{bits:4} {sum(own >= bits for own in most):6,}")


def texts(args):
    """Documents in an order of their own, of each group one."""
    groups = {}
    with open(args.documents, encoding="utf-8") as lines:
        for document in map(json.loads, lines):
            if len(document["text"].split()) >= 400:
                groups.setdefault(document.get("group", document["id"]), document["text"])
    documents = [groups[group] for group in sorted(groups)]
    random.Random(20261125).shuffle(documents)
    return documents


class Vocabulary:
    def __init__(self, documents):
        counts = collections.Counter(word.lower() for text in documents[:2000] for word in WORD.findall(text))
        self.rare = [word for word, count in sorted(counts.items()) if 3 <= count <= 200 and len(word) > 3]
        self.counts = counts


def disguises(vocabulary):
    """Name, words of the passage, and what makes the disguise of its text."""
    word = lambda rng: rng.choice(vocabulary.rare)
    each = lambda share, change: lambda text, rng: re.sub(
        r"\S+", lambda found: change(found.group(), rng) if rng.random() < share else found.group(), text)
    every = lambda n: lambda text, rng: " ".join(
        word(rng) if at % n == n - 1 else own for at, own in enumerate(text.split()))
    replace = lambda own, rng: word(rng)
    same = lambda text, rng: text
    return [
        ("verbatim", 100, same),
        ("upper case", 100, lambda text, rng: text.upper()),
        ("look-alikes", 100, each(.5, lambda own, rng: own.translate(LOOK_ALIKES))),
        *((f"{n} % replaced", 100, each(n / 100, replace)) for n in (10, 20, 30, 40)),
        *((f"every {ordinal(n)} word replaced", 100, every(n)) for n in (5, 4, 3)),
        ("spaced out, words apart", 100, lambda text, rng: "   ".join(map(" ".join, text.split()))),
        ("spaced out, letters only", 100, lambda text, rng: " ".join("".join(text.split()))),
        ("OCR, 5 % of letters", 100, ocr),
        ("20 % deleted", 100, each(.2, lambda own, rng: "")),
        ("20 % inserted", 100, each(.2, lambda own, rng: own + " " + word(rng))),
        ("20 % swapped", 100, swapped),
        ("20 % replaced, 10 % swapped", 100, lambda text, rng: swapped(each(.2, replace)(text, rng), rng, .1)),
        ("40 % inflected", 100, each(.4, inflected)),
        ("clauses shuffled", 100, shuffled),
        ("50 words, 20 % replaced", 50, each(.2, replace)),
        ("25 words, 10 % replaced", 25, each(.1, replace)),
        ("15 words, verbatim", 15, same),
        ("8 words, verbatim", 8, same),
        ("6 rare words, verbatim", 6, same),
    ]


def ordinal(number):
    return {3: "third", 4: "fourth", 5: "fifth"}[number]


def ocr(text, rng):
    return "".join(OCR.get(letter, letter) if rng.random() < .05 else letter for letter in text)


def swapped(text, rng, share=.2):
    words, at = text.split(), 0
    while at < len(words) - 1:
        if rng.random() < share:
            words[at], words[at + 1] = words[at + 1], words[at]
            at += 1
        at += 1
    return " ".join(words)


def inflected(word, rng):
    ending = lambda found: rng.choice(["ing", "ed", "s", ""]) + found.group(2)
    return re.sub(r"(ing|ed|s|ly)?([.,;:!?]*)$", ending, word, count=1)


def shuffled(text, rng):
    clauses = re.split(r"(?<=[,;:.!?])\s+", text)
    rng.shuffle(clauses)
    return " ".join(clauses)


def plant(source, host, words, disguise, rng):
    own = source.split()
    if words == 6:
        start = rarest(own)
    else:
        start = rng.randrange(len(own) // 4, max(len(own) // 4 + 1, len(own) - words))
    passage = disguise(" ".join(own[start:start + words]), rng)
    return between_paragraphs(source, host, passage)


def rarest(words):
    """Where six words in a row begin that are long and no name of the text's: the most letters in six."""
    return max(range(len(words) - 6), key=lambda at: min(len(word) for word in words[at:at + 6]))


if __name__ == "__main__":
    main()
