"""Scans on the cluster, beside ``twinprint scan`` on this machine."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import time
from pathlib import Path

import numpy
import pyarrow.parquet
import pytest
from conftest import LIMIT, Cluster
from corpora import lines, texts, write_mixed, write_parts

#: Each file is taken for as long as a task's files may be together.
FILE_A_TASK = f"spark.sql.files.openCostInBytes={128 << 20}"


def scanned(program: str, corpus: Path, out: Path, *more: str | Path) -> Path:
    """What one machine finds."""
    done = subprocess.run([program, "scan", corpus, "-o", out, *more], capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    return out


def text_of(folder: Path) -> bytes:
    """The lines of a folder of parts, in their order."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("part-*")))


def same(found: Path, alone: Path) -> None:
    """Pairs and clusters are the same bytes; not sorted again: they come in one machine's order. Of each file the same was read, compared
    and refused."""
    pairs = (alone / "pairs.jsonl").read_bytes()
    assert text_of(found / "pairs.jsonl") == pairs
    assert text_of(found / "clusters.jsonl") == (alone / "clusters.jsonl").read_bytes()
    assert ledger(found) == ledger(alone)
    assert not list(found.glob("_work*"))


def summary(folder: Path) -> dict:
    return json.loads((folder / "summary.json").read_text())


def ledger(folder: Path) -> dict:
    """What became of what was read, of each file by its name without the folder, which may be elsewhere."""
    told = summary(folder)["ledger"]
    return {**told, "files": [{**of, "file": Path(of["file"]).name} for of in told["files"]]}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mixed(tmp_path_factory.mktemp("corpus") / "mixed", seed=7, count=20_000)


def slowed(folder: Path, program: str, step: str, script: str) -> str:
    """The program, but before a step it does something else."""
    path = folder / "slowed"
    path.write_text(f'#!/bin/sh\nif [ "$2" = {step} ]; then\n{script}\nfi\nexec "{program}" "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_pairs_and_clusters_of_twenty_thousand_documents_are_those_of_one_machine(
    cluster: Cluster, program: str, mixed: Path, tmp_path: Path
) -> None:
    alone = scanned(program, mixed, tmp_path / "alone")
    done = cluster.run("scan", mixed, "-o", tmp_path / "found", "--json")
    assert done.returncode == 3, done.stderr
    same(tmp_path / "found", alone)
    ours, theirs = summary(tmp_path / "found"), summary(alone)
    for count in ("documents", "bytes", "exact_duplicates", "pairs", "clusters", "skipped"):
        assert ours[count] == theirs[count], count
    assert ours["documents"] >= 20_000 and ours["pairs"] > 1000 and ours["skipped"] > 0
    reasons = {one["reason"]: one["count"] for one in theirs["skipped_by_reason"]}
    assert {one["reason"]: one["count"] for one in ours["skipped_by_reason"]} == reasons
    assert ours["cores"] == 2 and 0 < ours["outside"] < 1
    of_steps = ours["program_seconds_by_step"]
    assert ours["program_seconds"] == pytest.approx(sum(of_steps.values()), abs=0.1)
    assert {"documents", "prefixes", "confirm", "clusters"} <= of_steps.keys()


