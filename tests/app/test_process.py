"""A process that does the work, and is ended to cancel it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from covey.app.process import Gone, Process, Refused
from tests.app.people import write_people


def test_questions_refusals_and_the_end(tmp_path: Path) -> None:
    table = write_people(tmp_path)

    async def run() -> None:
        process, heard = Process(tmp_path), list[Any]()
        with pytest.raises(Refused, match="No table is open yet"):
            await process.ask("rows", page=0)
        opened = await process.ask(
            "open", lambda *said: heard.append(said), table=str(table), reading={}
        )
        assert opened["rows"] == 160
        # Two that ask at once are answered one after the other.
        pages = await asyncio.gather(*(process.ask("rows", page=at) for at in (0, 1)))
        assert [page["first"] for page in pages] == [0, 100]
        assert process._process is not None
        number = process._process.pid
        waiting = asyncio.ensure_future(
            process.ask("sample", path=str(tmp_path / "s.parquet"), rows=5)
        )
        await asyncio.sleep(0)
        await process.end()
        with pytest.raises(Gone):
            await waiting
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
        await process.end()

    asyncio.run(run())
