"""Two texts, and the near-duplicates of many."""

import copy
import pickle

import pytest

import twinprint
from twinprint import Checker, Document, compare

POEM = "Twas brillig, and the slithy toves did gyre and gimble in the wabe"


def test_places_are_characters_whatever_stands_before_them() -> None:
    a, b = f"🦉🦉 naïve Öl: {POEM}!", f"€€€ {POEM.upper()}"
    [passage] = compare(a, b).passages
    assert a[passage.a.slice] == POEM
    assert b[passage.b.slice] == POEM.upper()
    assert [(a[run.a.slice], b[run.b.slice]) for run in passage.runs] == [(POEM, POEM.upper())]


def test_places_in_html_are_characters_of_its_source() -> None:
    page = f"<p>ümlaut</p> <p>{POEM.replace('slithy', '<b>slithy</b>')}</p>"
    [passage] = compare(Document(page, "page", "html"), POEM).passages
    assert page[passage.a.slice] == POEM.replace("slithy", "<b>slithy</b>")
    assert compare(page, page, format="html").words_a == 14


def test_edits_are_what_lies_between_equal_words() -> None:
    a = "The keeper climbed the stairs at dusk and trimmed the wick so that the flame would not smoke"
    b = a.replace("trimmed the wick", "cleaned the long wick")
    [passage] = compare(a, b).passages
    changed = [(a[edit.a.slice].strip(), b[edit.b.slice].strip()) for edit in passage.edits]
    assert changed == [("trimmed the", "cleaned the long")]
    assert len(passage.edits) == len(passage.runs) - 1


def test_names_stand_in_the_report() -> None:
    report = compare(Document("one two three", "first.txt"), "one two three")
    assert (report.a, report.b) == ("first.txt", "b")


def test_a_report_is_equal_to_another_of_the_same_texts_and_can_be_pickled() -> None:
    report = compare(POEM, POEM)
    assert report == compare(POEM, POEM)
    assert pickle.loads(pickle.dumps(report)) == copy.deepcopy(report)
    assert "Report(a='a'" in repr(report)


def test_an_error_has_three_parts_and_can_be_pickled() -> None:
    with pytest.raises(twinprint.InputError) as raised:
        compare(Document("...", "notes.txt"), POEM)
    error = pickle.loads(pickle.dumps(raised.value))
    assert isinstance(error, ValueError)
    assert (error.kind, error.what, error.place) == ("no-words", "there are no words in it", "notes.txt")
    assert str(error) == "notes.txt: there are no words in it; give a text with at least one word"


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"shingle": -1}, "shingle"),
        ({"shingle": 65}, "shingle"),
        ({"run": 1}, "run"),
        ({"reach": "far"}, "reach"),
        ({"units": "pages"}, "units"),
        ({"stemmer": "tlh"}, "stemmer"),
        ({"leave_out": ["quotes"]}, "leave-out"),
    ],
)
def test_an_option_out_of_range_is_named(options: dict[str, object], place: str) -> None:
    with pytest.raises(twinprint.InputError) as raised:
        Checker(**options)  # type: ignore[arg-type]
    assert raised.value.place == place
    assert raised.value.remedy.startswith("use ")


def test_half_of_a_surrogate_pair_is_no_text() -> None:
    with pytest.raises(ValueError, match="a: it has half of a surrogate pair"):
        compare("a \ud800 b", POEM)


def test_what_is_no_text_is_named() -> None:
    with pytest.raises(TypeError, match="a: this is of int; give a str"):
        compare(7, POEM)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="texts, item 2: this is of bytes; give a str"):
        twinprint.near_duplicates([POEM, b"bytes"])  # type: ignore[list-item]


def test_large_texts_are_compared_as_small_ones_are() -> None:
    filler = " ".join(f"filler{number}" for number in range(20_000))
    a, b = f"{filler} {POEM}", f"{POEM} {' '.join(reversed(filler.split()))}"
    [longest] = [passage for passage in compare(a, b).passages if passage.words >= 13]
    assert a[longest.a.slice] == POEM


def test_near_duplicates_have_the_resemblance_that_compare_gives() -> None:
    texts = [POEM, "Call me Ishmael.", f"{POEM} so", "", "call me ishmael"]
    found = twinprint.near_duplicates(texts, 0.3)
    assert [(pair.a, pair.b) for pair in found.pairs] == [(0, 2), (1, 4)]
    for pair in found.pairs:
        report = compare(texts[pair.a], texts[pair.b])
        numbers = (report.resemblance, report.containment_a, report.containment_b)
        assert (pair.resemblance, pair.containment_a, pair.containment_b) == numbers
    assert found.clusters == [[0, 2], [1, 4]]
    [(number, error)] = found.refused
    assert (number, error.kind) == (3, "no-words")


def test_a_threshold_out_of_range_is_refused() -> None:
    with pytest.raises(twinprint.InputError, match="threshold"):
        twinprint.near_duplicates([POEM], 0)
