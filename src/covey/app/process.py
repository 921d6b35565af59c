"""A process that does the work, spoken to in lines of JSON. Ending it is how work is cancelled."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from covey.core.errors import CoveyError

LONGEST = 1 << 28
"""Bytes of a line."""
PATIENCE = 2.0
"""Seconds that a process has to clear up after itself."""


class Refused(CoveyError):
    """What a process said instead of an answer; ``said`` is that error as plain data."""

    def __init__(self, said: dict[str, Any]) -> None:
        super().__init__(said["message"], hint=said["hint"], details=said["details"])
        self.said = said


class Gone(CoveyError):
    """The process ended without an answer: it was cancelled, or the machine ended it."""


class Process:
    """One worker. Requests wait for each other. ``folder`` is where it keeps what is temporary, so
    that nothing of a process that was killed stays when the folder is removed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def ask(
        self, ask: str, heard: Callable[[str, Any], None] | None = None, **more: Any
    ) -> Any:
        """The answer to a request; ``heard`` is called with every line before it."""
        async with self._turn:
            process = await self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps({"ask": ask, **more}).encode() + b"\n")
                await process.stdin.drain()
                while line := await process.stdout.readline():
                    ((what, value),) = json.loads(line).items()
                    if what == "answer":
                        return value
                    if what == "error":
                        raise Refused(value)
                    if heard is not None:
                        heard(what, value)
            except (BrokenPipeError, ConnectionResetError):
                pass
            except asyncio.CancelledError:
                # Its answer is still to come, and would be taken for that to the next request.
                await self.end()
                raise
            raise Gone("The work was ended before it was done.")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "covey.app.worker",
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                limit=LONGEST,
                env={**os.environ, "TMPDIR": str(self._folder)},
                # Ctrl-C in the terminal is for the page, which then ends its processes.
                start_new_session=True,
            )
        return self._process

    @property
    def living(self) -> asyncio.subprocess.Process | None:
        """The process that keeps what it was told, if there is one."""
        process = self._process
        return None if process is None or process.returncode is not None else process

    async def end(self) -> None:
        """At once, whatever it does."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), PATIENCE)
