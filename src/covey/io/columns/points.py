"""From a file to points in the plane, or on the globe."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.io.columns.rows import NUMBER, given_rows
from covey.io.columns.source import Source, open_source


@dataclass(frozen=True, eq=False)
class Places:
    """Coordinates and counts, and what the user should know of them."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    counts: NDArray[np.int64]
    notes: tuple[str, ...] = ()


P = TypeVar("P", bound=Places)


@dataclass(frozen=True, eq=False)
class Points(Places):
    """Places row by row of a file."""

    source: Source = field(kw_only=True)


def read_points(
    path: Path, x: str, y: str, count: str | None = None, header: bool | None = None
) -> Points:
    """Points in the columns x and y."""
    source = open_source(path, header)
    columns = {
        "x": source.column(x, "the x coordinates"),
        "y": source.column(y, "the y coordinates"),
    }
    counts = None if count is None else source.column(count, "the counts")
    with given_rows(source, columns, counts) as connection:
        found = connection.execute(
            "SELECT TRY_CAST(trim(x) AS DOUBLE) AS x, TRY_CAST(trim(y) AS DOUBLE) AS y,"
            f" {NUMBER}::BIGINT AS n FROM given ORDER BY row"
        ).fetchnumpy()
    xs, ys = (np.ma.filled(found[name].astype(np.float64), np.nan) for name in ("x", "y"))
    for name, values in ((x, xs), (y, ys)):
        bad = ~np.isfinite(values)
        if bad.any():
            raise InvalidInput(
                f"{path}, {source.row(int(np.argmax(bad)) + 1)}: the coordinate in"
                f" {name!r} is missing or not a finite number ({int(bad.sum()):,} such rows).",
                hint="Leave out rows without a place first.",
            )
    return Points(xs, ys, np.ma.getdata(found["n"]), source=source)


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
    digits = max(0, -int(step.as_tuple().exponent))
    x, y = (
        # Rounded to the resolution's own digits, so that 3 x 0.1 is 0.3.
        np.round(np.rint(axis / float(step)) * float(step), digits) + 0.0
        for axis in (points.x, points.y)
    )
    note = f"coordinates were moved to the nearest multiples of {resolution}"
    return replace(points, x=x, y=y, notes=(*points.notes, note))
