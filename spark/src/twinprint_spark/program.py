"""The ``twinprint`` program: how executors come by it, and one process of it for each task."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any
from zipimport import zipimporter

import pyarrow as pa
from pyspark import AccumulatorParam, SparkContext, SparkFiles

from .failure import Failure, StepFailure
from .sending import send, send_package

Batches = Iterator[pa.RecordBatch]
#: The bytes that a pipe holds: the most that Linux allows anyone.
PIPE = 1 << 20
#: A stream of Arrow's begins with these bytes.
BEGINNING = b"\xff\xff\xff\xff"
#: A process of which nothing can be read is given this long to end by itself, in seconds.
GRACE = 5.0


@dataclass(frozen=True)
class Program:
    """The program as the driver knows it.

    ``here`` is where this machine has it. ``path`` is where executors have it, or none where it is sent to them under
    the name ``sent``. ``folder`` is where this machine keeps what is sent.
    """

    version: str
    here: str
    path: str | None
    sent: str | None
    folder: str

    @staticmethod
    def of(context: SparkContext, driver: str | None, executors: str | None, folder: str) -> "Program":
        """The program at ``driver`` on this machine, or on its search path; executors have it at ``executors``, or it is sent.

        What is sent has to stay in ``folder`` until the job has ended.
        """
        here = shutil.which(driver or "twinprint")
        if here is None:
            raise Failure(
                f"{driver or 'twinprint'}: there is no such program on this machine; build it by "
                "`cargo build --release` and give its path with --program"
            )
        version = _described(here, "describe", [])["version"]
        sent = None
        if executors is None:
            sent = send(context, folder, "twinprint", lambda path: shutil.copy(here, path))
        send_package(context, folder)
        return Program(version, here, executors, sent, folder)

    def described(self, what: str, arguments: Iterable[str]) -> dict[str, Any]:
        """What ``twinprint batch describe`` says, or ``design`` of an index."""
        said = _described(self.here, what, arguments)
        if said["version"] != self.version:
            raise Failure(f"{self.here}: the program was replaced while the job began; start it again")
        return said

    def command(self) -> str:
        """Where the program is in this executor."""
        return self.path if self.path is not None else SparkFiles.get(self.sent)

    def step(
        self,
        name: str,
        arguments: Iterable[str],
        seconds: Any,
        recipe: str | None = None,
        files: Mapping[str, str] | None = None,
        fail_fast: bool = False,
    ) -> Callable[[Batches], Batches]:
        """A function for ``DataFrame.mapInArrow`` that gives a task's batches to one process of the step.

        The processor time of processes is added to ``seconds``, by the step's name. ``files`` are options whose values
        are names of files that were sent to the executors. With ``fail_fast`` a row that says what is wrong with a
        document ends the job.
        """
        arguments = [*arguments, "--asked-by", self.version]
        if recipe is not None:
            arguments += ["--recipe", recipe]

        def run(batches: Batches) -> Batches:
            _spare_archives()
            first = next(batches, None)
            if first is None:
                return
            sent = [word for option, file in (files or {}).items() for word in (option, SparkFiles.get(file))]
            command = [self.command(), "batch", name, *arguments, *sent]
            for batch in _process(command, first, batches, seconds):
                if fail_fast:
                    _check(batch)
                yield batch

        return run


class Sums(AccumulatorParam):
    """Adds up numbers by their names."""

    def zero(self, value: dict[str, float]) -> dict[str, float]:
        return {}

    def addInPlace(self, value1: dict[str, float], value2: dict[str, float]) -> dict[str, float]:
        for name, number in value2.items():
            value1[name] = value1.get(name, 0) + number
        return value1


def _spare_archives() -> None:
    """Before each task PySpark has Python look at all that it remembers of its search path again. Of archives it reads the list
    of files, in Python: of Spark's jar thousands, a tenth of a second a task. What it does not remember is not looked at."""
    for path, importer in list(sys.path_importer_cache.items()):
        if isinstance(importer, zipimporter):
            del sys.path_importer_cache[path]


def _described(program: str, what: str, arguments: Iterable[str]) -> dict[str, Any]:
    done = subprocess.run([program, "batch", what, *arguments], capture_output=True, text=True, errors="replace")
    if done.returncode != 0 and done.stderr.startswith("error: "):
        raise Failure(done.stderr.strip().removeprefix("error: "))
    try:
        said = json.loads(done.stdout)
    except ValueError:
        said = None
    if not isinstance(said, dict) or "version" not in said:
        instead = " ".join(done.stderr.split()) or "it says nothing"
        raise Failure(f"{program}: this is not the twinprint program ({instead}); give the path of that with --program")
    return said


