"""The program `twinprint`, as pip installs it."""

import signal
import sys

from . import _core


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit status."""
    # The program ends as any other does: Python's own handlers would wait for it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _core.run(["twinprint", *sys.argv[1:]])
