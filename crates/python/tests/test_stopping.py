"""While work goes on other threads run, and Ctrl-C ends it."""

import _thread
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

from twinprint import HammingTable, Index, Sketcher, dedup, near_duplicates

# Texts that are alike: there is much to compare.
MANY = [" ".join(f"w{(number * 7 + at) % 997}" for at in range(200)) for number in range(20_000)]
# Codes of which each is near tens of thousands of others.
CROWD = HammingTable(numpy.arange(1 << 18, dtype=numpy.uint64), 6)


def interrupted(work: Callable[[], object]) -> float:
    """How many seconds it took to end after Ctrl-C, which came while it was at work."""
    at: list[float] = []

    def interrupt() -> None:
        at.append(time.monotonic())
        _thread.interrupt_main()

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()
    return time.monotonic() - at[0]


WORK: dict[str, Callable[[Path], object]] = {
    "near_duplicates": lambda _: near_duplicates(MANY, 0.5),
    "dedup": lambda _: dedup(MANY * 5),
    "sketch": lambda _: Sketcher("henzinger06-combined").sketch(MANY * 5),
    "query": lambda _: CROWD.query(numpy.arange(1 << 18, dtype=numpy.uint64)),
    "build": lambda folder: Index.build(folder / "index", MANY * 5),
}


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_ends_work_at_once_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    # Ten times as long as it may take, since other work may keep the cores busy.
    assert interrupted(lambda: WORK[name](tmp_path)) < 10
    assert list(tmp_path.iterdir()) == []


def test_other_threads_run_while_work_goes_on() -> None:
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    Sketcher("henzinger06-combined").sketch(MANY[:2000])
    ended = time.monotonic()
    done.set()
    thread.join()
    assert [at for at in ticks if begun < at < ended]


def test_ctrl_c_of_a_terminal_is_a_keyboard_interrupt(tmp_path: Path) -> None:
    program = (
        "import os, signal, threading, twinprint\n"
        "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "texts = [' '.join(f'w{(n * 7 + at) % 997}' for at in range(200)) for n in range(20000)]\n"
        "twinprint.near_duplicates(texts, 0.5)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert ended.returncode != 0
    assert ended.stderr.rstrip().endswith("KeyboardInterrupt")
    assert "panicked" not in ended.stderr


def test_a_process_that_was_forked_says_so_and_does_not_wait_for_ever() -> None:
    program = (
        "import multiprocessing, twinprint\n"
        "def sketch(text):\n"
        "    try:\n"
        "        return len(twinprint.Sketcher('minhash').sketch([text]))\n"
        "    except RuntimeError as error:\n"
        "        return str(error)\n"
        "with multiprocessing.get_context('fork').Pool(1) as pool:\n"
        "    print(pool.apply(sketch, ['some words']))\n"
        "sketch('some words')\n"
        "with multiprocessing.get_context('fork').Pool(1) as pool:\n"
        "    print(pool.apply(sketch, ['some words']))\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    first, second = ended.stdout.splitlines()
    assert first == "1"
    assert second.startswith("twinprint: this process was forked")
