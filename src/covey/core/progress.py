"""How far long work is, for whoever wants to show it.

Work that takes long says how its progress can be measured; a bar asks for that, from a thread of
its own, while the work goes on. Nothing is measured unless somebody watches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

Share = Callable[[], float | None]
"""Which share of a piece of work is done, from 0 to 1; None, if that is not known."""

_measures: list[Share] = []
_watchers = 0
_asking = Lock()


@contextmanager
def watching() -> Iterator[None]:
    """Somebody asks for :func:`share` inside of the block."""
    global _watchers
    _watchers += 1
    try:
        yield
    finally:
        _watchers -= 1


def is_watched() -> bool:
    return _watchers > 0


@contextmanager
def measured(share: Share) -> Iterator[None]:
    """What is done inside of the block is measured so. It is not asked for any more when the block
    has ended, so that it may be about something that is closed then."""
    if not is_watched():
        yield
        return
    with _asking:
        _measures.append(share)
    try:
        yield
    finally:
        with _asking:
            _measures.remove(share)


def share() -> float | None:
    """The share of the innermost piece of work that knows its own."""
    with _asking:
        for measure in reversed(_measures):
            found = measure()
            if found is not None:
                return min(max(found, 0.0), 1.0)
    return None


def of_time(seconds: float | None) -> Share:
    """The share of a time limit that is over, from now on: the work may end before."""
    began = time.monotonic()
    if not seconds:
        return lambda: None
    return lambda: (time.monotonic() - began) / seconds
