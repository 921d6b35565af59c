"""Global recoding: every attribute has one partition, which all classes use.

From the coarsest on, a block of one attribute is cut in two as long as every class, which is a
combination of blocks, stays empty or keeps k records and its requirements. The cut that removes
most loss goes first. A cut that is not possible does not become possible later, when classes are
smaller: a block without a cut is not tried again.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.core.stop import Watch
from covey.problems.cells.axes import Axis
from covey.problems.cells.axis_table import AxisTable, Columns
from covey.problems.cells.blocks import Block, combined, numbered
from covey.problems.cells.kinds import AT_POSITION, BY_COMPONENT, BY_MISSING, LABELS, LEAF
from covey.requirements.requirement import Requirement, spread_of

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem, CellSolution

TRIES = 16
"""Cuts of a block that are tried before it is left as it is."""


class Cut(NamedTuple):
    """A cut that a block may be given, and its score."""

    score: float
    how: int
    low: int
    high: int


NO_CUT = Cut(native.NOTHING, LEAF, 0, 0)


def recoded(
    problem: CellProblem, requirements: Sequence[Requirement], watch: Watch
) -> CellSolution:
    """One partition for each attribute, so that all classes meet the requirements."""
    recoding = Recoding(problem, requirements)
    recoding.run(watch)
    return recoding.solution()


@dataclass
class Proposal:
    """A cut of a block: what it removes, and the side of each of the block's rows."""

    gain: float
    cut: Block
    side: NDArray[np.int64]


class Recoding:
    def __init__(self, problem: CellProblem, requirements: Sequence[Requirement] = ()) -> None:
        self.problem = problem
        self.requirements = requirements
        self.axis_table = problem.axis_table
        # All rows are one class at first. A class is a combination of blocks that occurs.
        self.classes = np.zeros(len(problem.weights), dtype=np.int64)
        self.count = 1
        every = np.arange(len(problem.weights))
        self.roots = [Block(axis, every) for axis in range(len(problem.axes))]
        # Each attribute proposes by itself: what a cut removes depends on its own attribute alone.
        self.proposers = [
            Proposer.of(axis, AxisTable((axis,)), weight, problem.k)
            for axis, weight in zip(problem.axes, problem.axis_weights, strict=True)
        ]

    def run(self, watch: Watch, most: float = np.inf) -> bool:
        """Cut until nothing can be cut any more, or there are ``most`` classes; False, if the time
        was over before."""
        waiting: list[tuple[float, int, Block, Proposal]] = []
        number = 0
        blocks = list(self.roots)
        while True:
            for block in blocks:
                found = self._proposed(block)
                if found is not None:
                    # The number decides between equal gains: blocks are not comparable, and the
                    # answer must not depend on the heap.
                    heapq.heappush(waiting, (-found.gain, number, block, found))
                    number += 1
            if not waiting or self.count >= most:
                return True
            if watch.expired:
                return False
            _, _, block, found = heapq.heappop(waiting)
            # It was possible when it was proposed, but classes have become smaller since.
            if self._possible(block, found):
                blocks = self._cut(block, found)
                watch.report(f"global: {self.count:,} classes")
            else:
                # Other attributes were cut since: what else is there for this block?
                blocks = [block]

    def _proposed(self, block: Block) -> Proposal | None:
        """The best cut of a block that is possible now."""
        proposer = self.proposers[block.axis]
        under = np.inf
        for _ in range(TRIES):
            found = proposer.propose(self, block, under)
            if found is None:
                return None
            proposal, score = found
            if self._possible(block, proposal):
                return proposal
            # Each try asks for the next best cut: scores below the last one.
            under = score
        return None

    def _possible(self, block: Block, proposal: Proposal) -> bool:
        sides = len(proposal.cut.keys)
        own = self.classes[block.rows]
        weights = self.problem.weights[block.rows]
        if not native.counts_fit(own, proposal.side, weights, self.count, sides, self.problem.k):
            return False
        if not self.requirements:
            return True
        _, finer = numbered(own * sides + proposal.side, self.count * sides)
        classes = np.full(len(self.classes), -1, dtype=np.int32)
        classes[block.rows] = finer
        return self._met(classes, int(finer.max()) + 1)

    def _met(self, classes: NDArray[np.int32], count: int) -> bool:
        """Whether these classes meet the requirements. All other rows are one class more, which
        need not: distances are those to the whole table."""
        problem = self.problem
        every = np.where(classes < 0, count, classes).astype(np.int32)
        for requirement in self.requirements:
            spread, _ = spread_of(
                requirement, problem.sensitive, every, problem.weights, problem.population
            )
            if not requirement.met(spread)[:count].all():
                return False
        return True

    def _cut(self, block: Block, proposal: Proposal) -> list[Block]:
        cut = proposal.cut
        block.how, block.column, block.low, block.high = cut.how, cut.column, cut.low, cut.high
        block.labels, block.keys = cut.labels, cut.keys
        sides = len(cut.keys)
        block.children = tuple(
            Block(block.axis, block.rows[proposal.side == side]) for side in range(sides)
        )
        keys = self.classes[block.rows] * sides + proposal.side
        _, finer = numbered(keys, self.count * sides)
        self.classes[block.rows] = self.count + finer
        left, self.classes = numbered(self.classes, self.count + int(finer.max()) + 1)
        self.count = len(left)
        return list(block.children)

    def solution(self) -> CellSolution:
        """The classes are the combinations of blocks that occur."""
        return combined(self.problem, self.roots)


