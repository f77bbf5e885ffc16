#!/usr/bin/env python3
"""A corpus of real HTML pages for measuring at scale: the documentation packages of Debian.

    assemble_pages.py OUT [--pages N] [--suite NAME ...] [--cap N] [--largest-page BYTES] [--largest-package BYTES]
                      [--most-bytes BYTES] [--only FILE]

The packages whose names end in -doc are taken from the largest down, as the suite's own index says (equal ones by name), and
of each at most --cap pages: those with the least MD5s of their paths without numbers, so that another version of the
package gives the same pages. Nothing is installed, and nothing but the result is left on the disk: each package is downloaded
with apt-get and unpacked in memory. The collection has what the web has: the same page in several versions, pages made by
generators, templates that all pages of a site share. With `--suite bookworm trixie` it has about a million pages.

--only takes the packages that FILE names instead, as docs/papers/packages.tsv does: in each line a suite and a package, with
a tab between them. They may have newer versions by now, and a few other pages.

OUT/SUITE.PACKAGE.jsonl.zst has a page in each line: {"id", "url", "html"}. A package is a site, and its suites are hosts of it.
OUT/done.tsv names the packages that are done: a run that was interrupted goes on behind them, and gives the same files.

Needs apt-get, apt-cache and dpkg-deb of a Debian system whose lists are up to date (`apt-get update`), zstd, and python3 >= 3.9.
"""
import argparse, gzip, hashlib, json, pathlib, re, shutil, subprocess, sys, tarfile, tempfile

NEEDED = ["apt-get", "apt-cache", "dpkg-deb", "zstd"]
PAGE = re.compile(r"\.x?html?(\.gz)?$", re.I)
CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w.:-]+)", re.I)
SHORTEST_PAGE = 200


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("out", type=pathlib.Path)
    ask.add_argument("--pages", type=int, default=10**9,
                     help="stop after the package with which this number of pages is reached")
    ask.add_argument("--suite", nargs="+", metavar="NAME", help="releases of Debian [default: the system's own]")
    ask.add_argument("--cap", type=int, default=6000, help="the most pages of a package [%(default)s]")
    ask.add_argument("--largest-page", type=int, default=40_000, metavar="BYTES", help="[%(default)s]")
    ask.add_argument("--largest-package", type=int, default=50_000_000, metavar="BYTES", help="[%(default)s]")
    ask.add_argument("--most-bytes", type=int, default=4 * 10**9, metavar="BYTES",
                     help="stop before the packed files are longer together [%(default)s]")
    ask.add_argument("--only", type=pathlib.Path, metavar="FILE", help="take the packages that it names")
    args = ask.parse_args()
    missing = [program for program in NEEDED if not shutil.which(program)]
    if missing:
        sys.exit(f"{', '.join(missing)}: not to be found; this script needs {', '.join(NEEDED)}")
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name in args.suite or [own_suite()]:
            if not assemble(Suite(name, pathlib.Path(scratch)), args):
                break


def assemble(suite, args):
    """Whether there is room for more behind this suite."""
    log = args.out / "done.tsv"
    done = [line.split("\t") for line in log.read_text().splitlines()] if log.exists() else []
    finished = {(of, package) for of, package, *_ in done}
    pages, size = (sum(int(line[at]) for line in done) for at in (3, 4))
    packages = suite.packages(args.largest_package, args.only and named(args.only, suite.name))
    for number, (package, version) in enumerate(packages, 1):
        if pages >= args.pages or size >= args.most_bytes:
            return False
        if (suite.name, package) in finished:
            continue
        count = packed = 0
        target = args.out / f"{suite.name}.{package}.jsonl.zst"
        with Download(suite, f"{package}={version}") as deb:
            if not deb:
                continue
            found = chosen(deb, args.cap, args.largest_page)
        if found:
            count, packed = len(found), write(target, suite.name, package, found)
            if size + packed > args.most_bytes:
                target.unlink()
                return False
        pages, size = pages + count, size + packed
        with open(log, "a") as out:
            print(suite.name, package, version, count, packed, sep="\t", file=out)
        print(f"{suite.name} {number} of {len(packages)}, {package}: {count} pages; {pages} in all, {size / 1e6:.0f} MB",
              flush=True)
    return True


def named(file, suite):
    """The packages of a suite that a file names."""
    lines = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return {package for of, package, *_ in lines if of == suite}


def own_suite():
    release = pathlib.Path("/etc/os-release").read_text()
    codename = re.search(r"^VERSION_CODENAME=(\w+)$", release, re.M)
    return codename[1] if codename else sys.exit("/etc/os-release: it names no release; give one with --suite")


def run(*command, **more):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True, **more).stdout


