"""A line on standard error that says what is being done, how far it is, and how long it takes yet.

It is drawn for people only: where standard error is a terminal, and when a command takes long.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread

from covey.cli.output import draw
from covey.core import progress as measures
from covey.core.estimate import Estimate
from covey.core.words import in_a_line

SOON, LONG = 0.3, 2.0
"""Seconds after which the line appears, and after which it has a bar."""
PERIOD = 0.12
"""Seconds between two drawings."""
WIDTH = 24
"""Letters of the bar."""
PATIENCE = 2.0
"""Seconds that a drawing may take to end: a terminal may be stopped."""
CLEAR = "\r\x1b[2K"


def line(what: str, seconds: float, done: float, left: float | None, width: int) -> str:
    """The line as it is drawn, no wider than the terminal.

    >>> line("solving", 1.0, 0.3, 2.0, 80)
    'solving'
    >>> line("solving", 4.0, 0.25, 12.0, 80)
    'solving  [######------------------]  25%  about 12 s left'
    >>> line("solving", 75.0, 0.0, None, 80)
    'solving  1:15'
    """
    shown, more = in_a_line(what), ""
    if seconds >= LONG and left is None:
        more = f"  {_clock(seconds)}"
    elif seconds >= LONG and left is not None:
        full = int(done * WIDTH)
        bar = f"{'#' * full}{'-' * (WIDTH - full)}"
        more = f"  [{bar}]  {done:.0%}  about {_clock(left)} left"
    # The words give way to the bar: a line that wraps could not be cleared.
    return (shown[: max(width - len(more), 0)] + more)[:width]


def _clock(seconds: float) -> str:
    """
    >>> _clock(8.2), _clock(75), _clock(4000)
    ('9 s', '1:15', '1:06:40')
    """
    # Rounded up: "0 s left" would be wrong as long as there is any.
    whole = int(-(-seconds // 1))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


class _Drawing(Thread):
    """Draws the line again and again, until it is told to stop."""

    def __init__(self, first: str, steps: Mapping[str, float]) -> None:
        # A terminal that is stopped (Ctrl-S) must not keep the process alive.
        super().__init__(daemon=True)
        self._what, self._began = first, time.monotonic()
        self._estimate = Estimate(steps, self._began)
        self._over, self._drawn = Event(), False
        self.report(first)

    def report(self, what: str) -> None:
        self._estimate.report(what, time.monotonic())
        self._what = what

    def run(self) -> None:
        wait = SOON
        while not self._over.wait(wait):
            wait = PERIOD
            self._draw()

    def _draw(self) -> None:
        now, estimate = time.monotonic(), self._estimate
        estimate.reached(measures.share())
        # Asked each time: a window may be resized. One less, so that the cursor stays in the line.
        width = shutil.get_terminal_size().columns - 1
        self._drawn = True
        draw(CLEAR + line(self._what, now - self._began, estimate.done, estimate.left(now), width))

    def end(self) -> None:
        self._over.set()
        self.join(PATIENCE)
        if self._drawn:
            draw(CLEAR)


@contextmanager
def progress(
    first: str, steps: Mapping[str, float] | None = None
) -> Iterator[Callable[[str], None]]:
    """Show, if somebody is looking, what is being done. What comes back is to be called with a line
    of text whenever that is something else; ``steps`` are those of :class:`Estimate`."""
    if not is_seen():
        yield lambda _: None
        return
    with measures.watching():
        drawing = _Drawing(first, steps or {})
        drawing.start()
        try:
            yield drawing.report
        finally:
            drawing.end()


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """The same for work of many equal pieces. What comes back is to be called with the number of
    pieces that were done."""
    done = 0

    def advance(pieces: int) -> None:
        nonlocal done
        done += pieces

    with progress(what), measures.measured(lambda: done / total if total else None):
        yield advance


def is_seen() -> bool:
    """Whether standard error is a terminal that can draw a line again."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
