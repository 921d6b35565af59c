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


@dataclass(frozen=True, eq=False)
class Places:
    """Coordinates and counts, and what the user should know about them."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    counts: NDArray[np.int64]
    notes: tuple[str, ...] = ()


P = TypeVar("P", bound=Places)


def read_points(table: Table, x: str, y: str, count: str | None = None) -> Places:
    """The points in the columns x and y, row by row."""
    keys = {
        name: table.key(column, f"the {name} coordinates", "double")[0]
        for name, column in (("x", x), ("y", y))
    }
    records = records_of(table, count)
    found = table.arrays(
        f"SELECT {keys['x']} AS x, {keys['y']} AS y, CAST({records} AS BIGINT) AS n,"
        f" {table.row} AS row FROM {table.scan} ORDER BY row"
    )
    for name, column in (("x", x), ("y", y)):
        missing = np.ma.getmaskarray(found[name])
        if missing.any():
            raise InvalidInput(
                f"{table.name}, {table.where(int(found['row'][np.argmax(missing)]))}: the"
                f" coordinate in {column!r} is missing ({int(missing.sum()):,} such rows).",
                hint="Leave out rows without a place first.",
            )
    xs, ys = (np.ma.getdata(found[name]).astype(np.float64) for name in ("x", "y"))
    return Places(xs, ys, np.ma.getdata(found["n"]), table.notes)


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