class Suite:
    """A release of Debian, seen through apt: the system's own lists, or for another release lists apart from them."""

    def __init__(self, name, scratch):
        self.name, self.scratch, self.options = name, scratch, []
        if name == own_suite():
            return
        lists = scratch / f"lists-{name}"
        (lists / "partial").mkdir(parents=True)
        sources = scratch / f"{name}.list"
        sources.write_text(f"deb {self.origin()} {name} main\n")
        self.options = ["-o", f"Dir::Etc::SourceList={sources}", "-o", "Dir::Etc::SourceParts=-", "-o",
                        f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={scratch}", "-o", "Acquire::Languages=none", "-o",
                        "APT::Sandbox::User=root"]
        run("apt-get", "-qq", *self.options, "update")

    @staticmethod
    def origin():
        """Whence the system takes its own packages, and by whose keys it trusts them."""
        targets = run("apt-get", "indextargets", "--format", "$(SIGNED_BY)|$(REPO_URI)", "Created-By: Packages")
        for key, place in (line.split("|", 1) for line in targets.splitlines()):
            if "security" not in place:
                return f"[signed-by={key}] {place}" if key.startswith("/") else place
        sys.exit("apt-get: no lists of packages; run apt-get update")

    def packages(self, largest, only=None):
        """Names and versions, the largest first; of one name the last version that the lists have."""
        sizes = {}
        for record in run("apt-cache", *self.options, "dumpavail").split("\n\n"):
            field = dict(re.findall(r"^(Package|Version|Size): (\S+)$", record, re.M))
            name, size = field.get("Package", ""), int(field.get("Size", 0))
            if (name in only if only else name.endswith("-doc")) and size <= largest:
                sizes[name] = (-size, field["Version"])
        if not sizes:
            sys.exit(f"{self.name}: no documentation packages in apt's lists; run apt-get update")
        ordered = sorted((size, package, version) for package, (size, version) in sizes.items())
        return [(package, version) for _, package, version in ordered]


class Download:
    """A package's file, as long as it is needed; none if it cannot be had."""

    def __init__(self, suite, what):
        self.suite, self.what = suite, what

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(dir=self.suite.scratch)
        got = subprocess.run(["apt-get", "-qq", *self.suite.options, "download", self.what], cwd=self.folder.name,
                             stderr=subprocess.PIPE, text=True)
        files = list(pathlib.Path(self.folder.name).glob("*.deb"))
        if not files:
            print(f"{self.what}: {got.stderr.strip() or 'it was not downloaded'}; left out", file=sys.stderr)
        return files[0] if files else None

    def __exit__(self, *_):
        self.folder.cleanup()


def chosen(deb, cap, largest):
    """Paths and pages, in the order of the paths."""
    pages = {}
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", deb], stdout=subprocess.PIPE) as unpacked:
        try:
            with tarfile.open(fileobj=unpacked.stdout, mode="r|") as archive:
                for member in archive:
                    if member.isreg() and PAGE.search(member.name) and member.size <= largest:
                        raw = plain(member.name, archive.extractfile(member).read(), largest)
                        if len(raw) >= SHORTEST_PAGE:
                            pages[member.name.removeprefix("./")] = raw
                    if len(pages) > 2 * cap:
                        pages = {path: pages[path] for path in sorted(pages, key=order)[:cap]}
        except (tarfile.TarError, EOFError, OSError) as error:
            print(f"{deb.name}: {error}; its other pages are left out", file=sys.stderr)
            unpacked.kill()
    return [(path, decoded(pages[path])) for path in sorted(sorted(pages, key=order)[:cap])]


def order(path):
    return hashlib.md5(re.sub(r"\d+", "", path).encode(errors="replace")).digest(), path


def plain(name, raw, largest):
    """A page that is packed in its package, unpacked; nothing of it if it is broken or too large."""
    if not name.lower().endswith(".gz"):
        return raw
    try:
        raw = gzip.decompress(raw)
    except (OSError, EOFError):
        return b""
    return raw if len(raw) <= largest else b""


def decoded(raw):
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        named = CHARSET.search(raw[:3000])
    try:
        return raw.decode(named[1].decode() if named else "cp1252", errors="replace")
    except (LookupError, ValueError):
        return raw.decode("latin-1")


def write(target, suite, package, pages):
    """Writes a package's pages, and returns the bytes of their file, which appears whole."""
    partial = target.with_suffix(".partial")
    with subprocess.Popen(["zstd", "-q", "-3", "-f", "-o", partial], stdin=subprocess.PIPE) as packer:
        for path, html in pages:
            page = {"id": f"{suite}/{package}/{path}", "url": f"http://{suite}.{package}.example/{path}", "html": html}
            packer.stdin.write((json.dumps(page, ensure_ascii=False) + "\n").encode("utf-8", "replace"))
        packer.stdin.close()
        if packer.wait() != 0:
            sys.exit(f"{partial}: zstd could not write it; look whether the disk is full")
    return partial.rename(target).stat().st_size


if __name__ == "__main__":
    main()
