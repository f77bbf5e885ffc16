"""Clusters of documents that are alike: connected components, and the evidence that ``twinprint scan`` gives with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .components import components

#: What rows of a cluster say: of a document, of a pair, of its ends.
DOCUMENT, PAIR, ENDS = 0, 1, 2


class Clusters:
    """Makes clusters by a scan's steps: ``step`` names one, ``keep`` writes rows down, ``confirmed`` counts what pairs
    share, all of it if it is asked for ``any_resemblance``."""

    def __init__(
        self,
        step: Callable[..., Any],
        keep: Callable[[DataFrame, str], DataFrame],
        confirmed: Callable[..., DataFrame],
        any_resemblance: Any,
    ) -> None:
        self.step, self.keep, self.confirmed, self.any = step, keep, confirmed, any_resemblance

    def write(self, pairs: DataFrame, named: DataFrame, copies: DataFrame, sets: DataFrame, out: str) -> int:
        """Writes a line for each cluster, in the order of their first documents; returns how many there are."""
        stars = components(pairs, lambda edges, turn: self.keep(edges, f"components-{turn}"))
        members = self.keep(self.members(stars, copies), "members")
        roots = members.select("root").distinct().orderBy("root")
        schema = "root long, cluster long"
        numbered = roots.rdd.zipWithIndex().map(lambda row: (row[0][0], row[1])).toDF(schema)
        numbered = self.keep(numbered, "numbered")
        rows = self.keep(self.rows(members.join(numbered, "root"), pairs, named), "rows")
        together = rows.repartition("cluster").sortWithinPartitions("cluster")
        ends = self.keep(together.mapInArrow(self.step("ends"), "a long, b long"), "ends")
        asked = ends.withColumn("score", F.lit(None).cast("float"))
        known = self.keep(self.confirmed(asked, sets, self.any), "ends-compared")
        of = members.join(numbered, "root").select(F.col("position").alias("a"), "cluster")
        known = known.select("a", "b", "resemblance").join(of, "a")
        rows = rows.unionByName(known.withColumn("kind", F.lit(ENDS)), allowMissingColumns=True)
        ordered = rows.repartitionByRange("cluster").sortWithinPartitions("cluster")
        ordered.mapInArrow(self.step("clusters"), "value string").write.text(out)
        return numbered.count()

    @staticmethod
    def members(stars: DataFrame, copies: DataFrame) -> DataFrame:
        """The documents of clusters (``position``), each with the first of its copies and of its cluster."""
        firsts = stars.select(F.col("node").alias("first"), "root")
        firsts = firsts.union(stars.select("root", "root").distinct())
        alone = copies.select("first").distinct().join(firsts.select("first"), "first", "left_anti")
        firsts = firsts.union(alone.select("first", "first"))
        own = firsts.select(F.col("first").alias("position"), "first", "root")
        return own.union(copies.join(firsts, "first").select("position", "first", "root"))

    @staticmethod
    def rows(members: DataFrame, pairs: DataFrame, named: DataFrame) -> DataFrame:
        """What is known of each cluster, a row for each of its documents and pairs."""
        none = F.lit(None)
        of = members.join(named.select("position", "name", "words", "size"), "position")
        documents = of.select(
            "cluster",
            F.lit(DOCUMENT).alias("kind"),
            F.col("position").alias("a"),
            F.col("first").alias("b"),
            "name",
            "words",
            "size",
            none.cast("int").alias("shared"),
            none.cast("float").alias("score"),
            none.cast("double").alias("resemblance"),
        )
        within = pairs.join(members.select(F.col("position").alias("a"), "cluster"), "a")
        found = within.select(
            "cluster",
            F.lit(PAIR).alias("kind"),
            "a",
            "b",
            none.cast("string").alias("name"),
            none.cast("int").alias("words"),
            none.cast("int").alias("size"),
            "shared",
            "score",
            "resemblance",
        )
        return documents.union(found)
