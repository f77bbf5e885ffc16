#!/usr/bin/env python3
"""How many words of LaTeX documents are read in order, beside pandoc and detex, against what their PDFs show.

    cargo build --release
    latex_words.py FOLDER.. [--half 0|1] [--most N] [--program FILE]

Takes every .tex file of the folders beside which a PDF of the same name stands (.pdf or .pdf.gz): the documentation of TeX Live has such
(/usr/share/doc/texlive-doc), other people's documents for other people's commands. A PDF has numbers of sections and pages, a table of contents and
references, which no reader of the source makes, and in a manual much that its own packages write; so no reader reaches 1, and what
counts is one beside the other. Counted are the words that both have in common in one order, twice over the words of both. A reader that takes over a minute has read nothing.
Documents of the one half (--half) are to tune on, of the other to report.
"""
import argparse, gzip, pathlib, random, statistics, subprocess, sys, tempfile, time
from pdf_words import words
from planting import PROGRAM


def pairs(folders):
    """LaTeX documents that stand beside their PDFs."""
    for folder in folders:
        for source in sorted(folder.rglob("*.tex")):
            if b"\\begin{document}" not in source.read_bytes():
                continue
            for pdf in (source.with_suffix(".pdf"), source.with_suffix(".pdf.gz")):
                if pdf.is_file():
                    yield source, pdf
                    break


def common_in_order(first, second):
    """The length of the longest sequence of words that both have in this order: Hyyrö's bit-parallel algorithm (2004)."""
    places, every = {}, (1 << len(first)) - 1
    for at, word in enumerate(first):
        places[word] = places.get(word, 0) | 1 << at
    rows = every
    for word in second:
        matched = rows & places.get(word, 0)
        rows = (rows + matched) | (rows - matched)
    return (~rows & every).bit_count()


def printed(*command):
    """What a program prints, and how long it takes."""
    begun = time.monotonic()
    try:
        run = subprocess.run(command, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "", 60.0
    return (run.stdout.decode(errors="replace") if run.returncode == 0 else ""), time.monotonic() - begun


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("folders", nargs="+", type=pathlib.Path, metavar="FOLDER")
    ask.add_argument("--half", type=int, choices=(0, 1))
    ask.add_argument("--most", type=int, default=200, metavar="N")
    ask.add_argument("--program", default=PROGRAM)
    args = ask.parse_args()
    found = list(pairs(args.folders))
    random.Random(1).shuffle(found)
    chosen = [pair for at, pair in enumerate(found) if args.half is None or at % 2 == args.half][: args.most]
    if not chosen:
        sys.exit("no .tex file stands beside its PDF there; Debian's texlive-latex-recommended-doc has such")
    readers = {
        "twinprint": lambda path: printed(args.program, "read", str(path)),
        "pandoc": lambda path: printed("pandoc", "-f", "latex", "-t", "plain", "--wrap=none", str(path)),
        "detex": lambda path: printed("detex", "-n", str(path)),
    }
    shares, times = {name: [] for name in readers}, {name: [] for name in readers}
    for source, pdf in chosen:
        with tempfile.NamedTemporaryFile(suffix=".pdf") as plain:
            data = pdf.read_bytes()
            plain.write(gzip.decompress(data) if pdf.suffix == ".gz" else data)
            plain.flush()
            truth = words(printed("pdftotext", plain.name, "-")[0])
        row = []
        for name, read in readers.items():
            text, seconds = read(source)
            own = words(text)
            share = 2 * common_in_order(truth, own) / max(len(truth) + len(own), 1)
            shares[name].append(share)
            times[name].append(seconds)
            row.append(f"{name} {share:.3f}")
        print(source, *row, sep="\t", flush=True)
    print(f"\n{len(chosen)} documents, {len(found)} in both halves")
    for name in readers:
        median, mean = statistics.median(shares[name]), statistics.mean(shares[name])
        print(f"{name}\tmean {mean:.4f}\tmedian {median:.4f}\tseconds {sum(times[name]):.1f}")


if __name__ == "__main__":
    main()