@dataclass
class Proposer:
    """Cuts of the blocks of one axis, from the axis alone: the records of each distinct value."""

    axis: Axis
    columns: Columns
    scorer: native.Columns
    k: int

    @classmethod
    def of(cls, axis: Axis, table: AxisTable, weight: float, k: int) -> Proposer:
        return cls(axis, table.columns([weight]), table.native_columns([weight]), k)

    def propose(
        self, recoding: Recoding, block: Block, under: float
    ) -> tuple[Proposal, float] | None:
        """The best cut with a score below ``under``, and that score."""
        codes = self._codes(recoding, block)
        weights = recoding.problem.weights[block.rows]
        total = int(weights.sum())
        # Both sides of a cut need k records, whatever the other attributes are.
        if total < 2 * self.k:
            return None
        best: tuple[float, int, Cut] | None = None
        for column in range(codes.shape[1]):
            distinct, place, sums = self._counted(codes[:, column], weights, column)
            # Positions are looked at one by one: which of them all classes allow is found in one
            # pass. Missing values, which come first, must be cut off before.
            if self.axis.lines and len(distinct) and distinct[0] >= 0:
                cut = self._position(recoding, block, column, distinct, place, sums, under)
            else:
                cut = Cut(*self.scorer.best_cut(column, distinct, sums, self.k, 0.0, under))
            if cut.score > native.NOTHING and (best is None or cut.score > best[0]):
                best = cut.score, column, cut
        if best is None:
            return None
        score, column, cut = best
        return self._proposal(recoding, block, column, cut, codes, weights), score

    def _codes(self, recoding: Recoding, block: Block) -> NDArray[np.int32]:
        first = recoding.axis_table.first[block.axis]
        width = len(self.columns.kinds)
        return recoding.axis_table.codes[block.rows, first : first + width]

    def _position(
        self,
        recoding: Recoding,
        block: Block,
        column: int,
        distinct: NDArray[np.int32],
        place: NDArray[np.int64],
        sums: NDArray[np.int64],
        under: float,
    ) -> Cut:
        """The best position that leaves every class empty or k records on both sides."""
        if len(distinct) < 2:
            return NO_CUT
        weights = recoding.problem.weights[block.rows]
        order = np.argsort(place, kind="stable")
        own = recoding.classes[block.rows]
        possible = native.open_positions(
            own[order], place[order], weights[order], recoding.count, len(distinct), self.k
        )
        at = int(self.columns.at[column])
        positions, tops = (
            line[at + distinct] for line in (self.columns.positions, self.columns.tops)
        )
        # Records up to each position, where the last one is no cut.
        left = np.cumsum(sums)[:-1]
        total = int(sums.sum())
        # The upper end comes down for all records on the left, the lower end goes up for those on
        # the right.
        gain = left * (tops[-1] - tops[:-1]) + (total - left) * (positions[1:] - positions[0])
        score = gain * self.columns.scale[column] / total
        score = score + native.EVEN * np.minimum(left, total - left) / total
        score = np.where(possible & (score < under), score, native.NOTHING)
        best = int(np.argmax(score))
        if score[best] <= native.NOTHING:
            return NO_CUT
        # Values between the two that nobody has go to the lighter side: fewer records pay for the
        # wider range.
        lighter = 2 * left[best] <= total
        low = int(distinct[best + 1]) - 1 if lighter else int(distinct[best])
        return Cut(float(score[best]), AT_POSITION, low, 0)

    def _counted(
        self, codes: NDArray[np.int32], weights: NDArray[np.int64], column: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """The distinct codes, the place of every row among them, and the records of each."""
        distinct, place = numbered(codes + 1, int(self.columns.sizes[column]) + 1)
        sums = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(sums, place, weights)
        return (distinct - 1).astype(np.int32), place, sums

    def _proposal(
        self,
        recoding: Recoding,
        block: Block,
        column: int,
        cut: Cut,
        codes: NDArray[np.int32],
        weights: NDArray[np.int64],
    ) -> Proposal:
        own = codes[:, column]
        where = recoding.axis_table.first[block.axis] + column
        made = Block(block.axis, block.rows[:0], cut.how, where, int(cut.low), int(cut.high))
        if cut.how == AT_POSITION:
            side = (own > cut.low).astype(np.int64)
        elif cut.how == BY_MISSING:
            side = (own >= 0).astype(np.int64)
        elif cut.how == BY_COMPONENT:
            at = int(self.columns.at[column])
            roots, side = np.unique(self.columns.component[at + own], return_inverse=True)
            made.keys = tuple(roots.tolist())
        elif self.columns.kinds[column] == LABELS:
            distinct, _, sums = self._counted(own, weights, column)
            made.labels = self.scorer.taken_labels(column, distinct, sums, cut.low, cut.high)
            side = 1 - np.isin(own, made.labels).astype(np.int64)
        else:
            side = 1 - ((own >= cut.low) & (own < cut.high)).astype(np.int64)
        return Proposal(float(cut.score) * float(weights.sum()), made, side)
