#!/usr/bin/env python3
"""Assemble the sample corpus: some hundred pages of PostgreSQL's manual, each in two versions.

    tests/manual/assemble.py OLD.deb NEW.deb

The packages are postgresql-doc-15 of Debian bookworm and postgresql-doc-17 of Debian trixie (`apt-get download`). Writes
manual.jsonl.zst beside this file: a page a line, the two versions of a page next to each other, so that what they share
is packed once. Needs dpkg-deb and zstd.
"""
import json, os, re, subprocess, sys, tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
# The reference of SQL's commands, the tutorial, and chapters that later versions changed little.
PAGES = re.compile(r"/html/((?:sql|tutorial|ddl|queries|indexes)-[\w-]+\.html)$")


def read(package):
    version = re.search(r"postgresql-doc-(\d+)", os.path.basename(package)).group(1)
    unpacked = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
    archive = tarfile.open(fileobj=unpacked.stdout, mode="r|")
    pages = {}
    for member in archive:
        found = PAGES.search(member.name)
        if member.isreg() and found:
            pages[found.group(1)] = archive.extractfile(member).read().decode("utf-8")
    unpacked.wait()
    return version, pages


def main():
    versions = [read(package) for package in sys.argv[1:]]
    target = os.path.join(HERE, "manual.jsonl.zst")
    packing = subprocess.Popen(["zstd", "-q", "-19", "-f", "-o", target], stdin=subprocess.PIPE)
    count = 0
    for name in sorted(set.union(*(set(pages) for _, pages in versions))):
        for version, pages in versions:
            if name in pages:
                page = {
                    "id": f"postgresql-{version}/{name}",
                    "url": f"https://www.postgresql.org/docs/{version}/{name}",
                    "html": pages[name],
                }
                packing.stdin.write((json.dumps(page, ensure_ascii=False) + "\n").encode())
                count += 1
    packing.stdin.close()
    packing.wait()
    print(f"{count} pages, {os.path.getsize(target)} bytes")


if __name__ == "__main__":
    main()
