"""All near-duplicate pairs of a corpus, and its clusters: what ``twinprint scan`` finds, on many machines."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from .clusters import Clusters
from .files import contents, setting, write
from .job import Job, Summary
from .program import Program

DOCUMENTS = (
    "position long, name string, place string, identity binary, words int, bytes int, size int, value binary, block long, sets binary, "
    "reason string, message string, account string, met long, met_bytes long"
)
PAIRS_OF_BLOCK = "block long, pairs binary"
WANTED = "to long, pairs binary, count int, from long, positions binary"
FOUND = "block long, place int, found binary, count int"
ROWS = (
    "a string, b string, resemblance double, containment_a double, containment_b double, shared int, score float"
)
#: Settings of the session, while documents are compared.
SETTINGS = {
    # So much goes to a process at a time: few rows where they are blocks, many where they are not.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "10000",
    "spark.sql.execution.arrow.maxBytesPerBatch": str(8 << 20),
    # What is said of blocks goes to the blocks, not these to it.
    "spark.sql.autoBroadcastJoinThreshold": str(64 << 20),
}
#: What rows that go to a block are: its pairs, its own documents, those of others.
PAIRS, OWN, OTHERS = 0, 1, 2
#: The most bytes of rarest shingles that a process takes together, if shingles are as even as they should be.
PART = 64 << 20
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
    identity: str = "method"
    #: What is taken out of every document: ``volatile``, ``site``, both separated by a comma, or ``none``.
    clean: str = "none"
    #: The file of the lines of sites that are taken out.
    boilerplate: str | None = None

    def options(self) -> list[str]:
        """The options of a step, but for the model and the file of boilerplate."""
        asked = ["--method", self.method, "-w", str(self.w), "--measure", self.measure, "--clean", self.clean]
        return [*asked, "--at-least", str(self.at_least), "--identity", self.identity]


def scan(
    spark: SparkSession,
    program: Program,
    corpus: list[str],
    out: str,
    how: How,
    form: str = "parquet",
    fail_fast: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> Summary:
    """Writes ``pairs.parquet`` (or ``pairs.jsonl``), ``clusters.jsonl`` and ``summary.json`` into the folder ``out``.

    Raises :class:`Failure` for what cannot be read at all, and with ``fail_fast`` for the first document that cannot.
    """
    with _Scan(spark, program, out, how, fail_fast, say) as job:
        return job.run(corpus, form)


class _Scan(Job):
    # Most of it are hashes, which nothing makes shorter.
    compression = "none"

    def __init__(
        self,
        spark: SparkSession,
        program: Program,
        out: str,
        how: How,
        fail_fast: bool,
        say: Callable[[str], None],
    ) -> None:
        super().__init__(spark, program, out, say)
        self.how, self.fail_fast = how, fail_fast
        said = self.described("describe", how.options(), how.model, how.boilerplate)
        self.recipe, self.of_sketches = said["recipe"], said["sketch"]
        self.block_bits, self.part_bits = said["block_bits"], said["part_bits"]

    def of_how(
        self,
        name: str,
        arguments: Iterable[str] = (),
        how: How | None = None,
        files: dict[str, str] | None = None,
        **more: Any,
    ) -> Callable[..., Any]:
        """A step that depends on how documents are compared: as this scan does, or otherwise."""
        options = [*(how or self.how).options(), *self.model, *arguments]
        return self.step(name, options, files={**self.files, **(files or {})}, **more)

    def block(self, position: str) -> Column:
        """The block of documents that one is in, by the column of its position."""
        return F.shiftright(position, self.block_bits).alias("block")

    def run(self, corpus: list[str], form: str) -> Summary:
        files = self.listed(corpus, self.fail_fast)
        read = self.of_how("documents", recipe=self.recipe, fail_fast=self.fail_fast)
        # A file is a row: no more than one of them is in a batch.
        with setting(self.spark, "spark.sql.execution.arrow.maxRecordsPerBatch", "1"):
            documents = self.keep_first(
                contents(self.spark, files).mapInArrow(read, DOCUMENTS),
                "documents",
                said=F.count("message"),
            )
        with ExitStack() as held:
            for name, value in SETTINGS.items():
                held.enter_context(setting(self.spark, name, value))
            self.compare(documents, form)
        write(self.spark, f"{self.out}/summary.json", (json.dumps(vars(self.finish())) + "\n").encode())
        return self.summary

    def compare(self, documents: DataFrame, form: str) -> None:
        named, copies, left_out = self.known(documents)
        sets = self.renamed(documents.where("block is not null").select("block", "sets"), named)
        if self.of_sketches:
            values = documents.where("name is not null").select("position", "value")
            wanted = self.near(values.join(left_out, "position", "left_anti"))
        else:
            left = left_out.groupBy(self.block("position")).agg(F.collect_list("position").alias("left"))
            wanted = self.sharing(sets.join(self.keep(left, "left"), "block", "left"))
        self.summary.rows_exchanged["candidates"] = self.told["candidates"]["count"] or 0
        pairs = self.keep(self.confirmed(wanted, sets, "pairs"), "pairs", count=F.sum("count"))
        self.summary.pairs = self.told["pairs"]["count"] or 0
        self.say(f"{self.summary.pairs:,} pairs")
        self.give(pairs, form)
        # A file of boilerplate that the method's own line takes out is given to every step.
        clean = "site" if self.how.boilerplate else self.how.clean
        resembling = replace(How(), model=self.how.model, w=self.how.w, at_least=0.0, clean=clean)
        clusters = Clusters(
            self,
            lambda ends: self.confirmed(self.wanted(ends, "ends"), sets, "ends", resembling),
        )
        self.summary.clusters = clusters.write(pairs, named, copies, f"{self.out}/clusters.jsonl")

    def known(self, documents: DataFrame) -> tuple[DataFrame, DataFrame, DataFrame]:
        """The documents by their names, those that are copies of others, and the positions of all that are compared with none."""
        light = documents.where("name is not null").select("position", "name", "place", "identity", "words", "bytes", "size")
        # Of documents of one name the first has it alone, and behind that of the others stands where they are.
        again = F.col("position") > F.min("position").over(Window.partitionBy("name"))
        name = F.when(again, F.concat("name", F.lit(" ("), "place", F.lit(")"))).otherwise(F.col("name"))
        named = light.select("position", name.alias("name"), again.alias("again"), "identity", "words", "bytes", "size")
        named = named.withColumn("first", F.min("position").over(Window.partitionBy("identity")))
        copy = F.col("position") > F.col("first")
        asked = {
            "documents": F.count("*"),
            "bytes": F.sum("bytes"),
            "copies": F.count_if(copy),
            "shingles": F.sum("size"),
            "again": F.count_if("again"),
        }
        named = self.keep(named, "named", **asked)
        told = self.told["named"]
        self.summary.documents, self.summary.bytes = told["documents"], told["bytes"] or 0
        self.summary.exact_duplicates = told["copies"]
        copies = named.where(copy).select("position", "first")
        if self.told["documents"]["said"]:
            self.count_skipped(documents)
        self.account_for(documents, named, "compared")
        return named, copies, copies.select("position")

    def renamed(self, sets: DataFrame, named: DataFrame) -> DataFrame:
        """Blocks with the names that documents go by, which were not known when they were packed."""
        if not self.told["named"]["again"]:
            return sets
        held = F.collect_list(F.struct("position", F.encode("name", "UTF-8").alias("name"))).alias("held")
        again = named.where("again").groupBy(self.block("position")).agg(held)
        again = again.select("block", F.col("held.position").alias("positions"), F.col("held.name").alias("names"))
        again = self.keep(again, "names")
        others = sets.join(again.select("block"), "block", "left_anti")
        given = sets.join(again, "block").mapInArrow(self.step("names"), "block long, sets binary")
        return self.keep(others.union(given), "sets")

    def sharing(self, sets: DataFrame) -> DataFrame:
        """Candidates that share a shingle that is among the rarest of both, and which documents each block needs."""
        total = self.told["named"]["shingles"] or 1
        counters = self.counted(sets, total)
        partitions = int(self.spark.conf.get("spark.sql.shuffle.partitions"))
        # As many as all of a document's shingles may be among its rarest, of 24 bytes each: by containment, say.
        parts = min(max(4 * partitions, total * 24 // PART), 1 << 16)
        step = self.of_how("prefixes", ["--parts", str(parts)], files={"--counters": counters})
        prefixes = sets.mapInArrow(step, "part int, rarest binary, count int")
        prefixes = self.keep(prefixes, "prefixes", count=F.sum("count"))
        self.summary.rows_exchanged["prefixes"] = self.told["prefixes"]["count"] or 0
        together = prefixes.select("part", "rarest").repartition("part").sortWithinPartitions("part")
        lists = together.mapInArrow(self.step("lists"), "block long, lists binary")
        together = lists.repartition("block").sortWithinPartitions("block")
        return self.keep(together.mapInArrow(self.of_how("candidates"), WANTED), "candidates", count=F.sum("count"))

    def counted(self, sets: DataFrame, total: int) -> str:
        """Counts in how many documents shingles stand, of all there are, and sends that to all executors."""
        begun = time.monotonic()
        bits = min(max(total.bit_length(), BITS[0]), BITS[1])
        of_tasks = sets.mapInArrow(self.step("counts", ["--bits", str(bits)]), "chunk int, counters binary")
        merge = self.step("merge", ["--bits", str(bits)])
        merged = of_tasks.repartition("chunk").mapInArrow(merge, "chunk int, counters binary")
        counters = bytearray(1 << bits)
        for row in merged.collect():
            start = row["chunk"] << 16
            counters[start : start + len(row["counters"])] = row["counters"]
        self.summary.seconds["counts"] = round(time.monotonic() - begun, 3)
        return self.send("counters", lambda path: path.write_bytes(counters))

    def near(self, values: DataFrame) -> DataFrame:
        """Candidates that agree in the leading bits of a table, and are near, and which documents each block needs."""
        tables = ["--tables", str(tables_for(self.summary.documents - self.summary.exact_duplicates))]
        keys = values.mapInArrow(self.of_how("keys", tables), "key long, table int, position long, value binary")
        keys = self.keep(keys, "keys", count=F.count("*"))
        self.summary.rows_exchanged["keys"] = self.told["keys"]["count"]
        together = keys.repartition("key").sortWithinPartitions("key", "table")
        return self.wanted(together.mapInArrow(self.of_how("near", tables), PAIRS_OF_BLOCK), "candidates")

    def wanted(self, pairs: DataFrame, name: str) -> DataFrame:
        """Pairs, each once, and which documents each block needs."""
        together = pairs.repartition("block").sortWithinPartitions("block")
        return self.keep(together.mapInArrow(self.step("wanted"), WANTED), name, count=F.sum("count"))

    def confirmed(self, wanted: DataFrame, sets: DataFrame, name: str, how: How | None = None) -> DataFrame:
        """Those candidates that share enough, as much as this scan asks for unless it is told otherwise."""
        asked = wanted.where("from is not null").groupBy(F.col("from").alias("block"))
        asked = asked.agg(F.collect_list(F.struct("to", "positions")).alias("asked"))
        asked = self.keep(asked.select("block", "asked.to", "asked.positions"), f"{name}-asked")
        sent = sets.join(asked, "block").mapInArrow(self.step("send"), "to long, from long, sets binary")
        own = F.when(F.col("from") == F.col("to"), OWN).otherwise(OTHERS)
        sent = sent.select("to", own.alias("kind"), F.lit(None).cast("binary").alias("pairs"), "sets")
        pairs = wanted.where("from is null").select("to", F.lit(PAIRS).alias("kind"), "pairs")
        rows = pairs.unionByName(sent, allowMissingColumns=True)
        together = rows.repartition("to").sortWithinPartitions("to", "kind")
        return together.mapInArrow(self.of_how("confirm", how=how), FOUND)

    def give(self, pairs: DataFrame, form: str) -> None:
        """Writes pairs with their names, in the order in which documents were read."""
        begun = time.monotonic()
        ordered = pairs.select("block", "place", "found").orderBy("block", "place")
        if form == "jsonl":
            ordered.mapInArrow(self.step("lines"), "value string").write.text(f"{self.out}/pairs.jsonl")
        else:
            ordered.mapInArrow(self.step("rows"), ROWS).write.parquet(f"{self.out}/pairs.parquet")
        self.summary.seconds["given"] = round(time.monotonic() - begun, 3)


def tables_for(documents: int) -> int:
    """The fewest tables for 64 bits within 3 by whose keys a document meets no more than some 512 others by chance.

    The designs of Manku, Jain and Das Sarma (2007, section 3.1): tables, and the bits of their keys.
    """
    designs = ((4, 16), (10, 25), (20, 31), (35, 36), (56, 40))
    return next((tables for tables, bits in designs if documents >> bits <= 512), designs[-1][0])
