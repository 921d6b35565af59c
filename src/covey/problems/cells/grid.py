"""Global recoding as a search: the partitions of all attributes that lose least together.

The attributes take turns. With the others as they are, the best partition of one attribute is
found: exactly for ordered values (dynamic programming over borders) and for sets that nest (places
and areas, as one attribute alone would be cut), by moving and merging for labels. Then one
attribute is changed at random and the others follow, many times. Cells with fewer than k records
are withheld, at a price that rises from nothing to more than any loss; the answer is the best one
on the way that withholds no more than it may.

What is tried does not depend on the allowance, so that without requirements a larger one is never
worse; nor on the clock or the number of threads, as long as the time limit is not reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core import threads
from covey.core.errors import InternalError
from covey.core.stop import Watch
from covey.problems.cells.axes import (
    AreaAxis,
    LabelAxis,
    OrderedAxis,
    PlaceAxis,
    TreeAxis,
    line_shares,
)
from covey.problems.cells.axis_table import AxisTable
from covey.problems.cells.blocks import Block, combined
from covey.problems.cells.kinds import AT_POSITION, BY_COMPONENT, BY_MEMBERS, BY_MISSING
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing
from covey.problems.cells.recode import Recoding

TRIALS = 40
"""Changes that are tried at every price."""

STEPS = 2_000_000_000
"""Values that may be looked at before no further change begins: some five seconds."""

LARGER = (1, 2, 4)
"""Multiples of k that are tried where there are requirements."""

MOST_RECORDS = 2**30
"""The search counts records with 32 bits."""

MOST_BLOCKS = 256
"""The finest partition that is considered, of one attribute."""

ROWS_TIMES_BLOCKS = 8_000_000
"""A large table is searched with fewer blocks."""


def searched(problem: CellProblem, watch: Watch, seed: int) -> Iterator[CellSolution]:
    """Partitions of little loss whose small cells may be withheld. There may be none: if the search
    knows none, if some combinations must not be withheld, or if there are too many records.

    The search knows k alone. Where cells fail a requirement, they are withheld if they may be;
    larger cells, which more often meet it, are looked for as well.
    """
    if problem.pinned.any() or problem.total >= MOST_RECORDS:
        return
    blocks = int(np.clip(ROWS_TIMES_BLOCKS // len(problem.weights), 16, MOST_BLOCKS))
    axes = [_of_axis(problem, number, blocks, watch) for number in range(len(problem.axes))]
    for larger in LARGER:
        found = _search(problem, axes, larger * problem.k, watch, seed)
        if found is None:
            return
        meeting = without_failing(problem, found)
        if meeting is not None:
            yield meeting
        if meeting is found:
            return


def _search(
    problem: CellProblem, axes: Sequence[_GridAxis], k: int, watch: Watch, seed: int
) -> CellSolution | None:
    if k > problem.total:
        return None
    grid = native.Grid(problem.weights, k)
    for axis, weight in zip(axes, problem.axis_weights.tolist(), strict=True):
        axis.add_to(grid, weight)
    found, _, _, cut_off = grid.search(
        problem.suppress, TRIALS, STEPS, watch.remaining, seed, threads.count()
    )
    watch.cut_off = watch.cut_off or cut_off
    if not found:
        return None
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


def _of_axis(problem: CellProblem, number: int, blocks: int, watch: Watch) -> _GridAxis:
    axis, column = problem.axes[number], problem.axis_table.first[number]
    if isinstance(axis, OrderedAxis):
        return _Ordered.of(axis, number, column, problem.weights, blocks)
    if isinstance(axis, LabelAxis) and not isinstance(axis, TreeAxis):
        return _Labels.of(axis, number, column, problem.weights, blocks)
    return _Nested.of(problem, number, blocks, watch)


class _GridAxis:
    """An attribute as the search sees it: its values in bundles, which are never split."""

    def add_to(self, grid: native.Grid, weight: float) -> None:
        raise NotImplementedError

    def blocks(self, of: NDArray[np.int32]) -> Block:
        """The cuts that make the blocks, ``of[i]`` being that of bundle i."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class _Ordered(_GridAxis):
    """``first`` and ``last`` are the ranks at which the bundles begin and end."""

    axis: OrderedAxis
    number: int
    column: int
    bundle: NDArray[np.int32]
    first: NDArray[np.int64]
    last: NDArray[np.int64]

    @classmethod
    def of(
        cls, axis: OrderedAxis, number: int, column: int, weights: NDArray[np.int64], most: int
    ) -> _Ordered:
        records = np.zeros(axis.size, dtype=np.int64)
        present = axis.codes >= 0
        np.add.at(records, axis.codes[present], weights[present])
        bundle = np.arange(axis.size)
        if axis.size > most:
            # Bundles of about equal records; a value with more than that is one of its own.
            before = np.cumsum(records) - records
            share = before * most // max(1, int(records.sum()))
            bundle = np.cumsum(np.diff(share, prepend=share[0]) > 0)
        first = np.flatnonzero(np.diff(bundle, prepend=-1))
        last = np.append(first[1:], axis.size) - 1
        return cls(axis, number, column, bundle.astype(np.int32), first, last)

    def add_to(self, grid: native.Grid, weight: float) -> None:
        codes = np.where(self.axis.codes < 0, np.int32(-1), self.bundle[self.axis.codes])
        low, high = line_shares(self.axis.positions, self.axis.tops)
        grid.add_ordered(codes, low[self.first], high[self.last], weight)

    def blocks(self, of: NDArray[np.int32]) -> Block:
        rows, codes = np.arange(len(self.axis.codes)), self.axis.codes
        root = top = Block(self.number, rows)
        has_missing = bool((codes < 0).any())
        together = of[:-1] == of[-1]
        if has_missing and together.any():
            if not together.all():
                raise InternalError("Missing values are in one block with some others.")
            return root
        if has_missing:
            _cut(root, self.column, BY_MISSING, codes >= 0)
            top = root.children[1]
        borders = self.last[np.flatnonzero(np.diff(of[:-1]))]
        self._cut_at(top, borders)
        return root

    def _cut_at(self, block: Block, borders: NDArray[np.int64]) -> None:
        """The middle border first, so that the tree is shallow."""
        waiting = [(block, borders)]
        while waiting:
            block, borders = waiting.pop()
            if not len(borders):
                continue
            middle = len(borders) // 2
            low = int(borders[middle])
            _cut(block, self.column, AT_POSITION, self.axis.codes[block.rows] > low, low)
            waiting += zip(block.children, (borders[:middle], borders[middle + 1 :]), strict=True)


