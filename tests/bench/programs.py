#!/usr/bin/env python3
"""Programs: how many are recognised as such, and what of re-use in them is found by what is made for prose.

    cargo build --release
    programs.py --code FOLDER... --prose FOLDER... [--program FILE]

Each FOLDER has `docs.jsonl` (id, text, and a group in which documents are compared), one of programs also `pairs.tsv`: two ids and a label, where
1 and L1 to L6 are pairs of which one re-used the other, and anything else, or no label, are pairs written apart. Such sets are SOCO 2014 and IR-Plag
(programs), the corpus of Clough and Stevenson, Reuters-21578 and PAN 2013 (prose). Printed is the share of documents that are recognised, and of the
pairs how often a re-used one has more words shared (in A or B, whichever is less) than one that was written apart: the area under the
curve, 1 where all do, .5 where chance does. By levels it says which kinds of re-use are found. It needs python3 >= 3.9.
"""
import argparse, collections, json, pathlib, subprocess, tempfile
from planting import PROGRAM


def documents(folder):
    path = next(pathlib.Path(folder).rglob("docs.jsonl"))
    return path, [json.loads(line) for line in path.open(encoding="utf-8")]


def recognised(program, docs):
    with tempfile.TemporaryDirectory() as folder:
        corpus = pathlib.Path(folder) / "docs.jsonl"
        corpus.write_text("".join(json.dumps({"id": str(i), "text": d["text"]}) + "\n" for i, d in enumerate(docs)))
        done = subprocess.run([program, "read", "--json", "--if-refused=ignore", corpus], capture_output=True, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"document"')]
    assert lines, done.stderr
    return sum(line.get("program", False) for line in lines), len(lines)


def scores(program, docs):
    """The shared words of every pair of a group, by the ids of both."""
    with tempfile.TemporaryDirectory() as folder:
        for i, doc in enumerate(docs):
            (pathlib.Path(folder) / f"{i}.txt").write_text(doc["text"])
        done = subprocess.run([program, "compare", "--tsv", folder], capture_output=True, text=True)
    header, *rows = [line.split("\t") for line in done.stdout.splitlines()]
    place = {name: i for i, name in enumerate(header)}
    named = lambda name: docs[int(pathlib.PurePath(name).stem)]["id"]
    shared = lambda row: min(int(row[place["shared_words_a"]]) / int(row[place["words_a"]]), int(row[place["shared_words_b"]]) / int(row[place["words_b"]]))
    return {frozenset((named(row[0]), named(row[1]))): shared(row) for row in rows}


def area(positive, negative):
    """How often a positive is above a negative; a tie is half."""
    above = sum((p > n) + (p == n) / 2 for p in positive for n in negative)
    return above / (len(positive) * len(negative))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--code", nargs="*", default=[])
    parser.add_argument("--prose", nargs="*", default=[])
    parser.add_argument("--program", default=PROGRAM)
    options = parser.parse_args()
    for kind in ("code", "prose"):
        for folder in getattr(options, kind):
            path, docs = documents(folder)
            found, all_ = recognised(options.program, docs)
            print(f"{kind:6} {path.parent.name:24} {found:5} of {all_:5} recognised as programs")
            pairs = path.parent / "pairs.tsv"
            if kind == "prose" or not pairs.exists():
                continue
            labels = {}
            for line in pairs.open():
                a, b, label = line.rstrip("\n").split("\t")[:3]
                labels[frozenset((a, b))] = label
            groups = collections.defaultdict(list)
            for doc in docs:
                groups[doc.get("group")].append(doc)
            by_label = collections.defaultdict(list)
            for group in groups.values():
                for pair, score in scores(options.program, group).items():
                    by_label[labels.get(pair, "apart" if "1" in labels.values() else None)].append(score)
            apart = by_label.get("apart", []) + by_label.get("non", [])
            reused = {label: of for label, of in by_label.items() if label == "1" or (label or "").startswith("L")}
            for label, of in sorted(reused.items()):
                print(f"       re-used, {label:3}: {len(of):5} pairs against {len(apart)} apart: area {area(of, apart):.3f}")


if __name__ == "__main__":
    main()
