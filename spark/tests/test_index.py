"""Indexes built on the cluster, beside those of ``twinprint index build`` on this machine."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import Cluster
from corpora import lines, texts, write_mixed


def built(program: str, corpus: Path, out: Path, *options: str) -> Path:
    """What one machine builds."""
    done = subprocess.run([program, "index", "build", corpus, "-o", out, *options], capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    return out


def files(folder: Path) -> dict[str, bytes]:
    """All of an index, by its files' names; of a builder there is a lock beside them."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".twinprint-lock"}


def kib(size: int) -> str:
    return f"{size / 1024:.1f} KiB"


def test_an_index_is_byte_for_byte_that_of_one_machine(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = write_mixed(tmp_path / "corpus", seed=17, count=4000, repeated=False)
    options = ("--with-text", "--parts", "3")
    alone = built(program, corpus, tmp_path / "alone", *options)
    done = cluster.run("index", "build", corpus, "-o", tmp_path / "index", *options)
    assert done.returncode == 3, done.stderr
    ours, theirs = files(tmp_path / "index"), files(alone)
    assert ours.keys() == theirs.keys()
    assert ours == theirs

    verified = subprocess.run([program, "index", "verify", tmp_path / "index", "--deep"], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr
    asked = (tmp_path / "asked.txt").absolute()
    asked.write_text(texts(17, 4000)[21])
    found = subprocess.run([program, "check", asked, "--index", tmp_path / "index", "--json"], capture_output=True, text=True)
    assert found.returncode == 0 and '"d00021"' in found.stdout, found.stdout + found.stderr


def test_an_index_by_a_model_has_the_model(
    cluster: Cluster, program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [(f"d{number}", text) for number, text in enumerate(texts(19, 300, words=200))]
    (tmp_path / "a.jsonl").write_text(lines(made[:100]) + "no line\n" + lines(made[100:]))
    options = ("--method", "simhash-lexicons", "--model", "english")
    alone = built(program, tmp_path / "a.jsonl", tmp_path / "alone", *options)
    # The name is the built-in model's, whatever file has it, too.
    (tmp_path / "english").write_text("this is no model")
    monkeypatch.chdir(tmp_path)
    # In an address these signs would be others, or end the path.
    index = tmp_path / "an index [1]%20#2?"
    done = cluster.run("index", "build", tmp_path / "a.jsonl", "-o", index, *options)
    assert done.returncode == 3, done.stderr
    assert files(index) == files(alone)
    assert f"{tmp_path}/a.jsonl, line 101: this line is no document" in done.stderr
    size = sum(len(text) for _, text in made)
    assert done.stderr.splitlines()[-1] == f"read 301 ({kib(size + 8)}) = indexed 300 ({kib(size)}) + refused 1 (8 bytes)"


def test_an_index_has_the_boilerplate_that_was_taken_out_of_it(cluster: Cluster, program: str, tmp_path: Path) -> None:
    site = Path(__file__).parents[2] / "tests" / "golden" / "site"
    options = ("--with-text", "--clean", "site,volatile", "--boilerplate", site / "sites.twb", "--method", "fingerprints", "--pairs", "0")
    done = cluster.run("index", "build", site / "pages.jsonl", "-o", tmp_path / "index", *options)
    assert done.returncode == 0, done.stderr
    assert files(tmp_path / "index") == files(built(program, site / "pages.jsonl", tmp_path / "alone", *options))
    assert files(tmp_path / "index") == files(site.parent / "corpus-2")


def test_two_documents_of_one_id_make_no_index(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(lines([("one", "some words"), ("two", "other words")]))
    (tmp_path / "b.jsonl").write_text(lines([("three", "more words"), ("one", "words again")]))
    done = cluster.run("index", "build", tmp_path / "a.jsonl", tmp_path / "b.jsonl", "-o", tmp_path / "index")
    assert done.returncode == 2
    assert "b.jsonl, document 2: its id, one, is that of " in done.stderr and "a.jsonl, document 1, too" in done.stderr
    assert not (tmp_path / "index" / "index.json").exists()


def test_documents_of_one_id_make_an_index_by_their_places(cluster: Cluster, program: str, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for shard, some in enumerate((texts(23, 60)[:30], texts(23, 60)[30:])):
        (corpus / f"{shard}.jsonl").write_text(lines([(str(number), text) for number, text in enumerate(some)]))
    alone = built(program, corpus, tmp_path / "alone", "--ids", "place")
    done = cluster.run("index", "build", corpus, "-o", tmp_path / "index", "--ids", "place")
    assert done.returncode == 0, done.stderr
    assert files(tmp_path / "index") == files(alone)
    asked = tmp_path / "asked.txt"
    asked.write_text(texts(23, 60)[31])
    found = subprocess.run([program, "check", asked, "--index", tmp_path / "index", "--json"], capture_output=True, text=True)
    assert "1.jsonl, line 2" in found.stdout, found.stdout + found.stderr


def test_a_corpus_without_a_document_makes_no_index(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("no line\n")
    done = cluster.run("index", "build", tmp_path / "a.jsonl", "-o", tmp_path / "index")
    assert done.returncode == 2
    assert "no document can be indexed" in done.stderr and "line 1: this line is no document" in done.stderr
    assert not (tmp_path / "index" / "index.json").exists()
