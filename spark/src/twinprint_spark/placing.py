"""Files that steps make in executors, put where all see them."""

from __future__ import annotations

import re
import socket
import uuid
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pyarrow as pa
from pyarrow import fs

from .failure import Failure, StepFailure, cause

Batches = Iterator[pa.RecordBatch]
_REMEDY = "give a folder that pyarrow opens and writes to, here and on all executors"


def prepare(out: str, work: str) -> None:
    """Makes the folder ``work`` in the folder ``out``, for files that are not whole yet; or refuses, before anything is done."""
    try:
        system, folder = _located(work)
        system.create_dir(folder, recursive=True)
    except (pa.ArrowException, OSError, ImportError) as error:
        raise Failure(f"{out}: no files can be put there: {cause(error)}; {_REMEDY}") from error


def placing(step: Callable[[Batches], Batches], out: str, work: str) -> Callable[[Batches], Batches]:
    """A step whose rows have files in them: puts each into the folder ``out``, by its ``name``, and gives the row without its
    ``content``.

    Files are named by what is in them. So a task that is done again, or twice at a time, puts the same there.
    """

    def run(batches: Batches) -> Batches:
        for batch in step(batches):
            for name, content in zip(batch["name"], batch["content"], strict=True):
                try:
                    place(work, out, name.as_py(), content.as_buffer())
                except (pa.ArrowException, OSError, ImportError) as error:
                    where = f"executor on {socket.gethostname()}"
                    raise StepFailure(f"{where}: {name} cannot be put into {out}: {cause(error)}; {_REMEDY}") from error
            yield batch.select([name for name in batch.schema.names if name != "content"])

    return run


def place(work: str, out: str, name: str, content: pa.Buffer | bytes) -> None:
    """Writes a file in the folder ``work``, and renames it into the folder ``out``: none is ever seen that is not whole."""
    system, folder = _located(out)
    _, work = _located(work)
    part = f"{work}/{uuid.uuid4().hex}"
    with system.open_output_stream(part) as file:
        file.write(content)
    system.move(part, f"{folder}/{name}")


def _located(folder: str) -> tuple[fs.FileSystem, str]:
    """The file system of a folder, and its path there; Hadoop's names of stores are not all those of others."""
    scheme, store, path = re.fullmatch(r"([^:/]+):(?://([^/]*))?(.*)", folder, re.DOTALL).groups()
    if scheme in ("s3a", "s3n"):
        scheme = "s3"
    # A name is a name: of an address, some signs in it would end the path.
    system, path = fs.FileSystem.from_uri(f"{scheme}://{store or ''}{quote(path)}")
    return system, path.rstrip("/")
