"""The command line ``twinprint-spark``."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import tempfile
import threading
import time
from concurrent.futures import Future, wait

from pyspark import SparkContext
from pyspark.sql import SparkSession

from .failure import Failure, cause, told
from .index import Design, build
from .join import TASK, join
from .job import Summary
from .ledger import ledger_line
from .program import Program
from .scan import How, scan


#: Java brings rows from one place to another, and computes little: what it would gain by compiling well it does not get back.
_JAVA = "-XX:TieredStopAtLevel=1"
_STOPPED = "stopped before the job was done; start it again with a new or empty output folder"


def main(arguments: list[str] | None = None) -> int:
    """Runs a job. The exit status: 0 done, 3 done, but something was refused, 2 an error, or nothing could be read."""
    options = _parser().parse_args(arguments)
    before = signal.getsignal(signal.SIGINT)
    try:
        return _run(options)
    finally:
        signal.signal(signal.SIGINT, before)


def _run(options: argparse.Namespace) -> int:
    begun, stopped = time.monotonic(), []

    def later(*_: object) -> None:
        stopped.append(True)
        _say("stops as soon as Spark has started; Ctrl-C once more stops it as soon as Java has")

    signal.signal(signal.SIGINT, later)
    try:
        spark = _started(options, stopped)
        if not stopped:
            _say(f"Spark {spark.version} started in {time.monotonic() - begun:.1f} s")
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001 - whatever Java says
        said = told(error) or f"Spark does not start: {cause(error)}; Java 17 is what it needs"
        return _refuse(_STOPPED if stopped else said)

    def cancel(*_: object) -> None:
        """Ends Spark's jobs, each of which says in its own words that it was ended; so it is noted who did it."""
        stopped.append(True)
        spark.sparkContext.cancelAllJobs()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, cancel)
    with tempfile.TemporaryDirectory(prefix="twinprint-spark-") as folder:
        try:
            return run_in(spark, options, folder, stopped)
        finally:
            spark.stop()


def run_in(spark: SparkSession, options: argparse.Namespace, folder: str, stopped: list[bool]) -> int:
    """Runs a job in a session, which goes on. What the job sends to executors is put into ``folder``, which has to be there as long as the
    session: an executor that had no part in the job asks for it later."""
    try:
        if stopped:
            return _refuse(_STOPPED)
        program = Program.of(spark.sparkContext, options.program, options.on_executors, folder)
        return options.run(spark, program, options)
    except Failure as failure:
        return _refuse(str(failure))
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001 - Java's errors are of many kinds
        said = told(error) or f"{cause(error)}; --log error has all that Spark says"
        return _refuse(_STOPPED if stopped else said)


