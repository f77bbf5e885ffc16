#!/usr/bin/env python3
"""Every command that writes, killed and out of room at every system call by which it does: what was whole stays whole, and the same command again ends as if nothing had been.

    torture.py [dedup] [scan] [build] [new] [add] [both] [check-add] [remember] [--twinprint FILE] [--points N] [--json FILE]

An undisturbed run under strace says how often each thread makes each of the system calls that change a disk. Then the command is run
again for every one of them, or --points of each kind, spread evenly: it is killed as that call begins; it has no room at that call alone;
and it has none from that call on. What may be there after each run, and what the same command must end with then, a class below says
for each command. The exit status of a run without room is 2, or 0 and then all is as it should be; it names a place, and nothing panics.

Needs strace (Debian: apt-get install strace). The exit status is 1 if anything was otherwise than it is said here.
"""
import argparse, collections, hashlib, json, os, pathlib, re, shutil, signal, subprocess, sys, tempfile, urllib.error, urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CHANGES = ["write", "pwrite64", "writev", "ftruncate", "fallocate", "copy_file_range", "sendfile", "rename", "renameat", "renameat2", "link", "linkat",
           "unlink", "unlinkat", "rmdir", "mkdir", "mkdirat", "fsync", "fdatasync"]
# What needs room; of the others, that a rename or a sync fails for want of it is as good as any reason.
ROOM = {"write", "pwrite64", "writev", "ftruncate", "fallocate", "copy_file_range", "rename", "renameat", "renameat2", "link", "linkat", "mkdir", "mkdirat",
        "fsync", "fdatasync"}


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("commands", nargs="*", metavar="COMMAND", help=f"{', '.join(COMMANDS)} [default: all]")
    ask.add_argument("--twinprint", type=pathlib.Path, default=HERE.parents[1] / "target/release/twinprint")
    ask.add_argument("--points", type=int, default=1_000_000)
    ask.add_argument("--json", type=pathlib.Path)
    args = ask.parse_args()
    if unknown := set(args.commands) - set(COMMANDS):
        ask.error(f"there is no command {', '.join(unknown)}")
    program = args.twinprint.resolve()
    if not os.access(program, os.X_OK):
        sys.exit(f"{program}: there is no such program; build it with cargo build --release, or name it with --twinprint")
    if not shutil.which("strace"):
        sys.exit("there is no strace; install it, for example by apt-get install strace")
    found = {}
    print("| command | calls | killed | without room once | without room from there on | faults |\n|---|---|---|---|---|---|")
    for name in args.commands or COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            found[name] = torture(COMMANDS[name](program, pathlib.Path(folder)), args.points)
        of = found[name]
        print(f"| `{of['line']}` | {of['calls']} | {of['killed']} | {of['once']} | {of['on']} | {len(of['faults'])} |", *of["faults"], sep="\n    ", flush=True)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1) + "\n")
    sys.exit(any(of["faults"] for of in found.values()))


