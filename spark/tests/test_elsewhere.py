"""Files that are not on this machine's disks, as far as Spark can tell."""

from __future__ import annotations

import subprocess
from pathlib import Path

from conftest import Cluster
from corpora import lines, write_parts
from test_join import given, near, prints, write_prints
from test_scan import same, scanned
from webhdfs import served


def test_documents_and_what_is_found_on_another_file_system(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = write_parts(tmp_path / "corpus", seed=23, parts=3, each=200)
    alone = scanned(program, corpus, tmp_path / "alone")
    with served(tmp_path) as address:
        # On one machine, where nobody asks again for a task that waits for the machine its file is on.
        done = cluster.run("scan", f"{address}/corpus", "-o", f"{address}/found", "--json", master="local[2]")
    assert done.returncode == 0, done.stderr
    same(tmp_path / "found", alone)


def test_fingerprints_and_what_is_near_on_another_file_system(cluster: Cluster, program: str, tmp_path: Path) -> None:
    made = prints(3, 5000)
    index = write_prints(program, tmp_path, made)
    queries = tmp_path / "q.txt"
    queries.write_text("".join(f"{number ^ 1:016x}\n" for number in made[:200]))
    with served(tmp_path) as address:
        done = cluster.run("join", "--index", f"{address}/f.index", "--queries", f"{address}/q.txt", "-o", f"{address}/found")
    assert done.returncode == 0, done.stderr
    assert given(tmp_path / "found" / "pairs.parquet") == near(program, index, queries)


def test_an_index_where_executors_can_put_no_files_is_refused_at_once(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(lines([("a", "some words of a document")]))
    with served(tmp_path) as address:
        done = cluster.run("index", "build", tmp_path / "a.jsonl", "-o", f"{address}/index")
    assert done.returncode == 2
    assert f"error: {address}/index: no files can be put there: " in done.stderr and "pyarrow" in done.stderr
    assert not (tmp_path / "index").exists()
