"""From a file to distinct values with their counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.errors import InvalidInput
from covey.io.columns.rows import NUMBER, given_rows, no_rows
from covey.io.columns.source import Source, connect, open_source, refusal

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, eq=False)
class ValueCounts:
    """Distinct values (None where it is missing), how many records each has, and what was done to
    get there that the user should know."""

    values: NDArray[Any]
    counts: NDArray[np.int64]
    notes: tuple[str, ...] = ()


def read_counts(
    path: Path,
    column: str | None = None,
    count: str | None = None,
    header: bool | None = None,
) -> ValueCounts:
    """Count the values of a column.

    column
        The column of values; ``value`` if not given.
    count
        A column with the number of records of each row. If neither is given it is ``count``; if
        only ``column`` is, every row is one record.
    header
        Whether the first row of CSV names the columns, as ``open_source`` takes it.
    """
    import duckdb

    source = open_source(path, header)
    value = source.column(*_value_column(source, column))
    if column is None and count is None:
        count = "count"
    with connect() as connection:
        try:
            if count is None:
                return _tally(connection, source, value)
            return _add_up(source, value, source.column(count, "the counts"))
        except duckdb.Error as error:
            raise refusal(path, error) from None


def _value_column(source: Source, column: str | None) -> tuple[str, str]:
    if column is not None:
        return column, "named with --column"
    if "value" not in source.columns:
        raise InvalidInput(
            f"{source.path} has no column 'value'; it has: {', '.join(source.columns)}.",
            hint="Name the column of values with --column (and, where the rows are counts, the"
            " column of counts with --count).",
        )
    return "value", "the values"


def _tally(connection: duckdb.DuckDBPyConnection, source: Source, value: str) -> ValueCounts:
    """Every row is one record. In the order of the values, missing first."""
    found = connection.execute(
        f"SELECT {value}::VARCHAR AS value, count(*) AS n FROM {source.scan}"
        " GROUP BY ALL ORDER BY value NULLS FIRST"
    ).fetchnumpy()
    notes = []
    if "count" in source.columns:
        notes.append(
            "the column 'count' is not used, every row is one record; or add --count count"
        )
    return _value_counts(source, found, notes)


def _add_up(source: Source, value: str, count: str) -> ValueCounts:
    """Every row has a count. In the order of the file, equal values added up."""
    with given_rows(source, {"value": value}, count) as connection:
        found = connection.execute(
            f"SELECT value, least(sum({NUMBER}), {validate.MAX_TOTAL})::BIGINT AS n,"
            " count(*) AS rows FROM given GROUP BY value ORDER BY min(row)"
        ).fetchnumpy()
    notes = []
    again = int((found["rows"] > 1).sum())
    if again:
        stand = "value stands" if again == 1 else "values stand"
        notes.append(f"{again:,} {stand} in more than one row: their counts were added up")
    return _value_counts(source, found, notes)


def _value_counts(source: Source, found: dict[str, Any], notes: list[str]) -> ValueCounts:
    counts = np.ma.getdata(found["n"])
    if len(counts) == 0:
        raise no_rows(source)
    values = np.ma.getdata(found["value"]).astype(object)
    missing = np.ma.getmaskarray(found["value"])
    values[missing] = None
    counts = validate.counts(counts)
    if missing.any():
        records = int(counts[missing].sum())
        have = "record has" if records == 1 else "records have"
        notes.append(f"{records:,} {have} no value: that is treated as a value of its own")
    empty = int((counts == 0).sum())
    if empty:
        have = "value has" if empty == 1 else "values have"
        notes.append(f"{empty:,} {have} a count of 0: such a value rides along in some class")
    return ValueCounts(values, counts, tuple(notes))
