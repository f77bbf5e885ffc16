"""What Python has documents in, as texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, TypeAlias

from . import _core
from ._errors import InputError

Format: TypeAlias = Literal["plain", "html"]
"""How a text is to be read: as it stands, or as a page of which the visible text counts."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with what is known about it.

    >>> import twinprint
    >>> page = twinprint.Document("<p>It <b>rains</b>.</p>", name="page.html", format="html")
    >>> twinprint.compare(page, "It rains.").resemblance
    1.0
    """

    text: str
    """The text, or the source of the page."""
    name: str = "document"
    """What reports and errors call it."""
    format: Format = "plain"
    """`plain`, or `html`, of which the visible text is compared."""
    url: str | None = None
    """Where it is from, to tell the pictures of its own host from others."""


def document(given: str | Document, name: str, format: Format) -> Document:
    """A document of what was given as one."""
    return given if isinstance(given, Document) else Document(given, name, format)


_KNOWN = ("pandas", "polars", "pyarrow")
"""The packages whose tables are taken as they are. A table of any other comes in by Arrow, and goes out as one of pyarrow."""


class Rows:
    """Documents that were given together: their texts, and the values of other fields."""

    def __init__(self, documents: Any, text: str) -> None:
        if isinstance(documents, (str, bytes, Document, Mapping)):
            raise InputError(
                "input",
                f"this is one {type(documents).__name__}, not several documents",
                "documents",
                "give a list of texts or of dicts, or a table",
            )
        self._text = text
        if not _is_known(documents) and hasattr(documents, "__arrow_c_stream__"):
            documents = _table(documents)
        has_columns = hasattr(documents, "columns") or hasattr(documents, "column_names")
        self.is_table = _is_known(documents) and has_columns and hasattr(documents, "__len__")
        self._is_pandas = self.is_table and _is_of(documents, "pandas")
        self.given: Any = documents if self.is_table else _listed(documents)

    def __len__(self) -> int:
        return len(self.given)

    def texts(self) -> _core.Texts:
        """The texts, without a copy where they are strings or a column of Arrow."""
        if self.is_table and not self._is_pandas:
            self._require(self._text)
            return _core.Texts.of_arrow(self.given.select([self._text]))
        return _core.Texts(self.values(self._text), "documents")

    def values(self, field: str) -> list[Any]:
        """What a field says of each document, None where it says nothing."""
        if not self.is_table:
            of = self._text_of if field == self._text else self._field_of
            return [of(number, item, field) for number, item in enumerate(self.given)]
        self._require(field)
        column = self.given[field]
        if self._is_pandas:
            return [None if none else value for value, none in zip(column.tolist(), column.isna())]
        return list(column.to_pylist() if hasattr(column, "to_pylist") else column.to_list())

    def only(self, kept: list[bool]) -> Any:
        """Those that are kept, as the same kind of thing, with all their fields."""
        if self._is_pandas:
            return self.given.loc[kept]
        if self.is_table:
            return self.given.filter(kept)
        return [item for item, keep in zip(self.given, kept) if keep]

    def _require(self, field: str) -> None:
        columns = [str(name) for name in getattr(self.given, "column_names", None) or self.given.columns]
        if field not in columns:
            raise InputError(
                "input",
                f"there is no column of this name; there are: {', '.join(columns)}",
                field,
                "name one that there is",
            )

    def _text_of(self, number: int, item: Any, field: str) -> Any:
        if isinstance(item, Mapping):
            return self._field_of(number, item, field)
        return item.text if isinstance(item, Document) else item

    def _field_of(self, number: int, item: Any, field: str) -> Any:
        if isinstance(item, Mapping) and field in item:
            return item[field]
        raise InputError(
            "input",
            f'it has no field "{field}"',
            f"documents, item {number + 1}",
            "give dicts that have it, or name another field",
        )


def _is_of(table: Any, package: str) -> bool:
    """Whether it is of a class of a package, or of one made of it."""
    return any(base.__module__.split(".")[0] == package for base in type(table).__mro__)


def _is_known(documents: Any) -> bool:
    return any(_is_of(documents, package) for package in _KNOWN)


def _listed(documents: Any) -> list[Any]:
    """Documents that are no table, gone through once."""
    return list(documents.to_pylist() if hasattr(documents, "to_pylist") else documents)


def _table(documents: Any) -> Any:
    try:
        pyarrow = import_module("pyarrow")
    except ImportError as error:
        message = "pyarrow: it is not installed, and a table of this kind is read by it; pip install pyarrow"
        raise ImportError(message) from error
    return pyarrow.table(documents)


def said(values: Iterable[Any]) -> _core.Texts:
    """Values as texts; None for what says nothing."""
    return _core.Texts([None if value is None else str(value) for value in values], "documents")
