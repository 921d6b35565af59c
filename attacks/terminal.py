"""covey's command line, in this process or in one of its own."""

from __future__ import annotations

import fcntl
import io
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attacks.broken import require

GOOD = (0, 2, 3)
"""Exit codes of a run that knows what it does: done, bad input, no answer."""


@dataclass(frozen=True)
class Ran:
    arguments: tuple[str, ...]
    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        return "covey " + " ".join(self.arguments)


def run_here(*arguments: object) -> Ran:
    """Quick, but a crash ends this process, too."""
    from covey.cli import run

    told = tuple(map(str, arguments))
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(list(told))
    return Ran(told, code, out.getvalue(), err.getvalue())


def command(arguments: Sequence[object]) -> list[str]:
    return [sys.executable, "-m", "covey", *map(str, arguments)]


def run_apart(*arguments: object, environment: Mapping[str, str] | None = None, **how: Any) -> Ran:
    """In a new process."""
    told = tuple(map(str, arguments))
    done = subprocess.run(
        command(told),
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})},
        check=False,
        **how,
    )
    return Ran(told, done.returncode, done.stdout, done.stderr)


def judge_words(ran: Ran, codes: Sequence[int] = GOOD) -> None:
    """It ended as it should, and says why in words."""
    said = ran.err.strip()[-400:]
    require(ran.code in codes, f"exit code {ran.code} of {ran.line}: {said}")
    require("Traceback" not in ran.err + ran.out, f"a traceback of {ran.line}: {said}")
    require("bug in covey" not in ran.err, f"a bug, by its own words: {ran.line}: {said}")
    if ran.code == 2:
        require(said, f"refused without a word: {ran.line}")


def judge_nothing_left(folder: Path, known: Sequence[str]) -> None:
    """Nothing lies in a folder but what is known to be there, a release's receipts, and what a
    process that still runs holds locked."""
    receipts = [f"{name}.receipts.jsonl" for name in known]
    strange = [f for f in folder.iterdir() if f.name not in (*known, *receipts)]
    left = sorted(file.name for file in strange if not _is_locked(file))
    require(not left, f"left behind: {left}")


def _is_locked(path: Path) -> bool:
    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except OSError:
        return True
    finally:
        os.close(handle)
