"""The tabs of a browser that show the page: every change is sent to all of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from typing import Any

BEAT, GRACE = 15.0, 10.0
"""Seconds between two signs of life, and after which the page counts as left."""


class Tab:
    """What one tab has not heard yet. Of a state only the newest is kept: it says everything, and a
    slow tab gets one message instead of many."""

    def __init__(self) -> None:
        self._news: dict[str, Any] = {}
        self._any = asyncio.Event()

    def put(self, what: str, value: Any) -> None:
        # A state has the progress in it.
        for old in ("state", "progress") if what == "state" else (what,):
            self._news.pop(old, None)
        self._news[what] = value
        self._any.set()

    async def next(self) -> tuple[str, Any]:
        await self._any.wait()
        what = next(iter(self._news))
        value = self._news.pop(what)
        if not self._news:
            self._any.clear()
        return what, value


class Tabs:
    """``left`` is called when no tab has listened for a while."""

    def __init__(self, left: Callable[[], None]) -> None:
        self._left = left
        self._all: set[Tab] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    async def listen(self, view: Callable[[], Any]) -> AsyncGenerator[tuple[str, Any], None]:
        """What is new, as a name and a value; the first is all there is."""
        tab = Tab()
        self._all.add(tab)
        # A reload closes one tab and opens another: the grace lets it come back.
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            yield "state", view()
            while not self._closed:
                try:
                    yield await asyncio.wait_for(tab.next(), BEAT)
                except TimeoutError:
                    # Something has to be sent, or a browser that is gone is never noticed.
                    yield "alive", time.time()
            yield "closed", None
        finally:
            self._all.discard(tab)
            if not self._all and not self._closed:
                self._timer = asyncio.get_running_loop().call_later(GRACE, self._look_around)

    def _look_around(self) -> None:
        if not self._all:
            self._left()

    def tell(self, what: str, value: Any) -> None:
        for tab in self._all:
            tab.put(what, value)

    def close(self) -> None:
        """Tell all that the page ends."""
        self._closed = True
        self.tell("closed", None)
