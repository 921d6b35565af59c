"""Points in the plane: a class is the points of one cell, and the cells tile the bounding box."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.core.grouping import Grouping, GroupingProblem, Objective
from covey.core.result import Certificate

if TYPE_CHECKING:
    from covey._native.rectangles import Surface
    from covey.problems.rectangles.grid import Grid


@dataclass(frozen=True, eq=False, init=False)
class RectangleProblem(GroupingProblem):
    """Tile a box around points with cells of at least k records each.

    Equal points are one location: ``x``, ``y`` and ``weights`` are those of the distinct locations,
    and ``rows[i]`` is the location of the i-th point given.

    A cell (x_low, y_low, x_high, y_high) holds a point if x_low <= x < x_high and
    y_low <= y < y_high. The box is the bounding box moved out to round numbers, so that no point
    lies on its upper borders and the outermost points are not given away.

    ``globe`` says that x and y are degrees of longitude and latitude. Of answers that are equally
    good, the one with compact cells is preferred, by distances: on the globe degrees of longitude
    are shorter away from the equator; in a plane x and y have the same unit.

    >>> RectangleProblem([1, 1, 2], [5, 5, 5], k=1).weights
    array([2, 1])
    """

    problem_kind: ClassVar[str] = "rectangles"
    item: ClassVar[str] = "location"

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    rows: NDArray[np.int32]
    globe: bool

    def __init__(
        self,
        x: ArrayLike,
        y: ArrayLike,
        k: int,
        weights: ArrayLike | None = None,
        objective: Objective = "max-size",
        *,
        globe: bool = False,
    ) -> None:
        from covey.problems.rectangles.plane import (
            all_distinct,
            are_in_order,
            merge_equal,
            order_of,
        )

        xs, ys = _coordinates(x, "x"), _coordinates(y, "y")
        if len(xs) != len(ys):
            raise InvalidInput(f"There are {len(xs):,} x coordinates, but {len(ys):,} y.")
        each = np.ones(len(xs), dtype=np.int64) if weights is None else validate.counts(weights)
        if len(each) != len(xs):
            raise InvalidInput(f"There are {len(xs):,} points, but {len(each):,} weights.")
        # Before equal points are added up: their sum could overflow without a word.
        validate.total(each)
        by_x = None
        if are_in_order(xs, ys):
            # As those of a release are: who checks one loads nothing compiled.
            distinct = all_distinct(xs)
        else:
            by_x, distinct = order_of(xs)
        if distinct:
            # Then no two points are equal, and what was sorted out here need not be again.
            object.__setattr__(self, "distinct_along_an_axis", True)
            rows = np.arange(len(xs), dtype=np.int32)
        else:
            rows, places = merge_equal(xs, ys)
            if len(places) < len(xs):
                merged = np.zeros(len(places), dtype=np.int64)
                np.add.at(merged, rows, each)
                # What was added up may be too many records for one place.
                xs, ys, each = xs[places], ys[places], validate.counts(merged)
                by_x = None
        self._set(each, k, objective)
        for name, array in (("x", xs), ("y", ys), ("rows", rows)):
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        object.__setattr__(self, "globe", globe)
        if by_x is not None:
            object.__setattr__(self, "by_x", by_x)

    @property
    def surface(self) -> Surface:
        from covey._native.rectangles import Surface

        return Surface.GLOBE if self.globe else Surface.FLAT

    @cached_property
    def distinct_along_an_axis(self) -> bool:
        """Whether no two locations have the same x, or no two the same y."""
        from covey.problems.rectangles.plane import all_distinct

        return all_distinct(self.x) or all_distinct(self.y)

    @cached_property
    def by_x(self) -> NDArray[np.int32]:
        """The locations from left to right."""
        from covey.problems.rectangles.plane import order_of

        places, _ = order_of(self.x)
        return places

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The box that is tiled: x_low, y_low, x_high, y_high."""
        (x_low, x_high), (y_low, y_high) = around(self.x), around(self.y)
        return x_low, y_low, x_high, y_high

    @cached_property
    def grid(self) -> Grid:
        """The grid of distinct coordinates."""
        from covey.problems.rectangles.grid import Grid

        return Grid(self)

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        from covey.problems.rectangles.bound import CERTIFICATES

        return CERTIFICATES

    def check(self, solution: Grouping, *, at_least: int | None = None) -> None:
        super().check(solution, at_least=at_least)
        if not isinstance(solution, RectangleSolution):
            raise InternalError("A solution for rectangles has cells.")
        if solution.cells.shape != (len(solution.sizes), 4):
            raise InternalError("There is not one cell per class.")
        from covey.problems.rectangles.plane import all_inside, tiles

        if not all_inside(self.x, self.y, solution.classes, solution.cells):
            raise InternalError("A location is outside its cell.")
        if not tiles(solution.cells, np.array(self.box)):
            raise InternalError("The cells do not tile the bounding box.")


@dataclass(frozen=True, eq=False)
class RectangleSolution(Grouping):
    """``classes[i]`` is the class of location i, ``sizes[c]`` the records in class c and
    ``cells[c]`` its cell: x_low, y_low, x_high, y_high."""

    cells: NDArray[np.float64]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.cells.flags.writeable = False


def around(values: NDArray[np.float64]) -> tuple[float, float]:
    """Round numbers up to a tenth outside of the values, so that the outermost ones are not given
    away: the upper one beyond all of them."""
    from covey.problems.rectangles.plane import round_between

    # Where all values are equal the width is 0, and near large numbers a tenth of it may be less
    # than the distance of two doubles: the margin must move the border in any case.
    low, high = float(values.min()), float(values.max())
    margin = max((high - low) / 10 or 1.0, 4 * math.ulp(low), 4 * math.ulp(high))
    return round_between(low - margin, low), round_between(high, high + margin)


def _coordinates(values: Any, name: str) -> NDArray[np.float64]:
    given = np.asarray(values)
    if given.ndim != 1 or given.size == 0:
        raise InvalidInput(f"The {name} coordinates are one list, with at least one of them.")
    try:
        # -0.0 is the same place as 0.0.
        found: NDArray[np.float64] = given.astype(np.float64, copy=False) + 0.0
    except (TypeError, ValueError):
        raise InvalidInput(f"The {name} coordinates are not all numbers.") from None
    # Asked this way round for NaN, which both ends are if one value is. Beyond 1e300 widths and
    # their sums could become infinite.
    if not (found.min() > -1e300 and found.max() < 1e300):
        bad = ~(np.abs(found) < 1e300)
        raise InvalidInput(
            f"Coordinates are finite numbers; {int(bad.sum()):,} of the {name} coordinates are not,"
            f" the first at position {int(np.argmax(bad))}.",
            hint="Leave out points without a place first.",
        )
    return found
