"""Unordered values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.loss import share_of_members
from covey.problems.cells.axes.axis import Axis, CutByValue, checked_codes, set_fields
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.distinct_sets import run_sets_of
from covey.problems.cells.kinds import LABELS, ColumnKind
from covey.problems.cells.sets import Codes, MemberSets, Sets

if TYPE_CHECKING:
    from covey.core.stop import Watch
    from covey.problems.cells.axes.cut_classes import CutClasses
    from covey.problems.cells.first_trees.tree import Fitted
    from covey.problems.cells.grids.axis import GridAxis
    from covey.problems.cells.problem import CellProblem


class MemberAxis(Axis):
    """Values whose sets are lists of members: labels and areas."""

    def sets_of_bounds(self, kind: Codes, bounds: Codes, order: Codes) -> Sets:
        return whole_runs(kind, order, bounds)

    def sets_of_nodes(self, of_node: Codes, bounds: Codes, order: Codes) -> Sets:
        low, high = bounds[:, 0], bounds[:, 1]
        nothing = np.zeros(len(low) + 1, dtype=np.int64)
        none = np.zeros((0, 2), dtype=np.int32)
        return MemberSets(of_node, (high - low).astype(np.int64), order, low, high, nothing, none)


@dataclass(frozen=True, eq=False)
class LabelAxis(MemberAxis, CutByValue):
    """Unordered values, numbered 0 to ``size`` - 1; a missing value is one more label."""

    column_kind: ClassVar[ColumnKind] = ColumnKind.LABELS
    sides: ClassVar[int] = 1

    codes: Codes
    size: int

    def __init__(self, codes: ArrayLike, size: int) -> None:
        if not isinstance(size, int | np.integer) or size < 1:
            raise InvalidInput(f"A label axis has one label or more; given: {size!r}.", given=size)
        set_fields(self, codes=checked_codes(codes, int(size), missing=False), size=int(size))

    @property
    def extent(self) -> float:
        return float(self.size)

    def shares(self, sets: Sets, scale: Axis) -> NDArray[np.float64]:
        assert isinstance(sets, MemberSets)
        return share_of_members(sets.sizes, sets.sizes, scale.extent)

    def cut_sets(self, cut: CutClasses) -> Sets:
        # Cuts name runs of the pool, which stand behind the labels themselves.
        every = np.concatenate([np.arange(self.size, dtype=np.int32), cut.pool])
        base = np.tile(np.array([0, self.size], dtype=np.int32), (len(cut.leaf), 1))
        runs = cut.path.member_runs(cut.column, LABELS, self.size, cut.leaf, base)
        return run_sets_of(cut.kind(self.codes), every, *runs)

    def tight_sets(self, members: ClassRows, cut: CutClasses | None) -> Sets:
        starts, own = members.distinct(self.codes, self.size)
        return whole_runs(members.kind(self.codes), own, ends_of(starts))

    def shrinks(self, *, ranges: bool, withheld: bool) -> bool:
        return withheld

    def gain(self, first: NDArray[np.bool_], records: NDArray[np.int64]) -> float:
        left, right = int(records[first].sum()), int(records[~first].sum())
        inside, outside = (len(np.unique(self.codes[side])) for side in (first, ~first))
        whole = inside + outside
        # A single label is published as it is, and costs nothing.
        sizes = [many if many > 1 else 0 for many in (inside, outside)]
        return float(left * (whole - sizes[0]) + right * (whole - sizes[1]))

    def with_absent(
        self, takes: NDArray[np.bool_], occurring: NDArray[np.int64], *, missing: bool
    ) -> NDArray[np.bool_]:
        # Values that do not occur in a cell go where the one before them goes that does: it makes
        # no difference to any record, and long runs of values are said in few words.
        before = np.searchsorted(occurring, np.arange(len(takes)), side="right") - 1
        return takes[occurring[np.maximum(before, 0)]]

    def grid_axis(self, problem: CellProblem, number: int, blocks: int, watch: Watch) -> GridAxis:
        from covey.problems.cells.grids.labels import LabelBundles

        column = problem.axis_table.first[number]
        return LabelBundles.of(self, number, column, problem.weights, blocks)

    @property
    def follows_free_answer(self) -> bool:
        # Two labels have one tree.
        return self.size > 2

    def first_tree(
        self, problem: CellProblem, number: int, free: Codes | None, watch: Watch
    ) -> Fitted:
        from covey.problems.cells.first_trees.labels import LabelTree

        return LabelTree.joined(self, problem.weights, free)


def ends_of(starts: NDArray[np.int64]) -> Codes:
    """Where the run of each class begins and ends."""
    return np.column_stack([starts[:-1], starts[1:]]).astype(np.int32)


def whole_runs(kind: Codes, order: Codes, runs: Codes) -> MemberSets:
    """Runs of an order, of which nothing is taken away, each distinct set once."""
    nothing = np.zeros((0, 2), dtype=np.int32)
    return run_sets_of(kind, order, runs, np.zeros(len(runs) + 1, dtype=np.int64), nothing)