def _started(options: argparse.Namespace, stopped: list[bool]) -> SparkSession:
    """Spark, started in a thread of its own, where Ctrl-C does not interrupt it: half started, it would leave a Java that nobody
    ends. A second Ctrl-C is heeded once Java runs, which from then on ends with this process."""
    starting: Future[SparkSession] = Future()

    def start() -> None:
        try:
            starting.set_result(_session(options))
        except BaseException as error:  # noqa: BLE001 - it is raised again where it is waited for
            starting.set_exception(error)

    threading.Thread(target=start, daemon=True).start()
    while not wait([starting], timeout=0.1).done:
        if len(stopped) > 1 and SparkContext._gateway:
            raise KeyboardInterrupt
    return starting.result()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="twinprint-spark", description="Near-duplicates on Apache Spark, by the twinprint program in the executors."
    )
    jobs = parser.add_subparsers(required=True, metavar="JOB")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("-o", "--output", required=True, metavar="FOLDER", help="a new folder for what is found")
    common.add_argument("--master", help="where Spark is, as spark://host:7077, yarn or k8s://... [default: as spark-submit says]")
    common.add_argument(
        "--conf",
        action="append",
        default=[],
        type=_setting,
        metavar="KEY=VALUE",
        help="a setting of Spark (repeatable)",
    )
    common.add_argument("--log", default="off", metavar="LEVEL", help="what Spark says of itself meanwhile: off, error, info.. [default: off]")
    common.add_argument("--program", metavar="FILE", help="the twinprint program on this machine [default: on the search path]")
    common.add_argument(
        "--on-executors", metavar="FILE", help="where executors have the program [default: the job sends them this machine's]"
    )

    scanning = jobs.add_parser("scan", parents=[common], help="all near-duplicate pairs of a corpus, and its clusters")
    scanning.add_argument("corpus", nargs="+", metavar="CORPUS", help="files or folders, wherever Spark reads them")
    scanning.add_argument("--method", default=How.method, help="resemblance, containment, or a method of simhashes such as simhash-lexicons")
    scanning.add_argument("--model", default=How.model, help="term weights: a model's file, english, or none")
    scanning.add_argument("-w", "--shingle", dest="w", type=int, default=How.w, help="words in a shingle")
    scanning.add_argument("--measure", choices=["resemblance", "containment"], default=How.measure)
    scanning.add_argument("--at-least", type=float, default=How.at_least, help="the least share that counts, from 0 to 1")
    scanning.add_argument("--identity", choices=["method", "words", "text", "bytes"], default=How.identity, help="what makes exact copies")
    scanning.add_argument("--clean", default=How.clean, metavar="KIND,..", help="what is taken out of every document first: volatile, site, both separated by a comma, or none")
    scanning.add_argument("--boilerplate", metavar="FILE", help="the lines of sites to take out, as `twinprint model boilerplate` learned them")
    scanning.add_argument("--json", action="store_true", help="pairs as lines of JSON, not as Parquet")
    _add_if_refused(scanning)
    scanning.set_defaults(run=_scan)

    indexing = jobs.add_parser("index", help="an index of documents").add_subparsers(required=True, metavar="WHAT")
    building = indexing.add_parser("build", parents=[common], help="the index that `twinprint index build` makes, on many machines")
    building.add_argument("corpus", nargs="+", metavar="CORPUS", help="files or folders, wherever Spark reads them")
    building.add_argument("--with-text", action="store_true", help="keep the documents' texts, to show what is shared side by side")
    building.add_argument("--run", type=int, default=Design.run, dest="shortest", help="the shortest run of copied words that is always found")
    building.add_argument("--pairs", type=int, default=Design.pairs, metavar="N", help="keep one in N pairs of words near one another, by which edited passages are found; 0 keeps none")
    building.add_argument("--method", metavar="LINE", help="how passages are signed: none, fingerprints (by three lexicons of all words), or a method [default: none; with --model, fingerprints]")
    building.add_argument("--model", help="the model that the method weighs terms by: a file, or english [default: none]")
    building.add_argument("--clean", default=Design.clean, metavar="KIND,..", help="what is taken out of every document first: volatile, site, both separated by a comma, or none")
    building.add_argument("--boilerplate", metavar="FILE", help="the lines of sites to take out, as `twinprint model boilerplate` learned them")
    building.add_argument("-k", type=int, default=Design.k, help="the most bits in which what is found may differ")
    building.add_argument("--tables", type=int, help="the most tables of fingerprints")
    building.add_argument("--parts", type=int, default=Design.parts, help="cut tables into N parts, each made by a task")
    building.add_argument("--ids", choices=["given", "place"], default=Design.ids, help="what documents' ids are: what the corpus calls them, each once, or their places")
    _add_if_refused(building)
    building.set_defaults(run=_build)

    joining = jobs.add_parser("join", parents=[common], help="all pairs of a fingerprint of an index and a query within k bits")
    joining.add_argument("--index", required=True, metavar="F", help="an index's folder, or raw fingerprints (.u32, .u64, .u128)")
    joining.add_argument("--queries", required=True, metavar="Q", help="a file of fingerprints, sent to all executors")
    joining.add_argument("-k", type=int, help="the most bits in which two may differ [default: the index's, or 3]")
    joining.add_argument("--task-bytes", type=int, default=TASK, help="a task takes whole files of this size together, in bytes")
    joining.set_defaults(run=_join)
    return parser


