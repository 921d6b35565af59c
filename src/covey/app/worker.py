"""What a process of the page runs: requests come in as lines of JSON, answers go out as such.

A request is ``{"ask": NAME, ...}``. What comes back for it are any number of lines with
``progress`` or ``found``, and at last one with ``answer`` or ``error``. When nobody holds the other
end of its input any more, the process ends, whatever it does: no run outlives the page.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, TextIO

from covey.app.reading import FIELDS
from covey.core import progress as measures
from covey.core.caller import by_page, control
from covey.core.errors import CoveyError, exhausted
from covey.core.estimate import Estimate
from covey.core.temporary import remove_all

PERIOD = 0.2
"""Seconds between two lines on progress."""


class Answers:
    """The lines that go out. Several threads may write."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._lock = out, threading.Lock()

    def say(self, what: str, value: Any) -> None:
        # An answer is one line: JSON writes a line break in a label as an escape.
        line = json.dumps({what: value}, ensure_ascii=True, default=_plain)
        with self._lock:
            self._out.write(f"{line}\n")
            self._out.flush()

    def found(self, value: Any) -> None:
        """A part of the answer."""
        self.say("found", value)

    @contextmanager
    def progress(self, steps: Mapping[str, float]) -> Iterator[Callable[[str], None]]:
        """Say how far the work is, again and again. What comes back is called with what is being
        done."""
        # A list of one, so that the inner function can change it.
        estimate, what, over = Estimate(steps, time.monotonic()), [""], threading.Event()

        def report(text: str) -> None:
            estimate.report(text, time.monotonic())
            what[0] = text

        def tell() -> None:
            # A thread of its own: the work itself may be in a compiled loop for minutes.
            while not over.wait(PERIOD):
                estimate.reached(measures.share())
                left = estimate.left(time.monotonic())
                self.say("progress", {"what": what[0], "done": estimate.done, "left": left})

        with measures.watching():
            telling = threading.Thread(target=tell, daemon=True)
            telling.start()
            try:
                yield report
            finally:
                over.set()
                telling.join()


def _plain(value: Any) -> Any:
    """Numbers of numpy as those of Python; everything else as text."""
    return value.item() if hasattr(value, "item") else str(value)


def in_words(error: BaseException) -> dict[str, Any]:
    """An error for the owner: with values of the table, if it shows some."""
    known = error if isinstance(error, CoveyError) else exhausted(error)
    if known is not None:
        remedy = _options(known.remedy)
        with by_page():
            return {
                "message": known.message,
                "hint": known.hint,
                "details": [*known.details, *known.shown],
                "remedy": remedy,
                "remedy_words": words_on(remedy),
                "kind": type(known).__name__,
            }
    # Only the type and the place: the words of an unknown error may hold values of the table.
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    return {
        "message": f"This is a bug in covey, not in your input: {type(error).__name__} at {where}.",
        "hint": "Please report it.",
        "details": [],
        "remedy": [],
        "remedy_words": "",
        "kind": "Bug",
    }


def _options(remedy: Sequence[tuple[str, str]]) -> list[list[str]]:
    """A remedy that says how the table is read: the page has no arguments to replace."""
    names = {"header" if option == "--no-header" else option[2:] for option, _ in remedy}
    known = {name.replace("-", "_") for name in names} <= set(FIELDS)
    return [list(each) for each in remedy] if known else []


def words_on(remedy: Sequence[Sequence[str]]) -> str:
    """Options that would read a table, as the page calls them."""
    return ", ".join(control(option, value or None) for option, value in remedy)


def serve(requests: Iterator[str], answers: Answers) -> None:
    """Answer one request after the other."""
    from covey.app.solving import explored, released, risked
    from covey.app.table import OpenTable

    with OpenTable() as table:
        known: dict[str, Callable[..., Any]] = {
            "open": table.open,
            "rows": table.rows,
            "map": table.map_fields,
            "explain": table.explain,
            "risk": risked,
            "explore": explored,
            "release": released,
        }
        for line in requests:
            request = json.loads(line)
            try:
                answer = known[request.pop("ask")](answers, **request)
            except Exception as error:
                answers.say("error", in_words(error))
            else:
                answers.say("answer", answer)


def main() -> None:
    # A copy of the real output for answers; then 1 goes where errors go.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # Whatever a library prints is no answer.
    os.dup2(2, 1)
    queue: SimpleQueue[str] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            queue.put(line)
        # The input has ended, so the page is gone. Temporary files are removed, and nothing else is
        # waited for.
        remove_all()
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    with by_page():
        # Read by a thread, so that the end of the input is noticed while a request is at work.
        serve(iter(queue.get, None), Answers(out))


if __name__ == "__main__":
    main()
