"""Trees that grow side by side, each on the rows of its own cell, and become one tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.core.stop import Watch
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import CutTree, empty_tree, first_nodes
from covey.problems.cells.kinds import BY_MEMBERS, LABELS, LEAF
from covey.problems.cells.leaf_loss import classes_of, leaf_losses
from covey.problems.cells.rows import Rows, empty_rows, rows_of
from covey.problems.cells.scoring.histogram import scratch_for
from covey.problems.cells.topdown import split_cells
from covey.requirements.kernels import rules_of

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem, CellSolution
    from covey.requirements.requirement import Requirement

T = TypeVar("T")
Part = TypeVar("Part")

STEP = 4_000_000
"""Visits of rows between two looks at the clock."""

THREADS = 2
"""The answer is the same for any number of them."""


@dataclass
class Trees:
    """Trees of cuts: the first nodes are their roots. ``done`` tells whether all of them are grown
    to the end."""

    nodes: CutTree
    pool: NDArray[np.int32]
    done: bool


@dataclass
class Forest:
    """The rows of a problem, except those ``left_out``, and one tree of cuts over them.

    The sides of a cut meet ``requirements``, which need not be the problem's own.
    """

    problem: CellProblem
    requirements: Sequence[Requirement] = ()
    left_out: NDArray[np.bool_] | None = None
    rows: Rows = field(init=False)
    spare: Rows = field(init=False)
    columns: Columns = field(init=False)
    trunk: Trees = field(init=False)
    _threads: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self.rows = rows_of(self.problem, self.left_out)
        self.spare = empty_rows(self.rows)
        self.columns = self.problem.axis_table.columns(self.problem.axis_weights)
        nodes = empty_tree(1)
        nodes.end[0] = len(self.rows.ids)
        self.trunk = Trees(nodes, np.zeros(0, np.int32), True)
        self._threads = ThreadPoolExecutor(THREADS)

    @property
    def leaves(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.trunk.nodes.how == LEAF)

    def totals(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """The records of nodes."""
        sums = np.concatenate([[0], np.cumsum(self.rows.weights)])
        found: NDArray[np.int64] = (
            sums[self.trunk.nodes.end[cells]] - sums[self.trunk.nodes.begin[cells]]
        )
        return found

    def grown(
        self,
        cells: NDArray[np.int64],
        watch: Watch,
        *,
        least: int = 0,
        uneven: float = 0.0,
        rank: NDArray[np.int32] | None = None,
    ) -> list[Trees]:
        """Trees from some leaves of the trunk on, in parts that are one after the other."""
        many = len(cells)
        ranks = np.zeros(many, np.int32) if rank is None else rank
        size = self.trunk.nodes.end[cells] - self.trunk.nodes.begin[cells]
        half = int(np.searchsorted(np.cumsum(size), size.sum() / 2)) + 1
        parts = [part for part in (slice(0, half), slice(half, many)) if part.start < many]
        parts = parts if many > 1 else [slice(0, many)]

        def run(part: slice) -> Trees:
            return self._grow(cells[part], watch, least, uneven, ranks[part])

        return self._side_by_side(run, parts)

    def _side_by_side(self, run: Callable[[Part], T], parts: Sequence[Part]) -> list[T]:
        return [run(parts[0])] if len(parts) == 1 else list(self._threads.map(run, parts))

    def _grow(
        self,
        cells: NDArray[np.int64],
        watch: Watch,
        least: int,
        uneven: float,
        rank: NDArray[np.int32],
    ) -> Trees:
        problem, trunk = self.problem, self.trunk.nodes
        size = trunk.end[cells].astype(np.int64) - trunk.begin[cells]
        possible = np.minimum(size, self.totals(cells) // problem.k)
        nodes = empty_tree(int((2 * possible + 1).sum()))
        many = len(cells)
        nodes.begin[:many], nodes.end[:many] = trunk.begin[cells], trunk.end[cells]
        nodes.parent[:many] = -1
        scratch = scratch_for(int(size.max()), self.columns)
        rules = rules_of(self.requirements, problem.sensitive, problem.weights)
        pool, taken, at, used = np.empty(64, np.int32), 0, 0, many
        while at < used and not watch.expired:
            at, used, pool, taken = split_cells(
                self.rows,
                self.spare,
                self.columns,
                rules,
                nodes,
                scratch,
                pool,
                taken,
                at,
                used,
                problem.k,
                least,
                uneven,
                rank,
                STEP,
            )
        return Trees(first_nodes(nodes, used), pool[:taken].copy(), at == used)

    def losses(self, parts: Sequence[Trees]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The largest class and the loss, in records, of each tree of the parts."""
        found = self._side_by_side(self._losses, parts)
        return np.concatenate([a for a, _ in found]), np.concatenate([b for _, b in found])

    def _losses(self, trees: Trees) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        roots = int((trees.nodes.parent < 0).sum())
        leaves = np.flatnonzero(trees.nodes.how == LEAF)
        widest = int((trees.nodes.end[leaves] - trees.nodes.begin[leaves]).max())
        scratch = scratch_for(widest, self.columns)
        root = roots_of(trees.nodes.parent)
        sizes, lost = leaf_losses(trees.nodes, leaves, self.rows, self.columns, scratch)
        largest = np.zeros(roots, dtype=np.int64)
        np.maximum.at(largest, root[leaves], sizes)
        each = np.zeros(roots)
        np.add.at(each, root[leaves], lost)
        return largest, each

    def graft(self, cells: NDArray[np.int64], parts: Iterable[Trees]) -> None:
        """Let trees that grew from leaves of the trunk go on where these end."""
        trunk, pool = self.trunk.nodes, self.trunk.pool
        first = 0
        for trees in parts:
            nodes = trees.nodes
            roots = int((nodes.parent < 0).sum())
            base = len(trunk.how)
            number = np.concatenate(
                [cells[first : first + roots], base + np.arange(len(nodes.how) - roots)]
            ).astype(np.int32)
            first += roots
            fields = nodes._asdict()
            inner = nodes.how != LEAF
            fields["first"] = np.where(inner, number[nodes.first], 0).astype(np.int32)
            fields["parent"] = np.where(nodes.parent >= 0, number[nodes.parent], -1).astype(
                np.int32
            )
            shift = np.where(self._takes_labels(nodes), len(pool), 0).astype(np.int32)
            fields["low"] = nodes.low + shift
            fields["high"] = nodes.high + shift
            grafted = {
                name: np.concatenate([old, fields[name][roots:]])
                for name, old in trunk._asdict().items()
            }
            for name in ("column", "how", "low", "high", "first", "children"):
                grafted[name][number[:roots]] = fields[name][:roots]
            trunk = CutTree(**grafted)
            pool = np.concatenate([pool, trees.pool])
            self.trunk = Trees(trunk, pool, self.trunk.done and trees.done)

    def _takes_labels(self, nodes: CutTree) -> NDArray[np.bool_]:
        labels = self.columns.kinds[nodes.column] == LABELS
        found: NDArray[np.bool_] = labels & (nodes.how == BY_MEMBERS)
        return found

    def solution(self) -> CellSolution:
        from covey.problems.cells.problem import CellSolution

        nodes = first_nodes(self.trunk.nodes, len(self.trunk.nodes.how))
        leaves = self.leaves
        nodes.number[leaves] = np.arange(len(leaves))
        classes, sizes = classes_of(nodes, leaves, self.rows, len(self.problem.weights))
        return CellSolution(classes, sizes, self.problem.axis_table, nodes, self.trunk.pool)


@kernel
def roots_of(parent: NDArray[np.int32]) -> NDArray[np.int32]:
    root = np.empty(len(parent), np.int32)
    for v in range(len(parent)):
        root[v] = v if parent[v] < 0 else root[parent[v]]
    return root
