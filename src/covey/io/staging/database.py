"""A table of a DuckDB or SQLite file."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from covey.core.errors import InvalidInput
from covey.io.inputs.base import Staging
from covey.io.inputs.database import (
    SQLITE_BESIDE,
    DuckDBInput,
    SQLiteInput,
    asking,
    attached,
    refuse_unsaved,
    sqlite_reader,
)
from covey.io.inputs.paths import digest, fingerprint, unchanged
from covey.io.inputs.values import BATCH
from covey.io.reading import literal, locked, quoted, reading
from covey.io.staging.filling import append, create

if TYPE_CHECKING:
    import sqlite3

    import duckdb

COPY = "given"
SQLITE_TYPES = {"integer": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "blob": "BLOB"}


def stage_duckdb(
    given: DuckDBInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    # In a folder of its own: what runs the view may open every file of that folder, and no other.
    copy = Path(tempfile.mkdtemp(dir=folder)) / "table.duckdb"
    with unchanged(given.file), reading(given.name):
        seen = fingerprint([digest(given.file)])
        _extract(given, connection, copy)
    return copied(connection, copy, given.columns, seen)


def _extract(given: DuckDBInput, connection: duckdb.DuckDBPyConnection, copy: Path) -> None:
    """Copy the one table, within the limits of the connection. A view can hold any query: it runs
    here, in a DuckDB that opens no other file, and nowhere else."""
    limits = {name: _setting(connection, name) for name in ("memory_limit", "threads")}
    table = quoted(given.layout.part)
    with attached(given.file, copy.parent, **limits) as reader, asking(given.name):
        # Nobody but this process reads the copy, so that any version of the format will do.
        reader.execute(f"ATTACH {literal(copy)} AS output (STORAGE_VERSION 'latest')")
        reader.execute(
            f"CREATE TABLE output.{COPY} AS SELECT {numbered(given.columns)} FROM input.{table}"
        )
        reader.execute("DETACH output")


def _setting(connection: duckdb.DuckDBPyConnection, name: str) -> str:
    ((value,),) = connection.execute(f"SELECT current_setting({literal(name)})").fetchall()
    return str(value)


def numbered(columns: Sequence[str]) -> str:
    return ", ".join(f"{quoted(column)} AS c{at}" for at, column in enumerate(columns))


def copied(
    connection: duckdb.DuckDBPyConnection, file: Path, columns: Sequence[str], seen: str
) -> Staging:
    """The table ``COPY`` of a database that covey wrote, with columns named c0, c1, ..."""
    connection.execute(f"ATTACH {literal(file)} AS copied (TYPE duckdb, READ_ONLY)")
    return Staging(f"copied.{COPY}", tuple(columns), "rowid", seen)


def stage_sqlite(
    given: SQLiteInput, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
) -> Staging:
    import sqlite3

    refuse_unsaved(given.file, SQLITE_BESIDE)
    with unchanged(given.file), closing(sqlite_reader(given.file)) as database:
        seen = fingerprint([digest(given.file)])
        try:
            # All values are looked at before the first one is copied: the type
            # of a column is that of all.
            types = [_type(given, database, column) for column in given.columns]
            create(connection, "given", types)
            listed = ", ".join(map(quoted, given.columns))
            rows = database.execute(f"SELECT {listed} FROM {quoted(given.layout.part)}")
            while batch := rows.fetchmany(BATCH):
                append(connection, "given", types, list(zip(*batch, strict=True)))
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if "locked" in str(error):
                raise locked(given.name) from None
            if "UTF-8" in str(error):
                raise InvalidInput(
                    f"{given.name} holds text that is not UTF-8.",
                    hint="Correct those rows, or make a column of BLOBs of it.",
                ) from None
            raise InvalidInput(
                f"{given.name} cannot be read by SQLite ({type(error).__name__})."
            ) from None
    return Staging("given", given.columns, "rowid", seen)


def _type(given: SQLiteInput, database: sqlite3.Connection, column: str) -> str:
    """SQLite lets a column hold anything: its type is that of its values."""
    table, name = quoted(given.layout.part), quoted(column)
    seen = database.execute(
        f"SELECT typeof({name}), min(number) FROM (SELECT {name}, row_number() OVER ()"
        f" AS number FROM {table}) WHERE {name} IS NOT NULL GROUP BY 1"
    )
    found: dict[str, int] = dict(seen.fetchall())
    if set(found) == {"integer", "real"}:
        return "DOUBLE"
    if len(found) > 1:
        raise InvalidInput(
            f"{given.name}: the column {column!r} holds {' and '.join(sorted(found))} values"
            f" mixed, the second kind first in row {max(found.values())}.",
            hint="Make them all of one type, text for example.",
            given=column,
        )
    return SQLITE_TYPES[next(iter(found), "text")]
