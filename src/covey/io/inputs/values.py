"""Columns of Python values on their way into DuckDB, without pandas or Arrow."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.inputs.base import row_words

if TYPE_CHECKING:
    import duckdb

BATCH = 100_000
SQL_TYPES: dict[type, str] = {
    str: "VARCHAR",
    bool: "BOOLEAN",
    int: "BIGINT",
    float: "DOUBLE",
    bytes: "BLOB",
    dt.datetime: "TIMESTAMP",
    dt.date: "DATE",
    dt.time: "TIME",
    Decimal: "VARCHAR",
}
WORDS = {
    "VARCHAR": "text",
    "BOOLEAN": "true or false",
    "BIGINT": "numbers",
    "HUGEINT": "numbers above 2^63",
    "DOUBLE": "numbers",
    "BLOB": "bytes",
    "TIMESTAMP": "timestamps",
    "DATE": "dates",
    "TIME": "times of day",
}
WIDER = {
    frozenset({"BIGINT", "DOUBLE"}): "DOUBLE",
    frozenset({"BIGINT", "HUGEINT"}): "HUGEINT",
    frozenset({"HUGEINT", "DOUBLE"}): "DOUBLE",
    frozenset({"DATE", "TIMESTAMP"}): "TIMESTAMP",
}
LONG, HUGE = 1 << 63, 1 << 127


class ColumnType:
    """The one SQL type of a column's values, found value by value. A mixture is refused with its
    row, not with its values."""

    def __init__(self, name: str, column: str, *, header: bool = True) -> None:
        self.name, self.column, self.header = name, column, header
        self.found = ""

    def see(self, values: Collection[Any], first_row: int) -> None:
        kinds = {SQL_TYPES.get(kind, "") for kind in set(map(type, values)) - {type(None)}}
        if len(kinds | {self.found} - {""}) == 1 and not kinds & {"", "BIGINT"}:
            (self.found,) = kinds  # nothing to look for: the usual case, and much quicker
            return
        for row, value in enumerate(values, first_row):
            if value is None:
                continue
            type_ = SQL_TYPES.get(type(value)) or _sql_type(value)
            if type_ == "BIGINT" and not -LONG <= value < LONG:
                type_ = "HUGEINT" if -HUGE < value < HUGE else ""
            if not type_:
                self._refuse(value, row)
            if type_ == self.found:
                continue
            both = frozenset({type_, self.found or type_})
            self.found = type_ if len(both) == 1 else WIDER.get(both, "")
            if not self.found:
                words = " and ".join(sorted(WORDS.get(part, "something else") for part in both))
                raise InvalidInput(
                    f"{self.name}: the column {self.column!r} holds {words} mixed, first in"
                    f" {row_words(row, self.header)}.",
                    hint="Make them all of one type, text for example.",
                    given=self.column,
                )

    def _refuse(self, value: object, row: int) -> None:
        what = "a number beyond 2^127" if isinstance(value, int) else f"a {type(value).__name__}"
        raise InvalidInput(
            f"{self.name}: a value is text, a number, true or false, bytes, a date or a time; the"
            f" column {self.column!r} holds {what}, first in {row_words(row, self.header)}.",
            hint="Make a column of text of it first.",
            given=self.column,
        )

    @property
    def sql(self) -> str:
        return self.found or "VARCHAR"


def _sql_type(value: object) -> str:
    for type_, sql in SQL_TYPES.items():
        if isinstance(value, type_):
            return sql
    if isinstance(value, np.integer):
        return "BIGINT"
    return "DOUBLE" if isinstance(value, np.floating) else ""


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
    array = np.empty(len(column), dtype=object)
    array[:] = column
    return array


def refuse_ragged(name: str, row: int, found: int, columns: int) -> None:
    if found > columns:
        raise InvalidInput(
            f"{name}, row {row} below the header: the header names {plural(columns, 'column')},"
            f" this row has {found}.",
            hint="Give every column a name, or clear what stands beside the table.",
        )