def _process(command: list[str], first: pa.RecordBatch, rest: Batches, seconds: Any) -> Batches:
    """Gives batches to a process, and what comes of it."""
    place = f"executor on {socket.gethostname()}"
    with tempfile.TemporaryFile() as errors:
        try:
            # A task is given as many cores as Spark says; one is what it is given unless it is told otherwise.
            cores = os.environ.get("TWINPRINT_CORES_A_TASK", "1")
            environment = {**os.environ, "RAYON_NUM_THREADS": cores}
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment
            )
        except OSError as error:
            raise StepFailure(
                f"{place}: the program {command[0]} cannot be started ({error.strerror}); "
                "install it there, or leave out --on-executors so that the job sends it"
            ) from error
        _widen(process.stdin, process.stdout)
        giver = _Giver(process, first, rest)
        giver.start()
        try:
            try:
                with _opened(process.stdout) as reader:
                    yield from (batch for batch in reader if batch.num_rows > 0)
            except (pa.ArrowException, OSError) as error:
                _end(process)
                giver.finish()
                raise StepFailure(_why(place, command, process.returncode, errors, error)) from error
            giver.finish()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds.add({command[2]: usage.ru_utime + usage.ru_stime})
            if process.returncode != 0:
                raise StepFailure(_why(place, command, process.returncode, errors))
        finally:
            if process.returncode is None:
                process.kill()
                process.wait()
            process.stdout.close()


def _widen(*pipes: Any) -> None:
    """Lets pipes hold more, where the system allows it: who writes and who reads wait for each other less often."""
    for pipe in pipes:
        try:
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)
        except (AttributeError, OSError):
            return


class _Giver(threading.Thread):
    """Writes what a process reads while it is read what the process writes: neither waits for the other to be done."""

    def __init__(self, process: subprocess.Popen, first: pa.RecordBatch, rest: Batches) -> None:
        super().__init__(daemon=True)
        self.process, self.first, self.rest = process, first, rest
        self.error: BaseException | None = None

    def run(self) -> None:
        out = self.process.stdin
        try:
            writer = pa.ipc.new_stream(out, self.first.schema)
            for batch in chain([self.first], self.rest):
                writer.write_batch(batch)
            writer.close()
        except BrokenPipeError:
            pass  # the process has ended, and its status says why
        except BaseException as error:  # noqa: BLE001 - raised by `finish`
            self.error = error
            # It would take the part that it was given for all there is.
            self.process.kill()
        finally:
            try:
                out.close()
            except OSError:
                pass

    def finish(self) -> None:
        """Waits until all is written. What there was to write may not have come whole: that is raised here."""
        self.join()
        if self.error is not None:
            raise self.error


def _opened(out: Any) -> pa.RecordBatchStreamReader:
    """What a process writes. Of anything else Arrow would take the first word for a length, and wait for so much."""
    if not BEGINNING.startswith(out.peek(len(BEGINNING))[: len(BEGINNING)]):
        raise pa.ArrowInvalid("it begins otherwise")
    return pa.ipc.open_stream(out)


def _end(process: subprocess.Popen) -> None:
    """Waits for the end of a process, which says what was wrong; one that does not end is killed."""
    # What it still writes nobody reads, and it would wait for that.
    process.stdout.close()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _why(place: str, command: list[str], status: int, errors: Any, unreadable: Exception | None = None) -> str:
    """What a process said before it ended, and else how it ended, and why what it wrote is ``unreadable``."""
    errors.seek(0)
    said = errors.read().decode(errors="replace").strip().splitlines()
    told = [line for line in said if line.startswith("error: ")]
    if told:
        return f"{place}: {told[-1].removeprefix('error: ')}"
    ended = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    last = f"said: {said[-1]}" if said else "said nothing"
    what = f"{place}: `{command[0]} batch {command[2]}` {ended} and {last}"
    if unreadable is None:
        return what
    remedy = "see that it is the twinprint program, and that there is memory for it"
    return f"{what}; what it wrote is no whole stream of Arrow's ({unreadable}); {remedy}"


def _check(batch: pa.RecordBatch) -> None:
    """Ends the job at the first document that cannot be read."""
    for reason, message in zip(batch.column("reason"), batch.column("message"), strict=True):
        if message.is_valid and reason.as_py() != "note":
            raise StepFailure(message.as_py())
