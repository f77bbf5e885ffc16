"""Processes of a task, and what is refused before Spark has anything to do: all of it without Spark."""

from __future__ import annotations

import importlib
import os
import queue
import signal
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pytest
import twinprint_spark.job
import twinprint_spark.program
from twinprint_spark import Failure, Program, command
from twinprint_spark.failure import StepFailure
from twinprint_spark.files import File, contents
from twinprint_spark.job import Job
from twinprint_spark.program import Sums

BATCH = pa.record_batch({"a": [1, 2]})


class Seconds:
    """Takes what an accumulator of Spark's takes."""

    def __init__(self) -> None:
        self.value = Sums().zero({})

    def add(self, more: dict[str, float]) -> None:
        self.value = Sums().addInPlace(self.value, more)


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], str]:
    """Makes a program out of lines of a shell's."""

    def make(lines: str) -> str:
        path = tmp_path / "program"
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)
        return str(path)

    return make


def given(program: str, batches: Iterator[pa.RecordBatch], seconds: Seconds | None = None) -> list[pa.RecordBatch]:
    """What comes of batches in a task."""
    step = Program("1.2.3", program, program, None, "").step("lines", [], seconds or Seconds())
    return list(step(batches))


def test_what_a_process_writes_is_given_and_its_time_is_added(script: Callable[[str], str]) -> None:
    seconds = Seconds()
    assert given(script("exec cat"), iter([BATCH] * 3), seconds) == [BATCH] * 3
    assert seconds.value.keys() == {"lines"}
    assert given("/nowhere", iter([])) == []


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("exec yes", "was ended by signal 13 and said nothing; what it wrote is no whole stream"),
        ("exec true", "ended with status 0 and said nothing; what it wrote is no whole stream"),
        ("echo a word >&2", "ended with status 0 and said: a word; what it wrote is no whole stream"),
        ("head -c 300; exit 0", "ended with status 0 and said nothing; what it wrote is no whole stream"),
        ("echo no >&2; echo 'error: disk: full; make room' >&2; exit 2", ": disk: full; make room"),
        ("cat; echo 'error: disk: full; make room' >&2; exit 2", ": disk: full; make room"),
        ("echo of other kind; trap '' PIPE; while :; do sleep 0.05; done", "was ended by signal 9 and said nothing"),
    ],
)
def test_a_process_that_cannot_be_read_ends_the_task_and_says_why(
    script: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, lines: str, told: str
) -> None:
    monkeypatch.setattr(twinprint_spark.program, "GRACE", 0.5)
    with pytest.raises(StepFailure) as failure:
        given(script(lines), iter([BATCH] * 1000))
    assert told in str(failure.value)


def test_half_of_an_input_is_not_taken_for_all_of_it(script: Callable[[str], str], tmp_path: Path) -> None:
    def broken() -> Iterator[pa.RecordBatch]:
        yield BATCH
        raise OSError("the stream ends within a batch")

    with pytest.raises(OSError, match="within a batch"):
        given(script(f"exec cat && touch {tmp_path}/whole"), broken())
    assert not (tmp_path / "whole").exists()


def test_what_is_not_the_program_is_not_taken_for_it() -> None:
    with pytest.raises(Failure, match="/bin/true: this is not the twinprint program"):
        Program.of(None, "/bin/true", None, "")
    with pytest.raises(Failure, match="/nowhere: there is no such program"):
        Program.of(None, "/nowhere", None, "")


@pytest.mark.parametrize("name", ["_a.u64", ".a.jsonl", "a._COPYING_"])
def test_a_file_that_spark_would_pass_over_is_refused(name: str) -> None:
    with pytest.raises(Failure, match="Spark skips files of such names"):
        contents(None, [File(name, f"file:/tmp/{name}", 8)])


def test_a_setting_without_a_value_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["scan", "a", "-o", "b", "--conf", "spark.executor.memory"])
    assert ended.value.code == 2
    assert "'spark.executor.memory' sets nothing; give KEY=VALUE" in capsys.readouterr().err


def test_a_spark_that_does_not_start_says_so_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(command, "_session", fail)
    assert command.main(["scan", "a", "-o", "b"]) == 2
    assert capsys.readouterr().err == "error: Spark does not start: RuntimeError; Java 17 is what it needs\n"


@pytest.mark.parametrize(("times", "java", "did_then"), [(1, True, True), (2, False, True), (2, True, False)])
def test_control_c_while_spark_starts_stops_it_and_a_second_one_does_as_soon_as_java_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], times: int, java: bool, did_then: bool
) -> None:
    did, over, said = [], threading.Event(), queue.SimpleQueue()

    class Spark:
        def stop(self) -> None:
            did.append("stopped")

    def start(*_: object) -> Spark:
        for _ in range(times):
            os.kill(os.getpid(), signal.SIGINT)
            assert "Ctrl-C once more" in said.get(timeout=60)
        if not did_then:
            over.wait()
        did.append("started")
        return Spark()

    say = command._say

    def say_and_note(sentence: str) -> None:
        say(sentence)
        said.put(sentence)

    monkeypatch.setattr(command, "_say", say_and_note)
    monkeypatch.setattr(command, "_session", start)
    monkeypatch.setattr(command.SparkContext, "_gateway", object() if java else None)
    before = signal.getsignal(signal.SIGINT)
    assert command.main(["scan", "a", "-o", "b"]) == 2
    assert did == (["started", "stopped"] if did_then else [])
    over.set()
    assert capsys.readouterr().err.splitlines()[-1].startswith("error: stopped before the job was done")
    assert signal.getsignal(signal.SIGINT) is before


def test_no_archive_is_left_that_python_would_read_again_before_the_next_task(
    script: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "archive.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("of_archive_before.py", "")
        packed.writestr("of_archive_after.py", "")
    monkeypatch.syspath_prepend(str(archive))
    importlib.import_module("of_archive_before")
    assert str(archive) in sys.path_importer_cache
    assert given(script("exec cat"), iter([BATCH])) == [BATCH]
    assert str(archive) not in sys.path_importer_cache
    importlib.import_module("of_archive_after")


@dataclass
class Rows:
    """Takes what rows of Spark's are asked here."""

    seen: int

    def count(self) -> int:
        return self.seen


def test_a_folder_where_this_machine_does_not_see_what_executors_wrote_ends_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job.__new__(Job)
    job.told = {"documents": {"kept": 3}}
    job.out = "file:/data/found"
    job.keep = lambda rows, name, **asked: rows
    monkeypatch.setattr(twinprint_spark.job.F, "count", lambda of: of)
    assert job.keep_first(Rows(3), "documents") == Rows(3)
    with pytest.raises(Failure, match="^file:/data/found: .* this machine does not see; give a folder that is the same on all"):
        job.keep_first(Rows(2), "documents")
