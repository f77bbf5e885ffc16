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
    """What a step in an executor said, if that is why a job failed."""
    found = re.search(re.escape(_MARK) + r"([^\n]+)", str(error))
    return found.group(1).strip() if found else None
