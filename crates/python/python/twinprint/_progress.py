"""How far work is, as bars of tqdm where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeAlias

Told: TypeAlias = Callable[[str, str, int, int], None]
"""What the core calls several times a second: with what is done, what is counted, how much is done, and of how much."""


@contextmanager
def bars(progress: bool) -> Iterator[Told | None]:
    """What shows how far work is, until it has ended; None where nobody asks for it or tqdm is not installed."""
    tqdm = _tqdm() if progress else None
    if tqdm is None:
        yield None
        return
    shown = _Bars(tqdm)
    try:
        yield shown.tell
    finally:
        shown.close()


class _Bars:
    """A bar for each thing that is done, one after the other."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._what = ""
        self._bar: Any = None

    def tell(self, what: str, unit: str, done: int, all: int) -> None:
        if what != self._what:
            self.close()
            self._what = what
            self._bar = self._tqdm(desc=what, unit=unit if unit == "B" else f" {unit}s", unit_scale=unit == "B", total=all)
        self._bar.total = all
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def _tqdm() -> Any:
    """The bars that fit where Python runs, in a terminal or in a notebook."""
    try:
        return import_module("tqdm.auto").tqdm
    except ImportError:
        return None
