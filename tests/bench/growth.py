#!/usr/bin/env python3
"""How the time and the memory of `twinprint scan` grow with a corpus of real pages.

    growth.py PAGES [--shares SHARE..] [--rounds N] [--memory SIZE] [--twinprint FILE] [--svg FILE]

PAGES is a folder made by assemble_pages.py. Of its files, in the order of their MD5s, as many are taken as hold each share of
all bytes (0.06, 0.25 and 1 unless told otherwise). Each is scanned for exact copies, all pairs with a resemblance of at least
0.5 (shingles of ten words) and clusters, pairs written as JSON lines to a folder: the time by the clock, the processor time,
the most memory, by the operating system's account, and what was found; medians of --rounds rounds. The plot has the time by the clock
and the memory by the number of pages.
"""
import argparse, hashlib, json, os, pathlib, statistics, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pages", type=pathlib.Path)
    ask.add_argument("--shares", type=float, nargs="+", default=[0.06, 0.25, 1.0])
    ask.add_argument("--rounds", type=int, default=1)
    ask.add_argument("--memory", default="1GiB")
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--svg", type=pathlib.Path)
    args = ask.parse_args()
    if not os.access(args.twinprint, os.X_OK):
        sys.exit(f"{args.twinprint}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    files = sorted(args.pages.glob("*.jsonl.zst"), key=lambda file: hashlib.md5(file.name.encode()).digest())
    if not files:
        sys.exit(f"{args.pages}: there are no pages; make them with assemble_pages.py")
    print(f"{'pages':>9} {'seconds':>8} {'cpu':>8} {'MB/s':>6} {'peak MB':>8} {'copies':>9} {'pairs':>11} {'clusters':>9}")
    points = []
    for share in sorted(args.shares):
        some = taken(files, share)
        rounds = [scan(args, some) for _ in range(args.rounds)]
        seconds, cpu, peak = (statistics.median(one[at] for one in rounds) for at in range(3))
        summary = rounds[0][3]
        points.append((summary["documents"], seconds, peak))
        print(
            f"{summary['documents']:9,} {seconds:8.1f} {cpu:8.1f} {summary['bytes'] / seconds / 1e6:6.0f} {peak / 1e6:8.0f} "
            f"{summary['exact_duplicates']:9,} {summary['pairs']:11,} {summary['clusters']:9,}",
            flush=True,
        )
    if args.svg:
        args.svg.write_text(plot(points))


def taken(files, share):
    """The first files that hold a share of all bytes."""
    sizes = [file.stat().st_size for file in files]
    wanted, some = share * sum(sizes), []
    for file, size in zip(files, sizes):
        if wanted <= 0:
            break
        some.append(file)
        wanted -= size
    return some


def scan(args, files):
    """Seconds by the clock, seconds of processors, most bytes of memory, and the summary."""
    with tempfile.TemporaryDirectory(dir=args.pages) as folder:
        out = pathlib.Path(folder) / "found"
        begun = time.monotonic()
        process = subprocess.Popen(
            [args.twinprint, "scan", *files, "-o", out, "--memory", args.memory, "--temp-dir", folder],
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begun
        if status:
            sys.exit(f"{args.twinprint} ended with status {os.waitstatus_to_exitcode(status)}")
        summary = json.loads((out / "summary.json").read_text())
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, summary


def plot(points):
    """Two panels side by side, each from 0: seconds and megabytes by pages."""
    panels = [("seconds", [(n, s) for n, s, _ in points]), ("MB at most", [(n, m / 1e6) for n, _, m in points])]
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="880" height="320" viewBox="0 0 880 320" font-family="sans-serif" font-size="13">']
    out.append('<rect width="880" height="320" fill="#fff"/>')
    for panel, (name, line) in enumerate(panels):
        left, width, top, height = 70 + 430 * panel, 330, 40, 220
        most_x, most_y = line[-1][0] * 1.05, max(y for _, y in line) * 1.15
        at = lambda x, y: (left + width * x / most_x, top + height * (1 - y / most_y))
        out.append(f'<path d="M{left} {top}V{top + height}H{left + width}" fill="none" stroke="#333"/>')
        out.append(f'<text x="{left}" y="{top - 14}">{name}</text>')
        out.append(f'<text x="{left + width}" y="{top + height + 38}" text-anchor="end">pages</text>')
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in [at(0, 0)] + [at(*point) for point in line])
        out.append(f'<polyline points="{path}" fill="none" stroke="#0072b2" stroke-width="2"/>')
        for n, value in line:
            x, y = at(n, value)
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#0072b2"/>')
            out.append(f'<text x="{x:.1f}" y="{y - 10:.1f}" text-anchor="middle">{value:,.0f}</text>')
            out.append(f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">{n / 1000:,.0f} k</text>')
    out.append("</svg>\n")
    return "\n".join(out)


main()
