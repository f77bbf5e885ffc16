#!/usr/bin/env python3
"""What the defaults give, and what those of before `identity` and `tf` gave, for scan, eval and check.

    defaults.py PAGES TEXTS [--twinprint FILE]

PAGES is what assemble_pages.py wrote, TEXTS what edited_copies.py wrote. Before, exact copies were told by folded words, and a feature counted in a simhash as
often as it occurs: that is `--identity words` and `tf=raw`. Now they are told by the method's own tokens, and a feature counts once. Right are pairs
with a resemblance of at least 0.5 by shingles of ten words (scan), labelled pairs (eval), and copies whose source is among those named
(check, of passages signed by three lexicons, confirmed by shingles as always). Each row is of one command. The lines are rows of a Markdown table.
"""
import argparse, json, pathlib, re, subprocess, tempfile

OLD, NEW = "raw", "once"


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("texts", type=pathlib.Path)
    ask.add_argument("--twinprint", default="twinprint", metavar="FILE", help="the program [%(default)s]")
    args = ask.parse_args()
    print("| command | before | now |\n|---|---|---|", flush=True)
    for method in ("simhash", "simhash-shingle", "manku07"):
        row(f"`scan --method {method}`", *(scan(args, method, tf) for tf in (OLD, NEW)))
    for method in ("henzinger06-b", "henzinger06-c"):
        row(f"`scan --method {method}`", *(scan(args, method, None, identity) for identity in ("words", "method")))
    for method in ("simhash", "simhash-shingle", "simhash-lexicons", "manku07"):
        row(f"`eval --method {method}`", *(judged(args, method, tf) for tf in (OLD, NEW)))
    row("`check`", *(checked(args, tf) for tf in (OLD, NEW)))


def row(name, before, now):
    print(f"| {name} | {before} | {now} |", flush=True)


def scan(args, method, tf, identity=None):
    """Exact copies, pairs as the method finds them, and the share of these that are right."""
    identity = identity or ("words" if tf == OLD else "method")
    line = f"{method}:tf={tf}" if tf else method
    command = [args.twinprint, "scan", args.pages / "*.jsonl.zst", "--method", line, "--identity", identity, "--at-least", "0.5"]
    numbers = []
    for more in (["--no-verify"], []):
        said = subprocess.run([*map(str, command), *more, "--json"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
        numbers.append([number(said, name) for name in ("exact duplicates", "pairs")])
    (copies, found), (_, right) = numbers
    return f"{copies:,} copies, {found:,} pairs, of these right {right / max(1, found):.3f}"


def number(said, name):
    return int(re.search(rf"^{name} +(none|[\d,]+)", said, re.M)[1].replace(",", "").replace("none", "0"))


def judged(args, method, tf):
    """Recall and precision at the method's own threshold, and F at thresholds chosen on one half and tested on the other."""
    command = [args.twinprint, "eval", args.texts / "texts.jsonl", args.texts / "copies.jsonl", "--pairs", args.texts / "pairs.tsv", "--queries",
               "--json", "--method", f"{method}:tf={tf}"]
    said = json.loads(subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[0])
    own, tuned = said["own"]["figures"], said["tuned"]
    ends = tuned["f1_interval"]
    return f"recall {own['recall']:.3f} at {own['precision'] or 0:.3f}; tuned F {tuned['mean']['f1']:.3f} ({ends['low']:.3f} to {ends['high']:.3f})"


def checked(args, tf):
    """The share of the copies whose source is named, and the sources named that are none, for each copy."""
    with tempfile.TemporaryDirectory() as folder:
        index = pathlib.Path(folder) / "index"
        method = f"simhash-lexicons:lexicons=3,stop-words=none,stemmer=none,weights=none,tf={tf}"
        subprocess.run([args.twinprint, "index", "build", args.texts / "texts.jsonl", "--method", method, "-o", index], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        said = subprocess.run([args.twinprint, "check", args.texts / "copies.jsonl", "--index", index, "--json"], check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        size = sum(file.stat().st_size for file in index.rglob("*") if file.is_file())
    sources = dict(line.split("\t")[:2] for line in (args.texts / "pairs.tsv").read_text(encoding="utf-8").splitlines())
    found = other = copies = 0
    for answer in map(json.loads, said.splitlines()):
        if "document" in answer:
            named = [json.dumps(source) for source in answer["sources"]]
            right = sum(f'"{sources[answer["document"]]}"' in one for one in named)
            copies, found, other = copies + 1, found + (right > 0), other + len(named) - right
    return f"source named of {found / copies:.3f} of the copies, {other / copies:.3f} others each, {size / 1e6:.1f} MB"


main()
