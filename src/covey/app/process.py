"""A process that does the work, spoken to in lines of JSON. Ending it is how work is cancelled."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from covey.core.errors import CoveyError, OutOfResources

LONGEST = 1 << 28
"""Bytes of a line."""
PATIENCE = 2.0
"""Seconds that a process has to clear up after itself."""
AGAIN = "Nothing was published, and everything on this page is as it was: you can try again."
MEMORY = (
    "Close other programs, raise the limit that covey has, or use a machine with more memory."
    " Fewer columns that others know, or wider ranges of values, need less."
)


class Refused(CoveyError):
    """What a process said instead of an answer; ``said`` is that error as plain data."""

    def __init__(self, said: dict[str, Any]) -> None:
        super().__init__(said["message"], hint=said["hint"], details=said["details"])
        self.said = said

    def about(self, names: Mapping[str, str]) -> Refused:
        """The same of other files: where one stood in for another, the user knows the other."""
        # In the JSON of it all at once: a path may stand in message, hint or details.
        text = json.dumps(self.said)
        for stand_in, name in names.items():
            text = text.replace(json.dumps(stand_in)[1:-1], json.dumps(name)[1:-1])
        return Refused(json.loads(text))


class Gone(CoveyError):
    """The process was ended by the page: the work was cancelled."""


class Died(OutOfResources):
    """The process ended by itself, or the machine ended it."""

    def __init__(self, code: int | None) -> None:
        what, hint = "The process that did the work has ended before it was done", AGAIN
        # The kernel kills with SIGKILL when memory is short; a C++ library aborts when it gets
        # none.
        if code is not None and -code in (signal.SIGKILL, signal.SIGABRT):
            what = f"The system has ended the process that did the work ({_name(code)})"
            what += ": most likely there was not enough memory"
            hint = f"{MEMORY} {AGAIN}"
        elif code is not None and code < 0:
            what = f"A signal has ended the process that did the work ({_name(code)})"
        elif code:
            what += f", with code {code}"
        super().__init__(f"{what}.", hint=hint)


def _name(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


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
        # One request at a time: answers have no numbers, their order says what they answer.
        async with self._turn:
            process = await self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps({"ask": ask, **more}).encode() + b"\n")
                await process.stdin.drain()
                while line := await process.stdout.readline():
                    if not line.endswith(b"\n"):
                        break  # it ended in the middle of a line
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
            # `end` has replaced it: somebody cancelled. Otherwise it died by itself.
            if self._process is not process:
                raise Gone("The work was ended before it was done.")
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), PATIENCE)
            raise Died(process.returncode)

    async def start(self) -> None:
        """Have it ready before it is asked for anything."""
        # If a request is at work, the process is there already.
        if not self._turn.locked():
            async with self._turn:
                await self._started()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "covey.app.worker",
                stdin=PIPE,
                stdout=PIPE,
                # What libraries print may hold values of the table.
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
        # First, so that `ask` sees that it was ended on purpose.
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), PATIENCE)
