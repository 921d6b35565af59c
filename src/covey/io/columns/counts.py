"""From a table to the distinct values of a column, with their counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.columns.records import added_up, records_of
from covey.io.columns.table import Table


@dataclass(frozen=True, eq=False)
class ValueCounts:
    """Distinct values as text (None where missing), the records of each, and what the user should
    know about the reading."""

    values: NDArray[Any]
    counts: NDArray[np.int64]
    notes: tuple[str, ...] = ()

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Which value is the missing one, if that is there."""
        return np.array([value is None for value in self.values.tolist()], dtype=bool)

    def only(self, some: NDArray[np.bool_]) -> ValueCounts:
        return ValueCounts(self.values[some], self.counts[some], self.notes)

    def noting(self, *notes: str) -> ValueCounts:
        return ValueCounts(self.values, self.counts, (*self.notes, *notes))

    def sorted_by(self, key: Callable[[Any], int]) -> ValueCounts:
        """The same values in another order."""
        order = np.argsort([key(value) for value in self.values.tolist()], kind="stable")
        return ValueCounts(self.values[order], self.counts[order], self.notes)


def read_counts(table: Table, column: str | None = None, count: str | None = None) -> ValueCounts:
    """Count the values of a column.

    column
        The column of values; ``value`` if not given.
    count
        A column with the number of records of each row. If neither is given it is ``count``; if
        only ``column`` is, every row is one record.
    """
    value = table.text(*_value_column(table, column))
    if column is None and count is None:
        count = "count"
    records = records_of(table, count)
    # Records come in the order of their values. A list of values and counts keeps its own order.
    order = "value NULLS FIRST" if count is None else f"min({table.row})"
    found = table.arrays(
        f"SELECT {value} AS value, {added_up(records)} AS n, count(*) AS rows FROM {table.scan}"
        f" GROUP BY 1 ORDER BY {order}"
    )
    notes = list(table.notes)
    again = int((found["rows"] > 1).sum())
    if count is None and "count" in table.columns:
        notes.append(
            "the column 'count' is not used, every row is one record; or add --count count"
        )
    elif count is not None and again:
        stand = "value stands" if again == 1 else "values stand"
        notes.append(f"{again:,} {stand} in more than one row: their counts were added up")
    return _value_counts(found, notes)


def _value_column(table: Table, column: str | None) -> tuple[str, str]:
    if column is not None:
        return column, "named with --column"
    if "value" not in table.columns:
        raise InvalidInput(
            f"{table.name} has no column 'value'; it has: {', '.join(table.columns)}.",
            hint="Name the column of values with --column (and, where the rows are counts, the"
            " column of counts with --count).",
        )
    return "value", "the values"


def _value_counts(found: dict[str, NDArray[Any]], notes: list[str]) -> ValueCounts:
    # DuckDB gives a masked array where a value is missing.
    counts = validate.counts(np.ma.getdata(found["n"]))
    values = np.ma.getdata(found["value"]).astype(object)
    missing = np.ma.getmaskarray(found["value"])
    values[missing] = None
    empty = int((counts == 0).sum())
    if empty:
        have = "has" if empty == 1 else "have"
        notes.append(
            f"{plural(empty, 'value')} {have} a count of 0: such a value rides along in some class"
        )
    return ValueCounts(values, counts, tuple(notes))
