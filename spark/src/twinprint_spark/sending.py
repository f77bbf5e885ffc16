"""Files that are sent to all executors. A session keeps one of a name for good, so each gets a name of its own."""

from __future__ import annotations

import re
import uuid
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark import SparkContext


def send(context: SparkContext, folder: str, name: str, write: Callable[[Path], Any]) -> str:
    """Has a file written into ``folder``, sends it, and returns its name in the executors, which ends like ``name``."""
    path = _own(folder, name)
    write(path)
    context.addFile(str(path))
    return path.name


def send_package(context: SparkContext, folder: str) -> None:
    """Sends this package, which executors need not have installed."""
    package = Path(__file__).parent
    path = _own(folder, f"{package.name}.zip")
    with zipfile.ZipFile(path, "w") as packed:
        for file in sorted(package.glob("*.py")):
            packed.write(file, f"{package.name}/{file.name}")
    context.addPyFile(str(path))


def _own(folder: str, name: str) -> Path:
    """A path under a name that is of no other file; Spark would take some signs in it for those of an address."""
    plain = re.sub(r"[^\w.-]", "-", name, flags=re.ASCII)
    return Path(folder, f"{uuid.uuid4().hex[:12]}-{plain}")
