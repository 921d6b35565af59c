"""Points of a table as a problem, and its classes as cells and by the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from covey.cli.inputs import Given, Items, given_of
from covey.core.errors import InvalidInput
from covey.core.validate import threshold
from covey.core.words import in_words
from covey.io.columns.points import read_rows, snapped
from covey.io.columns.without_value import refuse_no_values, settle
from covey.io.globe import flattened, on_globe, refuse_off_globe
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

if TYPE_CHECKING:
    from covey.core.grouping import Objective
    from covey.core.result import Result
    from covey.io.columns.table import Table


def read_rectangles(
    table: Table,
    *,
    k: int,
    x: str | None,
    y: str | None,
    lat: str | None,
    lon: str | None,
    count: str | None,
    resolution: str | None,
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of points, by the options of ``options.RECTANGLES``. What was read is its items,
    by the rows of the table."""
    threshold(k)
    globe = lat is not None or lon is not None
    if globe and (x or y or lat is None or lon is None):
        raise InvalidInput(
            "Points are in two columns: --x and --y, or --lat and --lon.",
            hint="Name both columns of one kind.",
        )
    if (x is None) != (y is None):
        raise InvalidInput("One coordinate is not enough: name both --x and --y.")
    # x is the longitude: points are (x, y) from here on.
    first, second = columns = (lon or "", lat or "") if globe else (x or "x", y or "y")
    points = read_rows(table, first, second, count)
    there, what = points.there, in_words(columns)
    refuse_no_values(int(points.counts[there].sum()), table.name, what)
    settled = settle(int(points.counts[~there].sum()), k, missing, table.name, what)
    if settled.joined:
        points, there = points.filled(), np.ones_like(there)
    points = points.only(there).noting(*settled.notes)
    if globe:
        points = refuse_off_globe(points, columns)
    # In degrees, before they are flattened.
    if resolution is not None:
        points = snapped(points, resolution)
    if globe:
        points = flattened(points)
    problem = RectangleProblem(points.x, points.y, k, points.counts, objective, globe=globe)
    names = list(zip(problem.x.tolist(), problem.y.tolist(), strict=True))
    of_row = np.full(len(there), -1)
    # Equal points are one item, whose place problem.rows has for every row.
    of_row[there] = problem.rows
    items = Items(problem.weights, of_row)
    about = {"columns": list(columns), "globe": globe, "resolution": resolution}
    return given_of(table, problem, names, items, points.notes, about)


def cell_bounds(given: Given, result: Result) -> dict[str, list[Any]]:
    """The borders of every cell, as numbers whose text reads back to the same number."""
    assert isinstance(result.solution, RectangleSolution)
    cells = result.solution.cells
    if given.about["globe"]:
        names = ("west", "south", "east", "north")
        cells = on_globe(cells)
    else:
        names = ("x_low", "y_low", "x_high", "y_high")
    columns = zip(names, cells.T.tolist(), strict=True)
    return {name: [repr(edge) for edge in edges] for name, edges in columns}
