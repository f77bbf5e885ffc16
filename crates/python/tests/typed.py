"""What people write against the package, for mypy: it is never run."""

from pathlib import Path
from typing import assert_type

import numpy
import polars
from numpy.typing import NDArray

import twinprint


def compared(a: str, b: str) -> float:
    report = twinprint.compare(a, twinprint.Document(b, format="html"))
    assert_type(report.passages[0].a, twinprint.Place)
    assert_type(a[report.passages[0].a.slice], str)
    return report.resemblance


def deduplicated(frame: polars.DataFrame, texts: list[str]) -> list[list[int]]:
    assert_type(twinprint.dedup(frame), polars.DataFrame)
    assert_type(twinprint.dedup(texts, keep="first"), list[str])
    return twinprint.dedup(texts, return_mask=True).clusters


def checked(folder: Path, text: str) -> list[str]:
    index = twinprint.Index.open(folder)
    return [source.id for source in index.check(text).sources]


def near(texts: list[str]) -> NDArray[numpy.int64]:
    codes = twinprint.Sketcher("simhash").sketch(texts)
    assert_type(codes, NDArray[numpy.uint64])
    return twinprint.HammingTable(codes[:, 0], 3).query(codes[:, 0]).code
