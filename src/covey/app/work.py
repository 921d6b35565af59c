"""What is at work: one thing at a time, which says how far it is, and can be ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from covey.app.process import Gone, Refused
from covey.core.errors import InvalidInput

ONLY_TO_KNOW = ("risk", "explore")
"""Work that ends by itself when something else is asked for."""
NOT_TO_BE_ENDED = ("write",)
"""A copy takes a moment, and appears whole."""


class Work:
    """``busy`` says what is at work and how far it is, None if nothing is; ``problem`` is what went
    wrong last. ``changed`` is called when either is something else, ``told`` with every step."""

    def __init__(
        self, changed: Callable[[], None], told: Callable[[str, dict[str, Any]], None]
    ) -> None:
        self._changed, self._told = changed, told
        self.busy: dict[str, Any] | None = None
        self.problem: dict[str, Any] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def what(self) -> str:
        return "" if self.busy is None else str(self.busy["what"])

    def start(self, what: str, work: Coroutine[Any, Any, None], **more: Any) -> None:
        try:
            self.refuse_second(what)
        # A coroutine that is never awaited must be closed, or Python warns.
        except InvalidInput:
            work.close()
            raise
        self.problem = None
        self.busy = {"what": what, "words": "", "done": 0.0, "left": None, **more}
        self._task = asyncio.ensure_future(self._watched(what, work))
        self._changed()

    def refuse_second(self, what: str) -> None:
        """One thing at a time: refuse to start while something is at work."""
        if self.busy is not None:
            raise InvalidInput(
                "covey is at work already.", hint="Wait for it, or cancel it first.", given=what
            )

    async def _watched(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Gone:
            pass  # somebody cancelled it
        # Nobody awaits the task: an error that is not shown here would be lost.
        except Exception as error:
            self.problem = problem_of(what, error)
        finally:
            self.busy = None
            self._changed()

    def heard(self, what: str, value: Any) -> None:
        """A line of the process that does the work."""
        if what == "progress" and self.busy is not None:
            self.busy |= {"words": value["what"], "done": value["done"], "left": value["left"]}
            self._told("progress", self.busy)

    async def cancel(self, end: Callable[[str], Coroutine[Any, Any, None]]) -> None:
        """End what is at work, at once: ``end`` is called with its name, and ends its process."""
        task, what = self._task, self.what
        if self.busy is None or task is None:
            return
        if what in NOT_TO_BE_ENDED:
            await asyncio.wait([task])
            return
        # It has begun, so that it clears up after itself.
        await asyncio.sleep(0)
        if task.done():
            # By itself. What is at work now, if anything, is something else.
            return
        await end(what)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def problem_of(where: str, error: Exception) -> dict[str, Any]:
    """An error for the page: also one that nobody thought of."""
    from covey.app.worker import in_words

    said = error.said if isinstance(error, Refused) else in_words(error)
    return {"where": where, **said}
