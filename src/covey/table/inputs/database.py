"""A table in a DuckDB or SQLite file, opened for reading only."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from covey.errors import InvalidInput, closest
from covey.table.inputs.base import Staging
from covey.table.inputs.paths import digest, fingerprint, unchanged
from covey.table.inputs.values import BATCH, append, create
from covey.table.layout import Layout
from covey.table.reading import connect, literal, locked, quoted, reading

if TYPE_CHECKING:
    import duckdb

SQLITE_MAGIC = b"SQLite format 3\0"
DUCKDB_MAGIC = b"DUCK"
SQLITE_TYPES = {"integer": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "blob": "BLOB"}


@dataclass(frozen=True)
class DuckDBInput:
    name: str
    file: Path
    columns: tuple[str, ...]
    layout: Layout

    def stage(
        self, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
    ) -> Staging:
        with unchanged(self.file), reading(self.name):
            seen = fingerprint([digest(self.file)])
            attach(connection, self.file)
            listed = ", ".join(
                f"{quoted(column)} AS c{at}" for at, column in enumerate(self.columns)
            )
            table = quoted(self.layout.part)
            connection.execute(f"CREATE TEMP TABLE given AS SELECT {listed} FROM input.{table}")
            connection.execute("DETACH input")
        return Staging("given", self.columns, "rowid", seen)


@dataclass(frozen=True)
class SQLiteInput:
    name: str
    file: Path
    columns: tuple[str, ...]
    layout: Layout

    def stage(
        self, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
    ) -> Staging:
        with unchanged(self.file), closing(_sqlite(self.file)) as database:
            seen = fingerprint([digest(self.file)])
            try:
                types = [self._type(database, column) for column in self.columns]
                create(connection, "given", types)
                listed = ", ".join(map(quoted, self.columns))
                rows = database.execute(f"SELECT {listed} FROM {quoted(self.layout.part)}")
                while batch := rows.fetchmany(BATCH):
                    append(connection, "given", types, list(zip(*batch, strict=True)))
            except (sqlite3.Error, UnicodeDecodeError) as error:
                if "locked" in str(error):
                    raise locked(self.name) from None
                if "UTF-8" in str(error):
                    raise InvalidInput(
                        f"{self.name} holds text that is not UTF-8.",
                        hint="Mend those rows, or make a column of BLOBs of it.",
                    ) from None
                raise InvalidInput(
                    f"{self.name} cannot be read by SQLite ({type(error).__name__})."
                ) from None
        return Staging("given", self.columns, "rowid", seen)

    def _type(self, database: sqlite3.Connection, column: str) -> str:
        """SQLite lets a column hold anything: its type is that of its values."""
        table, name = quoted(self.layout.part), quoted(column)
        seen = database.execute(
            f"SELECT typeof({name}), min(number) FROM (SELECT {name}, row_number() OVER ()"
            f" AS number FROM {table}) WHERE {name} IS NOT NULL GROUP BY 1"
        )
        found: dict[str, int] = dict(seen.fetchall())
        if set(found) == {"integer", "real"}:
            return "DOUBLE"
        if len(found) > 1:
            raise InvalidInput(
                f"{self.name}: the column {column!r} holds {' and '.join(sorted(found))} values"
                f" mixed, the second kind first in row {max(found.values())}.",
                hint="Make them all of one type, text for example.",
                given=column,
            )
        return SQLITE_TYPES[next(iter(found), "text")]


def open_duckdb(name: str, file: Path, part: str) -> DuckDBInput:
    with connect() as connection, reading(name):
        attach(connection, file)
        tables = connection.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'input'"
            " AND schema_name = 'main' UNION ALL SELECT view_name FROM duckdb_views()"
            " WHERE database_name = 'input' AND schema_name = 'main' AND NOT internal ORDER BY 1"
        ).fetchall()
        table = one_of(name, "table", [found for (found,) in tables], part)
        found = connection.execute(f"SELECT * FROM input.{quoted(table)} LIMIT 0")
        columns = tuple(column[0] for column in found.description or [])
        found.fetchall()
    return DuckDBInput(f"{name}::{table}", file, columns, Layout("duckdb", part=table))


def open_sqlite(name: str, file: Path, part: str) -> SQLiteInput:
    with closing(_sqlite(file)) as database:
        try:
            tables = database.execute(
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
                " AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name"
            ).fetchall()
            table = one_of(name, "table", [found for (found,) in tables], part)
            found = database.execute(f"SELECT * FROM {quoted(table)} LIMIT 0")
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise locked(name) from None
            raise InvalidInput(f"{name} is not a whole SQLite file.") from None
        columns = tuple(column[0] for column in found.description)
    return SQLiteInput(f"{name}::{table}", file, columns, Layout("sqlite", part=table))


def one_of(name: str, what: str, there: Sequence[str], part: str) -> str:
    """The sheet or table that was named, or the only one."""
    if not there:
        raise InvalidInput(f"{name} has no {what}s.")
    if not part and len(there) == 1:
        return there[0]
    if part not in there:
        given = f"no {what} {part!r}" if part else f"{len(there)} {what}s"
        raise InvalidInput(
            f"{name} has {given}; one is to be named after two colons: {name}::{there[0]}",
            hint=closest(part, there),
            given=part,
        )
    return part


def attach(connection: duckdb.DuckDBPyConnection, file: Path) -> None:
    connection.execute(f"ATTACH {literal(file)} AS input (TYPE duckdb, READ_ONLY)")


def _sqlite(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
