"""What a file holds besides the released table. A view shows other rows tomorrow, and a comment or
a second table shows what nobody has counted: a release has one plain table and nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.io.inputs.database import DUCKDB_MAGIC, SQLITE_MAGIC, attached, sqlite_reader
from covey.io.inputs.excel import MAGIC as EXCEL_MAGIC
from covey.io.inputs.parquet import MAGIC as PARQUET_MAGIC
from covey.io.inputs.paths import head
from covey.io.reading import connect, quoted, reading, to_the_letter
from covey.verification.workbook import besides_the_sheet

SQLITE_TYPES = {"TEXT", "NUMERIC", "REAL", "BLOB"}
COUNTED = {
    "schema": "duckdb_schemas() WHERE NOT internal AND",
    "view": "duckdb_views() WHERE NOT internal AND",
    "type": "duckdb_types() WHERE NOT internal AND",
    "macro": "duckdb_functions() WHERE NOT internal AND",
    "index": "duckdb_indexes() WHERE",
    "sequence": "duckdb_sequences() WHERE",
    "comment": "(SELECT database_name, comment FROM duckdb_tables() UNION ALL SELECT database_name,"
    " comment FROM duckdb_columns()) WHERE comment IS NOT NULL AND",
}
"""What a DuckDB file can hold besides tables, and where it is listed."""


def refuse_besides(path: Path) -> None:
    """Refuse a file of a release that holds anything but one plain table. CSV can hold no more; a
    file that is damaged is refused when it is opened as a table."""
    first = head(path)[:16]
    look = next((look for at, magic, look in LOOKS if first[at:].startswith(magic)), None)
    try:
        found = look(path) if look else ""
    except sqlite3.Error:
        return
    if found:
        raise InvalidInput(
            f"{path} holds {found}. The file of a released table holds one plain table, and nothing"
            " else.",
            hint="Somebody changed it: ask for the file that covey wrote.",
            given=str(path),
        )


def _in_sqlite(path: Path) -> str:
    with closing(sqlite_reader(path)) as database:
        found = database.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        other = sorted({str(type_) for type_, *_ in found} - {"table"})
        if other:
            return f"a {other[0]}"
        if len(found) != 1:
            return f"{len(found):,} tables"
        (_, name, sql) = found[0]
        columns = database.execute(f"PRAGMA table_xinfo({quoted(name)})").fetchall()
        plain = ", ".join(f"{quoted(column)} {type_}" for _, column, type_, *_ in columns)
        types = {type_ for _, _, type_, *_ in columns}
        if sql != f"CREATE TABLE {quoted(name)} ({plain})" or not types <= SQLITE_TYPES:
            return "a table with more than columns: defaults, rules or values that are computed"
        ((free,),) = database.execute("PRAGMA freelist_count").fetchall()
        return "pages that no table uses" if free else ""


def _in_duckdb(path: Path) -> str:
    with private_folder() as folder, reading(path), attached(path, folder) as connection:
        for what, listed in COUNTED.items():
            query = f"SELECT count(*) FROM {listed} database_name = 'input'"
            if connection.execute(query).fetchall() != [(0,)]:
                return f"a {what}" if what[0] not in "aeiou" else f"an {what}"
        asked = "SELECT table_name, sql FROM duckdb_tables() WHERE database_name = "
        tables = connection.execute(f"{asked} 'input'").fetchall()
        if len(tables) != 1:
            return f"{len(tables):,} tables"
        columns = connection.execute(
            "SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = 'input'"
            " ORDER BY column_index"
        ).fetchall()
        plain = ", ".join(f"{quoted(name)} {type_}" for name, type_ in columns)
        connection.execute(f"CREATE TABLE memory.main.{quoted(tables[0][0])} ({plain})")
        same = connection.execute(f"{asked} 'memory'").fetchall() == tables
        return "" if same else "a table with more than columns: defaults, rules or an own order"


def _in_parquet(path: Path) -> str:
    with connect() as connection, reading(path):
        query = f"SELECT count(*) FROM parquet_kv_metadata({to_the_letter(path)})"
        ((notes,),) = connection.execute(query).fetchall()
    return "notes of its own" if notes else ""


LOOKS: tuple[tuple[int, bytes, Callable[[Path], str]], ...] = (
    (0, SQLITE_MAGIC, _in_sqlite),
    (8, DUCKDB_MAGIC, _in_duckdb),
    (0, PARQUET_MAGIC, _in_parquet),
    (0, EXCEL_MAGIC, besides_the_sheet),
)
"""Where a format has which bytes, and what finds out what a file holds besides a table."""
