#!/usr/bin/env python3
"""What near-identical documents cost: time, memory and bytes of `twinprint scan` and `twinprint dedup` at three sizes.

    dense.py [--kinds dated changed forms pool] [--sizes N..] [--commands NAME..] [--memory SIZE] [--twinprint FILE] [--most SECONDS] [--svg FILE]

dated: one article of 500 words, of which one is another in each document: each stands in another but for a word.
changed: the same, of which two are others: alike, and mostly more is lost of one than a twentieth of its shingles of ten words.
forms: one template of 500 words, filled in with 25 words of its own in each document, at five places.
pool: the same template, filled in at five places with 5 words that belong to one of fifty answers, so that hundreds have each.

All words are made by the script, and no two documents are the same. Commands: `scan`; `representative`, a scan with `--clusters
representative`; `minhash`, a scan by this method, confirmed; `raw`, the same without confirmation; `dedup`. Each line is one run: the time by the clock, the
processor time, the most memory by the operating system's account, the bytes of the output folder, each also for a document; then what
the run counted. A run of more than --most seconds is ended, and says so. The plot has the microseconds of processor time for a
document by the number of documents: a line that stays level, or falls, is linear.
"""
import argparse, json, os, pathlib, random, subprocess, sys, tempfile, threading, time

HERE = pathlib.Path(__file__).resolve().parent
WORDS = 500
COMMANDS = {
    "scan": ["scan"],
    "representative": ["scan", "--clusters", "representative"],
    "minhash": ["scan", "--method", "minhash"],
    "raw": ["scan", "--method", "minhash", "--no-verify"],
    "dedup": ["dedup", "--guard", "100%"],
}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    ask.add_argument("--sizes", type=int, nargs="+", default=[5_000, 10_000, 20_000])
    ask.add_argument("--commands", nargs="+", choices=list(COMMANDS), default=["scan", "dedup"])
    ask.add_argument("--memory", default="1GiB")
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--most", type=float, default=600)
    ask.add_argument("--svg", type=pathlib.Path)
    args = ask.parse_args()
    if not os.access(args.twinprint, os.X_OK):
        sys.exit(f"{args.twinprint}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    heads = ["seconds", "cpu", "cpu us/doc", "peak MB", "out MB", "B/doc"]
    print(f"{'kind':8} {'command':15} {'documents':>10} " + " ".join(f"{head:>10}" for head in heads) + "  found")
    lines = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind in args.kinds:
            for size in sorted(args.sizes):
                corpus = pathlib.Path(folder) / "corpus.jsonl"
                write(corpus, KINDS[kind], size)
                for command in args.commands:
                    seconds, cpu, peak, out, found = run(args, command, corpus, pathlib.Path(folder) / "out")
                    numbers = [seconds, cpu, 1e6 * cpu / size, peak / 1e6, out / 1e6, out / size]
                    print(f"{kind:8} {command:15} {size:10,} " + " ".join(f"{number:10,.1f}" for number in numbers) + f"  {found}", flush=True)
                    lines.setdefault(f"{kind}, {command}", []).append((size, 1e6 * cpu / size))
    if args.svg:
        args.svg.write_text(plot(lines))


def article(seed):
    """A text of words that stand nowhere else."""
    draw = random.Random(seed)
    return ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(3, 9))) for _ in range(WORDS)]


def dated(base, draw, number):
    return with_others(base, draw, 1)


def changed(base, draw, number):
    return with_others(base, draw, 2)


def with_others(base, draw, count):
    words = list(base)
    for at in draw.sample(range(WORDS), count):
        words[at] = f"w{draw.getrandbits(40):x}"
    return words


def forms(base, draw, number):
    return filled(base, [[f"w{number}p{place}n{word}" for word in range(5)] for place in range(5)])


def pool(base, draw, number):
    return filled(base, [[f"answer{draw.randrange(50)}p{place}n{word}" for word in range(5)] for place in range(5)])


def filled(base, answers):
    """The template, with an answer behind each hundred words."""
    words = []
    for place, answer in enumerate(answers):
        words += base[100 * place : 100 * place + 100] + answer
    return words


KINDS = {"dated": dated, "changed": changed, "forms": forms, "pool": pool}


def write(corpus, kind, size):
    base, draw, seen = article(1), random.Random(2), set()
    with open(corpus, "w") as lines:
        for number in range(size):
            text = " ".join(kind(base, draw, number))
            while hash(text) in seen:
                text = " ".join(kind(base, draw, number))
            seen.add(hash(text))
            lines.write(json.dumps({"id": f"d{number}", "text": text}) + "\n")


def run(args, command, corpus, out):
    """Seconds by the clock, seconds of processors, most bytes of memory, bytes written, and what was found."""
    begun = time.monotonic()
    command = [args.twinprint, *COMMANDS[command], corpus, "-o", out, "--memory", args.memory]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    late = threading.Timer(args.most, process.kill)
    late.start()
    _, status, usage = os.wait4(process.pid, 0)
    late.cancel()
    seconds = time.monotonic() - begun
    ended = os.waitstatus_to_exitcode(status)
    written = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    if ended == -9:
        found = f"ended after {args.most:.0f} s"
    elif ended:
        sys.exit(f"{args.twinprint} ended with status {ended}")
    else:
        found = told(json.loads((out / "summary.json").read_text()))
    subprocess.run(["rm", "-r", "-f", out], check=True)
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, written, found


def told(summary):
    if "pairs" in summary:
        pairs = ("at least " if summary.get("at_least") else "") + f"{summary['pairs']:,}"
        listed = summary.get("listed", summary["pairs"])
        return f"{pairs} pairs, {listed:,} listed; {summary['clusters']:,} clusters, {summary['others']:,} others"
    ledger = summary["ledger"]
    return f"{ledger['removed']['documents']:,} removed, {ledger['kept']['documents']:,} kept"


def plot(lines):
    """Microseconds of processor time a document by documents, each line a kind and a command."""
    colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333"]
    left, top, width, height = 70, 30, 520, 260
    most_x = 1.05 * max(n for line in lines.values() for n, _ in line)
    most_y = 1.15 * max(y for line in lines.values() for _, y in line)
    at = lambda x, y: (left + width * x / most_x, top + height * (1 - y / most_y))
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="880" height="350" viewBox="0 0 880 350" font-family="sans-serif" font-size="13">']
    out.append('<rect width="880" height="350" fill="#fff"/>')
    out.append(f'<path d="M{left} {top}V{top + height}H{left + width}" fill="none" stroke="#333"/>')
    out.append(f'<text x="{left}" y="{top - 10}">microseconds of processor time for a document</text>')
    out.append(f'<text x="{left + width}" y="{top + height + 38}" text-anchor="end">documents</text>')
    for n in sorted({n for line in lines.values() for n, _ in line}):
        out.append(f'<text x="{at(n, 0)[0]:.1f}" y="{top + height + 18}" text-anchor="middle">{n / 1000:,.0f} k</text>')
    for number, (name, line) in enumerate(lines.items()):
        colour = colours[number % len(colours)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in [at(*point) for point in line])
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for n, value in line:
            x, y = at(n, value)
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')
        out.append(f'<text x="{left + width + 20}" y="{top + 18 * number + 12}" fill="{colour}">{name}: {line[-1][1]:,.0f}</text>')
    out.append("</svg>\n")
    return "\n".join(out)


main()
