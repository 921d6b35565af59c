"""From a table to points in the plane, or on the globe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.joining import lightest
from covey.core.words import plural
from covey.io.columns.records import records_of
from covey.io.columns.table import Table


class Rows(NamedTuple):
    """The numbers of rows, and what these are called."""

    numbers: NDArray[np.int64]
    named: Callable[[int], str]

    def only(self, some: NDArray[np.bool_]) -> Rows:
        return Rows(self.numbers[some], self.named)

    def where(self, at: int) -> str:
        return self.named(int(self.numbers[at]))


@dataclass(frozen=True, eq=False)
class Places:
    """Coordinates and counts, what the user should know about them, and the rows of a table that
    they stand in, if it is known."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    counts: NDArray[np.int64]
    notes: tuple[str, ...] = ()
    rows: Rows | None = None

    @property
    def there(self) -> NDArray[np.bool_]:
        """Which have both coordinates: half a place is no place."""
        return ~(np.isnan(self.x) | np.isnan(self.y))

    def filled(self) -> Places:
        """With the place of fewest records, the first of equal ones, where there is none. Some
        place has records."""
        there = self.there
        known = np.column_stack([self.x, self.y])[there]
        # Two coordinates become one number.
        place = np.unique(known, axis=0, return_inverse=True)[1].ravel()
        x, y = known[lightest(place, self.counts[there])]
        return replace(self, x=np.where(there, self.x, x), y=np.where(there, self.y, y))

    def only(self, some: NDArray[np.bool_]) -> Places:
        rows = None if self.rows is None else self.rows.only(some)
        return replace(self, x=self.x[some], y=self.y[some], counts=self.counts[some], rows=rows)

    def noting(self, *notes: str) -> Places:
        """More that the user should know."""
        return replace(self, notes=(*self.notes, *notes))

    def first(self, some: NDArray[np.bool_]) -> str:
        """Where the first of some stands, as the end of a sentence; nothing, if nobody knows."""
        if self.rows is None:
            return ""
        return f", the first in {self.rows.where(int(np.argmax(some)))}"


P = TypeVar("P", bound=Places)


def read_points(table: Table, x: str, y: str, count: str | None = None) -> Places:
    """The points in the columns x and y, row by row; a row without one is refused."""
    points = read_rows(table, x, y, count)
    for column, coordinates in ((x, points.x), (y, points.y)):
        missing = np.isnan(coordinates)
        if missing.any():
            raise InvalidInput(
                f"{table.name}: the coordinate in {column!r} is missing in"
                f" {plural(int(missing.sum()), 'row')}{points.first(missing)}.",
                hint="Leave out rows without a place first.",
            )
    return points


def read_rows(table: Table, x: str, y: str, count: str | None = None) -> Places:
    """The points in the columns x and y, row by row, NaN where a coordinate is missing."""
    keys = {
        name: table.key(column, f"the {name} coordinates", "double")[0]
        for name, column in (("x", x), ("y", y))
    }
    records = records_of(table, count)
    found = table.arrays(
        f"SELECT {keys['x']} AS x, {keys['y']} AS y, CAST({records} AS BIGINT) AS n,"
        f" {table.row} AS row FROM {table.scan} ORDER BY row"
    )
    xs, ys = (np.ma.filled(found[name].astype(np.float64), np.nan) for name in ("x", "y"))
    rows = Rows(np.ma.getdata(found["row"]), table.where)
    return Places(xs, ys, np.ma.getdata(found["n"]), table.notes, rows)


def snapped(points: P, resolution: str) -> P:
    """The points moved to the nearest multiples of the resolution."""
    try:
        step = Decimal(resolution)
    except ArithmeticError:
        step = Decimal(0)
    if not (step.is_finite() and Decimal("1e-12") <= step <= Decimal("1e12")):
        raise InvalidInput(
            f"A resolution is a number from 1e-12 to 1e12, such as 0.01; given: {resolution}.",
            given=resolution,
        )
    # The digits behind the point that the resolution is written with.
    digits = max(0, -int(step.as_tuple().exponent))
    x, y = (
        # Rounded to the resolution's own digits, so that 3 x 0.1 is 0.3; and -0.0 becomes 0.0.
        np.round(np.rint(axis / float(step)) * float(step), digits) + 0.0
        for axis in (points.x, points.y)
    )
    note = f"coordinates were moved to the nearest multiples of {resolution}"
    return replace(points, x=x, y=y, notes=(*points.notes, note))
