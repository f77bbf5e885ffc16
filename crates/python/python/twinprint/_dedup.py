"""Duplicates removed from documents that Python has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar, overload

from . import _core
from ._documents import Format, Rows, said
from ._errors import InputError
from ._progress import bars

T = TypeVar("T")

_KEEP = ("longest", "first")


class Removal(NamedTuple):
    """A document that is removed."""

    document: int
    """Its number, from 0."""
    kept: int
    """The number of the one that is kept and holds what it says."""
    why: Literal["exact", "contained"]
    """`exact`: the kept one has the same words. `contained`: what it says stands in the kept one."""
    resemblance: float
    """Shared shingles among all of both, 0 to 1."""
    lost: float
    """The share of its shingles, each as often as it occurs, that the kept one has not, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Deduplication:
    """What becomes of documents, by their numbers."""

    mask: list[bool]
    """Of each document whether it is kept."""
    removals: list[Removal]
    """Those that are removed, in order, each with the one that is kept for it."""
    refused: list[tuple[int, str]]
    """Those that could not be looked at, and why: mostly that they have no words. They are kept."""

    @property
    def clusters(self) -> list[list[int]]:
        """Each document that is kept for others, followed by those that are removed for it; in the order of the first.

        >>> import twinprint
        >>> texts = ["Call me Ishmael.", "One fish, two fish.", "call me Ishmael!"]
        >>> twinprint.dedup(texts, return_mask=True).clusters
        [[0, 2]]
        """
        clusters: dict[int, list[int]] = {}
        for removal in self.removals:
            clusters.setdefault(removal.kept, [removal.kept]).append(removal.document)
        return [clusters[kept] for kept in sorted(clusters)]


@overload
def dedup(
    documents: T,
    *,
    text: str = ...,
    id: str | None = ...,
    keep: str = ...,
    by: Literal["near", "exact"] = ...,
    format: Format = ...,
    shingle: int = ...,
    lose: float = ...,
    lose_words: int = ...,
    new_run: int = ...,
    memory: int = ...,
    progress: bool = ...,
    return_mask: Literal[False] = ...,
) -> T: ...


@overload
def dedup(
    documents: Iterable[Any],
    *,
    text: str = ...,
    id: str | None = ...,
    keep: str = ...,
    by: Literal["near", "exact"] = ...,
    format: Format = ...,
    shingle: int = ...,
    lose: float = ...,
    lose_words: int = ...,
    new_run: int = ...,
    memory: int = ...,
    progress: bool = ...,
    return_mask: Literal[True],
) -> Deduplication: ...


def dedup(
    documents: Any,
    *,
    text: str = "text",
    id: str | None = None,
    keep: str = "longest",
    by: Literal["near", "exact"] = "near",
    format: Format = "plain",
    shingle: int = 10,
    lose: float = 0.05,
    lose_words: int = 20,
    new_run: int = 12,
    memory: int = 1 << 30,
    progress: bool = False,
    return_mask: bool = False,
) -> Any:
    """Documents without their duplicates, as `twinprint dedup` decides: the same kind of thing, in order, with all fields and columns.

    A document is removed only for one that is kept and holds it: an exact duplicate, which has the same words, or one of which at most the
    share `lose` of its shingles of `shingle` words is lost, and no more than `lose_words` new words, `new_run` of them in a row. It is never
    removed through a chain of others. What could not be looked at, such as a text without words, is kept.

    - `documents`: an iterable of `str`, of dicts or of `Document`s, of which a list is given; or a table of pandas, Polars or pyarrow. The
      text of a column of Arrow is not copied. Any other table with the Arrow PyCapsule interface comes back as one of pyarrow.
    - `text`: the field or column of the text.
    - `id`: a field or column in which no value may repeat, as a check of the input; nothing, if it is not given.
    - `keep`: which of several documents is kept: the `longest`, the `first`, or the one with the greatest value (a number, or a text such as a
      date) in the field of this name.
    - `by`: `near`, or `exact` for exact duplicates alone.
    - `memory`: the most bytes that it takes beside the documents and some 200 bytes for each; what does not go into them waits in temporary
      files.
    - `progress`: whether bars of tqdm show how far it is, where that is installed.
    - `return_mask`: a `Deduplication` in place of documents: a mask, clusters, and why each is removed.

    Raises `InputError` for a field that is not there, a repeated id and an option out of range, `TypeError` for what is no text, and
    `FileError` where temporary files cannot be written.

    >>> import twinprint
    >>> rows = [{"id": 1, "text": "Call me Ishmael."}, {"id": 2, "text": "call me Ishmael"}, {"id": 3, "text": "One fish."}]
    >>> twinprint.dedup(rows)
    [{'id': 1, 'text': 'Call me Ishmael.'}, {'id': 3, 'text': 'One fish.'}]
    >>> twinprint.dedup(rows, keep="id", return_mask=True).mask
    [False, True, True]
    """
    rows = Rows(documents, text)
    if id is not None:
        _check_ids(rows.values(id), id)
    if by not in ("near", "exact"):
        raise InputError("invalid-option", f'"{by}" is not a value of this option', "by", "use near or exact")
    ranks = None if keep in _KEEP else said(rows.values(keep))
    rules = {
        "exact": by == "exact",
        "format": format,
        "first": keep == "first",
        "shingle": shingle,
        "lose": lose,
        "lose_words": lose_words,
        "new_run": new_run,
        "memory": memory,
    }
    texts = rows.texts()
    with bars(progress) as told:
        removed, refused = _core.dedup(texts, ranks, rules, told)
    mask = [True] * len(rows)
    for removal in removed:
        mask[removal[0]] = False
    if return_mask:
        return Deduplication(mask, [Removal._make(removal) for removal in removed], refused)
    return rows.only(mask)


def _check_ids(ids: list[Any], field: str) -> None:
    seen: dict[Any, int] = {}
    for number, value in enumerate(ids):
        first = seen.setdefault(value, number)
        if first != number:
            raise InputError(
                "input",
                f"its {field}, {value}, is that of item {first + 1}, too",
                f"documents, item {number + 1}",
                "give each an id of its own, or leave id out",
            )
