"""Global recoding as a search: the partitions of all attributes that lose least together.

The attributes take turns. With the others as they are, the best partition of one attribute is
found: exactly for ordered values (dynamic programming over borders) and for sets that nest (places
and areas, as one attribute alone would be cut), by moving and merging for labels. Cells with
fewer than k records are withheld, at a price that rises from nothing to more than any loss. Then
the best at one price after the other is taken, one attribute is changed at random and the others
follow, many times. The answer is the best one on the way that withholds no more than it may.

What is tried does not depend on the allowance, so that without requirements a larger one is never
worse; nor on the clock or the number of threads, as long as the time limit is not reached. A longer
search sees all that a shorter one sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core import threads
from covey.core.stop import Watch
from covey.problems.cells.blocks import combined
from covey.problems.cells.grids.axis import GridAxis
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing

TRIALS = 40
"""Changes that are tried at every price."""

STEPS = 1_000_000_000
"""Values that may be looked at before no further change begins: some three seconds of CPU time."""

LARGER = (1, 2, 4)
"""Multiples of k that are tried where there are requirements."""

MOST_RECORDS = 2**30
"""The search counts records with 32 bits."""

MOST_BLOCKS = 256
"""The finest partition that is considered, of one attribute."""

ROWS_TIMES_BLOCKS = 8_000_000
"""A large table is searched with fewer blocks."""


def searched(problem: CellProblem, watch: Watch, seed: int) -> Iterator[CellSolution]:
    """Partitions of little loss whose small cells may be withheld, with the best of the same search
    that withholds nobody, where it meets what is asked. There may be none: if the search
    knows none, or if there are too many records.

    The search knows k alone. Where cells fail a requirement, they are withheld if they may be;
    larger cells, which more often meet it, are looked for as well.
    """
    if problem.total >= MOST_RECORDS:
        return
    if not problem.suppress or not problem.pinned.any():
        yield from _searched(problem, watch, seed)
        return
    # Some must not be withheld, because others count as their value: so nobody is, and then the
    # search is made again without these others, if they may all be withheld.
    for found in _searched(problem.changed(suppress=0), watch, seed):
        yield found if problem.requirements else replace(found, nobody=found)
    rows = np.flatnonzero(~problem.anchored)
    left = problem.suppress - (problem.total - int(problem.weights[rows].sum()))
    if left >= 0 and len(rows):
        for found in _searched(problem.restricted_to(rows, suppress=left), watch, seed):
            yield replace(problem.with_others_withheld(found, rows), nobody=None)


def _searched(problem: CellProblem, watch: Watch, seed: int) -> Iterator[CellSolution]:
    blocks = int(np.clip(ROWS_TIMES_BLOCKS // len(problem.weights), 16, MOST_BLOCKS))
    axes = [
        axis.grid_axis(problem, number, blocks, watch) for number, axis in enumerate(problem.axes)
    ]
    for larger in LARGER:
        found = _search(problem, axes, larger * problem.k, watch, seed)
        if found is None:
            return
        meeting = without_failing(problem, found)
        if meeting is not None:
            yield meeting
        # All classes meet what is asked, as always without requirements: no need for larger ones.
        if meeting is found:
            return


def _search(
    problem: CellProblem, axes: Sequence[GridAxis], k: int, watch: Watch, seed: int
) -> CellSolution | None:
    if k > problem.total:
        return None
    grid = native.Grid(problem.weights, k)
    for axis, weight in zip(axes, problem.axis_weights.tolist(), strict=True):
        axis.add_to(grid, weight)
    found, _, _, cut_off, nobody = grid.search(
        problem.suppress, TRIALS, STEPS, watch.remaining, seed, threads.count()
    )
    watch.cut_off = watch.cut_off or cut_off
    if not found:
        return None
    solution = _combined(problem, axes, found)
    # With an allowance the search looks at the same partitions as without one.
    if problem.suppress and nobody and not problem.requirements:
        solution = replace(solution, nobody=_combined(problem, axes, nobody))
    return solution


def _combined(
    problem: CellProblem, axes: Sequence[GridAxis], found: Sequence[NDArray[np.int32]]
) -> CellSolution:
    return combined(problem, [axis.blocks(own) for axis, own in zip(axes, found, strict=True)])


def without_failing(problem: CellProblem, solution: CellSolution) -> CellSolution | None:
    """The solution without the classes that do not meet a requirement; None, if these are more than
    may be withheld."""
    while True:
        bad = failing(problem, problem.requirements, solution.classes, len(solution.sizes))
        if not bad.any():
            return solution
        left = int(solution.sizes[~bad].sum())
        if problem.total - left > problem.suppress or left == 0:
            return None
        # The last place is for what is in no class: -1 leads there.
        number = np.append(np.where(bad, -1, np.cumsum(~bad) - 1), -1).astype(np.int32)
        solution = replace(
            solution,
            classes=number[solution.classes],
            sizes=solution.sizes[~bad],
            nodes=solution.nodes._replace(number=number[solution.nodes.number]),
        )
