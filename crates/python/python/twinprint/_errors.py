"""Exceptions: what is wrong, where, and what to do about it."""

from __future__ import annotations


class Error(Exception):
    """Something that went wrong, in three parts, which the message joins.

    >>> import twinprint
    >>> try:
    ...     twinprint.compare("", "Some words.")
    ... except twinprint.Error as error:
    ...     print(error)
    ...     print(error.kind, "|", error.what, "|", error.place, "|", error.remedy)
    a: there are no words in it; give a text with at least one word
    no-words | there are no words in it | a | give a text with at least one word
    """

    kind: str
    """A short, stable name for programs, as `no-words`."""
    what: str
    """What is wrong."""
    place: str
    """Where: the document, the option or the file."""
    remedy: str
    """What to do about it."""

    def __init__(self, kind: str, what: str, place: str, remedy: str) -> None:
        super().__init__(f"{place}: {what}; {remedy}")
        self.kind = kind
        self.what = what
        self.place = place
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str, str]]:
        return type(self), (self.kind, self.what, self.place, self.remedy)


class InputError(Error, ValueError):
    """A document or an option that cannot be used.

    >>> import twinprint
    >>> twinprint.Checker(shingle=0)
    Traceback (most recent call last):
    ...
    twinprint.InputError: shingle: "0" is not a value of this option; use a number of words from 1 to 64
    """


class FileError(Error, OSError):
    """A file or a folder that cannot be read or written. `errno` is the number that the operating system gives, if it gives one.

    >>> import twinprint
    >>> twinprint.Index.open("no such folder")
    Traceback (most recent call last):
    ...
    twinprint.FileError: no such folder/index.json: there is no such file or folder; check the path
    """


def made(kind: str, what: str, place: str, remedy: str, number: int | None) -> Error:
    """The exception of an error; one of the operating system has a number, which is 0 where it is not known."""
    if number is None:
        return InputError(kind, what, place, remedy)
    error = FileError(kind, what, place, remedy)
    if number:
        error.errno = number
    return error
