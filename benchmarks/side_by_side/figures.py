"""The figures of single claims, which the other benchmarks measure, one benchmark at a time in a
process of its own: python -m benchmarks.side_by_side.figures NAME"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.__main__ import ALL, function_of
from benchmarks.side_by_side.run import ROOT

Figures = dict[str, Any]

BY_NAME = (
    "large",
    "postgres-large",
    "spark-large",
    "parts-large",
    "parts-sizes",
    "numba",
    "exchange",
    "utility",
)
"""Benchmarks that run by name only: they take long, or are a subject of their own."""
OWED = tuple(name for name in ALL if name not in BY_NAME)
"""All others, which a whole run measures."""
AT_MOST = 240.0
"""Seconds for one of the others."""
LONG = {"regions": 900.0, "verify": 900.0}
"""Seconds for those that take longer: they solve maps for a fixed time, and publish and verify
large tables again and again. They run last, so that no other waits for them."""


def figures(known: Container[str], until: float) -> Iterator[Figures]:
    """Of all benchmarks whose names are not known. Nothing begins after ``until``, and what has
    begun has all of its time. One that is stopped says so in its last, and the next one begins."""
    for name in sorted(OWED, key=lambda name: name in LONG):
        if name not in known and time.monotonic() < until:
            yield from _of(name, LONG.get(name, AT_MOST))


def unmeasured(found: Sequence[Figures]) -> list[str]:
    """The benchmarks that a whole run owes and that are not in these figures, or not to the end."""
    ended = {each["benchmark"]: each["value"] is not None for each in found}
    return [name for name in OWED if not ended.get(name)]


def _of(name: str, seconds: float) -> Iterator[Figures]:
    words = [sys.executable, "-m", "benchmarks.side_by_side.figures", name]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=quiet, text=True, start_new_session=True
    ) as process:
        clock = threading.Timer(seconds, os.killpg, (process.pid, signal.SIGKILL))
        clock.start()
        assert process.stdout is not None
        yield from map(json.loads, process.stdout)
        code = process.wait()
        clock.cancel()
    if code:
        why = f"stopped after {seconds:.0f} s" if code == -signal.SIGKILL else "failed"
        yield {
            "benchmark": name,
            "what": f"{name}: what is not listed",
            "value": None,
            "unit": "",
            "limit": None,
            "remark": why,
        }


def main(name: str) -> None:
    for figure in function_of(name)():
        print(json.dumps({"benchmark": name, **asdict(figure)}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
