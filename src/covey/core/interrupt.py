"""Ctrl-C while nothing is at work yet, or nothing any more: it ends the process at once.

Python itself would show where it was among its imports.
"""

from __future__ import annotations

import os
import signal

# What a shell says of a command that a signal ended.
INTERRUPTED = 128 + signal.SIGINT
MESSAGE = b"covey: interrupted; nothing was written\n"


def end_quietly() -> None:
    """Unless somebody has other plans for Ctrl-C, as a shell that lets its job ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def is_idle() -> bool:
    """Whether Ctrl-C does what Python or this module lets it do."""
    return signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _end)


def _end(_signal: int, _frame: object) -> None:
    # No print and no exit handlers: the code that was interrupted may hold locks that they need.
    try:
        os.write(2, MESSAGE)
    finally:
        os._exit(INTERRUPTED)
