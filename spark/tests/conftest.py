"""A real cluster on this machine: a master and two workers, processes of their own on the loopback interface."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark
import pytest
from pyspark.sql import SparkSession
from twinprint_spark import command

#: What a job that hangs is given before it is ended, in seconds.
LIMIT = 300
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def _end_hung(*_: object) -> None:
    raise TimeoutError(f"a job did not end within {LIMIT} seconds")


def _free_port() -> int:
    with socket.socket() as at:
        at.bind(("127.0.0.1", 0))
        return at.getsockname()[1]


def _program() -> str:
    named = os.environ.get("TWINPRINT")
    if not named:
        pytest.exit("set TWINPRINT to the twinprint program, or run `cargo xtask test --only spark`", 2)
    return named


@dataclass
class Done:
    """What came of a job."""

    returncode: int
    stderr: str


@dataclass
class Cluster:
    """Where the master listens, and the workers."""

    url: str
    folder: Path
    workers: list[subprocess.Popen]
    #: The session of the jobs before, and the settings that it has.
    session: SparkSession | None = None
    settings: tuple = ()

    def run(self, *words: str | Path, alone: bool = False, **how: Any) -> Done:
        """Runs a job to its end, in this process: in the session of the jobs before if it has the same settings, or ``alone``, as twinprint-spark
        does, in one that is started for it and stopped."""
        said = io.StringIO()
        signal.signal(signal.SIGALRM, _end_hung)
        signal.alarm(LIMIT)
        try:
            with contextlib.redirect_stderr(said):
                given = self.words(*words, **how)
                return Done(self._run_alone(given) if alone else self._run_in_session(given), said.getvalue())
        finally:
            signal.alarm(0)

    def start(self, *words: str | Path, **how: Any) -> subprocess.Popen:
        """Starts twinprint-spark in a process of its own."""
        self.stop()
        line = [sys.executable, "-m", "twinprint_spark", *self.words(*words, **how)]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            line, stdout=pipe, stderr=pipe, text=True, cwd=self.folder, start_new_session=True
        )

    def stop(self) -> None:
        """Stops the session, whose executors have all cores."""
        if self.session is not None:
            self.session.stop()
            self.session = None

    def _run_alone(self, words: list[str]) -> int:
        self.stop()
        return command.main(words)

    def _run_in_session(self, words: list[str]) -> int:
        options = command._parser().parse_args(words)
        settings = (options.master, options.log, *options.conf)
        if self.session is None or self.settings != settings:
            self.stop()
            self.session, self.settings = command._session(options), settings
        sent = self.folder / "sent"
        sent.mkdir(exist_ok=True)
        return command.run_in(self.session, options, str(sent), [])

    def words(
        self, *words: str | Path, program: str | None = None, sent: bool = False, master: str | None = None
    ) -> list[str]:
        """The words of a command; the program is where executors find it, or it is ``sent``; on this cluster or another ``master``."""
        settings = {
            "spark.executor.memory": "640m",
            "spark.driver.memory": "1g",
            "spark.local.dir": str(self.folder),
            "spark.sql.warehouse.dir": str(self.folder / "warehouse"),
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.sql.shuffle.partitions": "4",
            "spark.locality.wait": "0s",
            "spark.pyspark.python": sys.executable,
            # Jobs are short: what Java would gain by compiling well it does not get back.
            "spark.driver.extraJavaOptions": JAVA,
            "spark.executor.extraJavaOptions": JAVA,
        }
        if "--on-executors" not in words and not sent:
            # The driver's program is everywhere on this machine.
            words = (*words, "--on-executors", program or _program())
        given = {word.split("=")[0] for word in map(str, words) if "=" in word}
        more = [word for key, value in settings.items() if key not in given for word in ("--conf", f"{key}={value}")]
        return [*map(str, words), "--master", master or self.url, *more, "--program", program or _program()]

    def executors(self) -> list[int]:
        """The processes of executors, of all workers."""
        listed = subprocess.run(["ps", "-wweo", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
        parents = {worker.pid for worker in self.workers}
        rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
        return [int(pid) for pid, parent, args in rows if int(parent) in parents and "CoarseGrainedExecutor" in args]


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    # Who ends the tests ends the cluster, too.
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("ended", 2))
    folder = tmp_path_factory.mktemp("cluster")
    home = Path(pyspark.__file__).parent
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder),
        "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": sys.executable,
    }
    port, page = _free_port(), _free_port()
    url = f"spark://127.0.0.1:{port}"
    started: list[subprocess.Popen] = []

    def start(role: str, *words: str) -> subprocess.Popen:
        log = (folder / f"{role}-{len(started)}.log").open("w")
        command = [str(home / "bin/spark-class"), f"org.apache.spark.deploy.{role.lower()}.{role}", *words]
        started.append(subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True))
        return started[-1]

    try:
        start("Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(page))
        workers = []
        # Two hosts by their names: Spark runs a task twice at a time on different hosts only.
        for number, host in enumerate(("127.0.0.1", "localhost")):
            own = folder / f"worker-{number}"
            own.mkdir()
            words = ["--host", host, "--webui-port", str(_free_port()), "--cores", "1", "--memory", "1g"]
            workers.append(start("Worker", *words, "--work-dir", str(own), url))
        _wait_for_workers(f"http://127.0.0.1:{page}/json/", len(workers), folder)
        running = Cluster(url, folder, workers)
        yield running
        running.stop()
    finally:
        for process in reversed(started):
            # The whole session that was started for it, with executors that are left.
            try:
                os.killpg(process.pid, signal.SIGTERM)
            except ProcessLookupError:
                continue
        for process in started:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _wait_for_workers(page: str, count: int, folder: Path) -> None:
    end = time.monotonic() + 300
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(page, timeout=5) as answer:
                if answer.read().count(b'"ALIVE"') >= count + 1:
                    return
        except OSError:
            pass
        time.sleep(0.3)
    logs = "\n".join(path.read_text()[-2000:] for path in folder.glob("*.log"))
    pytest.fail(f"the cluster did not start within five minutes:\n{logs}")


@pytest.fixture(scope="session")
def program() -> str:
    """The twinprint program."""
    return _program()
