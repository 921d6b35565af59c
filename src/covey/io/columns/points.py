"""From a table to points in the plane, or on the globe."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.columns.records import records_of
from covey.io.columns.table import Table
from covey.io.columns.without_value import lightest


@dataclass(frozen=True, eq=False)
class Places:
    """Coordinates and counts, and what the user should know about them."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    counts: NDArray[np.int64]
    notes: tuple[str, ...] = ()

    def filled(self, there: NDArray[np.bool_]) -> Places:
        """With the place of fewest records, the first of equal ones, where there is none."""
        known = np.column_stack([self.x, self.y])[there]
        _, first, of_row = np.unique(known, axis=0, return_index=True, return_inverse=True)
        records = np.zeros(len(first), dtype=np.int64)
        np.add.at(records, of_row.ravel(), self.counts[there])
        # In the order of the rows.
        order = np.argsort(first)
        x, y = known[first[order[lightest(records[order])]]]
        return replace(self, x=np.where(there, self.x, x), y=np.where(there, self.y, y))

    def noting(self, there: NDArray[np.bool_], *notes: str) -> Places:
        """Only the rows ``there``, and more that the user should know."""
        x, y, counts = self.x[there], self.y[there], self.counts[there]
        return Places(x, y, counts, (*self.notes, *notes))


P = TypeVar("P", bound=Places)


def read_points(table: Table, x: str, y: str, count: str | None = None) -> Places:
    """The points in the columns x and y, row by row; a row without one is refused."""
    points, there = read_rows(table, x, y, count)
    if not there.all():
        column = x if np.isnan(points.x).any() else y
        row = int(np.argmin(there if column == x else ~np.isnan(points.y)))
        raise InvalidInput(
            f"{table.name}, {table.where(row)}: the coordinate in {column!r} is missing"
            f" ({int((~there).sum()):,} such rows).",
            hint="Leave out rows without a place first.",
        )
    return points


def read_rows(
    table: Table, x: str, y: str, count: str | None = None
) -> tuple[Places, NDArray[np.bool_]]:
    """The points in the columns x and y, row by row, NaN where one is missing; and which rows have
    both coordinates."""
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
    # Half a place is no place.
    there = ~(np.isnan(xs) | np.isnan(ys))
    return Places(xs, ys, np.ma.getdata(found["n"]), table.notes), there


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
