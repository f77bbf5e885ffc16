#!/usr/bin/env python3
"""A labelled set by the fusion paper's protocol (section 4), from the documentation packages of Debian.

    edited_copies.py PAGES OUT [--texts N] [--size N] [--sources N] [--seed N]

PAGES is what assemble_pages.py wrote, or a file of JSON lines with the texts, each with "id" and "text", that are then taken as they are
such as pieces of books. Pages of English prose are cut into texts of some
4 KB (--size). A text is taken if no more than a tenth of its runs of eight words stand in an earlier one, so that none is a near-duplicate
of another. Of N sources
120 copies each are made: words inserted, deleted or replaced, or all three, 1 to 40 of a hundred, at random places, each
three times. What is inserted are words of the texts, the frequent ones more often. The paper has 143,798 texts of 1,403
books and five sources, and names no shares.

OUT/texts.jsonl and OUT/copies.jsonl have an object with "id" and "text" in each line, OUT/pairs.tsv a copy, its source and
operation:share. The same pages and seed give the same bytes. Needs python3 >= 3.9 and zstd.
"""
import argparse, array, functools, hashlib, html.parser, json, multiprocessing, pathlib, random

from english_corpus import is_prose, packed_lines

RUN = 8
#: The fewest different runs that a text has for each thousand of its characters.
RUNS = 75
SHARES = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40]
OPERATIONS = ["insert", "delete", "replace", "mixed"]
REPEATS = 3


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("out", type=pathlib.Path)
    ask.add_argument("--texts", type=int, default=10_000, help="[%(default)s]")
    ask.add_argument("--size", type=int, default=4000, help="characters of a text [%(default)s]")
    ask.add_argument("--sources", type=int, default=5, help="[%(default)s]")
    ask.add_argument("--seed", type=int, default=1, help="[%(default)s]")
    args = ask.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    pieces = whole(args.pages) if args.pages.is_file() else chunks(args.pages, args.size)
    texts = list(distinct(pieces, args.texts, args.size * RUNS // 1000))
    if len(texts) <= args.sources:
        ask.error(f"{args.pages} has {len(texts)} texts of English prose; assemble more pages")
    write(args.out / "texts.jsonl", ({"id": name, "text": text} for name, text in texts))
    chance = random.Random(args.seed)
    copies, pairs = [], []
    for number, (source, text) in enumerate(chance.sample(texts, args.sources)):
        for operation in OPERATIONS:
            for share in SHARES:
                for repeat in range(REPEATS):
                    name = f"copy-{number}-{operation}-{share:02}-{repeat}"
                    copies.append({"id": name, "text": edited(text, operation, share, texts, chance)})
                    pairs.append(f"{name}\t{source}\t{operation}:{share}\n")
    write(args.out / "copies.jsonl", copies)
    (args.out / "pairs.tsv").write_text("".join(pairs), encoding="utf-8")
    print(f"{len(texts)} texts, {len(copies)} copies of {args.sources}")


def chunks(pages, size):
    """Texts of whole words and of some such size with their runs, page by page in the order of the files, which all cores read."""
    with multiprocessing.Pool() as readers:
        for of_file in readers.imap(functools.partial(chunks_of, size), sorted(pages.glob("*.jsonl.zst"))):
            yield from of_file


def whole(path):
    """The texts of a file as they are, with their runs."""
    with open(path, encoding="utf-8") as lines:
        for document in map(json.loads, lines):
            yield document["id"], document["text"], runs_of(document["text"])


def chunks_of(size, path):
    found = []
    for page in packed_lines(path):
        if not is_prose(page["html"]):
            continue
        text = " ".join(Visible.text_of(page["html"]).split())
        pieces = [text[at:at + size] for at in range(0, len(text) - size + 1, size)]
        for number, piece in enumerate(pieces):
            piece = piece.partition(" ")[2].rpartition(" ")[0]
            found.append((f"{page['id']}#{number}", piece, runs_of(piece)))
    return found


def runs_of(text):
    """The digests of all runs of words, one after the other."""
    words = text.split()
    return b"".join(digest(" ".join(words[at:at + RUN])) for at in range(len(words) - RUN + 1))


def distinct(texts, most, least):
    """The first `most` texts with at least `least` runs of words of which at most a tenth of the runs of words stood in an earlier one."""
    seen = set()
    for name, text, digests in texts:
        runs = set(array.array("Q", digests))
        if len(runs) < least or len(runs & seen) * 10 > len(runs):
            continue
        seen |= runs
        yield name, text
        most -= 1
        if most == 0:
            return


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def edited(text, operation, share, texts, chance):
    """A copy of which `share` percent of the words were inserted, deleted or replaced, at random places."""
    copy = text.split()
    for _ in range(max(1, round(len(copy) * share / 100))):
        one = chance.choice(OPERATIONS[:3]) if operation == "mixed" else operation
        at = chance.randrange(len(copy))
        copy[at:at + (one != "insert")] = [] if one == "delete" else [any_word(texts, chance)]
    return " ".join(copy)


def any_word(texts, chance):
    return chance.choice(chance.choice(texts)[1].split())


def write(path, documents):
    with open(path, "w", encoding="utf-8") as file:
        for document in documents:
            file.write(json.dumps(document, ensure_ascii=False) + "\n")


class Visible(html.parser.HTMLParser):
    """The text of a page without scripts, styles and its navigation."""
    HIDDEN = {"script", "style", "nav", "header", "footer", "title", "pre"}

    def __init__(self):
        super().__init__()
        self.depth, self.pieces = 0, []

    def handle_starttag(self, tag, attributes):
        self.depth += tag in self.HIDDEN

    def handle_endtag(self, tag):
        self.depth -= tag in self.HIDDEN and self.depth > 0
        self.pieces.append(" ")

    def handle_data(self, data):
        if self.depth == 0:
            self.pieces.append(data)

    @classmethod
    def text_of(cls, page):
        reader = cls()
        reader.feed(page)
        return "".join(reader.pieces)


if __name__ == "__main__":
    main()
