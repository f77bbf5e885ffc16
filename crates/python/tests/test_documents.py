"""What documents of the package say: examples that run, types that hold."""

import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import twinprint

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
ROOT = HERE.parents[2]


def public() -> Iterator[tuple[str, Any]]:
    """Everything that people call, with its members."""
    for name in twinprint.__all__:
        found = getattr(twinprint, name)
        if name == "__version__":
            continue
        yield name, found
        if inspect.isclass(found):
            for member, value in vars(found).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, (property, staticmethod))):
                    yield f"{name}.{member}", value


@pytest.mark.parametrize(("name", "found"), list(public()))
def test_everything_public_is_described(name: str, found: Any) -> None:
    described = inspect.getdoc(found)
    assert described, name
    assert not described.startswith(f"{name}("), f"{name} has no docstring of its own"


EXAMPLES = [(name, found) for name, found in public() if ">>>" in (inspect.getdoc(found) or "")]


@pytest.mark.parametrize(("name", "found"), EXAMPLES)
def test_an_example_runs(name: str, found: Any) -> None:
    assert run(inspect.getdoc(found) or "", name) > 0


def test_most_that_is_called_has_an_example() -> None:
    assert len(EXAMPLES) >= 20


def run(text: str, name: str) -> int:
    """Runs the examples of a text, and says how many there are."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(test, out=report.append)
    assert results.failed == 0, "".join(report)
    return results.attempted


@pytest.mark.parametrize("readme", [README, ROOT / "README.md", ROOT / "docs/how-to/coming-from.md"])
def test_the_lines_of_a_readme_run(readme: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", readme.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        # What a line gives stands behind it, as a comment.
        said: list[str] = []
        exec(block, {"print": lambda *values: said.append(" ".join(map(str, values)))})
        assert said == re.findall(r"print\(.*\)  # (.*)", block)


def test_types_hold_by_mypy_strict() -> None:
    options = ["--strict", "--no-incremental", "--config-file", str(HERE.parent / "pyproject.toml")]
    for checked in ([str(HERE / "typed.py")], ["-p", "twinprint"]):
        ended = subprocess.run([sys.executable, "-m", "mypy", *options, *checked], capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout + ended.stderr
