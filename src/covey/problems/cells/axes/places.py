"""Points in the plane."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.loss import share_of_ranges
from covey.problems.cells.axes.axis import (
    Axis,
    Line,
    checked_codes,
    checked_positions,
    owned,
    set_fields,
)
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.distinct_sets import place_sets
from covey.problems.cells.kinds import ColumnKind
from covey.problems.cells.sets import Codes, PlaceSets, Sets

if TYPE_CHECKING:
    from covey.core.stop import Watch
    from covey.problems.cells.axes.cut_classes import CutClasses
    from covey.problems.cells.first_trees.tree import Fitted
    from covey.problems.cells.grids.axis import GridAxis
    from covey.problems.cells.problem import CellProblem


@dataclass(frozen=True, eq=False)
class PlaceAxis(Axis):
    """Points in the plane: ranks of both coordinates, -1 in both where the place is missing."""

    column_kind: ClassVar[ColumnKind] = ColumnKind.ORDERED
    sides: ClassVar[int] = 4

    x_codes: Codes
    y_codes: Codes
    x_positions: NDArray[np.float64]
    y_positions: NDArray[np.float64]

    def __init__(
        self, x_codes: ArrayLike, y_codes: ArrayLike, x_positions: ArrayLike, y_positions: ArrayLike
    ) -> None:
        set_fields(
            self,
            x_positions=checked_positions(x_positions),
            y_positions=checked_positions(y_positions),
        )
        set_fields(self, x_codes=checked_codes(x_codes, len(self.x_positions), missing=True))
        set_fields(self, y_codes=checked_codes(y_codes, len(self.y_positions), missing=True))
        if len(self.x_codes) != len(self.y_codes):
            raise InvalidInput(
                f"There are {len(self.x_codes):,} x codes, but {len(self.y_codes):,} y codes."
            )
        if ((self.x_codes < 0) != (self.y_codes < 0)).any():
            raise InvalidInput("A place is missing as a whole: -1 in both coordinates or in none.")

    @property
    def codes(self) -> Codes:  # type: ignore[override]
        # A place is missing in both coordinates or in none, so one of them tells.
        return self.x_codes

    @property
    def all_codes(self) -> tuple[Codes, ...]:
        return self.x_codes, self.y_codes

    @property
    def size(self) -> int:  # type: ignore[override]
        return max(len(self.x_positions), len(self.y_positions))

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(Line(each, each) for each in (self.x_positions, self.y_positions))

    @property
    def extent(self) -> float:
        return sum(line.half_width for line in self.lines) / 2

    def shares(self, sets: Sets, scale: Axis) -> NDArray[np.float64]:
        assert isinstance(sets, PlaceSets)
        x, y = scale.lines
        wide = share_of_ranges(self.x_positions[sets.x_low], self.x_positions[sets.x_high], *x.ends)
        high = share_of_ranges(self.y_positions[sets.y_low], self.y_positions[sets.y_high], *y.ends)
        return (wide + high) / 2

    def of_rows(self, rows: NDArray[np.int64]) -> Self:
        made = copy(self)
        own = {name: getattr(self, name)[rows] for name in ("x_codes", "y_codes")}
        set_fields(made, **{name: owned(codes, np.int32) for name, codes in own.items()})
        return made

    def cut_sets(self, cut: CutClasses) -> Sets:
        sizes = len(self.x_positions), len(self.y_positions)
        sides = [cut.ranges(cut.column + at, size) for at, size in enumerate(sizes)]
        return place_sets(cut.kind(self.codes), np.concatenate(sides, axis=1))

    def tight_sets(self, members: ClassRows, cut: CutClasses | None) -> Sets:
        sides = [members.extremes(codes) for codes in self.all_codes]
        return place_sets(members.kind(self.codes), np.concatenate(sides, axis=1))

    def sets_of_bounds(self, kind: Codes, bounds: Codes, order: Codes) -> Sets:
        return place_sets(kind, bounds)

    def sets_of_nodes(self, of_node: Codes, bounds: Codes, order: Codes) -> Sets:
        return PlaceSets(of_node, *(bounds[:, at] for at in range(4)))

    def shrinks(self, *, ranges: bool, withheld: bool) -> bool:
        return ranges

    def grid_axis(self, problem: CellProblem, number: int, blocks: int, watch: Watch) -> GridAxis:
        from covey.problems.cells.grids.extents import Rectangle
        from covey.problems.cells.grids.nested import NestedBlocks

        return NestedBlocks.of(problem, number, blocks, Rectangle.of(self), watch)

    def first_tree(
        self, problem: CellProblem, number: int, free: Codes | None, watch: Watch
    ) -> Fitted:
        from covey.problems.cells.first_trees.blocks import BlockTree, of_rectangles

        return BlockTree.of(problem, self, of_rectangles, watch)
