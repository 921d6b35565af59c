"""Ordered values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.loss import share_of_ranges
from covey.problems.cells.axes.axis import (
    Axis,
    CutByValue,
    Line,
    checked_codes,
    checked_positions,
    owned,
    set_fields,
)
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.distinct_sets import ordered_sets
from covey.problems.cells.kinds import ColumnKind
from covey.problems.cells.sets import Codes, OrderedSets, Sets

if TYPE_CHECKING:
    from covey._native import cells as native
    from covey.core.stop import Watch
    from covey.problems.cells.axes.cut_classes import CutClasses
    from covey.problems.cells.first_trees.tree import Fitted
    from covey.problems.cells.grids.axis import GridAxis
    from covey.problems.cells.problem import CellProblem


@dataclass(frozen=True, eq=False)
class OrderedAxis(CutByValue):
    """Ordered values: ``codes`` are ranks, ``positions[r]`` is where the value of rank r lies. What
    has a rank may be wide, as a band is: then it reaches from there up to ``tops[r]``.

    roundness
        Says how round the border below each rank is: whole numbers, of which greater ones are
        rounder; below 0 where nested recoding must not cut. The first one is of no meaning.

    >>> OrderedAxis([0, 2, -1], [10, 20, 50]).size
    3
    """

    column_kind: ClassVar[ColumnKind] = ColumnKind.ORDERED
    sides: ClassVar[int] = 2

    codes: Codes
    positions: NDArray[np.float64]
    tops: NDArray[np.float64]
    roundness: Callable[[], ArrayLike] | None

    def __init__(
        self,
        codes: ArrayLike,
        positions: ArrayLike,
        tops: ArrayLike | None = None,
        roundness: Callable[[], ArrayLike] | None = None,
    ) -> None:
        # Positions first: codes and tops are checked against them.
        set_fields(self, positions=checked_positions(positions), roundness=roundness)
        set_fields(self, tops=self.positions if tops is None else _tops(tops, self.positions))
        set_fields(self, codes=checked_codes(codes, len(self.positions), missing=True))

    @property
    def size(self) -> int:  # type: ignore[override]
        return len(self.positions)

    @cached_property
    def borders(self) -> Codes:
        """How round the border below each rank is; all are alike, if nobody says."""
        if self.roundness is None:
            return np.zeros(self.size, dtype=np.int32)
        found = np.asarray(self.roundness(), dtype=np.int32)
        if found.shape != (self.size,):
            raise InvalidInput(
                f"There are {self.size:,} values, but {found.size:,} borders below them."
            )
        return found

    @property
    def line(self) -> Line:
        return Line(self.positions, self.tops)

    @property
    def lines(self) -> tuple[Line, ...]:
        return (self.line,)

    @property
    def extent(self) -> float:
        return self.line.half_width

    def shares(self, sets: Sets, scale: Axis) -> NDArray[np.float64]:
        assert isinstance(sets, OrderedSets)
        (line,) = scale.lines
        return share_of_ranges(self.positions[sets.low], self.tops[sets.high], *line.ends)

    def give_to(self, columns: native.Columns, first: int) -> None:
        columns.give_tops(first, self.tops)

    def cut_sets(self, cut: CutClasses) -> Sets:
        return ordered_sets(cut.kind(self.codes), cut.ranges(cut.column, self.size))

    def tight_sets(self, members: ClassRows, cut: CutClasses | None) -> Sets:
        return ordered_sets(members.kind(self.codes), members.extremes(self.codes))

    def sets_of_bounds(self, kind: Codes, bounds: Codes, order: Codes) -> Sets:
        return ordered_sets(kind, bounds)

    def sets_of_nodes(self, of_node: Codes, bounds: Codes, order: Codes) -> Sets:
        return OrderedSets(of_node, bounds[:, 0], bounds[:, 1])

    def shrinks(self, *, ranges: bool, withheld: bool) -> bool:
        return ranges

    def gain(self, first: NDArray[np.bool_], records: NDArray[np.int64]) -> float:
        left, right = int(records[first].sum()), int(records[~first].sum())
        low, high = self.codes[first], self.codes[~first]
        # The left side ends at its own top, the right one begins at its own position: a band is as
        # wide as it is on either side.
        below = left * float(self.tops[high.max()] - self.tops[low.max()])
        return below + right * float(self.positions[high.min()] - self.positions[low.min()])

    def with_absent(
        self, takes: NDArray[np.bool_], occurring: NDArray[np.int64], *, missing: bool
    ) -> NDArray[np.bool_]:
        if missing:
            return takes
        # Nobody lacks a value: it goes where its neighbour goes, so that ranges stay ranges.
        return np.concatenate([takes[1:2], takes[1:]])

    def grid_axis(self, problem: CellProblem, number: int, blocks: int, watch: Watch) -> GridAxis:
        from covey.problems.cells.grids.ordered import OrderedBundles

        column = problem.axis_table.first[number]
        return OrderedBundles.of(self, number, column, problem.weights, blocks)

    def first_tree(
        self, problem: CellProblem, number: int, free: Codes | None, watch: Watch
    ) -> Fitted:
        from covey.problems.cells.first_trees.ordered import OrderedTree

        return OrderedTree.of(self, problem.weights, problem.k)


def line_shares(line: Line) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where positions and tops lie between the first position and the last top, from 0 to 1."""
    positions, tops = line
    if not len(positions):
        return positions, positions
    # Halved first: the distance of two doubles may be beyond all doubles.
    start, width = positions[0] / 2, line.half_width
    if not width > 0:
        return np.zeros(len(positions)), np.zeros(len(positions))
    low, high = (np.clip((each / 2 - start) / width, 0, 1) for each in (positions, tops))
    return low, high


def _tops(given: ArrayLike, positions: NDArray[np.float64]) -> NDArray[np.float64]:
    found = np.asarray(given)
    if found.dtype.kind not in "iuf" or found.shape != positions.shape:
        raise InvalidInput("Tops are numbers, one for each position.")
    apart = (positions <= found).all() and (found[:-1] <= positions[1:]).all()
    if not np.isfinite(found).all() or not apart:
        raise InvalidInput("A top is at or above its position, and not above the next.")
    return owned(found, np.float64)
