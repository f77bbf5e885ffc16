"""What is told to a person when a job cannot go on."""

from __future__ import annotations

import re

_MARK = "twinprint-spark says: "


class Failure(Exception):
    """Something that a person can act on: what is wrong, where, and what to do."""


class StepFailure(RuntimeError):
    """The same in an executor; Spark brings it to the driver as text."""

    def __init__(self, message: str) -> None:
        super().__init__(_MARK + " ".join(message.split()))


def told(error: BaseException) -> str | None:
    """What a step in an executor said, or what its Python lacks, if that is why a job failed."""
    found = re.search(re.escape(_MARK) + r"([^\n]+)", str(error))
    if found:
        return found.group(1).strip()
    lacks = re.search(r"ModuleNotFoundError: No module named '([^'\n]+)'", str(error))
    if lacks:
        return (
            f"the Python of an executor has no {lacks.group(1)}; install it there, or name another Python by "
            "--conf spark.pyspark.python=FILE"
        )
    return None


def cause(error: BaseException) -> str:
    """What an error says is the cause, in a line: the last of Java's causes, or what it begins with."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    return causes[-1] if causes else lines[0]
