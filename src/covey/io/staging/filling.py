"""Columns of Python values on their way into DuckDB, without pandas or Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import duckdb


def create(connection: duckdb.DuckDBPyConnection, table: str, types: Sequence[str]) -> None:
    listed = ", ".join(f"c{at} {type_}" for at, type_ in enumerate(types))
    connection.execute(f"CREATE TEMP TABLE {table} ({listed})")


def append(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    types: Sequence[str],
    columns: Sequence[Sequence[Any] | NDArray[Any]],
) -> None:
    arrays = {f"c{at}": _array(column) for at, column in enumerate(columns)}
    casts = ", ".join(f"CAST(c{at} AS {type_})" for at, type_ in enumerate(types))
    connection.register("arriving", arrays)
    try:
        connection.execute(f"INSERT INTO {table} SELECT {casts} FROM arriving")
    finally:
        connection.unregister("arriving")


def _array(column: Sequence[Any] | NDArray[Any]) -> NDArray[Any]:
    if isinstance(column, np.ndarray):
        return column
    # Not np.array, which would make a matrix of values that are sequences.
    array = np.empty(len(column), dtype=object)
    array[:] = column
    return array
