"""Clusters of documents that are alike: connected components, and the evidence that ``twinprint scan`` gives with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

from .components import components

#: What rows of a cluster say: of a document, of pairs, of pairs that are its ends.
DOCUMENT, PAIRS, ENDS = 0, 1, 2
#: The setting of how many edges one process joins, and how many that is unless it is set.
EDGES = ("spark.twinprint.edges", str(1 << 22))


class Clusters:
    """Makes clusters by a scan's steps; ``confirmed`` counts what any pairs share."""

    def __init__(self, scan: Any, confirmed: Callable[[DataFrame], DataFrame]) -> None:
        self.scan, self.step, self.keep, self.confirmed = scan, scan.step, scan.keep, confirmed

    def write(self, pairs: DataFrame, named: DataFrame, copies: DataFrame, out: str) -> int:
        """Writes a line for each cluster, in the order of their first documents; returns how many there are."""
        members = self.keep(self.members(self.stars(pairs), copies), "members", last=F.max("cluster"))
        of_blocks = members.groupBy(self.scan.block("position"))
        of_blocks = of_blocks.agg(F.collect_list(F.struct("position", "cluster")).alias("held"))
        of_blocks = of_blocks.select("block", F.col("held.position").alias("members"), F.col("held.cluster").alias("clusters"))
        of_blocks = self.keep(of_blocks, "clusters-of-blocks")
        rows = self.documents(members, named).unionByName(self.dealt(pairs, of_blocks, PAIRS), allowMissingColumns=True)
        rows = self.keep(rows, "rows")
        together = rows.repartition("part").sortWithinPartitions("part")
        ends = together.mapInArrow(self.scan.of_how("ends"), "block long, pairs binary")
        known = self.keep(self.confirmed(ends), "ends-compared")
        rows = rows.unionByName(self.dealt(known, of_blocks, ENDS), allowMissingColumns=True)
        ordered = rows.repartitionByRange("part").sortWithinPartitions("part")
        ordered.mapInArrow(self.scan.of_how("clusters"), "value string").write.text(out)
        last = self.scan.told["members"]["last"]
        return 0 if last is None else last + 1

    def stars(self, pairs: DataFrame) -> DataFrame:
        """The least document of the component (``root``) of each other (``node``) that is in a pair."""
        edges = pairs.select("found").mapInArrow(self.step("forest"), "a long, b long")
        edges = self.keep(edges, "forest", count=F.count("*"))
        if self.scan.told["forest"]["count"] > int(edges.sparkSession.conf.get(*EDGES)):
            return components(edges, lambda edges, turn: self.keep(edges, f"components-{turn}"))
        stars = edges.coalesce(1).mapInArrow(self.step("components"), "a long, b long")
        return self.keep(stars.select(F.col("b").alias("node"), F.col("a").alias("root")), "components")

    def dealt(self, pairs: DataFrame, of_blocks: DataFrame, kind: int) -> DataFrame:
        """Pairs, as rows of their clusters."""
        rows = pairs.select("block", "found").join(of_blocks, "block").select("found", "members", "clusters")
        return rows.mapInArrow(self.step("deal"), "part long, pairs binary").withColumn("kind", F.lit(kind))

    @staticmethod
    def members(stars: DataFrame, copies: DataFrame) -> DataFrame:
        """The documents of clusters (``position``), each with the first of its copies, and the number of its cluster."""
        firsts = stars.select(F.col("node").alias("first"), "root")
        firsts = firsts.union(stars.select("root", "root").distinct())
        alone = copies.select("first").distinct().join(firsts.select("first"), "first", "left_anti")
        firsts = firsts.union(alone.select("first", "first"))
        own = firsts.select(F.col("first").alias("position"), "first", "root")
        all_of_them = own.union(copies.join(firsts, "first").select("position", "first", "root"))
        # Numbers are in the order of roots: one task counts these, which are few beside documents.
        before = F.count("*").over(Window.orderBy("root").rowsBetween(Window.unboundedPreceding, -1))
        numbered = firsts.select("root").distinct().withColumn("cluster", before)
        return all_of_them.join(numbered, "root").select("position", "first", "cluster")

    def documents(self, members: DataFrame, named: DataFrame) -> DataFrame:
        """Documents, as rows of their clusters."""
        of = members.join(named.select("position", "name", "words", "size"), "position")
        return of.select(
            F.shiftright("cluster", self.scan.part_bits).alias("part"),
            F.lit(DOCUMENT).alias("kind"),
            "cluster",
            F.col("position").alias("a"),
            F.col("first").alias("b"),
            "name",
            "words",
            "size",
        )
