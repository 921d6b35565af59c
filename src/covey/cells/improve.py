"""The default: a tree grown from the top, its last levels the best of several.

Cells that hold a few classes are cut anew in several ways: by another attribute first, and with
more or less care for even classes. First the largest class counts, which the worst cell decides;
then every cell takes what loses least among the ways that do not exceed it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.cells.forest import Forest, Trees
from covey.cells.problem import CellProblem, CellSolution
from covey.stop import Watch

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

EFFORT = 12_000_000
"""Codes that may be looked at, over all ways but for the number of levels."""


def typed(problem: CellProblem, watch: Watch) -> tuple[CellSolution, bool]:
    """The solution, and whether nothing in it can be cut any more: False, if time was over."""
    forest = Forest(problem)
    _grow_top(forest, watch)
    _grow_bottom(forest, watch)
    return forest.solution(), forest.trunk.done


def _grow_top(forest: Forest, watch: Watch) -> None:
    """Down to cells that hold a few classes; the first cells one by one, then side by side."""
    least = BOTTOM * forest.problem.k
    for share in (4, 1):
        size = max(least, forest.problem.total // 4 if share == 4 else least)
        cells = _of_at_least(forest, size)
        if len(cells):
            forest.graft(cells, forest.grown(cells, watch, least=size, uneven=WAYS[0][1]))


def _of_at_least(forest: Forest, records: int) -> NDArray[np.int64]:
    leaves = forest.leaves
    return leaves[forest.totals(leaves) >= records]


def _grow_bottom(forest: Forest, watch: Watch) -> None:
    cells = _of_at_least(forest, 2 * forest.problem.k)
    if not len(cells):
        return
    first = forest.grown(cells, watch, uneven=WAYS[0][1], rank=_ranks(cells, WAYS[0][0]))
    largest, lost = _losses(forest, first, len(cells))
    found = [(largest, lost)]
    tried = [WAYS[0]]
    columns = len(forest.columns.kinds)
    ways = watch.iterations(max(2, min(len(WAYS), EFFORT // forest.rows.codes.size)))
    for passed, uneven in WAYS[1:ways]:
        if passed >= columns or watch.expired:
            continue
        watch.report(f"cells: way {len(found) + 1} of {ways}")
        parts = forest.grown(cells, watch, uneven=uneven, rank=_ranks(cells, passed))
        if all(trees.done for trees in parts):
            found.append(_losses(forest, parts, len(cells)))
            tried.append((passed, uneven))
    _take_best(forest, cells, found, tried, watch)


def _ranks(cells: NDArray[np.int64], passed: int) -> NDArray[np.int32]:
    return np.full(len(cells), passed, dtype=np.int32)


def _losses(
    forest: Forest, parts: list[Trees], cells: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    found = [forest.losses(trees, int((trees.nodes.parent < 0).sum())) for trees in parts]
    return np.concatenate([a for a, _ in found]), np.concatenate([b for _, b in found])


def _take_best(
    forest: Forest,
    cells: NDArray[np.int64],
    found: list[tuple[NDArray[np.int64], NDArray[np.float64]]],
    tried: list[tuple[int, float]],
    watch: Watch,
) -> None:
    """Grow each cell once more, in its best way."""
    largest = np.stack([each for each, _ in found])
    lost = np.stack([each for _, each in found])
    cap = int(largest.min(axis=0).max())
    way = np.where(largest <= cap, lost, np.inf).argmin(axis=0)
    for uneven in sorted({each for _, each in tried}):
        own = np.flatnonzero([tried[w][1] == uneven for w in way])
        if len(own):
            rank = np.array([tried[way[i]][0] for i in own], dtype=np.int32)
            forest.graft(cells[own], forest.grown(cells[own], watch, uneven=uneven, rank=rank))
