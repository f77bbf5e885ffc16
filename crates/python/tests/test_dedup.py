"""Documents without their duplicates, as the same kind of thing."""

import datetime
from collections.abc import Callable, Iterable

import pandas
import polars
import pyarrow
import pytest

import twinprint
from twinprint import Document, dedup

WORDS = [f"word{number}" for number in range(300)]
LONG = " ".join(WORDS)
EXCERPT = " ".join(WORDS[100:200])
OTHER = " ".join(f"other{number}" for number in range(300))
TEXTS = [EXCERPT, LONG, OTHER, LONG.upper(), "", OTHER]
# The excerpt stands in the long text, of which the first goes before its exact duplicate.
KEPT = [False, True, True, False, True, False]
ROWS = [{"text": text, "number": number} for number, text in enumerate(TEXTS)]
NUMBERS = [1, 2, 4]


def test_a_list_of_texts_comes_back_as_one() -> None:
    assert dedup(TEXTS) == [LONG, OTHER, ""]


def test_any_iterable_is_gone_through_once() -> None:
    assert dedup(iter(TEXTS)) == [LONG, OTHER, ""]  # type: ignore[comparison-overlap]


def test_dicts_come_back_as_the_same_objects() -> None:
    kept = dedup(ROWS)
    assert [id(row) for row in kept] == [id(ROWS[number]) for number in NUMBERS]


def test_documents_come_back_as_documents() -> None:
    documents = [Document(text, f"{number}.txt") for number, text in enumerate(TEXTS)]
    assert [document.name for document in dedup(documents)] == ["1.txt", "2.txt", "4.txt"]


def test_a_table_of_pandas_comes_back_with_its_columns_and_index() -> None:
    frame = pandas.DataFrame(ROWS, index=list("abcdef"))
    kept = dedup(frame)
    assert isinstance(kept, pandas.DataFrame)
    assert (list(kept.index), list(kept.columns), list(kept["number"])) == (
        ["b", "c", "e"],
        ["text", "number"],
        NUMBERS,
    )


def test_a_table_of_polars_comes_back_with_its_columns() -> None:
    kept = dedup(polars.DataFrame(ROWS))
    assert isinstance(kept, polars.DataFrame)
    assert (kept.columns, kept["number"].to_list()) == (["text", "number"], NUMBERS)


@pytest.mark.parametrize("kind", [pyarrow.string(), pyarrow.large_string()])
def test_a_table_of_arrow_comes_back_with_its_columns(kind: pyarrow.DataType) -> None:
    chunks = [pyarrow.array(TEXTS[:2], kind), pyarrow.array(TEXTS[2:], kind)]
    table = pyarrow.table({"number": range(6), "body": pyarrow.chunked_array(chunks)})
    kept = dedup(table, text="body")
    assert isinstance(kept, pyarrow.Table)
    assert kept.schema == table.schema
    assert kept["number"].to_pylist() == NUMBERS


def test_a_column_of_views_is_read() -> None:
    # pyarrow itself cannot filter such a column.
    table = pyarrow.table({"text": pyarrow.array(TEXTS, pyarrow.string_view())})
    assert dedup(table, return_mask=True).mask == KEPT


def test_what_has_no_text_is_kept() -> None:
    table = pyarrow.table({"text": pyarrow.array([None, LONG, None, LONG])})
    found = dedup(table, return_mask=True)
    assert found.mask == [True, True, True, False]
    assert [number for number, _ in found.refused] == [0, 2]
    assert dedup(pyarrow.table({"text": pyarrow.nulls(3)})).num_rows == 3
    assert dedup(pandas.DataFrame({"text": [None, LONG, LONG]}), return_mask=True).mask == [True, True, False]


@pytest.mark.parametrize("kind", ["object", "string", "string[pyarrow]"])
def test_a_table_of_pandas_may_have_texts_of_any_kind_and_gaps(kind: str) -> None:
    frame = pandas.DataFrame({"text": pandas.Series([LONG, None, LONG, OTHER], dtype=kind)})
    assert dedup(frame).index.tolist() == [0, 1, 3]


def test_a_table_that_is_empty_keeps_its_columns() -> None:
    empty = pandas.DataFrame({"text": [], "number": []})
    assert list(dedup(empty).columns) == ["text", "number"]


