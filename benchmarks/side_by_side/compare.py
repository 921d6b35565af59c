"""Two results, as of two commits: python -m benchmarks.side_by_side.compare OLD.json NEW.json"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.side_by_side.result import DONE, Results, Row

NOTABLE = 1.25
"""Changes by less than this are what a machine does by itself."""


def compared(old: Results, new: Results) -> Iterator[str]:
    """A line for every row and figure that both have, the notable ones marked."""
    yield f"{old.commit} -> {new.commit}; a ratio above 1 is slower, larger or worse"
    if old.machine.get("processor") != new.machine.get("processor"):
        yield "WARNING: made on different processors"
    before = {row.key: row for row in old.rows}
    for row in new.rows:
        if row.key in before:
            yield _line(before[row.key], row)
    claimed = {(each["benchmark"], each["what"]): each for each in old.figures}
    for each in new.figures:
        if (each["benchmark"], each["what"]) in claimed:
            yield _figure(claimed[each["benchmark"], each["what"]], each)


def _line(old: Row, new: Row) -> str:
    what = f"{new.subject:11} {new.program:11} {new.n:>11,}"
    if old.status != DONE or new.status != DONE:
        return f"{what}  {old.status} -> {new.status}{_mark(old.status != new.status)}"
    pairs = {
        "CPU": (old.cpu, new.cpu),
        "memory": (old.peak, new.peak),
        "largest": (old.largest, new.largest),
    }
    ratios = {name: b / a for name, (a, b) in pairs.items() if a and b}
    notable = any(ratio > NOTABLE or ratio < 1 / NOTABLE for ratio in ratios.values())
    said = "  ".join(f"{name} {ratio:5.2f}" for name, ratio in ratios.items())
    return f"{what}  {said}{_mark(notable or (new.below or 0) > (old.below or 0))}"


def _figure(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """A figure that has a limit is marked as well if it was reached, and no longer is."""
    what, before, now = new["what"], old["value"], new["value"]
    if before is None or now is None:
        said = f"{_value(before)} -> {_value(now)}"
        return f"{what}  {said}{_mark((before is None) != (now is None))}"
    ratio = now / before if before else None
    notable = ratio is not None and not 1 / NOTABLE <= ratio <= NOTABLE
    limit = new["limit"]
    lost = limit is not None and before <= limit < now
    words = f"{_value(before)} -> {_value(now)} {new['unit']}".rstrip()
    said = words if ratio is None else f"{words}  ({ratio:.2f})"
    return f"{what}  {said}{_mark(notable or lost)}"


def _value(value: float | None) -> str:
    return "stopped" if value is None else f"{value:.3g}"


def _mark(notable: bool) -> str:
    return "  <--" if notable else ""


if __name__ == "__main__":
    old, new = (Results.read(Path(name)) for name in sys.argv[1:3])
    print(*compared(old, new), sep="\n")
