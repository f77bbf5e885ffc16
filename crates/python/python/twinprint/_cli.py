"""The program `twinprint`, as pip installs it."""

import signal
import sys

from . import _core


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit status."""
    # The program ends as any other does: Python's own handler would wait for it. Where Ctrl-C is ignored, as by nohup, it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _core.run(["twinprint", *sys.argv[1:]])
