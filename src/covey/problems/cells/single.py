"""Cells of one attribute, as the solver of that kind of attribute finds them.

Cells are cut from the top, which suits several attributes. For one attribute there are better
solvers, with better proofs: their answers are cells as well.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.grouping import Grouping, GroupingProblem
from covey.problems.cells.answer import CellAnswer
from covey.problems.cells.sets import MISSING_SET, MemberSets, OrderedSets, PlaceSets, Sets

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem


@dataclass(frozen=True, eq=False)
class SingleProblem:
    """The problem of the only attribute: ``items[i]`` is the item of combination i, -1 for one
    without a value. Combinations without a value are a class of their own."""

    own: GroupingProblem
    items: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SingleSolution(CellAnswer):
    """``own`` is the answer to the problem of the only attribute, ``own_sets`` are the sets of its
    classes. A last class has the combinations without a value, if there are any."""

    cells: CellProblem
    single: SingleProblem
    own: Grouping
    own_sets: Sets
    one_partition: bool = False

    @property
    def sets(self) -> tuple[Sets, ...]:
        return (self.own_sets,)

    def tight(self, *, ranges: bool = True) -> tuple[Sets, ...]:
        """The sets, shrunk to what occurs: labels, and with ``ranges`` also ranges and rectangles.
        Labels all occur, unless some records are withheld."""
        (axis,) = self.cells.axes
        if not axis.shrinks(ranges=ranges, withheld=bool((self.classes < 0).any())):
            return self.sets
        from covey.problems.cells.class_rows import ClassRows
        from covey.problems.cells.class_sets import tight_sets

        return tight_sets(self.cells.axis_table, ClassRows.of(self.classes, len(self.sizes)))


def as_cells(
    cells: CellProblem, single: SingleProblem, own: Grouping, sets: Sets
) -> SingleSolution:
    """``sets`` are those of the classes of ``own``, in their order."""
    without = single.items < 0
    # The class after all others, for those without a value.
    classes = np.full(len(single.items), len(own.sizes), dtype=np.int32)
    classes[~without] = own.classes[single.items[~without]]
    sizes, of_class = own.sizes, np.arange(len(own.sizes), dtype=np.int32)
    if without.any():
        sizes = np.append(sizes, cells.weights[without].sum())
        of_class = np.append(of_class, np.int32(MISSING_SET))
    return SingleSolution(classes, sizes, cells, single, own, replace(sets, of_class=of_class))


def member_sets(own: Grouping) -> MemberSets:
    """The items of every class, ascending."""
    order = np.argsort(own.classes, kind="stable").astype(np.int32)
    counts = np.bincount(own.classes, minlength=len(own.sizes))
    starts = np.concatenate([[0], np.cumsum(counts)])
    return MemberSets.from_members(np.arange(len(counts), dtype=np.int32), starts, order)


def run_sets(starts: NDArray[np.int64], count: int) -> OrderedSets:
    """Runs of ``count`` ranks that begin at ``starts``."""
    low = starts.astype(np.int32)
    high = np.append(low[1:], count).astype(np.int32) - np.int32(1)
    return OrderedSets(np.arange(len(low), dtype=np.int32), low, high)


def rectangle_sets(
    cells: NDArray[np.float64], x: NDArray[np.float64], y: NDArray[np.float64]
) -> PlaceSets:
    """Rectangles by the ranks of the coordinates in them; they have their lower borders."""
    # A rectangle has its lower borders and not its upper ones: on both sides the first coordinate
    # at or above a border is asked for.
    west, south, east, north = cells.T
    return PlaceSets(
        np.arange(len(cells), dtype=np.int32),
        np.searchsorted(x, west).astype(np.int32),
        np.searchsorted(x, east).astype(np.int32) - np.int32(1),
        np.searchsorted(y, south).astype(np.int32),
        np.searchsorted(y, north).astype(np.int32) - np.int32(1),
    )
