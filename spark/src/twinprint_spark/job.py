"""What all jobs have in common."""

from __future__ import annotations

import shutil
import time
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.sql import Column, DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from .failure import Failure
from .files import File, check_new, literal, qualified, remove, sized
from .ledger import counted, ledger
from .listing import listing
from .program import Program, Sums
from .sending import send

#: The most documents named for each reason for which some are skipped.
NAMED = 10
#: The reason of what is said of a file that is not skipped.
NOTE = "note"
LOST_LINK = "link to nothing"
#: Models that the program has; others are files.
BUILT_IN = ("english", "none")


@dataclass
class Summary:
    """What a job did, as ``summary.json`` of a scan has it."""

    documents: int = 0
    bytes: int = 0
    skipped: int = 0
    skipped_by_reason: list[dict[str, Any]] = field(default_factory=list)
    exact_duplicates: int = 0
    pairs: int = 0
    clusters: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    cores: int = 0
    program_seconds: float = 0.0
    #: Of these, in each of its steps.
    program_seconds_by_step: dict[str, float] = field(default_factory=dict)
    #: The share of the cores' time that was not spent in the program, from 0 to 1.
    outside: float = 0.0
    rows_exchanged: dict[str, int] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    #: What was read, and what became of it, file by file and as a whole.
    ledger: dict[str, Any] = field(default_factory=dict)

    @property
    def refused(self) -> bool:
        """Whether something could not be read: a document, a file, or what a link leads to."""
        lost = any(reason["reason"] == LOST_LINK for reason in self.skipped_by_reason)
        return lost or self.ledger["refused"]["documents"] > 0


class Job:
    """A row of steps, of which each is written down before the next begins: in the folder ``work``, removed at last."""

    #: How what is written down is compressed, by a name of Parquet's.
    compression = "snappy"

    def __init__(self, spark: SparkSession, program: Program, out: str, say: Callable[[str], None]) -> None:
        check_new(spark, out)
        self.spark, self.program, self.say = spark, program, say
        self.out = qualified(spark, out)
        self.work = f"{self.out}/_work-{uuid.uuid4().hex[:12]}"
        self.seconds = spark.sparkContext.accumulator({}, Sums())
        self.summary = Summary()
        #: How a step is given the model, if by its name; else it is a file that was sent, as boilerplate is.
        self.model: list[str] = []
        #: The names of the files of the corpus, in their order.
        self.names: list[str] = []
        self.files: dict[str, str] = {}
        #: What was requested of rows that were kept, by their name.
        self.told: dict[str, dict[str, Any]] = {}
        self.begun = time.monotonic()

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *error: object) -> None:
        remove(self.spark, self.work, self.say)

    def described(self, what: str, options: list[str], model: str | None, boilerplate: str | None = None) -> dict[str, Any]:
        """What the program says of these options, a model and a file of boilerplate, which steps are given from now on."""
        given = [] if model is None else ["--model", model]
        lines = [] if boilerplate is None else ["--boilerplate", boilerplate]
        said = self.program.described(what, [*options, *given, *lines])
        if model is None or model in BUILT_IN:
            self.model = given
        else:
            self.files["--model"] = self.send("model.twm", lambda path: shutil.copyfile(model, path))
        if boilerplate is not None:
            self.files["--boilerplate"] = self.send("sites.twb", lambda path: shutil.copyfile(boilerplate, path))
        return said

    def listed(self, corpus: list[str], fail_fast: bool) -> list[File]:
        """The files of a corpus; links that lead to nothing are skipped, or with ``fail_fast`` end the job."""
        found = listing(self.spark, corpus)
        if found.lost and fail_fast:
            raise Failure(found.lost[0])
        self.say(sized(found.files))
        for name in found.again[:NAMED]:
            self.say(f"note: {name}: this file was named before; it is read once")
        for circle in found.circles[:NAMED]:
            self.say(f"note: {circle}")
        if found.lost:
            self.summary.named += found.lost[:NAMED]
            self.summary.skipped_by_reason.append({"reason": LOST_LINK, "count": len(found.lost)})
            self.summary.skipped += len(found.lost)
        self.names = [file.name for file in found.files]
        return found.files

    def account_for(self, read: DataFrame, done: DataFrame, verb: str) -> None:
        """Makes sure that what was ``read``, counted where the files were, is what of it was no document and the documents that are
        ``done``."""
        self.summary.ledger = ledger(verb, self.names, counted(read, done, verb))

    def step(self, name: str, arguments: Iterable[str] = (), **more: Any) -> Callable[..., Any]:
        """A step of the program, whose time is the job's."""
        return self.program.step(name, arguments, self.seconds, **more)

    def send(self, name: str, write: Callable[[Path], Any]) -> str:
        """Has a file written, sends it to all executors, and returns its name there, which ends like ``name``."""
        return send(self.spark.sparkContext, self.program.folder, name, write)

    def keep(self, rows: DataFrame, name: str, **asked: Column) -> DataFrame:
        """Writes rows down, so that what made them is not done again, whatever executor is lost.

        What is ``asked`` of all of them, each an aggregate, is in ``told`` then, at no other pass over them.
        """
        begun = time.monotonic()
        observation = Observation()
        if asked:
            rows = rows.observe(observation, *[column.alias(what) for what, column in asked.items()])
        rows.write.option("compression", self.compression).parquet(f"{self.work}/{name}")
        if asked:
            self.told[name] = observation.get
        self.summary.seconds[name] = round(time.monotonic() - begun, 3)
        return self.spark.read.schema(rows.schema).parquet(literal(f"{self.work}/{name}"))

    def keep_first(self, rows: DataFrame, name: str, **asked: Column) -> DataFrame:
        """The same of a job's first rows. Refuses an output folder of which each machine has its own: this one does not see all of
        what executors wrote there."""
        rows = self.keep(rows, name, kept=F.count("*"), **asked)
        if self.out.startswith("file:") and rows.count() != self.told[name]["kept"]:
            raise Failure(
                f"{self.out}: what executors write there this machine does not see; give a folder that is the same on all "
                "machines: of a shared disk, of HDFS, of a store"
            )
        return rows

    def finish(self) -> Summary:
        """What was done, with how long it took."""
        summary = self.summary
        of_steps = self.seconds.value
        summary.program_seconds = round(sum(of_steps.values()), 3)
        summary.program_seconds_by_step = {step: round(seconds, 3) for step, seconds in of_steps.items()}
        summary.seconds["all"] = round(time.monotonic() - self.begun, 3)
        summary.cores = self.spark.sparkContext.defaultParallelism
        summary.outside = round(1 - summary.program_seconds / (summary.cores * summary.seconds["all"]), 3)
        return summary

    def count_skipped(self, documents: DataFrame) -> None:
        """Counts what is no document, by reason, and names the first of each."""
        said = documents.where("message is not null").select("position", "reason", "message")
        # Notes come last.
        order = (F.col("reason") == NOTE, F.desc("count"), "reason")
        for reason, count in said.groupBy("reason").count().orderBy(*order).collect():
            some = said.where(F.col("reason") == reason).orderBy("position", "message").limit(NAMED)
            self.summary.named += [found["message"] for found in some.collect()]
            if reason != NOTE:
                self.summary.skipped_by_reason.append({"reason": reason, "count": count})
                self.summary.skipped += count
            elif count > NAMED:
                self.summary.named.append(f"and {count - NAMED:,} more such notes")
