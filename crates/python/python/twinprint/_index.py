"""Indexes in folders: what documents are checked against."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from . import _core
from ._compare import Place, place, places
from ._documents import Document, Format, Rows, document, said
from ._progress import bars


class Estimate(NamedTuple):
    """A number between 0 and 1, with the bounds between which it is with a probability of 95 %; both equal to it where it is exact."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A stretch of a document that stands in a source."""

    document: Place
    """Where in the document."""
    source: Place | None
    """Where in the source, in characters of its text as the index keeps it; None if the index keeps no texts."""
    source_text: str | None
    """What stands there in the source; None if the index keeps no texts."""
    words: int
    """How many words of the document."""
    how: Literal["shingles", "passage", "text"]
    """How it was found: by `shingles`, by the fingerprint of a `passage`, or word by word with the `text`."""


@dataclass(frozen=True, slots=True)
class FoundSource:
    """A document of the index from which a document has something."""

    id: str
    """Its id."""
    title: str | None
    """Its title."""
    url: str | None
    """Its address."""
    words: int
    """How many words it has."""
    shared: int
    """Words of the document that stand in it."""
    explains: int
    """Of these, the words that no source before it explains."""
    containment: Estimate
    """The share of the document's shingles that are in it."""
    containment_of_source: Estimate
    """The share of its shingles that are in the document."""
    resemblance: Estimate
    """Shared shingles among all of both."""
    longest_run: int
    """The most words in a row that are equal; without its text, as far as shingles show."""
    distance: int | None
    """The fewest bits in which fingerprints of two passages, or of the whole documents, differ."""
    exact: bool
    """Whether all of it was compared word by word with the source's text."""
    passages: tuple[FoundPassage, ...]
    """What is shared, by its place in the document."""
    first: int
    """The number in the index of its first passage."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What of a document stands in those of an index."""

    document: str
    """The document's name."""
    words: int
    """How many words it has."""
    explained: int
    """How many of them are explained by a source, each counted once."""
    share: float
    """Their share, 0 to 1."""
    covered: tuple[Place, ...]
    """Where they are: stretches of the document, in order and apart."""
    sources: tuple[FoundSource, ...]
    """The sources, first the one that explains most, then those that explain most of what is left."""
    more_sources: int
    """How many more sources were found than are listed."""
    truncated: bool
    """Whether a bound was reached, so that there may be sources that were not found."""
    missing: tuple[str, ...]
    """The parts of the index that could not be searched."""
    recipe: str
    """The id of the index's design."""


class Added(NamedTuple):
    """What came of documents for an index."""

    added: int
    """How many were added."""
    replaced: int
    """How many of them took the place of another."""
    skipped: list[str]
    """The first of those that were skipped for each reason, with their places and what is wrong: mostly that they have no words."""


