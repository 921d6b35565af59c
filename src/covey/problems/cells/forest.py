"""Cells cut from the top, all in one tree of cuts.

The cuts themselves are compiled: each cell is cut where the score is highest. A cut scores the loss
that it removes per record of the cell, on its own attribute and with sets shrunk to what occurs,
less the share of possible classes that it loses: W records hold floor(W / k) classes, and a cut
keeps all of them or all but one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core import threads
from covey.core.stop import Watch
from covey.problems.cells.cut_tree import CutTree, cut_path, numbered_tree
from covey.requirements.rules import rules_of

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem, CellSolution
    from covey.requirements.requirement import Requirement

Cells = NDArray[np.int32]
"""Numbers of nodes."""


class Forest:
    """The rows of a problem, except those ``left_out``, and one tree of cuts over them.

    The sides of a cut meet ``requirements``, which need not be the problem's own, and have ``k``
    records, which is the problem's if not given. ``done`` tells whether all cells that were to be
    cut are cut to the end.
    """

    def __init__(
        self,
        problem: CellProblem,
        requirements: Sequence[Requirement] = (),
        left_out: NDArray[np.bool_] | None = None,
        k: int | None = None,
    ) -> None:
        self.problem = problem
        self.done = True
        self.columns = len(problem.axis_table.kinds)
        # Rows that are left out are in no cell, and so withheld.
        kept = np.arange(len(problem.weights)) if left_out is None else np.flatnonzero(~left_out)
        self.rows = len(kept)
        rules = None
        if requirements:
            rules = rules_of(requirements, problem.sensitive, problem.weights, problem.population)
        self._native = native.Forest(
            problem.axis_table.native_columns(problem.axis_weights),
            problem.axis_table.codes,
            problem.weights,
            kept.astype(np.int32),
            rules,
            problem.k if k is None else k,
            threads.count(),
        )

    def adopt(self, nodes: CutTree, pool: NDArray[np.int32]) -> None:
        """Cut the table as the tree of a solution does."""
        kinds = self.problem.axis_table.kinds
        self._native.adopt(cut_path(nodes, kinds, pool))

    def leaves(self, records: int = 0) -> Cells:
        """The leaves with at least so many records."""
        return self._native.leaves(records)

    def cut(
        self,
        cells: Cells,
        watch: Watch,
        *,
        least: int = 0,
        passed: int | NDArray[np.int32] = 0,
        uneven: float | NDArray[np.float64] = 0.0,
    ) -> None:
        """Cut leaves, and the cells that come of it, where these have ``least`` records or more.

        The first cut of a leaf is on its best attribute, or on a later one: ``passed`` better ones
        are passed over, as long as another has a cut. ``uneven`` is what it costs if a class of
        twice k cannot be avoided any more.
        """
        ways = _ways(cells, passed, uneven)
        # Cells that were not cut in time stay as they are: valid, but larger than they need be.
        if not self._native.cut(cells, *ways, least, watch.remaining):
            self.done = False
            watch.cut_off = True

    def tried(
        self, cells: Cells, watch: Watch, *, passed: int, uneven: float
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], bool]:
        """What would become of leaves: the largest class of each, its loss in records, and whether
        all were tried in time. Those that were not have a largest class of 0."""
        largest, lost, done = self._native.tried(
            cells, *_ways(cells, passed, uneven), watch.remaining
        )
        if not done:
            watch.cut_off = True
        return largest, lost, done

    def largest(self) -> int:
        """The records of the largest class."""
        _, sizes = self._native.classes()
        return int(sizes.max())

    def recut(self, records: int, watch: Watch, *, largest: int, breadth: int) -> int:
        """Cut the topmost cells with fewer than so many records again, where a search that follows
        ``breadth`` cuts of each cell finds less loss, and no class above ``largest``; how many
        codes it looked at."""
        _, looked_at, done = self._native.recut(
            self._native.tops(records),
            largest,
            breadth,
            self.problem.objective == "quadratic",
            watch.remaining,
        )
        if not done:
            watch.cut_off = True
        return looked_at

    def settle(self) -> None:
        """Move the positions of cuts to where ranges are narrowest; no combination changes its
        class."""
        self._native.settle()

    def solution(self) -> CellSolution:
        from covey.problems.cells.problem import CellSolution

        *fields, pool = self._native.tree()
        nodes = numbered_tree(*fields)
        classes, sizes = self._native.classes()
        return CellSolution(classes, sizes, self.problem.axis_table, nodes, pool)


def _ways(
    cells: Cells, passed: int | NDArray[np.int32], uneven: float | NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The same for every cell, or one each."""
    return (
        np.array(np.broadcast_to(passed, cells.shape), dtype=np.int32),
        np.array(np.broadcast_to(uneven, cells.shape), dtype=np.float64),
    )
