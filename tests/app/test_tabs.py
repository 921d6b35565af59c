"""All tabs are told whatever changes."""

from __future__ import annotations

import asyncio

import pytest

from covey.app import tabs as module
from covey.app.tabs import Tab, Tabs


def test_a_slow_tab_is_told_the_newest_state_once() -> None:
    async def run() -> None:
        tab = Tab()
        for what, value in (("progress", 1), ("state", 1), ("progress", 2), ("state", 2)):
            tab.put(what, value)
        tab.put("progress", 3)
        assert [await tab.next(), await tab.next()] == [("state", 2), ("progress", 3)]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(tab.next(), 0.01)

    asyncio.run(run())


def test_tabs_hear_all_there_is_and_then_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT", 0.01)

    async def run() -> None:
        tabs = Tabs(lambda: None)
        one, other = tabs.listen(lambda: "all"), tabs.listen(lambda: "all")
        assert [await anext(one), await anext(other)] == [("state", "all")] * 2
        tabs.tell("state", "new")
        assert [await anext(one), await anext(other)] == [("state", "new")] * 2
        # A sign of life, so that a line that is cut is noticed.
        assert (await anext(one))[0] == "alive"
        tabs.close()
        assert [what async for what, _ in one][-1] == "closed"

    asyncio.run(run())


def test_the_page_is_left_when_no_tab_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE", 0.02)
    left = []

    async def run() -> None:
        tabs = Tabs(lambda: left.append(True))
        first = tabs.listen(lambda: "all")
        await anext(first)
        await first.aclose()
        # A reload comes back in time.
        second = tabs.listen(lambda: "all")
        await anext(second)
        await asyncio.sleep(0.05)
        assert left == []
        await second.aclose()
        await asyncio.sleep(0.05)
        assert left == [True]

    asyncio.run(run())
