"""Ctrl-C while nothing is at work yet, or nothing any more: it ends the process at once.

Python itself would show where it was among its imports.
"""

# Not ``signal``, which loads ``enum``: this module is to be there before anything else is loaded.
import _signal  # type: ignore[import-not-found]  # typeshed knows only signal
import os

# What a shell says of a command that a signal ended.
INTERRUPTED = 128 + int(_signal.SIGINT)
MESSAGE = b"covey: interrupted; nothing was written\n"


def end_quietly() -> None:
    _signal.signal(_signal.SIGINT, _end)


def is_idle() -> bool:
    """Whether Ctrl-C does what Python or this module lets it do."""
    return _signal.getsignal(_signal.SIGINT) in (_signal.default_int_handler, _end)


def _end(_signal: int, _frame: object) -> None:
    # No print and no exit handlers: the code that was interrupted may hold locks that they need.
    try:
        os.write(2, MESSAGE)
    finally:
        os._exit(INTERRUPTED)
