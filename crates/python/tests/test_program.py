"""The program that pip installs with the package."""

import signal
import subprocess
import sys
from pathlib import Path

import twinprint

PROGRAM = Path(sys.executable).with_name("twinprint")
EXAMPLES = Path(__file__).parents[3] / "tests/examples"


def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)


def test_the_program_is_on_the_path_of_the_environment() -> None:
    ended = run("--version")
    assert ended.returncode == 0
    assert twinprint.__version__ in ended.stdout


def test_it_compares_as_the_package_does() -> None:
    ended = run("compare", EXAMPLES / "original.txt", EXAMPLES / "essay.txt")
    texts = [(EXAMPLES / name).read_text(encoding="utf-8") for name in ("original.txt", "essay.txt")]
    report = twinprint.compare(*texts)
    assert f"{report.shared_words_a} of {report.words_a} words" in ended.stdout


def test_its_exit_status_says_how_it_ended() -> None:
    assert run("compare", EXAMPLES / "original.txt", EXAMPLES / "essay.txt", "--fail-on-match").returncode == 1
    wrong = run("compare", "--no-such-option")
    assert (wrong.returncode, "no-such-option" in wrong.stderr) == (2, True)
    missing = run("read", "no-such-file.txt")
    assert (missing.returncode, "no-such-file.txt" in missing.stderr) == (2, True)


def test_it_builds_an_index_that_the_package_opens(tmp_path: Path) -> None:
    assert run("index", "build", EXAMPLES, "--with-text", "-o", tmp_path / "index").returncode == 0
    assert len(twinprint.Index.open(tmp_path / "index")) == 3


def test_ctrl_c_ends_it_as_any_program() -> None:
    reading = subprocess.Popen([PROGRAM, "read", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert reading.stdin is not None
    # More than a pipe holds: when all is written, it is reading.
    reading.stdin.write(b"word " * 200_000)
    reading.stdin.flush()
    reading.send_signal(signal.SIGINT)
    assert reading.wait(timeout=60) == -signal.SIGINT
