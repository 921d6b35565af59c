"""A table on a PostgreSQL server, copied to a private DuckDB: for commands that work here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.io.inputs.base import Staging
from covey.io.inputs.csv import look_at
from covey.io.inputs.postgres import PostgresCounts, PostgresInput
from covey.io.postgres.address import Address
from covey.io.postgres.catalog import Column, qualified
from covey.io.postgres.driver import asking, begin, connect
from covey.io.reading import quoted
from covey.io.staging.rows import fingerprint_of_rows

if TYPE_CHECKING:
    import duckdb

TYPES = {
    "int2": "SMALLINT",
    "int4": "INTEGER",
    "int8": "BIGINT",
    "float4": "FLOAT",
    "float8": "DOUBLE",
    "bool": "BOOLEAN",
    "date": "DATE",
    "timestamp": "TIMESTAMP",
    "timestamptz": "TIMESTAMP WITH TIME ZONE",
    "time": "TIME",
    "uuid": "UUID",
}
"""DuckDB's types for those of PostgreSQL that it has as well; the others are text."""
DIGITS = 38
"""Of DuckDB's decimals."""
COPY = "given"


def stage_postgres(
    given: PostgresInput,
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    wanted: Sequence[str],
) -> Staging:
    """One statement, which sees the rows of one moment."""
    file = folder / "rows.csv"
    fields = ", ".join(f"{_read(column)} AS c{at}" for at, column in enumerate(given.described))
    _download(given.address, f"SELECT {fields} FROM {qualified(given.address)}", file)
    _load(connection, file, _typed(given.described))
    seen = len(given.columns)
    return Staging(
        COPY, given.columns, "rowid", lambda: fingerprint_of_rows(connection, COPY, seen)
    )


def stage_counts(
    given: PostgresCounts,
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    wanted: Sequence[str],
) -> Staging:
    """Rows that were grouped on the server, and are as many here as they are there."""
    file, address = folder / "counts.csv", given.given.address
    # Compared byte by byte: by another collation different texts may be equal,
    # and one of them would be lost.
    texts = [exactly(column) for column in given.described]
    fields = ", ".join(f"{text} AS c{at}" for at, text in enumerate(texts))
    grouped = ", ".join(str(at) for at in range(1, len(texts) + 1))
    query = f"SELECT {fields}, count(*) AS n FROM {qualified(address)} GROUP BY {grouped}"
    _download(address, query, file)
    named = ", ".join(f"c{at}" for at in range(len(texts)))
    # As many rows as were counted; their numbers are dropped again.
    fields = f"{_typed(given.described)}, unnest(range(CAST(c{len(texts)} AS BIGINT))) AS r"
    _load(connection, file, fields, named)
    seen = len(texts)
    return Staging(
        COPY, given.columns, "rowid", lambda: fingerprint_of_rows(connection, COPY, seen)
    )


def brought(
    server: Any,
    query: str,
    connection: duckdb.DuckDBPyConnection,
    table: str,
    file: Path,
    fields: Mapping[str, str],
) -> None:
    """What a query of a transaction counts, as a table; ``fields`` are its columns and types."""
    _copy(server, query, file)
    casts = ", ".join(
        f"CAST(c{at} AS {type_}) AS {name}" for at, (name, type_) in enumerate(fields.items())
    )
    _load(connection, file, casts, table=table)


def _download(address: Address, query: str, file: Path) -> None:
    with closing(connect(address)) as server, asking(address):
        begin(server, qualified(address), ", READ ONLY")
        _copy(server, query, file)


def _copy(server: Any, query: str, file: Path) -> None:
    """CSV in which all that is there is quoted, so that missing and empty stay apart."""
    copying = f"COPY ({query}) TO STDOUT (FORMAT csv, HEADER true, FORCE_QUOTE *)"
    with server.cursor() as cursor, cursor.copy(copying) as copy, file.open("wb") as rows:
        for block in copy:
            rows.write(block)


def _load(
    connection: duckdb.DuckDBPyConnection,
    file: Path,
    fields: str,
    kept: str = "*",
    table: str = COPY,
) -> None:
    rows = look_at(file, delimiter=",").scan
    connection.execute(
        f"CREATE TEMP TABLE {table} AS SELECT {kept} FROM (SELECT {fields} FROM {rows}) t"
    )
    # It holds records, and is gone as soon as they are loaded.
    file.unlink()


def _typed(described: Sequence[Column]) -> str:
    types = [duckdb_type(column.type) for column in described]
    return ", ".join(f"CAST(c{at} AS {type_}) AS c{at}" for at, type_ in enumerate(types))


def exactly(column: Column) -> str:
    """SQL of a value's text, which is compared byte by byte."""
    return f'({_read(column)})::text COLLATE "C"'


def _read(column: Column) -> str:
    if column.type in ("date", "timestamp", "timestamptz"):
        # DuckDB has the era behind the day.
        day = r"regexp_replace({}::text, '^([-0-9]+)(.*) BC$', '\1 (BC)\2')"
        return day.format(quoted(column.name))
    return quoted(column.name)


def duckdb_type(type_: str) -> str:
    """
    >>> duckdb_type("numeric(9,2)"), duckdb_type("numeric"), duckdb_type("jsonb")
    ('DECIMAL(9,2)', 'VARCHAR', 'VARCHAR')
    """
    name, _, size = type_.partition("(")
    if name == "numeric" and size:
        digits, places = map(int, size.rstrip(")").split(","))
        # Since version 15 PostgreSQL also has negative places, and more places than digits.
        return f"DECIMAL({digits},{places})" if 0 <= places <= digits <= DIGITS else "VARCHAR"
    return TYPES.get(name, "VARCHAR")
