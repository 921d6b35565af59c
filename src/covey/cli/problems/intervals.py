"""A column of ordered values as a problem, and its classes as intervals and by the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.cli.banded import BandedColumn, banded
from covey.cli.inputs import Given, Items, given_of
from covey.codebook.texts import OR_MISSING
from covey.core.dataclass import dataclass
from covey.core.joining import lighter_end
from covey.core.validate import threshold
from covey.io.columns.ordered import classes_of_rows, read_ordered
from covey.io.columns.without_value import refuse_no_values, settle
from covey.problems.intervals.problem import IntervalProblem, IntervalSolution

if TYPE_CHECKING:
    from covey.core.grouping import Objective
    from covey.core.result import Result
    from covey.io.columns.table import Table


@dataclass(frozen=True, eq=False)
class OrderedItems:
    """An ordered column, and its values or bands as items."""

    read: BandedColumn
    items: Items


def read_intervals(
    table: Table,
    *,
    k: int,
    column: str | None,
    count: str | None,
    stated_order: str | None,
    bands: Sequence[str],
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of a column of ordered values, by the options of ``options.INTERVALS``. With
    bands, the values of one are an item."""
    threshold(k)
    # The columns of a table of counts.
    if column is None:
        column, count = "value", count or "count"
    order = None if stated_order is None else [part.strip() for part in stated_order.split(",")]
    column_read = read_ordered(table, column, count, order)
    read = banded(column_read, column, " ".join(bands))
    refuse_no_values(int(column_read.counts.sum()), table.name, repr(column))
    settled = settle(column_read.missing, k, missing, table.name, repr(column))
    items = Items(read.counts, read.of_value)
    if settled.joined:
        # The end is a value, as in a release: with bands, the one that this value is in.
        end = lighter_end(column_read.counts, None if order is None else column_read.values)
        items = items.joining(int(read.of_value[end]), column_read.missing)
    problem = IntervalProblem(items.counts, k, objective)
    about = {"column": column, "kind": column_read.kind}
    notes = (*read.notes, *settled.notes)
    return given_of(table, problem, read.begins, OrderedItems(read, items), notes, about)


def interval_bounds(given: Given, result: Result) -> dict[str, list[Any]]:
    """Low, high and name of every class: from its first value, or where its first band begins, up
    to, but not including, where the next class begins; the last one includes the highest value."""
    assert isinstance(result.solution, IntervalSolution)
    starts = result.solution.starts.tolist()
    low = [given.names[start] for start in starts]
    # The last interval has no next one: it is closed at the highest value.
    high = [*low[1:], given.read.read.column.values[-1]]
    names = [f"[{a}, {b})" for a, b in zip(low[:-1], high[:-1], strict=True)]
    names.append(f"[{low[-1]}, {high[-1]}]")
    joined = given.read.items.joined
    if joined is not None:
        names[int(result.solution.classes[joined])] += OR_MISSING
    return {"low": low, "high": high, "interval": names}


def interval_rows(table: Table, given: Given, result: Result) -> NDArray[np.int64]:
    """The class of every row, -1 where it has no value that counts as another."""
    classes, items = result.solution.classes, given.read.items
    of_missing = -1 if items.joined is None else int(classes[items.joined])
    # From items, which may be bands, to values, and from these to rows.
    return classes_of_rows(table, given.read.read.column, items.classes(classes), of_missing)
