"""What all tests stand on."""

import signal
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write", action="store_true", help="write what the notebook says into it, rather than compare")


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_interrupts() -> Iterator[None]:
    """Also where the tests run in the background of a shell, which has Ctrl-C ignored, by them and by what they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
