"""Connected components in few rounds, each a join or two.

Kiveris, Lattanzi, Mirrokni, Rastogi and Vassilvitskii (2014), "Connected components in MapReduce and beyond": large-star and
small-star by turns until nothing changes, which takes O(log^2 n) rounds, and few in practice. No vertex is ever given all edges of
a component, as it would if neighbours were gathered at one place.
"""

from __future__ import annotations

from collections.abc import Callable

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def components(edges: DataFrame, kept: Callable[[DataFrame, int], DataFrame]) -> DataFrame:
    """The least vertex of the component (``root``) of each other vertex (``node``) that has an edge (``a``, ``b``).

    ``kept`` writes what a round found down and gives it back, so that no round is done again for the next.
    """
    edges = kept(_oriented(edges.select(F.col("a").alias("u"), F.col("b").alias("v"))), 0)
    before = _sum(edges)
    turn = 0
    while before != (0, None):
        turn += 1
        edges = kept(_small_star(_large_star(edges)), turn)
        after = _sum(edges)
        if after == before:
            break
        before = after
    return edges.select(F.col("u").alias("node"), F.col("v").alias("root"))


def _oriented(edges: DataFrame) -> DataFrame:
    """Each edge once, from its larger vertex to its smaller one."""
    larger, smaller = F.greatest("u", "v").alias("u"), F.least("u", "v").alias("v")
    return edges.where("u <> v").select(larger, smaller).distinct()


def _large_star(edges: DataFrame) -> DataFrame:
    """Joins all larger neighbours of each vertex to the least of it and all its neighbours."""
    both = edges.union(edges.select(F.col("v").alias("u"), F.col("u").alias("v")))
    least = both.groupBy("u").agg(F.least(F.col("u"), F.min("v")).alias("m"))
    return _oriented(both.where("v > u").join(least, "u").select(F.col("v").alias("u"), F.col("m").alias("v")))


def _small_star(edges: DataFrame) -> DataFrame:
    """Joins each vertex and its smaller neighbours to the least of these."""
    least = edges.groupBy("u").agg(F.min("v").alias("m"))
    neighbours = edges.join(least, "u").select(F.col("v").alias("u"), F.col("m").alias("v"))
    return _oriented(neighbours.union(least.select("u", F.col("m").alias("v"))))


def _sum(edges: DataFrame) -> tuple[int, int | None]:
    """What tells whether edges have changed."""
    row = edges.agg(F.count("*"), F.sum(F.xxhash64("u", "v").cast("decimal(38,0)"))).first()
    return row[0], None if row[1] is None else int(row[1])
