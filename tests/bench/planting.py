"""What benches share that put a passage of one document into another: the planting, what `twinprint compare` marks of it, intervals."""
import collections, json, pathlib, subprocess, sys, tempfile

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "target/release/twinprint"
Planted = collections.namedtuple("Planted", "source text start end")


def between_paragraphs(source, host, passage):
    """The passage between two paragraphs of the host, in its middle, and where it stands there, in bytes."""
    lines = host.split("\n")
    half = len(lines) // 2
    before = "\n".join(lines[:half]) + "\n\n"
    start = len(before.encode())
    return Planted(source, before + passage + "\n\n" + "\n".join(lines[half:]), start, start + len(passage.encode()))


def marked(pair, program, reach):
    """Bytes of the passage marked, bytes marked outside of it, bytes of the passage, and in how many pieces."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder, name) for name in ("source.txt", "text.txt")]
        for file, text in zip(files, (pair.source, pair.text)):
            file.write_text(text, encoding="utf-8")
        done = subprocess.run([program, "compare", *files, "--json", "--reach", reach], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    report = json.loads(done.stdout.splitlines()[0])
    places = [passage["b"] for passage in report["passages"] + (report.get("reworded") or [])]
    is_marked = bytearray(len(pair.text.encode()))
    for place in places:
        is_marked[place["start"]:place["end"]] = b"\1" * (place["end"] - place["start"])
    inside = sum(is_marked[pair.start:pair.end])
    pieces = sum(place["start"] < pair.end and place["end"] > pair.start for place in places)
    return inside, sum(is_marked) - inside, pair.end - pair.start, pieces


def each_with_each(texts, program, reach):
    """The reports of pairs of texts that share anything, each with the numbers of its texts."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            pathlib.Path(folder, f"{number}.txt").write_text(text, encoding="utf-8")
        command = [program, "compare", folder, "--json", "--min-words", "1", "--reach", reach]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
            for report in map(json.loads, running.stdout):
                if "passages" in report:
                    yield *(int(pathlib.Path(report[side]).stem) for side in "ab"), report
    if running.returncode:
        sys.exit(f"{program} compare ended with {running.returncode}")


def interval(values, rng):
    """95 % of the means of samples lie between these."""
    means = sorted(sum(rng.choices(values, k=len(values))) / len(values) for _ in range(1000))
    return means[25], means[974]
