"""A process that does the work, and is ended to cancel it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from covey.app.process import Died, Gone, Process, Refused
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
        waiting = asyncio.ensure_future(process.ask("open", table=str(table), reading={}))
        await asyncio.sleep(0)
        await process.end()
        with pytest.raises(Gone):
            await waiting
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
        await process.end()

    asyncio.run(run())


def test_a_process_that_dies_is_told_from_one_that_was_cancelled(tmp_path: Path) -> None:
    async def run() -> None:
        process = Process(tmp_path)
        await process.start()
        first = process.living
        assert first is not None
        waiting = asyncio.ensure_future(process.ask("open", table="x", reading={}))
        await asyncio.sleep(0)
        # As the system does when memory runs out.
        os.kill(first.pid, signal.SIGKILL)
        with pytest.raises(Died, match=r"SIGKILL.*not enough memory") as died:
            await waiting
        assert "you can try again" in died.value.hint
        # And that is true.
        with pytest.raises(Refused, match="No table is open yet"):
            await process.ask("rows", page=0)
        await process.end()

    asyncio.run(run())


def test_half_a_line_is_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dying = tmp_path / "dying"
    dying.write_text("#!/bin/sh\nread request\nprintf '{\"answer\": [1, 2'\nkill -9 $$\n")
    dying.chmod(0o700)
    monkeypatch.setattr("covey.app.process.sys.executable", str(dying))

    async def run() -> None:
        with pytest.raises(Died, match=r"SIGKILL"):
            await Process(tmp_path).ask("rows", page=0)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (-signal.SIGTERM, r"A signal .* \(SIGTERM\)\."),
        (-99, r"\(signal 99\)\."),
        (3, "with code 3"),
        (None, "has ended before it was done\\."),
    ],
)
def test_how_a_process_ended_in_words(code: int | None, words: str) -> None:
    assert re.search(words, Died(code).message)


def test_a_refusal_is_said_of_the_file_that_the_user_knows() -> None:
    said = {"message": "/x/copy.parquet: no.", "hint": "Read 'a'.", "details": [], "remedy": []}
    refused = Refused(said).about({"/x/copy.parquet": 'my "table".csv'})
    assert refused.said == {**said, "message": 'my "table".csv: no.'}
    assert refused.message == 'my "table".csv: no.'
