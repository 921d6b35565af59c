"""A table in a DuckDB or SQLite file, opened for reading only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest
from covey.core.temporary import private_folder
from covey.io.inputs.paths import head
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation
from covey.io.reading import confined, literal, locked, quoted, reading

if TYPE_CHECKING:
    import sqlite3

    import duckdb

SQLITE_MAGIC = b"SQLite format 3\0"
DUCKDB_MAGIC = b"DUCK"
# The bytes 18 and 19 of the header, if the database has a write-ahead log.
SQLITE_LOGGED = b"\2\2"
SQLITE_BESIDE = ("-wal", "-journal")
DUCKDB_BESIDE = (".wal", ".wal.checkpoint", ".wal.recovery")


@dataclass(frozen=True)
class DatabaseInput:
    """A table of a database file. The class says how it is staged."""

    name: str
    file: Path
    columns: tuple[str, ...]
    layout: Layout
    notation: Notation = PLAIN


class DuckDBInput(DatabaseInput):
    pass


class SQLiteInput(DatabaseInput):
    pass


def open_duckdb(name: str, file: Path, part: str) -> DuckDBInput:
    with (
        private_folder() as folder,
        reading(name),
        attached(file, folder) as connection,
    ):
        tables = connection.execute(
            "SELECT table_name FROM duckdb_tables() WHERE database_name = 'input'"
            " AND schema_name = 'main' UNION ALL SELECT view_name FROM duckdb_views()"
            " WHERE database_name = 'input' AND schema_name = 'main' AND NOT internal ORDER BY 1"
        ).fetchall()
        table = one_of(name, "table", [found for (found,) in tables], part)
        with asking(f"{name}::{table}"):
            found = connection.execute(f"SELECT * FROM input.{quoted(table)} LIMIT 0")
        columns = tuple(column[0] for column in found.description or [])
        # To the end, so that the query is over before the database is closed.
        found.fetchall()
    return DuckDBInput(f"{name}::{table}", file, columns, Layout("duckdb", part=table))


@contextmanager
def attached(file: Path, folder: Path, **config: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database as ``input``, in a DuckDB that opens no other file."""
    file = file.resolve()
    refuse_unsaved(file, DUCKDB_BESIDE)
    # DuckDB also looks for these files, which it must be allowed to.
    known = [file, *(_beside(file, ending) for ending in DUCKDB_BESIDE)]
    with confined(known, folder, **config) as connection:
        connection.execute(f"ATTACH {literal(file)} AS input (TYPE duckdb, READ_ONLY)")
        yield connection


@contextmanager
def asking(name: str) -> Iterator[None]:
    """A view may ask for what is not there, or not to be had."""
    import duckdb

    try:
        yield
    except duckdb.PermissionException:
        raise InvalidInput(
            f"{name} is a view that reads other files; covey reads only the file that was named.",
            hint="Make a table of it in DuckDB first: CREATE TABLE copy AS FROM the view.",
            given=name,
        ) from None
    except (duckdb.BinderException, duckdb.CatalogException) as error:
        raise InvalidInput(
            f"{name} is a view whose query does not work ({type(error).__name__}).",
            hint="Does it need an extension, or a table that is not in the file? Make a table of it"
            " in DuckDB first.",
            given=name,
        ) from None


def refuse_unsaved(file: Path, endings: Sequence[str]) -> None:
    """A database keeps its newest changes in a file beside it, of which a fingerprint of the
    database would not tell."""
    for beside in (_beside(file, ending) for ending in endings):
        if beside.is_file() and beside.stat().st_size:
            raise InvalidInput(
                f"{file} is in use, or was not closed: changes to it are still in {beside.name}.",
                hint="Close the program that writes to it. If there is none, open and close the"
                " database with its own program, which takes the changes over.",
                given=str(beside),
            )


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def open_sqlite(name: str, file: Path, part: str) -> SQLiteInput:
    import sqlite3

    refuse_unsaved(file, SQLITE_BESIDE)
    with closing(sqlite_reader(file)) as database:
        try:
            # Without SQLite's own tables. An underscore without ~ would stand for any letter.
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
            remedy=[] if part else [(name, f"{name}::{there[0]}")],
        )
    return part


def sqlite_reader(file: Path) -> sqlite3.Connection:
    """Read-only, and without the functions that a view or a generated column could do harm by."""
    import sqlite3

    # SQLite would make the log of a database that has one, and is not in use, beside it.
    logged = head(file)[18:20] == SQLITE_LOGGED
    how = "mode=ro&immutable=1" if logged else "mode=ro"
    database = sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)
    database.execute("PRAGMA trusted_schema = OFF")
    return database
