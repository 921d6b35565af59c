"""How far long work is, for anything that shows it.

Work that takes long says how its progress can be measured; a bar asks for that, from a thread of
its own, while the work goes on. Nothing is measured unless somebody watches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from covey.core.dataclass import dataclass

Share = Callable[[], float | None]
"""Which share of a piece of work is done, from 0 to 1; None, if that is not known."""


@dataclass(eq=False)
class Pieces:
    """Work of several pieces, which take about as long each. What is measured inside of a piece is
    a share of the piece."""

    total: int
    done: int = 0

    def share(self, of_piece: float | None) -> float | None:
        return (self.done + (of_piece or 0.0)) / self.total if self.total else None


# Of the whole process: a bar runs in a thread of its own, and has no other way to the work. The
# innermost work comes last.
_measures: list[Share | Pieces] = []
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
def measured(share: Share | Pieces) -> Iterator[None]:
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
    """The share of the innermost work that knows its own; of pieces, that of all of them."""
    found: float | None = None
    with _asking:
        # From the inside out: what is found in a piece is a share of that piece.
        for measure in reversed(_measures):
            if isinstance(measure, Pieces):
                found = measure.share(found)
            elif found is None:
                found = measure()
            if found is not None:
                found = min(max(found, 0.0), 1.0)
    return found


def of_time(seconds: float | None) -> Share:
    """The share of a time limit that is over, from now on: the work may end before."""
    began = time.monotonic()
    if not seconds:
        return lambda: None
    return lambda: (time.monotonic() - began) / seconds