def test_pairs_by_simhashes_and_clusters_in_rounds_are_those_of_one_machine(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    made = [(f"d{number}", text) for number, text in enumerate(texts(11, 3000, words=120))]
    (corpus / "a.jsonl").write_text(lines(made[:1700]))
    (corpus / "b.jsonl").write_text(lines(made[1700:]))
    options = ("--method", "simhash-lexicons")
    alone = scanned(program, corpus, tmp_path / "alone", *options)
    # Edges are too many for one process, and joined in rounds.
    rounds = ("--conf", "spark.twinprint.edges=1")
    done = cluster.run("scan", corpus, "-o", tmp_path / "found", "--json", *options, *rounds)
    assert done.returncode == 0, done.stderr
    same(tmp_path / "found", alone)
    assert summary(alone)["pairs"] > 50


#: Pages of a site and notes of no site, and the lines that most of each have.
SITE = Path(__file__).parents[2] / "tests" / "golden" / "site"


@pytest.mark.parametrize("method", ["resemblance", "simhash-lexicons:k=8"])
def test_boilerplate_of_a_file_is_taken_out_as_on_one_machine(
    cluster: Cluster, program: str, tmp_path: Path, method: str
) -> None:
    pages = [json.loads(line) for line in (SITE / "pages.jsonl").read_text().splitlines()]
    frames = [page["text"].split("\n") for page in pages]
    again = [
        {**page, "id": f"again {page['id']}", "text": "\n".join([top, f"{text} Once more.", *rest])}
        for page, (top, text, *rest) in zip(pages, frames)
    ]
    corpus = tmp_path / "pages.jsonl"
    corpus.write_text("".join(json.dumps(page) + "\n" for page in pages + again))
    options = ("--method", method, "-w", "5", "--at-least", "0.2", "--clean", "site,volatile", "--boilerplate", SITE / "sites.twb")
    alone = scanned(program, corpus, tmp_path / "alone", *options)
    done = cluster.run("scan", corpus, "-o", tmp_path / "found", "--json", *options)
    assert done.returncode == 0, done.stderr
    same(tmp_path / "found", alone)
    # Without their frames each page is found with itself alone.
    assert summary(alone)["pairs"] + summary(alone)["exact_duplicates"] == len(pages)
    assert summary(scanned(program, corpus, tmp_path / "framed", "-w", "5", "--at-least", "0.2"))["pairs"] > len(pages)


def test_an_executor_killed_in_mid_job_changes_nothing(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = write_parts(tmp_path / "corpus", seed=3, parts=8, each=250)
    alone = scanned(program, corpus, tmp_path / "alone")
    # A task on either executor, one core each, is in mid job for as long as it takes to kill one of them.
    script = f"echo . >> {tmp_path}/begun; while [ ! -e {tmp_path}/killed ]; do sleep 0.1; done"
    slow = slowed(tmp_path, program, "documents", script)
    words = ["scan", corpus, "-o", tmp_path / "found", "--json", "--on-executors", slow]
    job = cluster.start(*words, "--conf", FILE_A_TASK)
    try:
        end = time.monotonic() + LIMIT
        begun = tmp_path / "begun"
        while not begun.exists() or len(begun.read_text().split()) < 2:
            assert job.poll() is None, job.communicate()[1]
            assert time.monotonic() < end, "two tasks never ran at a time"
            time.sleep(0.1)
        os.kill(cluster.executors()[0], signal.SIGKILL)
        (tmp_path / "killed").touch()
        _, said = job.communicate(timeout=LIMIT)
    finally:
        # What is left of tasks ends, too.
        (tmp_path / "killed").touch()
        if job.poll() is None:
            os.killpg(job.pid, signal.SIGKILL)
    assert job.returncode == 0, said
    same(tmp_path / "found", alone)
    assert len(begun.read_text().split()) > 8, "what was lost is begun again"


def test_retried_and_speculative_tasks_repeat_no_rows(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = write_parts(tmp_path / "corpus", seed=5, parts=8, each=200)
    alone = scanned(program, corpus, tmp_path / "alone")
    # The first process fails; the second never ends, as long as anyone waits for it, until another does its task.
    script = f"""
if mkdir {tmp_path}/failed 2>/dev/null; then echo 'error: disk: broken; retry' >&2; exit 2; fi
if mkdir {tmp_path}/slow 2>/dev/null; then while kill -0 $PPID; do sleep 1; done; exit 2; fi
echo . >> {tmp_path}/started"""
    slow = slowed(tmp_path, program, "documents", script)
    settings = {
        "spark.speculation": "true",
        "spark.speculation.interval": "100ms",
        "spark.speculation.quantile": "0.5",
        "spark.speculation.multiplier": "1.5",
    }
    words = ["--conf", FILE_A_TASK, *(word for key, value in settings.items() for word in ("--conf", f"{key}={value}"))]
    done = cluster.run("scan", corpus, "-o", tmp_path / "found", "--json", "--on-executors", slow, *words, alone=True)
    assert done.returncode == 0, done.stderr
    same(tmp_path / "found", alone)
    assert (tmp_path / "failed").exists() and (tmp_path / "slow").exists()
    assert len((tmp_path / "started").read_text().split()) >= 8


def test_a_broken_file_is_named_and_counted_and_the_rest_goes_on(
    cluster: Cluster, program: str, tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    made = [(f"d{number}", text) for number, text in enumerate(texts(9, 300))]
    # Its name is a pattern, too, and it is given twice.
    broken = corpus / "a[1] {2}%20.jsonl"
    broken.write_text(lines(made[:200]) + "no JSON at all\n" + lines(made[200:]))
    (corpus / "b.parquet").write_bytes(b"PAR1 and then nothing of a table")
    alone = scanned(program, corpus, tmp_path / "alone", broken)
    lost = corpus / "c" / "lost.txt"
    lost.parent.mkdir()
    lost.symlink_to("nowhere")
    (corpus / "c" / "circle").symlink_to("..")
    found = tmp_path / "found [1]%20"
    done = cluster.run("scan", corpus, broken, "-o", found, "--json")
    assert done.returncode == 3, done.stderr
    same(found, alone)
    assert summary(found)["documents"] == summary(alone)["documents"] == len(made)
    assert summary(found)["skipped"] == summary(alone)["skipped"] + 1 == 3
    assert f"note: {broken}: this file was named before; it is read once" in done.stderr
    assert f"{broken}, line 201: this line is no document" in done.stderr
    assert f"{corpus}/b.parquet: " in done.stderr
    assert f"{lost}: this link leads to nothing" in done.stderr
    assert f"{corpus}/c/circle: this link leads back to a folder it lies in; not followed" in done.stderr

    lost.unlink()
    (corpus / "c" / "circle").unlink()
    said = subprocess.run([program, "scan", corpus], capture_output=True, text=True).stderr
    assert done.stderr.splitlines()[-1] == said.splitlines()[-1]
    assert re.fullmatch(r"read 302 \(.+\) = compared 300 \(.+\) \+ refused 2 \(.+\)", said.splitlines()[-1])
    stopped = cluster.run("scan", corpus, "-o", tmp_path / "stopped", "--if-refused", "stop")
    assert stopped.returncode == 2
    assert f"error: {corpus}/" in stopped.stderr
    assert not (tmp_path / "stopped" / "pairs.parquet").exists()
    ignored = cluster.run("scan", corpus, "-o", tmp_path / "ignored", "--if-refused", "ignore")
    assert ignored.returncode == 0, ignored.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    shutil.copy(corpus / "b.parquet", empty)
    assert cluster.run("scan", empty, "-o", tmp_path / "of-nothing").returncode == 2


def test_no_document_is_skipped_for_its_id(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    # Shards whose ids begin at 0 in each.
    made = texts(29, 900)
    for shard in range(3):
        documents = [(str(number), text) for number, text in enumerate(made[shard * 300 : (shard + 1) * 300])]
        (corpus / f"{shard}.jsonl").write_text(lines(documents))
    alone = scanned(program, corpus, tmp_path / "alone")
    done = cluster.run("scan", corpus, "-o", tmp_path / "found", "--json")
    assert done.returncode == 0, done.stderr
    same(tmp_path / "found", alone)
    assert summary(tmp_path / "found")["documents"] == 900 and summary(tmp_path / "found")["skipped"] == 0
    assert b'.jsonl, line ' in text_of(tmp_path / "found" / "pairs.jsonl")
    assert b'.jsonl, line ' in text_of(tmp_path / "found" / "clusters.jsonl")


def test_folders_have_the_same_files_on_a_cluster_as_on_one_machine(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "a.csv").write_text("id,text\na,one two three four\n")
    (corpus / "b.json").write_text('[{"id": "b", "text": "five six seven"}, {"id": "b", "text": "eight nine"}]')
    (corpus / "c.ndjson.gz").write_bytes(gzip.compress(lines([("c", "ten eleven twelve")]).encode()))
    (corpus / "d.other").write_text("no document")
    alone = scanned(program, corpus, tmp_path / "alone")
    done = cluster.run("scan", corpus, "-o", tmp_path / "found", "--json")
    assert done.returncode == 0, done.stderr
    same(tmp_path / "found", alone)
    assert summary(tmp_path / "found")["documents"] == summary(alone)["documents"] == 4


def test_a_shingle_in_every_document_makes_no_key_hot(cluster: Cluster, program: str, tmp_path: Path) -> None:
    footer = "all rights are reserved by the town and its council for ever and ever"
    made = [(f"d{number}", f"{text} {footer}") for number, text in enumerate(texts(13, 3000))]
    (tmp_path / "a.jsonl").write_text(lines(made))
    alone = scanned(program, tmp_path / "a.jsonl", tmp_path / "alone")
    done = cluster.run("scan", tmp_path / "a.jsonl", "-o", tmp_path / "found")
    assert done.returncode == 0, done.stderr
    table = pyarrow.parquet.read_table(tmp_path / "found" / "pairs.parquet").to_pylist()
    pairs = [json.loads(line) for line in (alone / "pairs.jsonl").read_text().splitlines()]
    # Scores are of 32 bits, and written in as few digits as tell them.
    assert table == [{**pair, "score": float(numpy.float32(pair["score"]))} for pair in pairs]
    # Were they exchanged by that one, there would be millions.
    assert summary(tmp_path / "found")["rows_exchanged"]["candidates"] < 20 * len(made)


def test_a_program_that_executors_do_not_have_is_said_to_be_missing(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(lines([("a", "some words of a document")]))
    done = cluster.run("scan", tmp_path / "a.jsonl", "-o", tmp_path / "found", "--on-executors", "/nowhere/twinprint")
    assert done.returncode == 2
    assert "the program /nowhere/twinprint cannot be started (No such file or directory)" in done.stderr
    assert "leave out --on-executors so that the job sends it" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("said", "instead", "told"),
    [
        ("version", "0.0.9", "the job runs twinprint 0.0.9, and this is twinprint {own}"),
        ("recipe", "00", "and the driver's are read by 00"),
    ],
)
def test_another_version_or_recipe_on_the_driver_is_refused(
    cluster: Cluster, program: str, tmp_path: Path, said: str, instead: str, told: str
) -> None:
    (tmp_path / "a.jsonl").write_text(lines([("a", "some words of a document")]))
    other = tmp_path / "other"
    other.write_text(f'#!/bin/sh\n"{program}" "$@" | sed \'s/"{said}":"[^"]*"/"{said}":"{instead}"/\'\n')
    other.chmod(other.stat().st_mode | stat.S_IXUSR)
    words = ["scan", tmp_path / "a.jsonl", "-o", tmp_path / "found", "--on-executors", program]
    done = cluster.run(*words, program=str(other))
    assert done.returncode == 2
    described = subprocess.run([program, "batch", "describe"], capture_output=True, check=True).stdout
    assert told.format(own=json.loads(described)["version"]) in done.stderr
