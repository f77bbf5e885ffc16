"""How far work is, by tqdm where it is installed."""

import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import tqdm.auto

import twinprint
from twinprint import Index, Sketcher, dedup, near_duplicates

TEXTS = [f"{number} {' '.join(f'w{(number * 7 + at) % 997}' for at in range(40))}" for number in range(500)]

WORK: dict[str, tuple[Callable[[Path, bool], object], list[str]]] = {
    "near_duplicates": (lambda _, progress: near_duplicates(TEXTS, 0.9, progress=progress), ["Reading", "Comparing"]),
    "dedup": (lambda _, progress: dedup(TEXTS, progress=progress), ["Reading", "Comparing"]),
    "sketch": (lambda _, progress: Sketcher("simhash").sketch(TEXTS, progress=progress).tolist(), ["Sketching"]),
    "build": (lambda folder, progress: Index.build(folder, TEXTS, progress=progress).built, ["Reading", "Writing"]),
    "add": (
        lambda folder, progress: Index.build(folder, TEXTS[:1]).add(TEXTS[1:], progress=progress),
        ["Reading", "Writing"],
    ),
}


@pytest.mark.parametrize("name", WORK)
def test_bars_end_where_all_is_done(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work, steps = WORK[name]
    quiet = work(tmp_path / "quiet", False)
    assert capsys.readouterr().err == ""
    assert work(tmp_path / "shown", True) == quiet
    shown = capsys.readouterr().err
    ends = dict(re.findall(r"(\w+): +(\d+)%", shown))
    assert ends == dict.fromkeys(steps, "100"), shown


@pytest.mark.parametrize("name", WORK)
def test_without_tqdm_nothing_is_shown_and_nothing_is_wrong(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    work, _ = WORK[name]
    assert work(tmp_path / "asked", True) == work(tmp_path / "quiet", False)
    assert capsys.readouterr().err == ""


class Bar:
    """In place of tqdm's: it keeps what it is told."""

    all: list["Bar"] = []

    def __init__(self, *, desc: str, unit: str, unit_scale: bool, total: int) -> None:
        self.desc, self.unit, self.total, self.n = desc, unit, total, 0
        self.at: list[int] = []
        self.thread = threading.current_thread()
        Bar.all.append(self)

    def update(self, more: int) -> None:
        self.n += more
        self.at.append(self.n)

    def close(self) -> None:
        pass


def test_a_bar_moves_on_while_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tqdm.auto, "tqdm", Bar)
    monkeypatch.setattr(Bar, "all", [])
    # Enough that it is looked for many times how far it is.
    many = [f"{number} {' '.join(f'w{(number * 7 + at) % 997}' for at in range(200))}" for number in range(1500)]
    near_duplicates(many, 0.5, progress=True)
    assert [bar.desc for bar in Bar.all] == ["Reading", "Comparing"]
    for bar in Bar.all:
        assert (bar.total, bar.n) == (1500, 1500)
        assert bar.at == sorted(bar.at)
        assert bar.thread is threading.main_thread()
    assert any(0 < at < 1500 for bar in Bar.all for at in bar.at)


def test_what_a_bar_raises_ends_the_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Broken(Bar):
        def update(self, more: int) -> None:
            raise RuntimeError("nobody looks")

    monkeypatch.setattr(tqdm.auto, "tqdm", Broken)
    with pytest.raises(RuntimeError, match="nobody looks"):
        Index.build(tmp_path / "index", TEXTS * 20, id=None, progress=True)
    assert list(tmp_path.iterdir()) == []


def test_files_are_counted_in_bytes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tqdm.auto, "tqdm", Bar)
    monkeypatch.setattr(Bar, "all", [])
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for number, text in enumerate(TEXTS * 4):
        (corpus / f"{number}.txt").write_text(f"{number} {text}", encoding="utf-8")
    built = twinprint.Index.build(tmp_path / "index", corpus, progress=True)
    assert len(built) == 2000
    reading = [bar for bar in Bar.all if bar.desc == "Reading"]
    assert [(bar.unit, bar.total) for bar in reading] == [
        ("B", sum(file.stat().st_size for file in corpus.iterdir()))
    ]
