#!/usr/bin/env python3
"""`twinprint dedup` on full disks, killed at random moments, and on drives that are lost: nothing half done stands anywhere, and the same command ends with the same bytes.

    dedup_interrupted.py [disks] [kills] [drives] [--twinprint FILE] [--sizes N] [--kills N] [--cuts N] [--documents N] [--seed N] [--json FILE]

The corpus is made by the script: --documents documents of 20 to 200 words, one in five a copy of an earlier one and one in ten a copy
that lacks a word, in files of JSON lines as they are and packed by gzip and by Zstandard, of CSV, and one that is a document. An
undisturbed run says what the right bytes are.

disks: the output is on a file system in memory (tmpfs: needs root on Linux) of --sizes sizes, from a page to a page less than the
least that the run has room on, which is found first. At every second size the result of an earlier corpus stands there already. After
each run: its exit status is 2, what it says names the folder, the corpus is as it was, the old result is as it was or there is none, and
nothing else is left. Then the file system is made larger, and the same command must end with the right bytes.

kills: the program is killed at --kills moments, spread evenly over an undisturbed run's time and taken in random order; at every fourth
one an earlier result stands there already, and where nothing does after a kill, that is counted. After each kill the corpus
is as it was, and the folder is not there, or the old result, or the right one. Every second kill is followed by another of what is
taken up again; then the same command must end with the right bytes, and nothing else is left. A run that ends before it is killed
is checked, and begun anew with less time.

drives: the corpus is on a file system of its own (ext2 in a file: needs root and loop devices of Linux), of which all behind --cuts
places is lost once its folders were looked at, so that reading fails in the middle of a file. At every second place an earlier result
stands there already. After each run: its exit status is 2, what it says names a file of the corpus, the old result is as it was or there
is none. Then the drive comes back, and the same command must end with the right bytes.

Needs zstd. The exit status is 1 if anything was otherwise than it is said here.
"""
import argparse, contextlib, gzip, hashlib, json, os, pathlib, random, shutil, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
PAGE = os.sysconf("SC_PAGE_SIZE")
PARTS = ["disks", "kills", "drives"]


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("parts", nargs="*", metavar="PART", help="disks, kills, drives [default: all]")
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--sizes", type=int, default=50)
    ask.add_argument("--kills", type=int, default=200)
    ask.add_argument("--cuts", type=int, default=50)
    ask.add_argument("--documents", type=int, help="[default: 40000 for kills, else 2000]")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--json", type=pathlib.Path)
    args = ask.parse_args()
    if unknown := set(args.parts) - set(PARTS):
        ask.error(f"there is no part {', '.join(unknown)}")
    program = args.twinprint.resolve()
    if not os.access(program, os.X_OK):
        sys.exit(f"{program}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    found = {}
    for part in args.parts or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            desk = Desk(program, pathlib.Path(folder), args.documents or (40_000 if part == "kills" else 2_000))
            found[part] = {"disks": lambda: disks(desk, args.sizes), "kills": lambda: kills(desk, args.kills, random.Random(args.seed)),
                           "drives": lambda: drives(desk, args.cuts)}[part]()
        faults = found[part]["faults"]
        print(f"{part}: " + ", ".join(f"{what} {count}" for what, count in found[part].items() if what != "faults")
              + f", faults {len(faults)}", *faults, sep="\n  ", flush=True)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")
    sys.exit(any(part["faults"] for part in found.values()))


class Desk:
    """A corpus, what an earlier corpus gave, what this one must give, and the faults that were found."""

    def __init__(self, program, folder, documents):
        self.program, self.folder, self.faults = program, folder, []
        self.corpus, self.old = folder / "corpus", folder / "old"
        self.corpus.mkdir()
        texts = made_texts(documents)
        fifth = len(texts) // 5
        lines = ["".join(json.dumps({"id": at, "text": text}) + "\n" for at, text in enumerate(texts[part * fifth:(part + 1) * fifth]))
                 for part in range(3)]
        (self.corpus / "a.jsonl").write_text(lines[0])
        self.must(self.run(self.old))
        (self.corpus / "b.jsonl.gz").write_bytes(gzip.compress(lines[1].encode(), mtime=0))
        (self.corpus / "below").mkdir()
        packed = subprocess.run(["zstd", "-q", "-c"], input=lines[2].encode(), stdout=subprocess.PIPE, check=True).stdout
        (self.corpus / "below" / "c.jsonl.zst").write_bytes(packed)
        (self.corpus / "d.csv").write_text("id,text\n" + "".join(f"{at},{text}\n" for at, text in enumerate(texts[3 * fifth:-1])))
        (self.corpus / "e.txt").write_text(texts[-1])
        self.must(self.run(folder / "whole"))
        self.corpus_bytes, self.whole, self.earlier = (content(path) for path in (self.corpus, folder / "whole", self.old))

    def command(self, output):
        return [self.program, "dedup", self.corpus, "-o", output]

    def run(self, output):
        return subprocess.run(self.command(output), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def must(self, said):
        if said.returncode != 0:
            sys.exit(said.stderr)

    def check(self, where, is_right, what):
        if not is_right:
            self.faults.append(f"{where}: {what}")

    def check_corpus(self, where):
        self.check(where, content(self.corpus) == self.corpus_bytes, "the corpus is not as it was")

    def check_end(self, where, output):
        """Does the same again, which must end with the right bytes."""
        said = self.run(output)
        self.check(where, said.returncode == 0, f"the same command ends with {said.returncode}: {said.stderr[-500:]}")
        self.check(where, content(output) == self.whole, "the same command gives other bytes")
        self.check(where, os.listdir(output.parent) == [output.name], f"what is left: {os.listdir(output.parent)}")
        self.check_corpus(where)


def made_texts(count):
    dice = random.Random(1)
    vocabulary = ["".join(dice.choice("bcdfghklmnprst") + dice.choice("aeiou") for _ in range(dice.randint(1, 4))) for _ in range(5_000)]
    texts = []
    for at in range(count):
        if at % 5 == 4:
            texts.append(texts[dice.randrange(at)].upper())
        elif at % 10 == 8:
            texts.append(texts[dice.randrange(at)].partition(" ")[2] or "end")
        else:
            texts.append(" ".join(dice.choices(vocabulary, k=dice.randint(20, 200))))
    return texts


def content(folder):
    """The digest of every file below a folder; nothing if there is none."""
    return {str(path.relative_to(folder)): hashlib.md5(path.read_bytes()).digest() for path in folder.rglob("*") if path.is_file()}


# Full disks.


@contextlib.contextmanager
def disk(folder, size):
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "twinprint-bench", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def resize(folder, size):
    subprocess.run(["mount", "-o", f"remount,size={size}", folder], check=True)


def disks(desk, sizes):
    folder = desk.folder / "disk"
    counts = {"runs": 0, "full": 0, "had room": 0, "with an old result": 0}
    fits = {has_old: least(desk, folder, has_old) for has_old in (False, True)}
    for at in range(sizes):
        has_old = at % 2 == 1
        used, room = fits[has_old]
        free = PAGE + (room - 2 * PAGE) * at // (sizes - 1) // PAGE * PAGE
        where = f"{free} bytes free" + (", an old result" if has_old else "")
        with disk(folder, used + room + PAGE):
            output = prepared(desk, folder, has_old)
            resize(folder, used + free)
            said = desk.run(output)
            counts["runs"] += 1
            counts["with an old result"] += has_old
            counts["full" if said.returncode else "had room"] += 1
            desk.check_corpus(where)
            if said.returncode == 0:
                desk.check(where, content(output) == desk.whole, "it ended well with other bytes")
                continue
            desk.check(where, said.returncode == 2, f"exit status {said.returncode}: {said.stderr[-500:]}")
            desk.check(where, str(folder) in said.stderr, f"it does not say where: {said.stderr[-500:]}")
            desk.check(where, "panicked" not in said.stderr, said.stderr[-500:])
            desk.check(where, content(output) == (desk.earlier if has_old else {}), f"the folder has {sorted(content(output))}")
            desk.check(where, os.listdir(folder) == (["out"] if has_old else []), f"what is left: {os.listdir(folder)}")
            resize(folder, used + 2 * room)
            desk.check_end(where, output)
    return {**counts, "least room": fits[False][1], "least room beside an old result": fits[True][1], "faults": desk.faults}


def prepared(desk, folder, has_old):
    if has_old:
        shutil.copytree(desk.old, folder / "out")
    return folder / "out"


def least(desk, folder, has_old):
    """What is used before a run, and the least room on which one ends."""
    low, high = 0, 1 << 30
    used = 0
    while high - low > PAGE:
        middle = (low + high) // 2 // PAGE * PAGE
        with disk(folder, 1 << 30):
            output = prepared(desk, folder, has_old)
            state = os.statvfs(folder)
            used = (state.f_blocks - state.f_bfree) * state.f_bsize
            resize(folder, used + middle)
            if desk.run(output).returncode == 0:
                high = middle
            else:
                low = middle
    return used, high


# Kills.


def kills(desk, count, dice):
    folder = desk.folder / "work"
    folder.mkdir()
    output = folder / "out"
    seconds = []
    for _ in range(3):
        begun = time.monotonic()
        desk.must(desk.run(output))
        seconds.append(time.monotonic() - begun)
        shutil.rmtree(output)
    lasts = sorted(seconds)[1]
    counts = {"killed at work": 0, "had ended": 0, "taken up twice": 0, "with an old result": 0, "no result stood there, old or new": 0}
    moments = [lasts * at / count for at in range(count)]
    dice.shuffle(moments)
    for at, moment in enumerate(moments):
        where = f"kill {at} after {moment:.3f} s"
        if at % 2 == 0:
            has_old = at % 4 == 0
            counts["with an old result"] += has_old
            if has_old:
                shutil.copytree(desk.old, output)
        else:
            counts["taken up twice"] += 1
        while (status := killed(desk.command(output), moment)) is not None:
            # What was taken up again takes less time.
            counts["had ended"] += 1
            desk.check(where, status == 0, f"it ended with {status}")
            desk.check(where, content(output) == desk.whole, "it ended with other bytes")
            shutil.rmtree(output)
            has_old, moment = False, moment * 0.9
        counts["killed at work"] += 1
        found = content(output)
        desk.check(where, found in ({}, desk.earlier, desk.whole), f"the folder has {sorted(found)}")
        counts["no result stood there, old or new"] += has_old and not found
        desk.check_corpus(where)
        if at % 2 == 1 or at + 1 == count:
            desk.check_end(where, output)
            shutil.rmtree(output)
    return {"seconds undisturbed": round(lasts, 2), **counts, "faults": desk.faults}


def killed(command, moment):
    """Kills a command after `moment` seconds; gives its exit status if it had ended."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(moment)
    status = child.poll()
    child.kill()
    child.wait()
    return status


# Drives that are lost.


@contextlib.contextmanager
def drive(image, folder):
    folder.mkdir(exist_ok=True)
    device = subprocess.run(["losetup", "-f", "--show", image], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
    try:
        subprocess.run(["mount", "-o", "ro", device, folder], check=True)
        try:
            yield
        finally:
            subprocess.run(["umount", folder], check=True)
    finally:
        subprocess.run(["losetup", "-d", device], check=True)


def drives(desk, cuts):
    image, folder, output = desk.folder / "image", desk.folder / "drive", desk.folder / "work" / "out"
    output.parent.mkdir()
    bytes_of_corpus = sum(path.stat().st_size for path in desk.corpus.rglob("*") if path.is_file())
    image.write_bytes(bytes(2 * bytes_of_corpus // 4096 * 4096 + (1 << 20)))
    subprocess.run(["mkfs.ext2", "-q", "-b", "1024", "-d", desk.folder / "corpus", image], check=True)
    whole = image.read_bytes()
    used = len(whole.rstrip(b"\0"))
    desk.corpus = folder
    with drive(image, folder):
        desk.corpus_bytes = content(folder)
        desk.must(desk.run(output))
        desk.whole = content(output)
        shutil.rmtree(output)
    counts = {"runs": 0, "lost": 0, "not noticed": 0, "with an old result": 0}
    for at in range(cuts):
        has_old = at % 2 == 1
        cut = used * (at + 1) // (cuts + 1) // 1024 * 1024
        where = f"all behind byte {cut} of {used} is lost" + (", an old result" if has_old else "")
        if has_old:
            shutil.copytree(desk.old, output)
        with drive(image, folder):
            names = [str(path) for path in folder.rglob("*") if path.is_file() and path.stat()]
            os.truncate(image, cut)
            said = desk.run(output)
        counts["runs"] += 1
        counts["with an old result"] += has_old
        if said.returncode == 0:
            # All that it read was before the cut, or in memory.
            counts["not noticed"] += 1
            desk.check(where, content(output) == desk.whole, "it ended well with other bytes")
        else:
            counts["lost"] += 1
            desk.check(where, said.returncode == 2, f"exit status {said.returncode}: {said.stderr[-500:]}")
            desk.check(where, any(name in said.stderr for name in [*names, str(folder)]), f"it does not say where: {said.stderr[-500:]}")
            desk.check(where, "panicked" not in said.stderr, said.stderr[-500:])
            desk.check(where, content(output) == (desk.earlier if has_old else {}), f"the folder has {sorted(content(output))}")
        image.write_bytes(whole)
        with drive(image, folder):
            desk.check_end(where, output)
        shutil.rmtree(output)
    return {**counts, "faults": desk.faults}


if __name__ == "__main__":
    main()
