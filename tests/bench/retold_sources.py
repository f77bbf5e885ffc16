#!/usr/bin/env python3
"""Of how many documents that people or programs made from others `twinprint check` lists the source, by how it was done.

    cargo build --release
    retold_sources.py CORPUS [--half 0|1] [--beside FILE..] [--with-text] [--build "--pairs 0"] [--program FILE]

CORPUS is a folder with docs.jsonl (`id` and `text` on each line) and either pairs.jsonl (suspicious, source, kind, cases), as of PAN 2013, or
pairs.tsv (document, source, label). The sources go into an index, with documents of other files (--beside), and every other document
of the others (--half: one to tune on, one to report) is checked. Counted is of how many pairs of a kind the source is listed; in brackets are
95 % intervals, by bootstrap over the pairs. A source that is in no pair with the document, or in one of kind "no-plagiarism" or "non", is
wrong, unless both have three shingles of six words in common. A pair without cases, of another kind, is left out.
"""
import argparse, collections, json, pathlib, random, sys, tempfile
from planting import PROGRAM, interval
from sources import Bench

INDEPENDENT = {"no-plagiarism", "non"}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("corpus", type=pathlib.Path)
    ask.add_argument("--half", type=int, choices=[0, 1], default=0)
    ask.add_argument("--beside", nargs="+", default=[], help="more files of documents for the index")
    ask.add_argument("--with-text", action="store_true", help="the index keeps the texts")
    ask.add_argument("--build", default="", help="more options of `twinprint index build`")
    ask.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    args = ask.parse_args()
    with open(args.corpus / "docs.jsonl", encoding="utf-8") as lines:
        texts = {document["id"]: document["text"] for document in map(json.loads, lines)}
    kinds = {(document, source): kind for document, source, kind in pairs(args.corpus) if {document, source} <= set(texts)}
    sources = sorted({source for _, source in kinds})
    documents = sorted({document for document, _ in kinds} - set(sources))[args.half::2]
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(folder), [(source, texts[source]) for source in sources], args)
        found = dict(zip(documents, bench.check([texts[document] for document in documents])))
    hits, wrong = collections.defaultdict(list), 0
    for (document, source), kind in sorted(kinds.items()):
        if document in found and kind not in INDEPENDENT:
            hits[kind].append(float(source in found[document]))
    for document, listed in found.items():
        others = [source for source in listed if kinds.get((document, source), "non") in INDEPENDENT]
        wrong += bench.wrong(texts[document], others) > 0
    for kind, own in hits.items():
        low, high = interval(own, random.Random(1))
        print(f"{kind:28} {sum(own) / len(own):.3f} ({low:.3f} to {high:.3f}) of {len(own)}")
    print(f"{wrong} of {len(documents)} documents with a wrong source")


def pairs(corpus):
    """Document, source and kind of each pair."""
    if (corpus / "pairs.jsonl").exists():
        with open(corpus / "pairs.jsonl", encoding="utf-8") as lines:
            for pair in map(json.loads, lines):
                if pair["cases"] or pair["kind"] in INDEPENDENT:
                    yield pair["suspicious"], pair["source"], pair["kind"]
        return
    if not (corpus / "pairs.tsv").exists():
        sys.exit(f"{corpus}: there is neither pairs.jsonl nor pairs.tsv")
    with open(corpus / "pairs.tsv", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")[:3]


if __name__ == "__main__":
    main()
