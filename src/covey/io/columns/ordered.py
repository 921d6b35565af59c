"""From a file to ordered values: numbers, dates, timestamps, or labels with a stated order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.errors import InvalidInput, closest
from covey.io.columns.rows import NUMBER, given_rows
from covey.io.columns.source import Source, open_source
from covey.io.kinds import ORDERED

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, eq=False)
class OrderedColumn:
    """Distinct values in ascending order as text, the records of each, and for every row of the
    file its value's position (-1 for a row that was left out)."""

    source: Source
    kind: str
    values: list[str]
    counts: NDArray[np.int64]
    rows: NDArray[np.int64]
    notes: tuple[str, ...]


def read_ordered(
    path: Path,
    column: str,
    count: str | None = None,
    order: Sequence[str] | None = None,
    drop_missing: bool = False,
    header: bool | None = None,
) -> OrderedColumn:
    """Sort and count the values of a column. ``order`` lists labels from the lowest to the
    highest; without it the values must be numbers, dates or timestamps."""
    source = open_source(path, header)
    value = source.column(column, "the values")
    counts = None if count is None else source.column(count, "the counts")
    with given_rows(source, {"value": f"trim({value}::VARCHAR)"}, counts) as connection:
        connection.execute("UPDATE given SET value = NULL WHERE value = ''")
        notes = _missing(connection, source, column, drop_missing)
        if order is None:
            kind, typed = _kind_of(connection, source, column)
        else:
            kind, typed = "labels in a stated order", _stated(connection, source, column, order)
        connection.execute(
            f"CREATE TEMP TABLE typed AS SELECT row, {typed} AS v, {NUMBER} AS n FROM given"
        )
        found = connection.execute(
            f"SELECT v::VARCHAR AS value, least(sum(n), {validate.MAX_TOTAL})::BIGINT AS n"
            " FROM typed WHERE v IS NOT NULL GROUP BY v ORDER BY v"
        ).fetchall()
        ranks = connection.execute(
            "SELECT CASE WHEN v IS NULL THEN -1 ELSE dense_rank() OVER (ORDER BY v NULLS LAST) - 1"
            " END AS place FROM typed ORDER BY row"
        ).fetchnumpy()["place"]
    values = [_plain(text) if kind == "decimals" else text for text, _ in found]
    counted = np.array([n for _, n in found], dtype=np.int64)
    rows = np.asarray(ranks, dtype=np.int64)
    if order is not None:
        # Labels that no record has keep their place in the order.
        places = np.array([int(value) - 1 for value in values])
        full = np.zeros(len(order), dtype=np.int64)
        full[places] = counted
        rows = np.where(rows < 0, -1, places[rows])
        values, counted = list(order), full
    return OrderedColumn(source, kind, values, validate.counts(counted), rows, tuple(notes))


def _missing(
    connection: duckdb.DuckDBPyConnection, source: Source, column: str, drop: bool
) -> list[str]:
    missing, rows = connection.execute(
        "SELECT count(*) FILTER (value IS NULL), count(*) FROM given"
    ).fetchall()[0]
    if missing == rows:
        raise InvalidInput(f"{source.path}: the column {column!r} has no values.")
    if missing and not drop:
        raise InvalidInput(
            f"{source.path}: {missing:,} of {rows:,} rows have no value in {column!r}, and a"
            " missing value has no place in an order.",
            hint="Leave such rows out with --missing drop.",
        )
    return [f"{missing:,} rows without a value were left out"] if missing else []


def _kind_of(connection: duckdb.DuckDBPyConnection, source: Source, column: str) -> tuple[str, str]:
    failures = []
    for kind in ORDERED:
        others, row = connection.execute(
            "SELECT count(*), min(row) FROM given WHERE value IS NOT NULL"
            f" AND NOT ({kind.fits('value')})"
        ).fetchall()[0]
        if others == 0:
            return kind.words, kind.cast("value")
        failures.append((others, row, kind.words))
    others, row, nearest = min(failures)
    raise InvalidInput(
        f"{source.path}: the column {column!r} is neither all numbers nor all dates (2024-05-31)"
        " nor all timestamps (2024-05-31 12:30:00, to the microsecond, without a zone). It is"
        f" nearest to {nearest}, but not in {source.row(row)} ({others:,} such rows).",
        hint="Mend those rows; or, for labels, state their order: --order low,medium,high",
    )


def _stated(
    connection: duckdb.DuckDBPyConnection, source: Source, column: str, order: Sequence[str]
) -> str:
    if len(set(order)) != len(order):
        raise InvalidInput("A label stands twice in the order.", given=list(order))
    listed = "[" + ", ".join("'" + label.replace("'", "''") + "'" for label in order) + "]"
    typed = f"nullif(list_position({listed}, value), 0)"
    unknown = connection.execute(
        "SELECT count(DISTINCT value), min(value) FROM given"
        f" WHERE value IS NOT NULL AND {typed} IS NULL"
    ).fetchone()
    if unknown and unknown[0]:
        raise InvalidInput(
            f"{source.path}: {unknown[0]:,} labels in {column!r} are not in the order, among them"
            f" {unknown[1]!r}.",
            hint=closest(str(unknown[1]), order),
        )
    return typed


def _plain(decimal: str) -> str:
    """A decimal without the zeros at its end.

    >>> _plain("2.500"), _plain("10.000")
    ('2.5', '10')
    """
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal
