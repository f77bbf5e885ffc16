#!/usr/bin/env python3
"""What each method of `twinprint scan` finds of all near-duplicate pairs of a corpus, with its paper's parameters.

    methods.py PAGES [METHOD..] [--at-least SHARE] [--twinprint FILE]

PAGES is a folder made by assemble_pages.py. The truth is every pair of distinct pages with a resemblance of at least SHARE (0.5 unless
told otherwise; shingles of ten words), found exactly. Of each method: `found` is how many pairs it gives as it is (--no-verify),
`of them true` the share of these that the truth has, `of all` the share of the truth that it finds, and the processor time of the scan
that confirms them. A METHOD is a method's or a preset's line, and may have options after it. The lines are rows of a Markdown table.
"""
import argparse, os, pathlib, re, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
METHODS = [
    "ye08", "broder97", "broder97 --common 0", "heintze96", "shivakumar98", "shivakumar98-four-lines", "minhash",
    "fetterly03", "henzinger06-b", "henzinger06-c", "henzinger06-combined", "henzinger06-by-site", "imatch", "kolcz04",
    "manku07", "simhash-shingle", "simhash-lexicons", "fusion",
]


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("methods", nargs="*", default=METHODS)
    ask.add_argument("--at-least", default="0.5", metavar="SHARE")
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    args = ask.parse_args()
    files = sorted(args.pages.glob("*.jsonl.zst"))
    if not files:
        sys.exit(f"{args.pages}: there are no pages; make them with assemble_pages.py")
    truth, cpu, documents = scan(args, files, [])
    print(f"{documents:,} documents; {truth:,} pairs with a resemblance of at least {args.at_least}, found in {cpu:.1f} s\n")
    print("| method | found | of them true | of all | processor time |\n|---|---|---|---|---|", flush=True)
    for method in args.methods:
        options = ["--method", *method.split()]
        raw, _, _ = scan(args, files, options + ["--no-verify"])
        confirmed, cpu, _ = scan(args, files, options)
        true = f"{confirmed / raw:.3f}" if raw else "-"
        print(f"| `{method}` | {raw:,} | {true} | {confirmed / truth:.3f} | {cpu:.1f} s |", flush=True)


def scan(args, files, options):
    """Pairs, seconds of processors, and documents."""
    command = [args.twinprint, "scan", *files, "--json", "--at-least", args.at_least, *options]
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        said.seek(0)
        text = said.read()
    if status:
        sys.exit(f"{' '.join(options)}: {text}")
    number = lambda name: int(re.search(rf"^{name} +(none|[\d,]+)", text, re.M)[1].replace(",", "").replace("none", "0"))
    return number("pairs"), usage.ru_utime + usage.ru_stime, number("documents read")


main()