@dataclass(frozen=True, eq=False)
class _Labels(_GridAxis):
    axis: LabelAxis
    number: int
    column: int
    bundle: NDArray[np.int32]

    @classmethod
    def of(
        cls, axis: LabelAxis, number: int, column: int, weights: NDArray[np.int64], most: int
    ) -> _Labels:
        bundle = np.arange(axis.size)
        if axis.size > most:
            records = np.zeros(axis.size, dtype=np.int64)
            np.add.at(records, axis.codes, weights)
            order = np.argsort(-records, kind="stable")
            # The more frequent half of the bundles are single labels. The others share the rest.
            place = np.arange(axis.size)
            shared = most // 2 + (place - most // 2) * (most - most // 2) // (axis.size - most // 2)
            bundle[order] = np.where(place < most // 2, place, shared)
        return cls(axis, number, column, bundle.astype(np.int32))

    def add_to(self, grid: native.Grid, weight: float) -> None:
        grid.add_labels(self.bundle[self.axis.codes], np.bincount(self.bundle), weight)

    def blocks(self, of: NDArray[np.int32]) -> Block:
        codes = self.axis.codes
        root = block = Block(self.number, np.arange(len(codes)))
        group = of[self.bundle]
        occurring = np.unique(group[codes])
        # Labels that no row has would stay with the last group: it is cut off, too.
        for number in occurring if len(np.unique(group)) > len(occurring) else occurring[:-1]:
            labels = np.flatnonzero(group == number).astype(np.int32)
            side = group[codes[block.rows]] != number
            _cut(block, self.column, BY_MEMBERS, side, labels=labels)
            block = block.children[1]
        return root


class _Node(NamedTuple):
    block: Block
    parent: int
    loss: float


@dataclass(frozen=True, eq=False)
class _Nested(_GridAxis):
    """Places, areas and labels below a tree: the blocks are nodes of the tree of cuts that the
    attribute alone has."""

    number: int
    column: int
    nodes: list[_Node]
    rows: int

    @classmethod
    def of(cls, problem: CellProblem, number: int, most: int, watch: Watch) -> _Nested:
        alone = Recoding(CellProblem([problem.axes[number]], problem.weights, problem.k))
        alone.run(watch, most)
        axis = problem.axes[number]
        extent: _Extent
        if isinstance(axis, PlaceAxis):
            extent = _Rectangle.of(axis)
        elif isinstance(axis, AreaAxis):
            extent = _Region.of(axis, alone.axis_table)
        else:
            assert isinstance(axis, TreeAxis)
            extent = _Branches(np.arange(axis.size), axis.size)
        column = problem.axis_table.first[number]
        return cls(number, column, list(_depth_first(alone.roots[0], extent)), len(problem.weights))

    def add_to(self, grid: native.Grid, weight: float) -> None:
        codes = np.zeros(self.rows, dtype=np.int32)
        for at, node in enumerate(self.nodes):
            if not node.block.children:
                codes[node.block.rows] = at
        parents = np.array([node.parent for node in self.nodes], dtype=np.int32)
        grid.add_nested(codes, parents, np.array([node.loss for node in self.nodes]), weight)

    def blocks(self, of: NDArray[np.int32]) -> Block:
        made = [self._copied(node.block) for node in self.nodes]
        for at in reversed(range(len(self.nodes))):
            # A node whose first child is of the same block is whole.
            if self.nodes[at].block.children and of[at + 1] == of[at]:
                made[at] = Block(self.number, self.nodes[at].block.rows)
        for at, node in enumerate(self.nodes):
            if node.parent >= 0 and made[node.parent].how:
                made[node.parent].children += (made[at],)
        return made[0]

    def _copied(self, block: Block) -> Block:
        column = self.column + block.column
        return Block(
            self.number,
            block.rows,
            block.how,
            column,
            block.low,
            block.high,
            block.labels,
            block.keys,
        )


class _Extent:
    """What a block of a nested attribute covers, as it was cut."""

    loss: float

    def children(self, block: Block) -> Sequence[_Extent]:
        raise NotImplementedError


class _NoValue(_Extent):
    """Missing values alone lose nothing."""

    loss = 0.0


@dataclass(frozen=True)
class _Rectangle(_Extent):
    """The ranks of both coordinates, as pairs of the first and the last."""

    axis: PlaceAxis
    ranks: tuple[tuple[int, int], tuple[int, int]]
    mixed: bool

    @classmethod
    def of(cls, axis: PlaceAxis) -> _Rectangle:
        ends = (0, len(axis.x_positions) - 1), (0, len(axis.y_positions) - 1)
        return cls(axis, ends, bool((axis.codes < 0).any()))

    @property
    def loss(self) -> float:  # type: ignore[override]
        if self.mixed:
            return 1.0
        lines = self.axis.x_positions, self.axis.y_positions
        widths = (
            tops[high] - shares[low]
            for (shares, tops), (low, high) in zip(map(line_shares, lines), self.ranks, strict=True)
        )
        return float(sum(widths)) / 2

    def children(self, block: Block) -> Sequence[_Extent]:
        if block.how == BY_MISSING:
            return _NoValue(), _Rectangle(self.axis, self.ranks, mixed=False)
        assert block.how == AT_POSITION
        parts = []
        for side in range(2):
            ranks = list(self.ranks)
            low, high = ranks[block.column]
            ranks[block.column] = (low, block.low) if side == 0 else (block.low + 1, high)
            parts.append(_Rectangle(self.axis, (ranks[0], ranks[1]), mixed=False))
        return parts


@dataclass(frozen=True)
class _Region(_Extent):
    """Areas, as places in the order of the map's tree."""

    places: NDArray[np.int64]
    component: NDArray[np.int32]
    mixed: bool

    @classmethod
    def of(cls, axis: AreaAxis, table: AxisTable) -> _Region:
        (tree,) = table.trees
        assert tree is not None
        return cls(np.arange(axis.size), tree.component, bool((axis.codes < 0).any()))

    @property
    def loss(self) -> float:  # type: ignore[override]
        if self.mixed:
            return 1.0
        return len(self.places) / len(self.component) if len(self.places) > 1 else 0.0

    def _part(self, taken: NDArray[np.bool_]) -> _Region:
        return _Region(self.places[taken], self.component, mixed=False)

    def children(self, block: Block) -> Sequence[_Extent]:
        if block.how == BY_MISSING:
            return _NoValue(), self._part(self.places >= 0)
        if block.how == BY_COMPONENT:
            own = self.component[self.places]
            return [self._part(own == key) for key in block.keys]
        taken = (self.places >= block.low) & (self.places < block.high)
        return self._part(taken), self._part(~taken)


@dataclass(frozen=True)
class _Branches(_Extent):
    """Labels below some children of one node of a tree."""

    labels: NDArray[np.int64]
    size: int

    @property
    def loss(self) -> float:  # type: ignore[override]
        return len(self.labels) / self.size if len(self.labels) > 1 else 0.0

    def children(self, block: Block) -> Sequence[_Extent]:
        taken = np.isin(self.labels, block.labels)
        parts = self.labels[taken], self.labels[~taken]
        return [_Branches(labels, self.size) for labels in parts]


def _depth_first(root: Block, extent: _Extent) -> Iterator[_Node]:
    waiting, count = [(root, -1, extent)], 0
    while waiting:
        block, parent, covered = waiting.pop()
        yield _Node(block, parent, covered.loss)
        if block.children:
            parts = zip(block.children, covered.children(block), strict=True)
            waiting += reversed([(child, count, part) for child, part in parts])
        count += 1


def _cut(
    block: Block,
    column: int,
    how: int,
    side: NDArray[np.bool_],
    low: int = 0,
    labels: NDArray[np.int32] | None = None,
) -> None:
    """Cut a block in two; ``side`` is True for the rows of the second child."""
    block.how, block.column, block.low = how, column, low
    if labels is not None:
        block.labels = labels
    block.children = tuple(Block(block.axis, block.rows[side == second]) for second in range(2))
