"""The vectors that every face answers alike, bit for bit: tests/vectors.json of the repository."""

import json
from pathlib import Path
from typing import Any

import pytest

import twinprint
from twinprint import Checker, Document, Sketcher

VECTORS = json.loads((Path(__file__).parents[3] / "tests/vectors.json").read_text(encoding="utf-8"))


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in cases]


def document(given: dict[str, Any]) -> Document:
    text = given["text"] * given.get("times", 1)
    return Document(text, given["name"], given.get("format", "plain"), given.get("url"))


def kind(read: Any) -> str | None:
    """The kind of the error with which a document is not read."""
    try:
        read()
    except twinprint.Error as error:
        return error.kind
    return None


@pytest.mark.parametrize("case", named(VECTORS["cases"]))
def test_a_case_is_answered_as_recorded(case: dict[str, Any]) -> None:
    templates = [Document(template["text"], "template") for template in case.get("templates", [])]
    checker = Checker(**case.get("options", {}), templates=templates)
    a, b = document(case["a"]), document(case["b"])
    expect = case["expect"]
    if "report" not in expect:
        kinds = {f"error_{side}": kind(lambda: checker.compare(given, given)) for side, given in (("a", a), ("b", b))}
        assert kinds == expect
        return
    report = checker.compare(a, b)
    assert (report.fingerprint_a, report.fingerprint_b) == (expect["fingerprint_a"], expect["fingerprint_b"])
    recorded = expect["report"]
    for field, value in recorded.items():
        if isinstance(value, (int, float, str)):
            assert getattr(report, field) == value, field
    for side, given in (("a", a), ("b", b)):
        flags = getattr(report, f"flags_{side}")
        assert {name: getattr(flags, name) for name in recorded[f"flags_{side}"]} == recorded[f"flags_{side}"]
        # Recorded are places in the text to show, which of a page is another than the one given.
        if given.format == "plain":
            assert [utf16(given, passage, side) for passage in report.passages] == [
                recorded_places(passage, side) for passage in recorded["passages"]
            ]
            for field in ("template", "left_out", "marks"):
                places = [getattr(item, "place", item) for item in getattr(report, f"{field}_{side}")]
                expected = [(item["start"], item["end"]) for item in recorded[f"{field}_{side}"]]
                assert [in_utf16(given.text, place) for place in places] == expected, field
    numbers = [(passage.words, passage.longest_run, len(passage.runs)) for passage in report.passages]
    assert numbers == [(p["words"], p["longest_run"], len(p["runs"])) for p in recorded["passages"]]


def utf16(given: Document, passage: twinprint.Passage, side: str) -> list[tuple[int, int]]:
    """Every place of a passage in one document, in the units that the vectors count."""
    runs = [getattr(run, side) for run in passage.runs]
    return [in_utf16(given.text, place) for place in [getattr(passage, side), *runs, *getattr(passage, f"also_{side}")]]


def recorded_places(passage: dict[str, Any], side: str) -> list[tuple[int, int]]:
    places = [passage[side], *(run[side] for run in passage["runs"]), *passage[f"also_{side}"]]
    return [(place["start"], place["end"]) for place in places]


def in_utf16(text: str, place: twinprint.Place) -> tuple[int, int]:
    start, end = (len(text[:at].encode("utf-16-le")) // 2 for at in place)
    return start, end


@pytest.mark.parametrize("case", named(VECTORS["sketches"]))
def test_a_sketch_is_as_recorded(case: dict[str, Any]) -> None:
    model = bytes.fromhex(VECTORS["model"]) if case.get("model") else "none"
    boilerplate = bytes.fromhex(VECTORS["boilerplate"]) if case.get("boilerplate") else None
    sketcher = Sketcher(case["method"], model=model, boilerplate=boilerplate)
    expect = case["expect"]
    a, b = document(case["a"]), document(case["b"])
    assert sketcher.recipe == expect["recipe"]
    if "score" not in expect:
        kinds = {f"error_{side}": kind(lambda: sketcher.parts(given)) for side, given in (("a", a), ("b", b))}
        assert kinds == {key: value for key, value in expect.items() if key != "recipe"}
        return
    assert (" ".join(sketcher.parts(a)), " ".join(sketcher.parts(b))) == (expect["a"], expect["b"])
    assert sketcher.compare(a, b) == (expect["score"], expect["alike"])
