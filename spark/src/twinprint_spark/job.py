"""What all jobs that read documents have in common."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyspark.sql import Column, DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from .program import Program

#: So many documents are named for each reason for which some are passed over.
NAMED = 10


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


class Job:
    """A row of steps, of which each is written down in the folder ``work`` before the next begins."""

    #: How what is written down is compressed, by a name of Parquet's.
    compression = "snappy"

    def __init__(self, spark: SparkSession, program: Program, work: str, say: Callable[[str], None]) -> None:
        self.spark, self.program, self.work, self.say = spark, program, work, say
        self.summary = Summary()
        #: What was asked of rows that were kept, by their name.
        self.told: dict[str, dict[str, Any]] = {}
        self.begun = time.monotonic()

    def send(self, content: bytes, name: str) -> str:
        """Sends a file to all executors, and returns its name there."""
        name = f"{uuid.uuid4().hex[:12]}-{name}"
        path = Path(self.program.folder, name)
        path.write_bytes(content)
        self.spark.sparkContext.addFile(str(path))
        return name

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
        return self.spark.read.schema(rows.schema).parquet(f"{self.work}/{name}")

    def finish(self) -> Summary:
        """What was done, with how long it took."""
        summary = self.summary
        of_steps = self.program.seconds.value
        summary.program_seconds = round(sum(of_steps.values()), 3)
        summary.program_seconds_by_step = {step: round(seconds, 3) for step, seconds in of_steps.items()}
        summary.seconds["all"] = round(time.monotonic() - self.begun, 3)
        summary.cores = self.spark.sparkContext.defaultParallelism
        summary.outside = round(1 - summary.program_seconds / (summary.cores * summary.seconds["all"]), 3)
        return summary

    def passed_over(self, documents: DataFrame, repeated: DataFrame | None) -> None:
        """Counts what is no document, by reason, and names the first of each; ``repeated`` have the names of others."""
        said = documents.where("message is not null").select("position", "reason", "message")
        if repeated is not None:
            message = F.concat_ws("", F.lit("its name, "), "name", F.lit(", is that of an earlier document"))
            said = said.union(repeated.select("position", F.lit("name of another").alias("reason"), message))
        notes = False
        for row in said.groupBy("reason").count().orderBy(F.desc("count"), "reason").collect():
            if row["reason"] == "note":
                notes = True
                continue
            self.summary.skipped_by_reason.append({"reason": row["reason"], "count": row["count"]})
            self.summary.skipped += row["count"]
            some = said.where(F.col("reason") == row["reason"]).orderBy("position", "message").limit(NAMED)
            self.summary.named += [found["message"] for found in some.collect()]
        if notes:
            self.summary.named += [row[0] for row in said.where("reason = 'note'").select("message").collect()]
