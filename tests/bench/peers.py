#!/usr/bin/env python3
"""How fast 128 min-values are made by what a Python user would pick, beside the bench `sketches`, in one table.

    peers.py [FILE] [--venv FOLDER]

FILE has a JSON object with "text" in each line, of which the first 2000 are read; without it the documents are text made
by the bench `speed`, in pieces of 4 KB. The packages are taken from the virtual environment FOLDER, or from
tests/bench/.venv, which is made and filled if it is not there. Each document becomes its 5-shingles of words, as a
user of these packages would make them, and those a sketch: the first figure is of both, the second of the sketch
alone, which some publish. Medians of seven rounds, processor time of one core. A package that is missing is said to be.
"""
import argparse, json, os, pathlib, re, subprocess, sys, tempfile, time

PACKAGES = ["rensa", "datasketch"]
# Read by numeric libraries when they are loaded, and so set before.
ONE_CORE = {name: "1" for name in ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
ROUNDS, VALUES, DOCUMENTS, PIECE = 7, 128, 2000, 4096
HERE = pathlib.Path(__file__).resolve().parent
WORD = re.compile(r"\w+")


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("file", nargs="?")
    ask.add_argument("--venv", default=HERE / ".venv", type=pathlib.Path)
    args = ask.parse_args()
    python = args.venv / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", args.venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    if pathlib.Path(sys.prefix).resolve() != args.venv.resolve():
        arguments = [python, __file__, *sys.argv[1:]]
        os.execve(python, list(map(str, arguments)), {**os.environ, **ONE_CORE})
    with tempfile.TemporaryDirectory() as folder:
        path = args.file or made(pathlib.Path(folder))
        compare(path)


def compare(path):
    with open(path, encoding="utf-8") as file:
        texts = [json.loads(line)["text"] for line, _ in zip(file, range(DOCUMENTS))]
    size = sum(len(text.encode()) for text in texts)
    load = os.getloadavg()[0]
    print(f"{len(texts)} documents, {size} bytes; Python {sys.version.split()[0]}; medians of {ROUNDS} rounds, processor "
          f"time of one core; load average {load:.1f}\n")
    rust = bench(path)
    ours = next((speed for name, speed in rust if name.startswith("Twinprint")), None)
    rows = [(name, speed, None) for name, speed in rust]
    shingled = [shingles(text) for text in texts]
    for name, make in peers():
        whole = rate(size, lambda text: make(shingles(text)), texts)
        rows.append((name, whole, rate(size, make, shingled)))
    rows.append(("Python, shingles alone", rate(size, shingles, texts), None))
    print(f"{'128 min-values of 5-shingles':40} {'from text':>12} {'sketch only':>12} {'Twinprint is':>14}")
    for name, whole, alone in rows:
        times = f"{ours / whole:.1f} times" if ours and not name.startswith("Twinprint") else ""
        print(f"{name:40} {whole:7.2f} MB/s {f'{alone:7.2f} MB/s' if alone else '':>12} {times:>14}")


def shingles(text):
    words = WORD.findall(text.lower())
    return [" ".join(words[at:at + 5]) for at in range(len(words) - 4)]


def peers():
    """The packages' sketches, each with its name and version, of a list of shingles."""
    from importlib.metadata import PackageNotFoundError, version
    found = {}
    for package in PACKAGES:
        try:
            found[package] = f"{package} {version(package)}"
        except PackageNotFoundError:
            print(f"MISSING: {package} is not in this environment, and so not measured", file=sys.stderr)
    if "rensa" in found:
        import rensa

        for kind in (rensa.RMinHash, rensa.CMinHash):
            def sketch(of, kind=kind):
                made = kind(num_perm=VALUES, seed=42)
                made.update(of)
                return made.digest()
            yield f"{found['rensa']} {kind.__name__}", sketch
    if "datasketch" in found:
        import datasketch

        def sketch(of):
            made = datasketch.MinHash(num_perm=VALUES)
            made.update_batch([shingle.encode() for shingle in of])
            return made.digest()
        yield f"{found['datasketch']} MinHash", sketch


def rate(size, work, documents):
    """Megabytes a second; what is made of a document is dropped before the next."""
    seconds = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for document in documents:
            work(document)
        seconds.append(time.process_time() - begun)
    return size / sorted(seconds)[ROUNDS // 2] / 1e6


def cargo(binary, *arguments):
    command = ["cargo", "run", "--release", "--quiet", "--manifest-path", HERE / "Cargo.toml", "--bin", binary, "--"]
    return subprocess.run([*command, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def bench(path):
    """The rows of the bench `sketches` under its heading of min-values: names with megabytes a second."""
    heading, rows = None, []
    for line in cargo("sketches", path).splitlines():
        row = re.fullmatch(r"  (\S.*?) +([\d.]+) MB/s", line)
        if row and heading == "128 min-values of 5-shingles":
            rows.append((row[1], float(row[2])))
        elif line and not line.startswith(" "):
            heading = line
    if not rows:
        sys.exit("tests/bench/src/sketches.rs has no rows of min-values any more; look for their heading there")
    return rows


def made(folder):
    """Text made by the bench `speed`, as a file of JSON lines."""
    text, lines = folder / "text.txt", folder / "documents.jsonl"
    cargo("speed", "--write", text)
    pieces = text.read_bytes()
    with open(lines, "w", encoding="utf-8") as file:
        for at in range(0, len(pieces), PIECE):
            document = {"id": at // PIECE, "text": pieces[at:at + PIECE].decode(errors="replace")}
            file.write(json.dumps(document, ensure_ascii=False) + "\n")
    return lines


if __name__ == "__main__":
    main()
