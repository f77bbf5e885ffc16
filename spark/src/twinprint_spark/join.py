"""Fingerprints against queries: Manku, Jain and Das Sarma (2007), section 3.3.

The paper's mappers each take 64 MB of the fingerprints and all queries; so do the tasks here, by the program's own join.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from .failure import Failure
from .files import LONGEST, File, check_new, contents, located, read_text, remove, setting, sized
from .program import Program

#: A task takes whole files of so many bytes together.
TASK = 64 << 20
_RAW = (".u32", ".u64", ".u128")


def join(
    spark: SparkSession,
    program: Program,
    index: str,
    queries: str,
    out: str,
    k: int | None = None,
    task: int = TASK,
    say: Callable[[str], None] = lambda line: None,
) -> int:
    """Writes all pairs of a fingerprint of ``index`` and one of ``queries`` within k bits into the folder ``out``, as Parquet.

    ``index`` is a folder that ``twinprint index build`` wrote, or a file of raw fingerprints, or a folder of such. Rows are
    ``query``, ``fingerprint``, both in hexadecimal digits, and ``distance``; sorted, each once. Returns how many there are.
    """
    check_new(spark, out)
    files, bits, own_k, expected = _fingerprints(spark, index)
    # The queries' name says what they are.
    name = queries.rstrip("/").rsplit("/", 1)[-1]
    path, system = located(spark, queries)
    if not system.exists(path):
        raise Failure(f"{queries}: there is no such file; check the path")
    spark.sparkContext.addFile(system.makeQualified(path).toString())
    say(sized(files))
    work = f"{out.rstrip('/')}/_work-{uuid.uuid4().hex[:12]}"
    options = ["-k", str(own_k if k is None else k), "--bits", str(bits)]
    step = program.step("join", options, files={"--queries": name})
    schema = "query string, fingerprint string, distance int, file string, fingerprints long"
    with (
        setting(spark, "spark.sql.execution.arrow.maxRecordsPerBatch", "1"),
        setting(spark, "spark.sql.files.maxPartitionBytes", str(task)),
        setting(spark, "spark.sql.files.openCostInBytes", "0"),
    ):
        try:
            contents(spark, files).mapInArrow(step, schema).write.parquet(f"{work}/found")
            found = spark.read.parquet(f"{work}/found")
            read = found.where("file is not null").agg(F.sum("fingerprints")).first()[0] or 0
            if expected is not None and read != expected:
                raise Failure(f"{index}: its files hold {read:,} fingerprints and not {expected:,}; build it again")
            pairs = found.where("query is not null").select("query", "fingerprint", "distance").distinct()
            pairs.orderBy("query", "fingerprint").write.parquet(f"{out}/pairs.parquet")
            return spark.read.parquet(f"{out}/pairs.parquet").count()
        finally:
            remove(spark, work)


def _fingerprints(spark: SparkSession, index: str) -> tuple[list[File], int, int, int | None]:
    """The files to read, the bits of a fingerprint, the index's k, and how many fingerprints there are, where that is known."""
    path, system = located(spark, index)
    if not system.exists(path):
        raise Failure(f"{index}: there is no such file or folder; check the path")
    root = system.makeQualified(path)
    status = system.getFileStatus(root)
    if status.isDirectory():
        manifest, _ = located(spark, f"{index}/index.json")
        if system.exists(manifest):
            return _of_manifest(spark, index, system, root)
        inner = sorted(system.listStatus(root), key=lambda status: status.getPath().getName())
    else:
        inner = [status]
    raw = [one for one in inner if _bits(one.getPath().getName()) is not None]
    if not raw:
        raise Failure(f"{index}: there is neither an index.json nor a file that ends in {', '.join(_RAW)}; give one of these")
    kinds = {_bits(one.getPath().getName()) for one in raw}
    if len(kinds) > 1:
        raise Failure(f"{index}: its files are of fingerprints of several lengths; give one kind")
    files = [File(one.getPath().getName(), one.getPath().toString(), one.getLen()) for one in raw]
    for file in files:
        if file.length > LONGEST:
            raise Failure(f"{file.path}: it is longer than 2 GiB, which Spark cannot hold of a file; split it")
    return files, kinds.pop(), 3, None


def _of_manifest(spark: SparkSession, index: str, system, root) -> tuple[list[File], int, int, int | None]:
    manifest = json.loads(read_text(spark, f"{index}/index.json"))
    shards = [file for file in manifest["files"] if file.get("table") == 0 or file["name"].startswith("t00-")]
    if not shards:
        raise Failure(f"{index}: this is no index of fingerprints; build one by `twinprint index build --fingerprints`")
    base = root.toString().rstrip("/")
    files = [File(shard["name"], f"{base}/{shard['name']}", shard["bytes"]) for shard in shards]
    return files, manifest["bits"], manifest["k"], manifest["fingerprints"]


def _bits(name: str) -> int | None:
    bare = name.lower().removesuffix(".gz").removesuffix(".zst")
    return next((int(ending[2:]) for ending in _RAW if bare.endswith(ending)), None)
