"""All near-duplicate pairs of a corpus, and its clusters: what ``twinprint scan`` finds, on many machines."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .clusters import Clusters
from .failure import Failure
from .files import check_new, contents, listing, remove, setting, write
from .job import Job, Summary
from .program import Program, described

DOCUMENTS = (
    "position long, name string, identity binary, words int, bytes int, size int, shingles binary, value binary, "
    "reason string, message string"
)
PAIRS = "a long, b long, shared int, resemblance double, containment_a double, containment_b double, score float"
#: So many rows go to a process at a time: some 300 shingles each.
ROWS = 1000
#: Shingles share counters, of which there are 2^16 to 2^26, a byte each.
BITS = (16, 26)


@dataclass(frozen=True)
class How:
    """How documents are read and compared, as by ``twinprint scan``."""

    method: str = "resemblance"
    model: str = "english"
    w: int = 10
    measure: str = "resemblance"
    at_least: float = 0.5
    identity: str = "words"

    def options(self, model: str | None = None) -> list[str]:
        """The options of a step; ``model`` is where its file is."""
        asked = ["--method", self.method, "-w", str(self.w), "--measure", self.measure]
        return [*asked, "--at-least", str(self.at_least), "--identity", self.identity, "--model", model or self.model]


def scan(
    spark: SparkSession,
    program: Program,
    driver: str,
    corpus: list[str],
    out: str,
    how: How,
    form: str = "parquet",
    fail_fast: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> Summary:
    """Writes ``pairs.parquet`` (or ``pairs.jsonl``), ``clusters.jsonl`` and ``summary.json`` into the folder ``out``.

    ``driver`` is the path of the program on this machine. Raises :class:`Failure` for what cannot be read at all, and with
    ``fail_fast`` for the first document that cannot.
    """
    check_new(spark, out)
    work = f"{out.rstrip('/')}/_work-{uuid.uuid4().hex[:12]}"
    try:
        return _Scan(spark, program, driver, work, how, fail_fast, say).run(corpus, out, form)
    finally:
        remove(spark, work)


class _Scan(Job):
    def __init__(
        self,
        spark: SparkSession,
        program: Program,
        driver: str,
        work: str,
        how: How,
        fail_fast: bool,
        say: Callable[[str], None],
    ) -> None:
        super().__init__(spark, program, work, say)
        self.how, self.fail_fast = how, fail_fast
        self.files: dict[str, str] = {}
        model = None
        if how.model not in ("english", "none"):
            self.files["--model"] = self.send(Path(how.model).read_bytes(), "model.twm")
            model = how.model
        said = json.loads(described(driver, how.options(model)))
        self.recipe, self.of_sketches = said["recipe"], said["sketch"]
        if said["version"] != program.version:
            raise Failure(f"{driver}: the program was replaced while the job began; start it again")

    def step(
        self, name: str, arguments: list[str] | None = None, how: How | None = None, **more: Any
    ) -> Callable[..., Any]:
        """A step of the program by this scan's options, or others."""
        files = dict(self.files)
        options = (how or self.how).options()
        if "--model" in files:
            options = options[: options.index("--model")]
        if name in ("counts", "merge", "lines"):
            options, files = [], {}
        files.update(more.pop("files", {}))
        return self.program.step(name, [*options, *(arguments or [])], files=files, **more)

    def run(self, corpus: list[str], out: str, form: str) -> Summary:
        files = listing(self.spark, corpus)
        self.say(f"{len(files)} files, {sum(file.length for file in files):,} bytes")
        read = self.step("documents", recipe=self.recipe, fail_fast=self.fail_fast)
        # A file is a row: no more than one of them is in a batch.
        with setting(self.spark, "spark.sql.execution.arrow.maxRecordsPerBatch", "1"):
            documents = self.keep(contents(self.spark, files).mapInArrow(read, DOCUMENTS), "documents")
        with setting(self.spark, "spark.sql.execution.arrow.maxRecordsPerBatch", str(ROWS)):
            self.compare(documents, out, form)
        write(self.spark, f"{out}/summary.json", (json.dumps(vars(self.finish())) + "\n").encode())
        return self.summary

    def compare(self, documents: DataFrame, out: str, form: str) -> None:
        named, copies, left_out = self.known(documents)
        sets = documents.where("message is null").select("position", "shingles", "value")
        sets = sets.join(left_out, "position", "left_anti")
        candidates = self.near(sets) if self.of_sketches else self.sharing(sets)
        candidates = self.keep(candidates, "candidates")
        self.summary.rows_exchanged["candidates"] = candidates.count()
        pairs = self.keep(self.confirmed(candidates, sets), "pairs")
        self.summary.pairs = pairs.count()
        self.say(f"{self.summary.pairs:,} pairs")
        self.give(pairs, named, out, form)
        how = self.how
        clusters = Clusters(self.step, self.keep, self.confirmed, replace(How(), model=how.model, w=how.w, at_least=0.0))
        self.summary.clusters = clusters.write(pairs, named, copies, sets, f"{out}/clusters.jsonl")

    def known(self, documents: DataFrame) -> tuple[DataFrame, DataFrame, DataFrame]:
        """The documents by their names, those that are copies of others, and the positions of all that are compared with none."""
        light = documents.where("message is null").select("position", "name", "identity", "words", "bytes", "size")
        whole = F.struct("position", "identity", "words", "bytes", "size")
        # Of documents of one name the first is read, as if they came one after the other.
        named = self.keep(light.groupBy("name").agg(F.min(whole).alias("of")).select("name", "of.*"), "named")
        first = named.groupBy("identity").agg(F.min("position").alias("first"), F.count("*").alias("n")).where("n > 1")
        copies = named.join(first.select("identity", "first"), "identity").where("position > first")
        copies = self.keep(copies.select("position", "first"), "copies")
        repeated = light.join(named.select("position"), "position", "left_anti").select("position", "name")
        count, size = named.agg(F.count("*"), F.sum("bytes")).first()
        self.summary.documents, self.summary.bytes = count, size or 0
        self.summary.exact_duplicates = copies.count()
        self.passed_over(documents, repeated)
        return named, copies, copies.select("position").union(repeated.select("position"))

    def sharing(self, sets: DataFrame) -> DataFrame:
        """Pairs that share a shingle that is among the rarest of both."""
        counters = self.counted(sets.select("position", "shingles"))
        prefixes = sets.select("position", "shingles").mapInArrow(
            self.step("prefixes", files={"--counters": counters}),
            "shingle long, position long, size int, rest int, indexed int",
        )
        prefixes = self.keep(prefixes, "prefixes")
        self.summary.rows_exchanged["prefixes"] = prefixes.count()
        together = prefixes.repartition("shingle").sortWithinPartitions("shingle")
        found = together.mapInArrow(self.step("candidates"), "a long, b long").distinct()
        return found.withColumn("score", F.lit(None).cast("float"))

    def counted(self, sets: DataFrame) -> str:
        """Counts in how many documents shingles stand, and sends that to all executors."""
        begun = time.monotonic()
        total = sets.agg(F.sum(F.length("shingles") / 8)).first()[0] or 1
        bits = min(max(int(total).bit_length(), BITS[0]), BITS[1])
        of_tasks = sets.mapInArrow(self.step("counts", ["--bits", str(bits)]), "chunk int, counters binary")
        merge = self.step("merge", ["--bits", str(bits)])
        merged = of_tasks.repartition("chunk").mapInArrow(merge, "chunk int, counters binary")
        counters = bytearray(1 << bits)
        for row in merged.collect():
            start = row["chunk"] << 16
            counters[start : start + len(row["counters"])] = row["counters"]
        self.summary.seconds["counts"] = round(time.monotonic() - begun, 3)
        return self.send(bytes(counters), "counters")

    def near(self, sets: DataFrame) -> DataFrame:
        """Pairs that agree in the leading bits of a table, and are near."""
        tables = ["--tables", str(tables_for(self.summary.documents - self.summary.exact_duplicates))]
        keys = sets.select("position", "value").mapInArrow(
            self.step("keys", tables), "key long, table int, position long, value binary"
        )
        keys = self.keep(keys, "keys")
        self.summary.rows_exchanged["keys"] = keys.count()
        together = keys.repartition("key").sortWithinPartitions("key", "table")
        return together.mapInArrow(self.step("near", tables), "a long, b long, score float")

    def confirmed(self, candidates: DataFrame, sets: DataFrame, how: How | None = None) -> DataFrame:
        """Those candidates that share enough shingles, as much as this scan asks for unless it is told otherwise."""
        some = candidates.select(F.col("a").alias("position")).union(candidates.select("b")).distinct()
        sets = sets.select("position", "shingles").join(some, "position", "left_semi")
        of_a = sets.select(F.col("position").alias("a"), F.col("shingles").alias("shingles_a"))
        of_b = sets.select(F.col("position").alias("b"), F.col("shingles").alias("shingles_b"))
        both = candidates.join(of_a, "a").join(of_b, "b").select("a", "b", "score", "shingles_a", "shingles_b")
        return both.mapInArrow(self.step("confirm", how=how), PAIRS)

    def give(self, pairs: DataFrame, named: DataFrame, out: str, form: str) -> None:
        """Writes pairs with their names, in the order in which documents were read."""
        begun = time.monotonic()
        of_a = named.select(F.col("position").alias("a"), F.col("name").alias("name_a"))
        of_b = named.select(F.col("position").alias("b"), F.col("name").alias("name_b"))
        rows = pairs.join(of_a, "a").join(of_b, "b").orderBy("a", "b")
        measures = ("resemblance", "containment_a", "containment_b", "shared", "score")
        rows = rows.select(F.col("name_a").alias("a"), F.col("name_b").alias("b"), *measures)
        if form == "jsonl":
            rows.mapInArrow(self.step("lines"), "value string").write.text(f"{out}/pairs.jsonl")
        else:
            rows.write.parquet(f"{out}/pairs.parquet")
        self.summary.seconds["given"] = round(time.monotonic() - begun, 3)


def tables_for(documents: int) -> int:
    """The fewest tables for 64 bits within 3 by whose keys a document meets no more than some 512 others by chance.

    The designs of Manku, Jain and Das Sarma (2007, section 3.1): tables, and the bits of their keys.
    """
    designs = ((4, 16), (10, 25), (20, 31), (35, 36), (56, 40))
    return next((tables for tables, bits in designs if documents >> bits <= 512), designs[-1][0])
