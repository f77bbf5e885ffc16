"""Indexes in folders."""

from pathlib import Path

import polars
import pytest

import twinprint
from twinprint import Document, Index

MELVILLE = (
    "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, and "
    "nothing particular to interest me on shore, I thought I would sail about a little and see the watery part."
)
AUSTEN = (
    "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a "
    "wife. However little known the feelings or views of such a man may be on his first entering a neighbourhood."
)
ROWS = [{"id": "moby-dick", "text": f"Ähm: {MELVILLE}"}, {"id": "pride", "text": AUSTEN}]


def ids(index: Index, text: str) -> list[str]:
    return [source.id for source in index.check(text).sources]


def test_what_is_found_is_told_in_characters_of_both(tmp_path: Path) -> None:
    index = Index.build(tmp_path / "index", ROWS)
    essay = f"Mein Leben (gekürzt): {MELVILLE}"
    [source] = index.check(essay).sources
    [passage] = source.passages
    assert passage.source is not None
    assert essay[passage.document.slice] == MELVILLE.rstrip(".")
    assert ROWS[0]["text"][passage.source.slice] == passage.source_text == MELVILLE.rstrip(".")
    assert source.exact and source.longest_run == source.shared == 40


def test_an_index_is_opened_again_and_says_the_same(tmp_path: Path) -> None:
    built = Index.build(tmp_path, ROWS)
    opened = Index.open(str(tmp_path))
    assert opened.check(MELVILLE) == built.check(MELVILLE)
    assert (len(opened), opened.has_texts, opened.built) == (2, True, None)


def test_without_texts_places_in_sources_are_not_told(tmp_path: Path) -> None:
    index = Index.build(tmp_path, ROWS, with_texts=False)
    [source] = index.check(MELVILLE).sources
    assert not index.has_texts
    assert (source.passages[0].source, source.passages[0].source_text) == (None, None)


@pytest.mark.parametrize(
    ("documents", "options", "id"),
    [
        ([AUSTEN, MELVILLE], {}, "1"),
        ([Document(MELVILLE, "melville.txt")], {}, "melville.txt"),
        (polars.DataFrame(ROWS), {}, "moby-dick"),
        (polars.DataFrame(ROWS), {"id": None}, "0"),
        ([{"key": 7, "body": MELVILLE}], {"id": "key", "text": "body"}, "7"),
    ],
)
def test_documents_are_called_by_their_ids_or_numbers(
    tmp_path: Path, documents: object, options: dict[str, str], id: str
) -> None:
    assert ids(Index.build(tmp_path, documents, **options), MELVILLE) == [id]


def test_files_are_read_as_the_program_reads_them(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "melville.html").write_text(f"<p>{MELVILLE}</p>", encoding="utf-8")
    (corpus / "more.jsonl").write_text('{"id": "nothing", "text": ""}\n', encoding="utf-8")
    index = Index.build(tmp_path / "index", corpus)
    [found] = ids(index, MELVILLE)
    assert found.endswith("melville.html")
    assert index.built is not None and (index.built.added, len(index.built.skipped)) == (1, 1)
    assert "there are no words in it" in index.built.skipped[0]


def test_documents_are_added_and_replaced(tmp_path: Path) -> None:
    index = Index.build(tmp_path, ROWS[:1])
    assert ids(index, AUSTEN) == []
    assert index.add(ROWS[1:]) == (1, 0, [])
    assert (ids(index, AUSTEN), len(index)) == (["pride"], 2)
    assert index.add([{"id": "pride", "text": MELVILLE}], replace=True).replaced == 1
    assert (ids(index, AUSTEN), len(Index.open(tmp_path))) == ([], 2)


def test_an_id_that_is_there_is_refused_and_nothing_is_added(tmp_path: Path) -> None:
    index = Index.build(tmp_path, ROWS[:1])
    with pytest.raises(twinprint.InputError, match="its id, moby-dick, is that of a document of the index"):
        index.add([{"id": "new", "text": AUSTEN}, ROWS[0]])
    assert (len(index), len(Index.open(tmp_path))) == (1, 1)


def test_a_folder_without_an_index_is_named(tmp_path: Path) -> None:
    with pytest.raises(twinprint.FileError) as raised:
        Index.open(tmp_path / "nowhere")
    assert isinstance(raised.value, OSError)
    assert raised.value.errno == 2
    assert "nowhere" in raised.value.place


def test_nothing_to_index_is_an_error_and_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(twinprint.InputError, match="no document can be indexed"):
        Index.build(tmp_path / "index", ["", "..."])
    assert not (tmp_path / "index").exists()


def test_html_is_checked_by_places_in_its_source(tmp_path: Path) -> None:
    index = Index.build(tmp_path, ROWS)
    page = f"<h1>Ünder</h1><p>{MELVILLE.replace('money', '<i>money</i>')}</p>"
    [passage] = index.check(page, format="html").sources[0].passages
    assert page[passage.document.slice].startswith("Call me Ishmael")
    assert page[passage.document.slice].endswith("watery part")