def _add_if_refused(job: argparse.ArgumentParser) -> None:
    job.add_argument(
        "--if-refused",
        choices=["report", "ignore", "stop"],
        default="report",
        help="what to do where a document or a file cannot be read: go on and end with exit status 3, go on and end with 0, or stop [default: report]",
    )
    # Its name of before, for one version.
    job.add_argument("--fail-fast", action="store_const", const="stop", dest="if_refused", help=argparse.SUPPRESS)


def _setting(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"{word!r} sets nothing; give KEY=VALUE, as spark.executor.memory=6g")
    return key, value


def _session(options: argparse.Namespace) -> SparkSession:
    # What goes wrong between Python and Java is told in one line.
    logging.disable(logging.ERROR)
    builder = SparkSession.builder.appName("twinprint-spark").config("spark.log.level", options.log.upper())
    if options.master:
        builder = builder.master(options.master)
    for side in ("driver", "executor"):
        builder = builder.config(f"spark.{side}.defaultJavaOptions", _JAVA)
    given = dict(options.conf)
    for key, value in given.items():
        builder = builder.config(key, value)
    # PySpark itself heeds this setting in jobs alone that spark-submit starts; on one machine there is no other Python than this.
    python = given.get("spark.pyspark.python") or (sys.executable if (options.master or "").startswith("local") else None)
    if python:
        os.environ["PYSPARK_PYTHON"] = python
    spark = builder.getOrCreate()
    if spark.sparkContext.master.startswith("local"):
        # A task whose file is on another machine would wait for that one to ask for work, and on one machine nobody asks again.
        spark.sparkContext._jsc.sc().conf().set("spark.locality.wait", "0s")
    return spark


def _scan(spark: SparkSession, program: Program, options: argparse.Namespace) -> int:
    how = How(options.method, options.model, options.w, options.measure, options.at_least, options.identity, options.clean, options.boilerplate)
    form = "jsonl" if options.json else "parquet"
    summary = scan(spark, program, options.corpus, options.output, how, form, options.if_refused == "stop", _say)
    _say_read(summary)
    _say(f"exact duplicates  {summary.exact_duplicates:,}")
    _say(f"pairs             {summary.pairs:,}")
    _say(f"clusters          {summary.clusters:,}")
    _say_end(summary)
    return _status(summary, options)


def _build(spark: SparkSession, program: Program, options: argparse.Namespace) -> int:
    design = Design(
        options.method,
        options.model,
        options.k,
        options.shortest,
        options.tables,
        options.parts,
        options.with_text,
        options.ids,
        options.clean,
        options.boilerplate,
        options.pairs,
    )
    summary = build(spark, program, options.corpus, options.output, design, options.if_refused == "stop", _say)
    _say_read(summary)
    _say_end(summary)
    return _status(summary, options)


def _say_read(summary: Summary) -> None:
    for line in summary.named:
        _say(f"note: {line}")
    size = f" ({summary.bytes:,} bytes)" if summary.bytes else ""
    _say(f"documents read    {summary.documents:,}{size}")
    _say(f"skipped           {summary.skipped:,}")
    for reason in summary.skipped_by_reason:
        _say(f"                  {reason['reason']}: {reason['count']:,}")


def _say_end(summary: Summary) -> None:
    _say(
        f"time              {summary.seconds['all']:.1f} s on {summary.cores} cores, {summary.outside:.0%} of it outside the program"
    )
    _say(ledger_line(summary.ledger))


def _status(summary: Summary, options: argparse.Namespace) -> int:
    """The exit status of a job that was done: that of ``twinprint scan`` on the same corpus."""
    if not summary.refused:
        return 0
    if not summary.documents:
        return 2
    return 0 if options.if_refused == "ignore" else 3


def _join(spark: SparkSession, program: Program, options: argparse.Namespace) -> int:
    pairs = join(spark, program, options.index, options.queries, options.output, options.k, options.task_bytes, _say)
    _say(f"{pairs:,} pairs")
    return 0


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _refuse(message: str) -> int:
    _say(f"error: {message}")
    return 2
