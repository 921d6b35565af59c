"""Standard output and standard error that may be closed, full, or read by nobody. Whatever is
written to them passes here: names from files of others move no cursor and forge no line."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from covey.core.errors import OutOfResources
from covey.core.words import visible


class ReaderGone(Exception):
    """Nobody reads the answer to its end, as after ``| head``."""


class Answers(io.TextIOWrapper):
    """Standard output: an answer that does not arrive is an error."""

    def write(self, text: str) -> int:
        _heard(super().write, visible(text))
        # Of what was given: what is written may be longer, as signs of control are spelled out.
        return len(text)

    def flush(self) -> None:
        _heard(super().flush)


class Notes(io.TextIOWrapper):
    """Standard error: what cannot be said there is lost, and that is all."""

    def write(self, text: str) -> int:
        return self.draw(visible(text))

    def draw(self, text: str) -> int:
        """Write what moves the cursor on purpose."""
        with suppress(OSError, ValueError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            super().flush()


def draw(text: str) -> None:
    """Write to standard error what moves its cursor on purpose, and show it at once."""
    stream = sys.stderr
    if isinstance(stream, Notes):
        stream.draw(text)
    else:
        stream.write(text)
    stream.flush()


def _heard(act: Any, *given: Any) -> Any:
    try:
        return act(*given)
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise OutOfResources(
            f"The answer cannot be written to standard output: {error.strerror}.",
            hint="Is it a file on a full disk, or closed?",
        ) from None


def prepare() -> None:
    """Take both over. A closed one is kept from being the next file that is opened: what is written
    to it, also by libraries, would land there."""
    # open() takes the lowest free number: these, if the shell closed them.
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # For reading alone: to write there is an error, as it is to write to a closed one.
            os.open(os.devnull, os.O_RDONLY)
    sys.stdout = Answers(**_like(sys.stdout, 1))
    sys.stderr = Notes(**_like(sys.stderr, 2))


def _like(stream: TextIO | None, number: int) -> dict[str, Any]:
    if stream is None:
        return {"buffer": open(number, "wb", closefd=False), "encoding": "utf-8"}
    # Notes appear at once, also where they go to a file.
    lines = number == 2 or stream.isatty()
    how = {"encoding": stream.encoding, "errors": stream.errors, "line_buffering": lines}
    # Detached, so that the former wrapper does not close the file when it is collected.
    return {"buffer": stream.detach(), **how}  # type: ignore[attr-defined]


def end() -> None:
    """Say what is not said yet; who does not listen is not told again."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, OutOfResources, ReaderGone):
            stream.flush()
