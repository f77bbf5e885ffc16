"""Which documents' files there are, in the order in which ``twinprint scan`` would read them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pyspark.sql import SparkSession

from .failure import Failure
from .files import File, existing

#: As the program has them: see its `extensions` and `PACKED`.
ENDINGS = (
    *("txt", "md", "html", "htm", "jsonl", "ndjson", "json", "csv", "tsv", "warc", "wet", "parquet"),
    *("arrow", "arrows", "feather", "ipc"),
    *("docx", "docm", "odt", "odp", "pptx", "epub", "rtf", "ipynb", "pdf", "doc", "pages"),
)
PACKED = ("gz", "zst", "xz", "bz2")


def is_document(name: str) -> bool:
    """Whether a file of a folder is read: by how its name ends."""
    parts = name.rsplit("/", 1)[-1].lower().split(".")[1:]
    if parts and parts[-1] in PACKED:
        parts.pop()
    return bool(parts) and parts[-1] in ENDINGS


@dataclass
class Listing:
    """The documents' files that were named, and what is to be said of links below folders, which only disks have.

    Links are followed, but not in ``circles``; ``lost`` are those that lead to nothing. A file is in ``files`` once; ``again`` are the
    names by which it was reached after that.
    """

    files: list[File] = field(default_factory=list)
    again: list[str] = field(default_factory=list)
    circles: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def listing(spark: SparkSession, operands: Iterable[str]) -> Listing:
    """The documents' files that ``operands`` name, folders with all below them: in the order of ``twinprint scan``."""
    found = Listing()
    for operand in operands:
        _add(found, spark, operand)
    _leave_out_again(found)
    if not found.files:
        endings = " .".join(ENDINGS)
        nothing = f"there are no documents in what was given; name files that end in .{endings}"
        raise Failure(next(iter(found.lost), nothing))
    return found


def _add(found: Listing, spark: SparkSession, operand: str) -> None:
    """Adds a file, or all documents' files below a folder, each level in the order of its names."""
    path, system = existing(spark, operand)
    root = system.makeQualified(path)
    status = system.getFileStatus(root)
    if not status.isDirectory():
        found.files.append(File(operand, root.toString(), status.getLen()))
        return
    prefix = root.toString().rstrip("/") + "/"
    shown = operand.rstrip("/")
    files = []
    folders = [(root, frozenset({_real(root)}))]
    while folders:
        folder, above = folders.pop()
        # Not `listFiles`, which also asks where blocks are: of local files it has a process say whose each is.
        for status in system.listStatus(folder):
            path = status.getPath()
            inner = path.toString().removeprefix(prefix)
            if not status.isDirectory():
                if is_document(inner):
                    files.append(File(f"{shown}/{inner}", prefix + inner, status.getLen()))
            elif (real := _real(path)) in above:
                found.circles.append(f"{shown}/{inner}: this link leads back to a folder it lies in; not followed")
            else:
                folders.append((path, above | {real}))
        inner = folder.toString().removeprefix(prefix.rstrip("/"))
        found.lost += [f"{shown}{inner}/{name}: this link leads to nothing; remove it, or mend it" for name in _lost(folder)]
    found.files += sorted(files, key=lambda file: [part.encode() for part in file.path.removeprefix(prefix).split("/")])


def _leave_out_again(found: Listing) -> None:
    """Leaves each file in the list once, however it is reached: read twice it would be a duplicate of itself."""
    once: dict[str, File] = {}
    for file in found.files:
        path = file.path
        real = os.path.realpath(path.removeprefix("file:")) if path.startswith("file:") else path
        if once.setdefault(real, file) is not file:
            found.again.append(file.name)
    found.files = list(once.values())


def _real(folder: Any) -> str:
    """What a folder is below all links."""
    disk = _on_disk(folder)
    return folder.toString() if disk is None else os.path.realpath(disk)


def _lost(folder: Any) -> list[str]:
    """The links in a folder that lead to nothing, of documents by their names: Hadoop skips them."""
    disk = _on_disk(folder)
    if disk is None:
        return []
    with os.scandir(disk) as entries:
        links = [entry for entry in entries if entry.is_symlink() and is_document(entry.name)]
    return sorted(link.name for link in links if not os.path.exists(link.path))


def _on_disk(path: Any) -> str | None:
    """A path on a disk of this machine's."""
    address = path.toUri()
    return address.getPath() if address.getScheme() == "file" else None
