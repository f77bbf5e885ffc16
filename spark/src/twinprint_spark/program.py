"""The ``twinprint`` program: how executors come by it, and one process of it for each task."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark import AccumulatorParam, SparkContext, SparkFiles

from .failure import Failure, StepFailure

Batches = Iterator[pa.RecordBatch]
#: A pipe holds so many bytes: the most that Linux allows anyone.
PIPE = 1 << 20


@dataclass(frozen=True)
class Program:
    """The program as the driver knows it.

    ``path`` is where executors have it, or none where the job sends it to them under the name ``sent``. ``folder`` is where this
    machine keeps what is sent. ``seconds`` adds up the processor time of its processes, step by step.
    """

    version: str
    path: str | None
    sent: str | None
    folder: str
    seconds: Any

    @staticmethod
    def of(context: SparkContext, driver: str | None, executors: str | None, folder: str) -> "Program":
        """The program at ``driver`` on this machine, or on its search path; executors have it at ``executors``, or it is sent.

        What is sent has to stay in ``folder`` until the job has ended.
        """
        found = shutil.which(driver or "twinprint")
        if found is None:
            raise Failure(
                f"{driver or 'twinprint'}: there is no such program on this machine; build it by "
                "`cargo build --release` and give its path with --program"
            )
        version = json.loads(described(found, []))["version"]
        sent = None
        if executors is None:
            sent = f"twinprint-{version}"
            shutil.copy(found, Path(folder, sent))
            context.addFile(str(Path(folder, sent)))
        _send_package(context, folder)
        return Program(version, executors, sent, folder, context.accumulator({}, Sums()))

    def command(self) -> str:
        """Where the program is in this executor."""
        return self.path if self.path is not None else SparkFiles.get(self.sent)

    def step(
        self,
        name: str,
        arguments: Iterable[str] = (),
        recipe: str | None = None,
        files: Mapping[str, str] | None = None,
        fail_fast: bool = False,
    ) -> Callable[[Batches], Batches]:
        """A function for ``DataFrame.mapInArrow`` that gives a task's batches to one process of the step.

        ``files`` are options whose values are names of files that were sent to the executors. With ``fail_fast`` a row that says
        what is wrong with a document ends the job.
        """
        arguments = [*arguments, "--asked-by", self.version]
        if recipe is not None:
            arguments += ["--recipe", recipe]

        def run(batches: Batches) -> Batches:
            first = next(batches, None)
            if first is None:
                return
            sent = [word for option, file in (files or {}).items() for word in (option, SparkFiles.get(file))]
            command = [self.command(), "batch", name, *arguments, *sent]
            for batch in _process(command, first, batches, self.version, recipe, self.seconds):
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


def described(program: str, arguments: Iterable[str], what: str = "describe") -> str:
    """What ``twinprint batch describe`` says, or ``design`` of an index, in JSON."""
    done = subprocess.run([program, "batch", what, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(done.stderr.strip().removeprefix("error: ") or f"{program}: it says nothing of itself")
    return done.stdout


def _send_package(context: SparkContext, folder: str) -> None:
    """Sends this package to executors, which need not have it installed."""
    package = Path(__file__).parent
    path = Path(folder, "twinprint_spark.zip")
    with zipfile.ZipFile(path, "w") as packed:
        for file in sorted(package.glob("*.py")):
            packed.write(file, f"{package.name}/{file.name}")
    context.addPyFile(str(path))


def _process(
    command: list[str], first: pa.RecordBatch, rest: Batches, version: str, recipe: str | None, seconds: Any
) -> Batches:
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
        giver = _Giver(process.stdin, first, rest)
        giver.start()
        try:
            try:
                with pa.ipc.open_stream(process.stdout) as reader:
                    _agree(reader.schema.metadata or {}, version, recipe, place)
                    yield from (batch for batch in reader if batch.num_rows > 0)
            except (pa.ArrowInvalid, OSError) as error:
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                giver.join()
                raise StepFailure(_why(place, command, process.returncode, errors) or f"{place}: {error}") from error
            giver.join()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds.add({command[2]: usage.ru_utime + usage.ru_stime})
            if process.returncode != 0:
                raise StepFailure(_why(place, command, process.returncode, errors))
            if giver.error is not None:
                raise giver.error
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

    def __init__(self, out: Any, first: pa.RecordBatch, rest: Batches) -> None:
        super().__init__(daemon=True)
        self.out, self.first, self.rest = out, first, rest
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            with pa.ipc.new_stream(self.out, self.first.schema) as writer:
                writer.write_batch(self.first)
                for batch in self.rest:
                    writer.write_batch(batch)
        except OSError:
            pass  # the process has ended, and its status says why
        except BaseException as error:  # noqa: BLE001 - told by who waits for the thread
            self.error = error
        finally:
            try:
                self.out.close()
            except OSError:
                pass


def _agree(said: Mapping[bytes, bytes], version: str, recipe: str | None, place: str) -> None:
    """Refuses a process of another version or recipe."""
    own = said.get(b"twinprint.version", b"?").decode()
    if own != version:
        raise StepFailure(
            f"{place}: its program is twinprint {own}, and the driver's is twinprint {version}; "
            "install the same everywhere, or leave out --on-executors so that the job sends the driver's"
        )
    by = said.get(b"twinprint.recipe", b"").decode()
    if recipe is not None and by != recipe:
        raise StepFailure(
            f"{place}: it reads documents by recipe {by}, and the driver by {recipe}; "
            "give all executors the same program and the same model"
        )


def _why(place: str, command: list[str], status: int, errors: Any) -> str:
    """What a process said before it ended."""
    errors.seek(0)
    said = errors.read().decode(errors="replace").strip().splitlines()
    ended = f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
    told = [line for line in said if line.startswith("error: ")] or said
    what = told[-1].removeprefix("error: ") if told else f"`twinprint batch {command[2]}` {ended} and said nothing"
    return f"{place}: {what}"


def _check(batch: pa.RecordBatch) -> None:
    """Ends the job at the first document that cannot be read."""
    for reason, message in zip(batch.column("reason"), batch.column("message"), strict=True):
        if message.is_valid and reason.as_py() != "note":
            raise StepFailure(message.as_py())
