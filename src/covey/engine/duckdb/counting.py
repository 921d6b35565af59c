"""Distinct combinations from DuckDB, as numbers for their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.engine import sql
from covey.engine.protocol import Counted
from covey.engine.ranking import ranked

if TYPE_CHECKING:
    import duckdb

COUNTED = "counted"
"""The table that keeps the combinations and their typed values, numbered by ``place``."""
JOINED = 40
"""Columns whose values are numbered at once: each takes memory of its own."""


def count_rows(
    connection: duckdb.DuckDBPyConnection, scan: str, keys: Sequence[str], kinds: Mapping[str, str]
) -> tuple[Counted, NDArray[np.int64]]:
    """Count what ``scan`` reads by some expressions, one for each column of ``kinds``. With the
    combinations comes the ``place`` of each in the table ``COUNTED``."""
    connection.execute(f"CREATE TEMP TABLE {COUNTED} AS {sql.count(scan, keys)}")
    values = [values_of(connection, at) for at in range(len(keys))]
    places: list[NDArray[np.int64]] = []
    while len(places) < len(keys):
        some = range(len(places), min(len(places) + JOINED, len(keys)))
        query = sql.ranked(COUNTED, {at: f"d{at}" for at in some})
        found = connection.execute(query).fetchnumpy()
        # Each query has the combinations in an order of its own.
        own = found["place"]
        places += [_at(own, found[f"r{at}"]) for at in some]
        counts = _at(own, found["n"])
    return ranked(kinds, values, places, counts)


def _at(places: NDArray[np.int64], numbers: NDArray[Any]) -> NDArray[np.int64]:
    """The numbers, each at its place."""
    found = np.empty(len(numbers), dtype=np.int64)
    found[places] = numbers
    return found


def values_of(connection: duckdb.DuckDBPyConnection, at: int) -> NDArray[Any]:
    """The texts of a column's distinct values. DuckDB sorts them much faster than Python."""
    connection.execute(f"CREATE TEMP TABLE d{at} AS {sql.distinct(COUNTED, at)}")
    # By rank: the place of a text in the array is the number that `sql.ranked` has for it.
    found = connection.execute(f"SELECT CAST(k AS VARCHAR) AS k FROM d{at} ORDER BY r")
    return np.asarray(found.fetchnumpy()["k"], dtype=object)
