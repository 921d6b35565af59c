"""One thing at a time, which says how far it is and what went wrong."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from covey import InvalidInput
from covey.app.process import Gone, Refused
from covey.app.work import Work, problem_of

SAID = {"message": "No.", "hint": "", "details": [], "remedy": [], "kind": "InvalidInput"}


def test_progress_problems_and_the_end() -> None:
    told: list[Any] = []

    async def refused() -> None:
        raise Refused(SAID)

    async def gone() -> None:
        raise Gone("cancelled")

    async def run() -> None:
        work = Work(lambda: None, lambda what, value: told.append((what, value["done"])))
        assert work.what == ""
        work.start("risk", refused())
        assert work.what == "risk"
        with pytest.raises(InvalidInput, match="at work already"):
            work.start("open", gone())
        work.heard("progress", {"what": "counting", "done": 0.5, "left": 3.0})
        while work.busy:
            await asyncio.sleep(0)
        assert work.problem == {"where": "risk", **SAID}
        # What was cancelled went not wrong.
        work.start("risk", gone())
        while work.busy:
            await asyncio.sleep(0)
        assert work.problem is None
        work.heard("progress", {"what": "late", "done": 1.0, "left": 0.0})

    asyncio.run(run())
    assert told == [("progress", 0.5)]


def test_what_is_cancelled_ends_except_for_a_copy() -> None:
    ended: list[str] = []

    async def end(what: str) -> None:
        ended.append(what)

    async def run() -> None:
        work = Work(lambda: None, lambda *_: None)
        await work.cancel(end)
        work.start("explore", asyncio.sleep(60))
        await work.cancel(end)
        assert (work.busy, ended) == (None, ["explore"])
        work.start("write", asyncio.sleep(0.01))
        await work.cancel(end)
        assert (work.busy, ended) == (None, ["explore"])
        # What ends by itself at this moment: no process of other work is ended.
        work.start("risk", asyncio.sleep(0, None))
        await asyncio.sleep(0)
        await work.cancel(end)
        assert (work.busy, ended) == (None, ["explore"])

    asyncio.run(run())


def test_an_error_that_nobody_thought_of_has_words() -> None:
    assert problem_of("open", KeyError("secret"))["kind"] == "Bug"
    assert "secret" not in str(problem_of("open", KeyError("secret")))