def torture(command, points):
    """Every point of a command, and what was wrong."""
    counts = collections.Counter()
    calls = command.calls()
    for call, most in sorted(calls.items()):
        chosen = sorted({1 + at * most // min(points, most) for at in range(min(points, most))})
        for number in chosen:
            for fault in ["killed", "once", "on"] if call in ROOM else ["killed"]:
                inject = {"killed": f"{call}:signal=KILL:when={number}", "once": f"{call}:error=ENOSPC:when={number}",
                          "on": f"{call}:error=ENOSPC:when={number}+"}[fault]
                counts[fault] += 1
                command.point(fault, inject)
    return {"line": command.line, "calls": sum(calls.values()), **{fault: counts[fault] for fault in ("killed", "once", "on")}, "faults": command.faults}


class Command:
    """A command at a fresh desk each time. A class of one says its `line`, what is there before, what may be there after, and what must be at last."""

    def __init__(self, program, folder):
        self.program, self.start, self.desk, self.faults = program, folder / "start", folder / "desk", []
        self.start.mkdir()
        self.prepare()
        self.fresh()
        self.must(self.line)
        self.whole = self.state()

    def prepare(self):
        """What is at the desk before."""

    def state(self):
        """What is at the desk, so that two of them can be compared."""
        return content(self.desk)

    def fresh(self):
        shutil.rmtree(self.desk, ignore_errors=True)
        shutil.copytree(self.start, self.desk)
        self.before = self.state()

    def run(self, line, strace=(), at=None):
        words = [*strace, self.program, *line.split()]
        return subprocess.run(words, cwd=at or self.desk, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def must(self, line, at=None):
        said = self.run(line, at=at)
        if said.returncode != 0:
            sys.exit(f"{line}: {said.stderr}")
        return said

    def calls(self):
        """How often one thread makes each call, at most."""
        self.fresh()
        log = self.desk.parent / "log"
        self.run(self.line, ["strace", "-f", "--seccomp-bpf", "-o", log, "-e", "trace=" + ",".join(CHANGES)])
        return counted(log)

    def point(self, fault, inject):
        self.fresh()
        said = self.run(self.line, ["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=" + inject.split(":")[0], "-e", "inject=" + inject])
        where = f"{fault}, {inject}"
        if fault != "killed":
            self.check(where, said.returncode in (0, 2), f"exit status {said.returncode}: {said.stderr[-300:]}")
            self.check(where, "panicked" not in said.stderr, said.stderr[-300:])
            if said.returncode == 0:
                self.check(where, self.state() == self.whole, f"it ended well otherwise: {difference(self.state(), self.whole)}")
        self.after(where, said)
        again = self.run(self.line)
        self.at_last(where, again)

    def after(self, where, said):
        state = self.state()
        self.check(where, state in (self.before, self.whole), f"there is neither the old nor the new: {difference(state, self.whole)}")

    def at_last(self, where, said):
        self.check(where, said.returncode == 0, f"the same command ends with {said.returncode}: {said.stderr[-300:]}")
        self.check(where, self.state() == self.whole, f"the same command ends otherwise: {difference(self.state(), self.whole)}")

    def check(self, where, is_right, what):
        if not is_right:
            self.faults.append(f"{where}: {what}")


def counted(log):
    """The most of each call that one thread makes, of a log."""
    of = collections.Counter()
    for line in log.read_text(errors="replace").splitlines():
        if begun := re.match(r"(\d+) +(\w+)\(", line):
            of[begun.groups()] += 1
    most = collections.Counter()
    for (_, call), count in of.items():
        most[call] = max(most[call], count)
    return most


def content(folder):
    """The digest of every file below a folder that is not hidden, or in a hidden folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    named = ((path.relative_to(folder), path) for path in files)
    return {str(name): hashlib.md5(path.read_bytes()).hexdigest() for name, path in named if not any(part.startswith(".") for part in name.parts)}


def difference(state, other):
    return f"{sorted(name for name in {*state, *other} if state.get(name) != other.get(name))}"


def texts(first, count):
    """Documents as lines; every fourth says what the one before says, and one word more."""
    def words(at):
        return " ".join(f"word{hashlib.md5(f'{at} {number}'.encode()).hexdigest()[:4]}" for number in range(60))
    return "".join(json.dumps({"id": f"d{at}", "text": words(at - 1) + " more" if at % 4 == 3 else words(at)}) + "\n" for at in range(first, first + count))


class Dedup(Command):
    """The folder is the old result, or the new one; between the two renames there is none."""
    line = "dedup corpus -o out"

    def prepare(self):
        (self.start / "corpus").mkdir()
        (self.start / "corpus/a.jsonl").write_text(texts(0, 12))
        self.must(self.line, at=self.start)
        (self.start / "corpus/b.jsonl").write_text(texts(10, 12))
        (self.start / "corpus/c.txt").write_text("Another text of a few words that nothing else says.")

    def state(self):
        return {name: of for name, of in content(self.desk).items() if not name.endswith("summary.json") or not name.startswith("out/")}

    def after(self, where, said):
        state = self.state()
        corpus = {name: of for name, of in self.before.items() if not name.startswith("out/")}
        self.check(where, state in (self.before, self.whole, corpus), f"there is neither the old nor the new: {difference(state, self.whole)}")


class Scan(Command):
    """What stands in the folder is whole, file by file, and the same command gives all of it."""
    line = "scan corpus.jsonl -o found --report report.html --checkpoint 0"

    def prepare(self):
        (self.start / "corpus.jsonl").write_text(texts(0, 40))

    def state(self):
        # The summary and reports say how long it took.
        return {name: of for name, of in content(self.desk).items() if not name.endswith((".html", "summary.json")) and "/state/" not in name}

    def after(self, where, said):
        state = self.state()
        self.check(where, state.items() <= self.whole.items(), f"a file is not whole: {difference(state, self.whole)}")
        pages = [path for path in self.desk.rglob("*.html") if not path.read_text().rstrip().endswith("</html>")]
        self.check(where, not pages, f"pages are cut short: {pages}")


class Build(Command):
    """The index is the old one, or the new one."""
    line = "index build corpus.jsonl -o made.index --with-text"

    def prepare(self):
        (self.start / "corpus.jsonl").write_text(texts(0, 30))
        self.must("index build corpus.jsonl -o made.index --with-text", at=self.start)
        (self.start / "corpus.jsonl").write_text(texts(5, 30))

    def state(self):
        """The manifest, and the files that it names."""
        manifest = self.desk / "made.index/index.json"
        of = manifest.read_text() if manifest.is_file() else ""
        return {name: digest for name, digest in content(self.desk).items() if name.endswith("/index.json") or pathlib.Path(name).name in of}

    def after(self, where, said):
        super().after(where, said)
        if "killed" not in where:
            left = set(content(self.desk / "made.index")) - {name.removeprefix("made.index/") for name in self.state()}
            self.check(where, not left, f"what is left: {left}")
        verified = self.run("index verify made.index")
        self.check(where, verified.returncode == 0, f"the index is damaged: {verified.stderr[-300:]}")


class New(Build):
    """There is no index, or the new one."""

    def prepare(self):
        (self.start / "corpus.jsonl").write_text(texts(5, 30))

    def after(self, where, said):
        if (self.desk / "made.index/index.json").exists():
            super().after(where, said)
        elif "killed" not in where:
            self.check(where, os.listdir(self.desk) == ["corpus.jsonl"], f"what is left: {[str(path) for path in self.desk.rglob('*')]}")


class Add(Build):
    """The index is the old one, or the new one."""
    line = "index add made.index more.jsonl --replace"

    def prepare(self):
        super().prepare()
        (self.start / "more.jsonl").write_text(texts(100, 8))

    def state(self):
        # A document that takes the place of itself has another number.
        return {"documents": re.findall(r"documents +([\d,]+)", self.run("index inspect made.index").stdout)}

    def after(self, where, said):
        Command.after(self, where, said)
        verified = self.run("index verify made.index")
        self.check(where, verified.returncode == 0, f"the index is damaged: {verified.stderr[-300:]}")


class Both(Add):
    """The same of passages and of wholes in one folder: either has the new documents, or neither."""

    def prepare(self):
        (self.start / "corpus.jsonl").write_text(texts(5, 30))
        self.must("index build corpus.jsonl -o made.index --find both", at=self.start)
        (self.start / "more.jsonl").write_text(texts(100, 8))


class CheckAdd(Command):
    """What was said to be added is in the index, and the rest can be."""
    line = "check feed.jsonl --index made.index --add"

    def prepare(self):
        (self.start / "corpus.jsonl").write_text(texts(0, 12))
        self.must("index build corpus.jsonl -o made.index", at=self.start)
        (self.start / "feed.jsonl").write_text(texts(8, 16))

    def state(self):
        """The words of which documents of the feed stand in the index."""
        said = self.run("check feed.jsonl --index made.index --json")
        lines = [json.loads(line) for line in said.stdout.splitlines()]
        return {line["document"]: bool(line["share"] > 0.99) for line in lines if "share" in line} or {"fault": said.stderr}

    def after(self, where, said):
        state = self.state()
        added = [line.split()[-1] for line in said.stdout.splitlines() if line.startswith("added") and "%" in line]
        lost = [id for id in added if not state.get(id)]
        self.check(where, "fault" not in state and not lost, f"said to be added, and not there: {lost} {state.get('fault', '')}")
        verified = self.run("index verify made.index")
        self.check(where, verified.returncode == 0, f"the index is damaged: {verified.stderr[-300:]}")


class Remember(Command):
    """What was answered is remembered by the next server; what was not may be."""
    line = "serve --remember memory --port 0"
    SENT = 12

    def serve(self, strace, most):
        """Sends texts until the server does not answer; which of them were answered, and what it wrote."""
        server = subprocess.Popen([*strace, self.program, *self.line.split()], cwd=self.desk, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True, start_new_session=True)
        address = re.search(r"http://\S+", server.stdout.readline())
        answered, refused = [], 0
        for number in range(most if address else 0):
            try:
                asked(address[0] + "v1/seen", {"id": f"d{number}", "text": json.loads(texts(4 * number, 1))["text"]})
                answered.append(f"d{number}")
            except urllib.error.HTTPError:
                refused += 1
            except (urllib.error.URLError, ConnectionError):
                break
        try:
            known = {one["id"] for one in asked(address[0] + "v1/seen/export", {})["records"]} if address else set()
        except (urllib.error.URLError, ConnectionError):
            known = None
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
        return answered, known, server.communicate()[1]

    def must(self, line, at=None):
        answered, known, said = self.serve([], self.SENT)
        if len(answered) != self.SENT or known != set(answered):
            sys.exit(f"{line}: {said}")

    def state(self):
        return {}

    def calls(self):
        self.fresh()
        log = self.desk.parent / "log"
        self.serve(["strace", "-f", "--seccomp-bpf", "-y", "-o", log, "-e", "trace=" + ",".join(CHANGES)], self.SENT)
        # Of sockets and what wakes threads nothing is written.
        log.write_text("\n".join(line for line in log.read_text(errors="replace").splitlines() if str(self.desk) in line))
        return counted(log)

    def point(self, fault, inject):
        self.fresh()
        (self.desk / "memory").mkdir()
        places = [word for name in ("everyone.seen", "") for word in ("-P", self.desk / "memory" / name)] if inject.startswith("write") else []
        answered, known, said = self.serve(["strace", "-f", *places, "-o", "/dev/null", "-e", "trace=" + inject.split(":")[0], "-e", "inject=" + inject], self.SENT)
        where = f"{fault}, {inject}"
        self.check(where, "panicked" not in said, said[-300:])
        if known is not None and fault != "killed":
            self.check(where, known == set(answered), f"answered {answered}, known {sorted(known)}")
        _, then, said = self.serve([], 0)
        lost = set(answered) - (then or set())
        self.check(where, then is not None and not lost, f"answered, and forgotten: {sorted(lost)} {said[-300:]}")
        if fault != "killed":
            self.check(where, len(then or set()) <= len(answered), f"remembered without an answer: {sorted((then or set()) - set(answered))}")


def asked(address, body):
    request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


COMMANDS = {"dedup": Dedup, "scan": Scan, "build": Build, "new": New, "add": Add, "both": Both, "check-add": CheckAdd, "remember": Remember}

if __name__ == "__main__":
    main()
