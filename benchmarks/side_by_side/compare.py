"""Two results, as of two commits: python -m benchmarks.side_by_side.compare OLD.json NEW.json"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.side_by_side.result import DONE, Results, Row

NOTABLE = 1.25
"""Changes by less than this are what a machine does by itself."""


def compared(old: Results, new: Results) -> Iterator[str]:
    """A line for every row that both have, the notable ones marked."""
    yield f"{old.commit} -> {new.commit}; a ratio above 1 is slower, larger or worse"
    if old.machine.get("processor") != new.machine.get("processor"):
        yield "WARNING: made on different processors"
    before = {row.key: row for row in old.rows}
    for row in new.rows:
        if row.key in before:
            yield _line(before[row.key], row)


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


def _mark(notable: bool) -> str:
    return "  <--" if notable else ""


if __name__ == "__main__":
    old, new = (Results.read(Path(name)) for name in sys.argv[1:3])
    print(*compared(old, new), sep="\n")
