#!/usr/bin/env python3
"""The corpus of the default English model, from books, news and manuals, none of which swamps the others.

    english_corpus.py --books FILE --news FILE FILE --manuals FOLDER --learn OUT --held-out OUT

Each FILE has a JSON object with "id" and "text" in each line, FOLDER has files `*.jsonl.zst` with "id", "pkg" and "html".
The command prints how many documents of each kind there are, and writes two files of lines with "id", and "text" or
"html": a tenth of all documents, chosen by the MD5 of their ids, is held out, and of the others each kind has at most
`--most`, those with the least MD5s. Manuals are taken only if they are English prose, by the share of function words, and
at most `--package` from one package. Needs python3 and zstd.
"""
import argparse, collections, glob, hashlib, html, json, os, re, subprocess

MARKUP = re.compile(r"<(script|style|pre|code)\b.*?</\1\s*>|<[^>]*>", re.S | re.I)
WORD = re.compile(r"\w+")
FUNCTION_WORDS = set("a an and are as at be by can for from has have if in is it may not of on or that the this to was "
                     "when which will with you".split())


def lines(path):
    with open(path, encoding="utf-8") as file:
        yield from map(json.loads, file)


def packed_lines(path):
    # By force zstd reads what is a link, too.
    with subprocess.Popen(["zstd", "-dcqf", path], stdout=subprocess.PIPE) as unpacked:
        yield from map(json.loads, unpacked.stdout)


def order(document):
    return hashlib.md5(document["id"].encode()).digest()


def is_prose(page, share=0.2, least=150):
    """Whether a page has at least `least` words, nearly all in ASCII, and at least `share` of them are function words."""
    words = WORD.findall(html.unescape(MARKUP.sub(" ", page)).lower())
    return (len(words) >= least and sum(map(str.isascii, words)) >= 0.98 * len(words)
            and sum(word in FUNCTION_WORDS for word in words) >= share * len(words))


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--books", nargs="+", required=True)
    ask.add_argument("--news", nargs="+", required=True)
    ask.add_argument("--manuals", required=True)
    ask.add_argument("--most", type=int, default=10_000)
    ask.add_argument("--package", type=int, default=60)
    ask.add_argument("--learn", required=True)
    ask.add_argument("--held-out", required=True)
    args = ask.parse_args()
    kinds = {
        "books": [document for path in args.books for document in lines(path)],
        "news": [document for path in args.news for document in lines(path) if len(document["text"]) >= 200],
        "manuals": [],
    }
    for path in sorted(glob.glob(os.path.join(args.manuals, "*.jsonl.zst"))):
        prose = sorted((page for page in packed_lines(path) if is_prose(page["html"])), key=order)
        kinds["manuals"] += prose[:args.package]
    with open(args.learn, "w", encoding="utf-8") as learn, open(args.held_out, "w", encoding="utf-8") as held_out:
        for kind, documents in kinds.items():
            count = collections.Counter()
            for document in sorted(documents, key=order):
                # The last byte, so that the first ones, which order, are as likely in both.
                out, role = (held_out, "held out") if order(document)[-1] < 26 else (learn, "learn")
                if role == "held out" or count[role] < args.most:
                    count[role] += 1
                    fields = {name: document[name] for name in ("id", "text", "html") if name in document}
                    out.write(json.dumps({**fields, "group": kind}, ensure_ascii=False) + "\n")
            print(kind, len(documents), dict(count))


if __name__ == "__main__":
    main()
