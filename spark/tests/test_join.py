"""Joins of fingerprints on the cluster, beside ``twinprint index join`` on this machine."""

from __future__ import annotations

import random
import struct
import subprocess
from pathlib import Path

import pyarrow.parquet
from conftest import Cluster


def prints(seed: int, count: int) -> list[int]:
    """Fingerprints, of which some are near others."""
    drawn = random.Random(seed)
    made: list[int] = []
    while len(made) < count:
        of = drawn.getrandbits(64)
        made.append(of)
        for _ in range(drawn.choice((0, 0, 0, 2))):
            made.append(of ^ sum(1 << bit for bit in drawn.sample(range(64), drawn.randint(1, 5))))
    return made[:count]


def near(program: str, fingerprints: Path, queries: Path, *options: str) -> list[tuple[str, str, int]]:
    """What one machine finds."""
    command = [program, "index", "join", fingerprints, queries, "--tsv", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()[1:]]
    return [(query, fingerprint, int(distance)) for query, fingerprint, distance in rows]


def write_prints(program: str, folder: Path, made: list[int], *options: str) -> Path:
    """Writes fingerprints into the file ``f.u64``, and their index."""
    (folder / "f.u64").write_bytes(struct.pack(f"<{len(made)}Q", *made))
    index = folder / "f.index"
    command = [program, "index", "build", "--fingerprints", folder / "f.u64", "-o", index, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return index


def given(folder: Path) -> list[tuple[str, str, int]]:
    """What the cluster found, in the order in which it wrote it."""
    parts = sorted(folder.glob("part-*.parquet"))
    tables = [pyarrow.parquet.read_table(part).to_pylist() for part in parts]
    return [(row["query"], row["fingerprint"], row["distance"]) for table in tables for row in table]


def test_queries_against_the_shards_of_an_index(cluster: Cluster, program: str, tmp_path: Path) -> None:
    made = prints(1, 400_000)
    asked = [number ^ (1 << place % 64) for place, number in enumerate(made[:2000])]
    queries = tmp_path / "q.txt"
    queries.write_text("".join(f"{number:016x}\n" for number in asked))
    index = write_prints(program, tmp_path, made, "--shard", "1MiB")
    expected = near(program, index, queries)
    run = cluster.run("join", "--index", index, "--queries", queries, "-o", tmp_path / "found", "--task-bytes", "1500000", sent=True, alone=True)
    assert run.returncode == 0, run.stderr
    assert given(tmp_path / "found" / "pairs.parquet") == expected
    assert len(expected) >= 2000


def test_a_damaged_shard_ends_the_job_and_is_named(cluster: Cluster, program: str, tmp_path: Path) -> None:
    index = write_prints(program, tmp_path, prints(2, 2000))
    shard = next(index.glob("t00-*.tws"))
    bytes_of = bytearray(shard.read_bytes())
    bytes_of[len(bytes_of) // 2] ^= 0xFF
    shard.write_bytes(bytes_of)
    run = cluster.run("join", "--index", index, "--queries", tmp_path / "f.u64", "-o", tmp_path / "found")
    assert run.returncode == 2
    assert shard.name in run.stderr and "Traceback" not in run.stderr
