"""A query's rows as a file, in any layout, the same bytes for the same rows."""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.errors import InvalidInput, exhausted
from covey.io.formulas import sql_escaped
from covey.io.kinds import native
from covey.io.layout import Layout
from covey.io.outputs.files import field
from covey.io.reading import interruptible, literal, quoted

if TYPE_CHECKING:
    import duckdb

BATCH = 10_000
LARGEST = 2**63 - 1
TABLE = "people"
SQLITE_TYPES = {"VARCHAR": "TEXT", "BLOB": "BLOB", "DOUBLE": "REAL", "FLOAT": "REAL"}
CHUNK = 1 << 20
"""Bytes that are looked at together."""


def write_table(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    columns: Sequence[str],
    target: Path,
    layout: Layout,
) -> None:
    """Write the rows of a query under these names of columns.

    Missing is an empty field in CSV, and empty text a quoted one, so that they stay apart.
    """
    part = layout.part or TABLE
    with writing(target):
        if layout.format == "csv":
            _write_csv(connection, query, columns, target, layout)
            return
        named = _named(query, columns, layout)
        if layout.format in ("dta", "sav", "xpt"):
            from covey.io.outputs.statistics import write_statistics

            write_statistics(connection, query, columns, target, layout)
        elif layout.format == "parquet":
            connection.execute(f"COPY ({named}) TO {literal(target)} (FORMAT parquet)")
        elif layout.format == "duckdb":
            from covey.io.outputs.database_file import write_database

            write_database(connection, named, target, part)
        elif layout.format == "sqlite":
            _write_sqlite(_rows(connection, named), target, part)
        else:
            from covey.io.outputs.excel import write_excel

            write_excel(connection, query, columns, target, part)


def write_private(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    columns: Sequence[str],
    target: Path,
    layout: Layout,
) -> None:
    """Write rows to a DuckDB database that nobody else sees, with every type as it is."""
    with writing(target):
        connection.execute(f"ATTACH {literal(target)} AS output (TYPE duckdb)")
        named = _named(query, columns, layout)
        connection.execute(f"CREATE TABLE output.{quoted(layout.part)} AS {named}")
        connection.execute("DETACH output")


def _named(query: str, columns: Sequence[str], layout: Layout) -> str:
    if "" in columns:
        raise InvalidInput(
            f"Column {columns.index('') + 1} has no name, and a {layout.format} file needs one.",
            hint="Name it in the table, drop it, or write CSV.",
        )
    return f"SELECT * FROM ({query}) r({', '.join(map(quoted, columns))})"


def _write_csv(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    columns: Sequence[str],
    target: Path,
    layout: Layout,
) -> None:
    for at, column in enumerate(columns, 1):
        if "\r" in column:
            raise InvalidInput(
                f"The name of column {at} has a carriage return, which CSV cannot be read with.",
                hint="Rename it in the table, drop it, or choose --format parquet.",
            )
    if layout.escaped:
        query = _escaped(connection, query)
    # DuckDB cannot write every header that it can read, as one with an empty name.
    header = layout.delimiter.join(field(column, layout.delimiter) for column in columns)
    packed = "gzip" if layout.compressed else "none"
    written = connection.execute(
        f"COPY ({query}) TO {literal(target)} (FORMAT csv, HEADER false,"
        f" PREFIX {literal(header + chr(10))}, SUFFIX {literal(chr(10))}, QUOTE '\"', ESCAPE '\"',"
        f" NULLSTR '', DELIMITER {literal(layout.delimiter)}, COMPRESSION {packed})"
    ).fetchall()
    if written == [(0,)]:
        # The suffix is the end of the last row, and there is none.
        text = f"{header}\n".encode()
        # Without a time in it: the same rows give the same bytes.
        target.write_bytes(gzip.compress(text, mtime=0) if layout.compressed else text)
    # On what was written: to ask every text before would be another pass over the table.
    _refuse_nul(target, layout)


def _refuse_nul(written: Path, layout: Layout) -> None:
    """Other formats can hold NUL in a text. In CSV programs take it for the end, and covey itself
    refuses to read it."""
    with gzip.open(written) if layout.compressed else written.open("rb") as file:
        room = bytearray(CHUNK)
        while count := file.readinto(room):
            if room.find(0, 0, count) >= 0:
                raise InvalidInput(
                    "A text of the table has a NUL character, which CSV cannot hold.",
                    hint="Remove it from the table, drop its column, or choose --format parquet.",
                )


def _escaped(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """The query with a quote in front of texts that a spreadsheet would run."""
    types = [row[1] for row in connection.execute(f"DESCRIBE {query}").fetchall()]
    names = [f"x{at}" for at in range(len(types))]
    fields = [
        # What covey writes for numbers and dates is no formula: -5 is a number.
        name if native(type_) else sql_escaped(f"CAST({name} AS VARCHAR)")
        for name, type_ in zip(names, types, strict=True)
    ]
    return f"SELECT {', '.join(fields)} FROM ({query}) r({', '.join(names)})"


@contextmanager
def writing(target: Path) -> Iterator[None]:
    """Turn what stops the writing into a refusal."""
    import duckdb

    try:
        with interruptible():
            yield
    except (duckdb.IOException, OSError, sqlite3.OperationalError) as error:
        if "Failed to read" in str(error):
            raise  # the private copy of a damaged file, which nobody has looked at so far
        raise exhausted(error, f"{target} cannot be written") or InvalidInput(
            f"{target} cannot be written ({type(error).__name__}).",
            hint="Is the folder writable, and on a disk that works?",
        ) from None
    except (duckdb.OutOfMemoryException, MemoryError) as error:
        raise exhausted(error, f"{target} cannot be written") or error from None


def _rows(connection: duckdb.DuckDBPyConnection, query: str) -> duckdb.DuckDBPyConnection:
    """Rows for Python, where a time with a zone would need a package of its own."""
    described = connection.execute(f"DESCRIBE {query}").fetchall()
    fields = ", ".join(
        f"CAST({quoted(name)} AS VARCHAR) AS {quoted(name)}" if "ZONE" in type_ else quoted(name)
        for name, type_, *_ in described
    )
    return connection.execute(f"SELECT {fields} FROM ({query}) r")


def _write_sqlite(rows: duckdb.DuckDBPyConnection, target: Path, table: str) -> None:
    described = rows.description or []
    listed = ", ".join(
        f"{quoted(name)} {SQLITE_TYPES.get(str(type_), 'NUMERIC' if _is_number(type_) else 'TEXT')}"
        for name, type_, *_ in described
    )
    marks = ", ".join("?" for _ in described)
    # One transaction for all rows.
    with closing(sqlite3.connect(target)) as database, database:
        database.execute(f"CREATE TABLE {quoted(table)} ({listed})")
        for batch in _batches(rows):
            plain = [[_simple(value) for value in row] for row in batch]
            database.executemany(f"INSERT INTO {quoted(table)} VALUES ({marks})", plain)


def _is_number(type_: object) -> bool:
    return bool(re.match(r"U?(TINY|SMALL|BIG|HUGE)?INT|DECIMAL|BOOLEAN", str(type_)))


def _simple(value: Any) -> Any:
    """What SQLite stores as it is; the rest becomes text."""
    # SQLite has 64 bits, and would turn the number into a float.
    if isinstance(value, int) and abs(value) > LARGEST:
        return str(value)
    return value if isinstance(value, int | float | bytes | None) else str(value)


def _batches(rows: duckdb.DuckDBPyConnection) -> Iterator[Sequence[tuple[Any, ...]]]:
    while batch := rows.fetchmany(BATCH):
        yield batch
