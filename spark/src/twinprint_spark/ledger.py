"""What was read, and what became of it: the numbers must add up, file by file and as a whole, as those of ``twinprint scan`` do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .failure import Failure

#: What the program says was met in a file, and what of it is no document.
READ, WORDLESS, REFUSED = "read", "without words", "refused"
_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def counted(read: DataFrame, done: DataFrame, verb: str) -> list[tuple[int, str, int, int]]:
    """Of each file by its place in the listing, each account of what was ``read`` of it, and of the documents that are ``done``: how
    many they are, and how many bytes they have."""
    entry = F.shiftright("position", 32).alias("entry")
    met = read.where("account is not null").select(entry, "account", "met", "met_bytes")
    ended = done.select(entry, F.lit(verb).alias("account"), F.lit(1).alias("met"), F.col("bytes").alias("met_bytes"))
    return met.union(ended).groupBy("entry", "account").agg(F.sum("met"), F.sum("met_bytes")).collect()


def ledger(verb: str, names: Iterable[str], accounts: Iterable[tuple[int, str, int, int]]) -> dict[str, Any]:
    """What became of the documents of files, as ``summary.json`` has it; ``verb`` says what is done with them, as "compared".

    Raises :class:`Failure` if it does not add up.
    """
    lines = [{"file": name, **{account: _count() for account in (READ, verb, WORDLESS, REFUSED)}} for name in names]
    for entry, account, documents, size in accounts:
        lines[entry][account] = _count(documents, size)
    whole = {account: _sum(line[account] for line in lines) for account in (READ, verb, WORDLESS, REFUSED)}
    for line in lines:
        if line[READ] != _sum(line[account] for account in (verb, WORDLESS, REFUSED)):
            raise Failure(
                f"{line['file']}: {_said(line)} does not add up; keep the corpus as it is, and report this as a fault of the program"
            )
    return {**_keyed(whole), "files": [_keyed(line) for line in lines]}


def ledger_line(ledger: dict[str, Any]) -> str:
    """The line that says that nothing is lost."""
    accounts = {name.replace("_", " "): of for name, of in ledger.items() if name != "files"}
    if accounts[WORDLESS] == _count():
        del accounts[WORDLESS]
    return _said(accounts)


def _said(accounts: dict[str, Any]) -> str:
    shown = [f"{name} {of['documents']:,} ({_bytes(of['bytes'])})" for name, of in accounts.items() if name != "file"]
    return f"{shown[0]} = {' + '.join(shown[1:])}"


def _keyed(line: dict[str, Any]) -> dict[str, Any]:
    return {name.replace(" ", "_"): of for name, of in line.items()}


def _count(documents: int = 0, size: int = 0) -> dict[str, int]:
    return {"documents": documents, "bytes": size}


def _sum(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    counts = list(counts)
    return _count(sum(of["documents"] for of in counts), sum(of["bytes"] for of in counts))


def _bytes(number: int) -> str:
    """As the program says it: in the unit, of powers of 1024, in which it has at most four digits before the point."""
    power = (max(number, 1).bit_length() - 1) // 10
    if power == 0:
        return "1 byte" if number == 1 else f"{number:,} bytes"
    unit = 1 << (10 * power)
    tenths = (number * 10 + unit // 2) // unit
    return f"{tenths // 10}.{tenths % 10} {_UNITS[power - 1]}"
