"""Files wherever Spark reads them, and what they hold."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .failure import Failure

#: What the JVM can hold of a file.
LONGEST = (1 << 31) - (1 << 20)


@dataclass(frozen=True)
class File:
    """A file: its name as a person gave it, where it is, and its bytes."""

    name: str
    path: str
    length: int


def sized(files: list[File]) -> str:
    """How many files there are, and how large they are together."""
    count = "1 file" if len(files) == 1 else f"{len(files):,} files"
    return f"{count}, {sum(file.length for file in files):,} bytes"


def located(spark: SparkSession, name: str) -> tuple[Any, Any]:
    """A path as Hadoop has it, and its file system."""
    path = spark._jvm.org.apache.hadoop.fs.Path(name)
    return path, path.getFileSystem(spark._jsc.hadoopConfiguration())


def existing(spark: SparkSession, name: str) -> tuple[Any, Any]:
    """The same of what has to be there."""
    path, system = located(spark, name)
    if not system.exists(path):
        raise Failure(f"{name}: there is no such file or folder; check the path")
    return path, system


def qualified(spark: SparkSession, name: str) -> str:
    """A path with its file system, as executors find it."""
    path, system = located(spark, name)
    return system.makeQualified(path).toString()


def contents(spark: SparkSession, files: list[File]) -> DataFrame:
    """Rows of ``entry``, the file's place in the list; ``file``, its name; and ``content``, its bytes.

    A file that is in the list twice is twice among the rows.
    """
    _check_readable(files)
    held = [(entry, file) for entry, file in enumerate(files) if file.length > 0]
    # As a table of Arrow's they go to Java as they are: rows would be taken there by processes of Python.
    known = spark.createDataFrame(
        pa.table(
            {
                "entry": pa.array([entry for entry, _ in held], pa.int32()),
                "file": pa.array([file.name for _, file in held], pa.string()),
                "path": pa.array([file.path for _, file in held], pa.string()),
            }
        )
    )
    # Spark skips files in which there is nothing.
    nothing = [(entry, file.name, bytearray()) for entry, file in enumerate(files) if file.length == 0]
    empty = spark.createDataFrame(nothing, "entry int, file string, content binary")
    if not held:
        return empty
    # What is not there when it is read is an error, however the session is set.
    reader = spark.read.format("binaryFile").options(ignoreMissingFiles=False, ignoreCorruptFiles=False)
    # Spark looks at files again, by a task for each unless it is told otherwise.
    tasks = str(4 * spark.sparkContext.defaultParallelism)
    with setting(spark, "spark.sql.sources.parallelPartitionDiscovery.parallelism", tasks):
        whole = reader.load([literal(path) for path in dict.fromkeys(file.path for _, file in held)])
    _check_listed(whole, [file for _, file in held])
    found = whole.select("path", "content").join(F.broadcast(known), "path").select("entry", "file", "content")
    return found.union(empty) if nothing else found


def literal(path: str) -> str:
    """A path as Spark reads it, which takes some signs in it for patterns."""
    return re.sub(r"[\\*?\[\]{}]", r"\\\g<0>", path)


def _check_readable(files: list[File]) -> None:
    for file in files:
        if file.length > LONGEST:
            raise Failure(f"{file.name}: it is longer than 2 GiB, which Spark cannot hold of a file; split it")
        if _is_hidden(file.path.rsplit("/", 1)[-1]):
            raise Failure(f"{file.name}: Spark skips files of such names; give it another name")


def _is_hidden(name: str) -> bool:
    """Whether Spark takes a file for none, by its name."""
    return name.startswith(".") or (name.startswith("_") and "=" not in name) or name.endswith("._COPYING_")


def _check_listed(rows: DataFrame, files: list[File]) -> None:
    """Refuses files that Spark has not listed: they are gone, or in a folder that it takes for one of its own."""
    listed = rows._jdf.inputFiles()
    if len(listed) == len({file.path for file in files}):
        return
    found = {unquote(path).replace(":///", ":/", 1) for path in listed}
    lost = next((file.name for file in files if file.path not in found), "a file")
    raise Failure(f"{lost}: Spark does not find it, or skips all that is in such a folder; put it into another")


@contextmanager
def setting(spark: SparkSession, name: str, value: str):
    """A setting of the session, for a while."""
    before = spark.conf.get(name, None)
    spark.conf.set(name, value)
    try:
        yield
    finally:
        spark.conf.unset(name) if before is None else spark.conf.set(name, before)


def write(spark: SparkSession, name: str, content: bytes) -> None:
    """Writes a small file."""
    path, system = located(spark, name)
    out = system.create(path, True)
    try:
        out.write(bytearray(content))
    finally:
        out.close()


def read(spark: SparkSession, name: str) -> bytes:
    """Reads a small file."""
    path, system = existing(spark, name)
    file = system.open(path)
    try:
        return bytes(file.readAllBytes())
    finally:
        file.close()


def fetch(spark: SparkSession, name: str, to: Path) -> None:
    """Copies a file to this machine."""
    path, system = existing(spark, name)
    if system.getFileStatus(path).isDirectory():
        raise Failure(f"{name}: this is a folder; give a file")
    system.copyToLocalFile(False, path, located(spark, str(to))[0], True)


def remove(spark: SparkSession, name: str, say: Callable[[str], None]) -> None:
    """Removes a folder, if there is one. Tasks that are being stopped may write into it for a moment."""
    path, system = located(spark, name)
    for _ in range(20):
        system.delete(path, True)
        if not system.exists(path):
            return
        time.sleep(0.25)
    say(f"note: {name}: this folder, of what the job wrote down meanwhile, cannot be removed; remove it")


def check_new(spark: SparkSession, name: str) -> None:
    """Refuses an output folder in which there is something."""
    path, system = located(spark, name)
    if system.exists(path) and len(system.listStatus(path)) > 0:
        raise Failure(f"{name}: there is something in this folder; give a new one, or empty it")