class Stream:
    """A table of a kind that nobody knows, but for Arrow's interface."""

    def __init__(self, table: pyarrow.Table) -> None:
        self.table = table

    def __arrow_c_stream__(self, schema: object = None) -> object:
        return self.table.__arrow_c_stream__(schema)


def test_any_other_table_of_arrow_comes_back_as_one_of_pyarrow() -> None:
    kept = dedup(Stream(pyarrow.table({"text": TEXTS, "number": range(6)})))
    assert isinstance(kept, pyarrow.Table)
    assert kept["number"].to_pylist() == NUMBERS


@pytest.mark.parametrize("kind", [pandas.Series, polars.Series, pyarrow.array])
def test_a_column_alone_comes_back_as_a_list(kind: Callable[[list[str]], Iterable[str]]) -> None:
    assert list(dedup(kind(TEXTS))) == [LONG, OTHER, ""]


def test_a_batch_of_arrow_comes_back_as_one() -> None:
    kept = dedup(pyarrow.record_batch({"text": TEXTS, "number": range(6)}))
    assert isinstance(kept, pyarrow.RecordBatch)
    assert kept["number"].to_pylist() == NUMBERS


def test_a_mask_comes_with_clusters_and_reasons() -> None:
    found = dedup(TEXTS, return_mask=True)
    assert found.mask == KEPT
    assert found.clusters == [[1, 0, 3], [2, 5]]
    assert [(removal.document, removal.kept, removal.why) for removal in found.removals] == [
        (0, 1, "contained"),
        (3, 1, "exact"),
        (5, 2, "exact"),
    ]
    assert (found.removals[0].lost, found.removals[1].resemblance) == (0, 1)
    assert [(number, "no words" in why) for number, why in found.refused] == [(4, True)]


def test_exact_duplicates_alone_go_by_exact() -> None:
    assert dedup(TEXTS, by="exact", return_mask=True).mask == [True, True, True, False, True, False]


def test_which_is_kept_can_be_chosen() -> None:
    days = [datetime.date(2024, 5, day) for day in (1, 3, 2)]
    rows = [{"text": LONG, "day": day, "score": score} for day, score in zip(days, (9, 10.5, None))]
    assert dedup(rows, keep="first", return_mask=True).mask == [True, False, False]
    assert dedup(rows, keep="day", return_mask=True).mask == [False, True, False]
    assert dedup(polars.DataFrame(rows), keep="score")["score"].to_list() == [10.5]


def test_how_much_may_be_lost_is_bounded() -> None:
    changed = " ".join([*WORDS[:-3], "quite", "other", "words"])
    assert dedup([LONG, changed], return_mask=True).mask == [True, False]
    assert dedup([LONG, changed], lose_words=2, return_mask=True).mask == [True, True]


def test_ids_are_checked_for_repetition() -> None:
    rows = [{"id": 1, "text": LONG}, {"id": 1, "text": OTHER}]
    with pytest.raises(twinprint.InputError, match="documents, item 2: its id, 1, is that of item 1, too"):
        dedup(rows, id="id")


@pytest.mark.parametrize("table", [pandas.DataFrame(ROWS), polars.DataFrame(ROWS), pyarrow.table({"a": [1]})])
def test_a_column_that_is_not_there_is_named(table: object) -> None:
    with pytest.raises(twinprint.InputError, match="body: there is no column of this name; there are: "):
        dedup(table, text="body")


def test_a_field_that_is_not_there_is_named() -> None:
    with pytest.raises(twinprint.InputError, match='documents, item 1: it has no field "body"'):
        dedup(ROWS, text="body")


@pytest.mark.parametrize("table", [pandas.DataFrame(ROWS), polars.DataFrame(ROWS), pyarrow.table({"number": [1]})])
def test_a_column_of_no_text_is_refused(table: object) -> None:
    with pytest.raises(TypeError, match="str"):
        dedup(table, text="number")


def test_one_text_is_not_several_documents() -> None:
    with pytest.raises(twinprint.InputError, match="this is one str"):
        dedup(LONG)


@pytest.mark.parametrize("options", [{"by": "far"}, {"shingle": 0}, {"memory": -1}, {"format": "pdf"}])
def test_an_option_out_of_range_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(twinprint.InputError):
        dedup(TEXTS, **options)  # type: ignore[call-overload]


def test_nothing_makes_nothing() -> None:
    assert dedup([]) == []
    assert dedup(polars.DataFrame({"text": []}, schema={"text": polars.String})).height == 0
