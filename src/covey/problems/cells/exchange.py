"""Classes that exchange combinations with their neighbours, siblings or not.

A cell of several classes is cut again: a search follows its best cuts down to the classes, and what
loses least is taken, if it loses less than before. Where the cell had been cut on one attribute
and is cut on another now, or elsewhere, combinations go from every class to every other. First
cells of up to 4 classes are searched, then of 8, of 16, and so on, so that each search begins with
what the smaller ones found. No class becomes larger than the largest one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from covey.core.stop import Stop, Watch

if TYPE_CHECKING:
    from covey.problems.cells.forest import Forest

ROUNDS: tuple[tuple[int, int], ...] = (
    (4, 1),
    (8, 2),
    (16, 2),
    (32, 2),
    (64, 2),
    (128, 2),
    (256, 2),
    (32, 3),
    (64, 3),
    (512, 2),
    (128, 3),
    (1024, 2),
    (32, 4),
    (64, 4),
)
"""Cells of how many classes are cut again, and how many cuts of each are followed. A round takes
about twice as long as the one before."""

EFFORT = 100_000_000
"""Codes that are looked at, about, within the default time limit."""

EFFORT_PER_CODE = 40
"""The same in a large table, per code: as many as in a part of one, so that parts alone lose no
less."""


def exchange(forest: Forest, watch: Watch, largest: int, share: float = 1.0) -> None:
    """Lower the loss of a tree, all of whose cells are cut to the end, round by round. A round
    begins if it is expected to stay within the effort, which grows with the time limit, or within a
    share of it. So the answer does not depend on the clock, unless that ends a search."""
    left = share * effort(watch, forest.rows * forest.columns)
    before = 0
    for number, (classes, breadth) in enumerate(ROUNDS[: watch.iterations(len(ROUNDS))]):
        # By counted work and not by the clock: the same table gets the same rounds on every
        # machine.
        if (number and 2 * before > left) or watch.expired:
            break
        watch.report(f"cells: exchange {number + 1} of {len(ROUNDS)}")
        # No class may become larger than the largest: the loss is improved within what the
        # objective has reached.
        before = forest.recut(classes * forest.problem.k, watch, largest=largest, breadth=breadth)
        left -= before
    # After all exchanges: as long as combinations move, so do the gaps between them.
    forest.settle()


def effort(watch: Watch, codes: int) -> float:
    """More codes allow for more work, and so does more time than is the default."""
    usual = max(EFFORT, EFFORT_PER_CODE * codes)
    limit, default = watch.stop.seconds, Stop().seconds
    if limit is None or default is None:
        return usual
    return usual * max(1.0, limit / default)
