"""Fingerprints against queries: Manku, Jain and Das Sarma (2007), section 3.3.

The paper's mappers each take 64 MB of the fingerprints and all queries; so do the tasks here, by the program's own join.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from .failure import Failure
from .files import File, contents, existing, fetch, literal, located, read, setting, sized
from .job import Job
from .program import Program

#: A task takes whole files of this size together, in bytes.
TASK = 64 << 20
FOUND = "query string, fingerprint string, distance int, file string, fingerprints long"
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
    with Job(spark, program, out, say) as job:
        files, bits, own_k, expected = _fingerprints(spark, index)
        say(sized(files))
        # The name of queries says what they are.
        sent = job.send(queries.rsplit("/", 1)[-1], partial(fetch, spark, queries))
        options = ["-k", str(own_k if k is None else k), "--bits", str(bits)]
        step = job.step("join", options, files={"--queries": sent})
        with (
            setting(spark, "spark.sql.execution.arrow.maxRecordsPerBatch", "1"),
            setting(spark, "spark.sql.files.maxPartitionBytes", str(task)),
            setting(spark, "spark.sql.files.openCostInBytes", "0"),
        ):
            found = job.keep_first(contents(spark, files).mapInArrow(step, FOUND), "found", read=F.sum("fingerprints"))
        held = job.told["found"]["read"] or 0
        if expected is not None and held != expected:
            raise Failure(f"{index}: its files hold {held:,} fingerprints and not {expected:,}; build it again")
        pairs = found.where("query is not null").select("query", "fingerprint", "distance").distinct()
        pairs.orderBy("query", "fingerprint").write.parquet(f"{job.out}/pairs.parquet")
        return spark.read.parquet(literal(f"{job.out}/pairs.parquet")).count()


def _fingerprints(spark: SparkSession, index: str) -> tuple[list[File], int, int, int | None]:
    """The files to read, the bits of a fingerprint, the index's k, and how many fingerprints there are, where that is known."""
    path, system = existing(spark, index)
    root = system.makeQualified(path)
    status = system.getFileStatus(root)
    if status.isDirectory():
        manifest, _ = located(spark, f"{index}/index.json")
        if system.exists(manifest):
            return _of_manifest(spark, index, root.toString().rstrip("/"))
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
    return files, kinds.pop(), 3, None


def _of_manifest(spark: SparkSession, index: str, root: str) -> tuple[list[File], int, int, int | None]:
    manifest = json.loads(read(spark, f"{index}/index.json"))
    shards = [file for file in manifest["files"] if file.get("table") == 0 or file["name"].startswith("t00-")]
    if not shards:
        raise Failure(f"{index}: this is no index of fingerprints; build one by `twinprint index build --fingerprints`")
    files = [File(shard["name"], f"{root}/{shard['name']}", shard["bytes"]) for shard in shards]
    return files, manifest["bits"], manifest["k"], manifest["fingerprints"]


def _bits(name: str) -> int | None:
    bare = name.lower().removesuffix(".gz").removesuffix(".zst")
    return next((int(ending[2:]) for ending in _RAW if bare.endswith(ending)), None)
