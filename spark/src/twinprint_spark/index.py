"""An index of documents: the files that ``twinprint index build`` writes, each made by whoever has what stands in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from .failure import Failure
from .files import File, contents, setting
from .job import Job, Summary
from .placing import place, placing, prepare
from .program import Program

SIGNED = (
    "position long, name string, passages int, source string, text string, prints binary, shingles binary, bytes long, "
    "reason string, message string, account string, met long, met_bytes long"
)
BUCKETS = "kind int, bucket int, documents int, passages int, first long, length int, packed binary"
FILES = "family int, number int, name string, bytes long, head long, xxh64 string"
#: The documents that go to a process at a time.
ROWS = 1000


@dataclass(frozen=True)
class Design:
    """What an index holds of a document and how it is laid out, as by ``twinprint index build``."""

    method: str | None = None
    model: str | None = None
    k: int = 3
    run: int = 25
    tables: int | None = None
    parts: int = 1
    with_text: bool = False
    #: What ids are: what the corpus calls documents (``given``), each once, or their places (``place``).
    ids: str = "given"
    #: What is taken out of every document: ``volatile``, ``site``, both separated by a comma, or ``none``.
    clean: str = "none"
    #: The file of the lines of sites that are taken out.
    boilerplate: str | None = None
    #: Of how many pairs of words near one another one is kept; 0 for none.
    pairs: int = 5

    def options(self) -> list[str]:
        """The options of a step, but for the model and the file of boilerplate."""
        asked = ["-k", str(self.k), "--run", str(self.run), "--parts", str(self.parts), "--clean", self.clean, "--pairs", str(self.pairs)]
        asked += ["--method", self.method] if self.method else []
        asked += ["--tables", str(self.tables)] if self.tables else []
        return [*asked, "--with-text"] if self.with_text else asked


def build(
    spark: SparkSession,
    program: Program,
    corpus: list[str],
    out: str,
    design: Design,
    fail_fast: bool = False,
    say: Callable[[str], None] = lambda line: None,
) -> Summary:
    """Builds an index of documents in the folder ``out``, which all executors see: on one machine, on shared disks, or in a store.

    Raises :class:`Failure` for what cannot be read at all, and with ``fail_fast`` for the first document that cannot.
    """
    with _Build(spark, program, out, design, say) as job:
        return job.run(corpus, fail_fast)


class _Build(Job):
    def __init__(
        self, spark: SparkSession, program: Program, out: str, design: Design, say: Callable[[str], None]
    ) -> None:
        super().__init__(spark, program, out, say)
        self.design = design
        said = self.described("design", design.options(), design.model, design.boilerplate)
        self.recipe, self.bucket = said["recipe"], said["bucket"]

    def of_design(self, name: str, arguments: tuple[str, ...] = (), **more: Any) -> Callable[..., Any]:
        """A step that is done by the index's design."""
        options = [*self.design.options(), *self.model, *arguments]
        return self.step(name, options, recipe=self.recipe, files=self.files, **more)

    def run(self, corpus: list[str], fail_fast: bool) -> Summary:
        files = self.listed(corpus, fail_fast)
        prepare(self.out, self.work)
        # A file is a row: no more than one of them is in a batch.
        with setting(self.spark, "spark.sql.execution.arrow.maxRecordsPerBatch", "1"):
            sign = self.of_design("sign", ("--ids", self.design.ids), fail_fast=fail_fast)
            signed = self.keep_first(contents(self.spark, files).mapInArrow(sign, SIGNED), "signed")
        with setting(self.spark, "spark.sql.execution.arrow.maxRecordsPerBatch", str(ROWS)):
            numbered, passages = self.numbered(signed, files)
            documents = signed.where("name is not null").join(numbered, "position")
            self.account_for(signed, documents, "indexed")
            placed = self.tables(documents, passages).union(self.packed(documents))
            self.publish(placed, passages)
        return self.finish()

    def numbered(self, signed: DataFrame, files: list[File]) -> tuple[DataFrame, int]:
        """The number of each document and of its first passage, in the order in which one machine reads them; and how many
        passages there are."""
        light = signed.where("name is not null").select("position", "name", "passages")
        whole = F.struct("position", "passages")
        taken = light.groupBy("name").agg(F.min(whole).alias("of")).select("of.*")
        taken = self.keep(taken.withColumn("entry", F.shiftright("position", 32)), "taken")
        self.each_once(light, taken, files)
        self.count_skipped(signed)
        before, documents, passages = [], 0, 0
        for row in taken.groupBy("entry").agg(F.count("*"), F.sum("passages")).orderBy("entry").collect():
            before.append((row[0], documents, passages))
            documents, passages = documents + row[1], passages + row[2]
        self.summary.documents = documents
        if documents == 0:
            why = next(iter(self.summary.named), "there is nothing in the files; give others")
            raise Failure(f"no document can be indexed: {why}")
        if passages >= 1 << 32:
            raise Failure(f"an index cannot have {passages:,} passages, but fewer than 4,294,967,296; build several indexes")
        of_files = self.spark.createDataFrame(before, "entry long, documents long, passages_before long")
        earlier = Window.partitionBy("entry").orderBy("position")
        within = earlier.rowsBetween(Window.unboundedPreceding, -1)
        rows = taken.join(F.broadcast(of_files), "entry").select(
            "position",
            (F.col("documents") + F.row_number().over(earlier) - 1).alias("document"),
            (F.col("passages_before") + F.coalesce(F.sum("passages").over(within), F.lit(0))).alias("first"),
        )
        return self.keep(rows, "numbered"), passages

    def each_once(self, documents: DataFrame, taken: DataFrame, files: list[File]) -> None:
        """Raises :class:`Failure` for the first document with the id of an earlier one."""
        again = documents.join(taken.select("position"), "position", "left_anti").orderBy("position").first()
        if again is None:
            return
        first = documents.where(F.col("name") == again["name"]).agg(F.min("position")).first()[0]

        def standing(position: int) -> str:
            return f"{files[position >> 32].name}, document {(position & 0xFFFFFFFF) + 1}"

        said = f"its id, {again['name']}, is that of {standing(first)}, too"
        raise Failure(f"{standing(again['position'])}: {said}; give each document an id of its own, or let their places be their ids by --ids place")

    def tables(self, documents: DataFrame, passages: int) -> DataFrame:
        """Makes the tables of each part, and puts their files where the index is to be."""
        families = 2 * self.design.parts
        whole = ("--passages", str(passages))
        postings = documents.select("first", "prints", "shingles").mapInArrow(
            self.of_design("postings", whole), "family int, codes binary"
        )
        postings = self.keep(postings, "postings")
        self.summary.rows_exchanged["postings"] = postings.count()
        together = postings.repartition(families, "family").sortWithinPartitions("family")
        return self.keep(together.mapInArrow(placing(self.of_design("tables", whole), self.out, self.work), FILES), "tables")

    def packed(self, documents: DataFrame) -> DataFrame:
        """Packs sources and texts into buckets and these into files, and puts them where the index is to be."""
        rows = documents.select("document", "first", "source", "text").withColumn(
            "bucket", F.floor(F.col("document") / self.bucket)
        )
        rows = rows.repartition("bucket").sortWithinPartitions("document").drop("bucket")
        texts = ["--with-text"] if self.design.with_text else []
        buckets = self.keep(rows.mapInArrow(self.step("buckets", texts), BUCKETS), "buckets")
        lengths = buckets.select("kind", "bucket", F.length("packed").alias("packed"))
        # All lengths, a few bytes for each bucket, go through one process.
        lengths = lengths.repartition(1).sortWithinPartitions("kind", "bucket")
        cuts = self.keep(lengths.mapInArrow(self.step("cuts"), "kind int, bucket int, file int"), "cuts")
        together = buckets.join(cuts, ["kind", "bucket"]).repartition("kind", "file")
        together = together.sortWithinPartitions("kind", "file", "bucket")
        assemble = self.step("files", ["--parts", str(self.design.parts)])
        return self.keep(together.mapInArrow(placing(assemble, self.out, self.work), FILES), "files")

    def publish(self, placed: DataFrame, passages: int) -> None:
        """Makes the files that were put there the index."""
        counts = ("--documents", str(self.summary.documents), "--passages", str(passages))
        rows = placed.repartition(1).sortWithinPartitions("family", "number")
        last = rows.mapInArrow(self.of_design("manifest", counts), f"{FILES}, content binary").collect()
        # The manifest comes last.
        for row in sorted(last, key=lambda row: row["family"]):
            place(self.work, self.out, row["name"], row["content"])
