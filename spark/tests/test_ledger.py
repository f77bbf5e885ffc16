"""What was read, and what became of it."""

from __future__ import annotations

import pytest
from twinprint_spark.failure import Failure
from twinprint_spark.ledger import ledger, ledger_line

NAMES = ["a.jsonl", "b.jsonl", "empty.jsonl"]
READ = [(0, "read", 3, 2000), (1, "read", 1, 1), (2, "read", 0, 0)]
REFUSED = [(0, "refused", 1, 8), (1, "without words", 1, 1)]


def test_the_numbers_are_said_file_by_file_and_as_a_whole() -> None:
    made = ledger("compared", NAMES, [*READ, *REFUSED, (0, "compared", 2, 1992)])
    none = {"documents": 0, "bytes": 0}
    assert made["read"] == {"documents": 4, "bytes": 2001}
    assert made["files"][1] == {
        "file": "b.jsonl",
        "read": {"documents": 1, "bytes": 1},
        "compared": none,
        "without_words": {"documents": 1, "bytes": 1},
        "refused": none,
    }
    assert ledger_line(made) == "read 4 (2.0 KiB) = compared 2 (1.9 KiB) + without words 1 (1 byte) + refused 1 (8 bytes)"


def test_what_has_words_everywhere_is_not_said_to_be_without() -> None:
    made = ledger("indexed", ["a.jsonl"], [(0, "read", 1204, 1023), (0, "indexed", 1204, 1023)])
    assert ledger_line(made) == "read 1,204 (1,023 bytes) = indexed 1,204 (1,023 bytes) + refused 0 (0 bytes)"


@pytest.mark.parametrize("ended", [[], [(0, "compared", 1, 1992)], [(0, "compared", 2, 1990)], [(1, "compared", 2, 1992)]])
def test_a_document_that_is_lost_between_two_machines_ends_the_job(ended: list[tuple[int, str, int, int]]) -> None:
    with pytest.raises(Failure, match=r"a\.jsonl: read 3 \(2\.0 KiB\) = compared .+ does not add up"):
        ledger("compared", NAMES, [*READ, *REFUSED, *ended])
