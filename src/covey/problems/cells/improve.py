"""The default: a tree grown from the top, its last levels the best of several.

Cells that hold a few classes are cut in several ways: by another attribute first, and with more or
less weight on even classes. First the largest class counts, which the worst cell decides; then
every cell takes the way of least loss among those that do not exceed it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.stop import Stop, Watch
from covey.problems.cells.exchange import exchange
from covey.problems.cells.forest import Cells, Forest
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.requirements.requirement import Requirement

BOTTOM = 10
"""A cell that holds fewer classes than this is cut in several ways."""

WAYS: tuple[tuple[int, float], ...] = (
    (0, 0.05),
    (0, 0.3),
    (1, 0.05),
    (2, 0.05),
    (1, 0.3),
    (3, 0.05),
    (2, 0.3),
    (4, 0.05),
    (3, 0.3),
    (5, 0.05),
)
"""How many attributes are passed over by the first cut, and what an uneven cut costs."""

EFFORT = 1_500_000
"""Codes that may be looked at, over all ways, per level of the tree. The worst cells are cut in all
ways."""

WORST = 0.02
"""The share of cells, those of the largest classes, that are cut in all ways."""


def typed(
    problem: CellProblem,
    watch: Watch,
    requirements: Sequence[Requirement] = (),
    left_out: NDArray[np.bool_] | None = None,
    effort: float = 1.0,
) -> tuple[CellSolution, bool]:
    """The solution, and whether nothing in it can be cut any more: False, if time was over. Its
    classes meet ``requirements``; rows that are ``left_out`` are withheld. ``effort`` is the share
    of what may be spent on exchanges."""
    forest = Forest(problem, requirements, left_out)
    # Down to cells of a few classes there is one way. Below, several are compared.
    forest.cut(forest.leaves(), watch, least=BOTTOM * problem.k, uneven=WAYS[0][1])
    _cut_bottom(forest, watch)
    # An exchange begins with cells that are cut to the end.
    if forest.done:
        exchange(forest, watch, forest.largest(), effort)
    return forest.solution(), forest.done


def finished(
    problem: CellProblem,
    watch: Watch,
    solution: CellSolution,
    requirements: Sequence[Requirement],
    effort: float = 1.0,
) -> tuple[CellSolution, bool]:
    """A solution, whose classes meet the requirements, with all cuts that can be added to it; and
    whether nothing in it can be cut any more."""
    forest = Forest(problem, requirements)
    forest.adopt(solution.nodes, solution.pool)
    # Below 2k nothing can be cut.
    forest.cut(forest.leaves(2 * problem.k), watch, uneven=WAYS[0][1])
    if forest.done:
        exchange(forest, watch, forest.largest(), effort)
    return forest.solution(), forest.done


def _cut_bottom(forest: Forest, watch: Watch) -> None:
    cells = forest.leaves(2 * forest.problem.k)
    if not len(cells):
        return
    codes = forest.rows * forest.columns
    ways = watch.iterations(max(2, min(len(WAYS), EFFORT // codes)))
    # Passing over as many attributes as there are leaves none.
    known = [way for way in WAYS if way[0] < forest.columns]
    # By way and cell. What was not tried is worse than anything.
    largest = np.full((len(known), len(cells)), np.iinfo(np.int64).max)
    lost = np.full((len(known), len(cells)), np.inf)
    for number, (passed, uneven) in enumerate(known):
        if number and watch.expired:
            break
        watch.report(f"cells: way {number + 1} of {len(known)}")
        # On a large table only the first ways are for all cells. The others are for the cells that
        # decide the largest class.
        own = np.arange(len(cells)) if number < max(ways, 1) else _worst(largest)
        found, cost, done = forest.tried(cells[own], watch, passed=passed, uneven=uneven)
        if done:
            largest[number, own], lost[number, own] = found, cost
        elif number == 0:
            # Time was over: the cells that were tried are cut, which takes no longer again.
            forest.cut(cells[found > 0], _without_limit(), passed=passed, uneven=uneven)
            forest.done = False
            return
    _take_best(forest, cells, largest, lost, known)


def _worst(largest: NDArray[np.int64]) -> NDArray[np.int64]:
    best = largest.min(axis=0)
    # The cells whose best way so far still has the largest classes decide how large the largest is.
    few = max(1, int(WORST * len(best)))
    found: NDArray[np.int64] = np.sort(np.argsort(-best, kind="stable")[:few])
    return found


def _take_best(
    forest: Forest,
    cells: Cells,
    largest: NDArray[np.int64],
    lost: NDArray[np.float64],
    known: list[tuple[int, float]],
) -> None:
    """Cut each cell in its best way. That takes as long as one way did, and is done even if time is
    over: half of an answer would have classes of several k."""
    # The largest class of the answer is decided by its worst cell. All other cells may use what
    # that leaves them, and take the way of least loss.
    cap = int(largest.min(axis=0).max())
    way = np.where(largest <= cap, lost, np.inf).argmin(axis=0)
    passed = np.array([each for each, _ in known], dtype=np.int32)[way]
    uneven = np.array([each for _, each in known])[way]
    forest.cut(cells, _without_limit(), passed=passed, uneven=uneven)


def _without_limit() -> Watch:
    return Stop(seconds=None).start()