class Index:
    """An index in a folder: it says which of its documents a text has something from, and where. `Index.build` makes one, and `Index.open`
    opens one, also such as `twinprint index build` wrote.

    >>> import tempfile, twinprint
    >>> folder = tempfile.TemporaryDirectory()
    >>> melville = "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, "
    >>> melville += "and nothing particular to interest me on shore, I thought I would sail about a little."
    >>> index = twinprint.Index.build(folder.name, [{"id": "moby-dick", "text": melville}])
    >>> findings = index.check("My life so far: " + melville[17:])
    >>> findings.sources[0].id, findings.sources[0].shared, len(index)
    ('moby-dick', 32, 1)
    >>> folder.cleanup()
    """

    def __init__(self, index: _core.Index, built: Added | None = None) -> None:
        self._index = index
        self._built = built

    @staticmethod
    def build(
        folder: str | os.PathLike[str],
        documents: Any,
        *,
        text: str = "text",
        id: str | None = "id",
        format: Format = "plain",
        with_texts: bool = True,
        memory: int = 1 << 30,
        progress: bool = False,
    ) -> Index:
        """Builds an index in a folder; one that is there is replaced when the new one is whole.

        - `documents`: an iterable of `str`, of dicts or of `Document`s, or a table of pandas, Polars or pyarrow; or a path, or a list of
          `pathlib.Path`s, of files and folders of whatever `twinprint index build` reads.
        - `text`, `id`: the fields or columns of texts and ids. Documents given as `str`, and all if `id` is None, are called by their
          numbers, from 0; `Document`s by their names.
        - `with_texts`: whether texts are kept, so that what is found is compared word by word and can be shown.
        - `memory`: the most bytes that fingerprints take while they are sorted.
        - `progress`: whether bars of tqdm show how far it is, where that is installed.

        A document without words is skipped; see `built`. Raises `InputError` for two documents of one id, and where none can be indexed,
        and `FileError` for a folder that cannot be written, or is being built by another.
        """
        content = _content(documents, text, id, format, 0)
        with bars(progress) as told:
            return Index(*_built(_core.Index.build(os.fspath(folder), content, with_texts, memory, told)))

    @staticmethod
    def open(folder: str | os.PathLike[str]) -> Index:
        """Opens the index in a folder: all of it is read into memory.

        Raises `FileError` for a folder without one, `InputError` for one that is damaged or of another version.
        """
        return Index(_core.Index.open(os.fspath(folder)))

    @property
    def built(self) -> Added | None:
        """What came of the documents that it was built of; None if it was opened."""
        return self._built

    @property
    def has_texts(self) -> bool:
        """Whether it keeps the texts of its documents."""
        return self._index.has_texts

    def __len__(self) -> int:
        """How many documents it has."""
        return len(self._index)

    def add(
        self,
        documents: Any,
        *,
        text: str = "text",
        id: str | None = "id",
        format: Format = "plain",
        replace: bool = False,
        memory: int = 1 << 30,
        progress: bool = False,
    ) -> Added:
        """Adds documents, given as to `build`: all that can be, or after an error none. Those without an id are called by numbers that go on
        from how many there are. One with the id of another takes its place with `replace`, and is an error without.

        Raises as `build`.
        """
        content = _content(documents, text, id, format, len(self))
        with bars(progress) as told:
            return Added._make(self._index.add(content, replace, memory, told))

    def check(self, text: str | Document, *, format: Format = "plain") -> Findings:
        """What a text has from the documents of the index: every copied run of 25 words, and passages that were changed a little. Places are
        characters of the text as it was given, of HTML its source.

        Raises `InputError` for a text without words, and for files of the index that are damaged.
        """
        return _findings(json.loads(self._index.check(document(text, "document", format))))


def _built(built: tuple[_core.Index, tuple[int, int, list[str]]]) -> tuple[_core.Index, Added]:
    index, added = built
    return index, Added._make(added)


def _content(documents: Any, text: str, id: str | None, format: Format, first: int) -> _core.Content:
    """Documents as the core takes them: texts with their ids, or paths."""
    rows = Rows([documents] if isinstance(documents, os.PathLike) else documents, text)
    if not rows.is_table and len(rows) > 0 and all(isinstance(item, os.PathLike) for item in rows.given):
        return [os.fspath(path) for path in rows.given]
    return rows.texts(), said(_ids(rows, id, first)), format


def _ids(rows: Rows, id: str | None, first: int) -> Iterable[Any]:
    if rows.is_table:
        return range(first, first + len(rows)) if id is None else rows.values(id)
    return (_id(item, id, number) for number, item in enumerate(rows.given, first))


def _id(item: Any, id: str | None, number: int) -> Any:
    if isinstance(item, Document):
        return item.name
    return number if id is None or isinstance(item, str) else item[id]


def _findings(found: dict[str, Any]) -> Findings:
    found["covered"] = places(found["covered"])
    found["missing"] = tuple(found["missing"])
    found["sources"] = tuple(map(_source, found["sources"]))
    return Findings(**found)


def _source(found: dict[str, Any]) -> FoundSource:
    for name in ("containment", "containment_of_source", "resemblance"):
        found[name] = Estimate(**found[name])
    found["passages"] = tuple(map(_passage, found["passages"]))
    return FoundSource(**found)


def _passage(found: dict[str, Any]) -> FoundPassage:
    source = found["source"]
    return FoundPassage(
        place(found["document"]), source and place(source), found["source_text"], found["words"], found["how"]
    )
