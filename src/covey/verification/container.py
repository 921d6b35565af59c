"""What a file holds besides the released table. A view shows other rows tomorrow, and a comment or
a second table shows what nobody has counted: a release has one plain table and nothing else."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.io.inputs.database import DUCKDB_MAGIC, SQLITE_MAGIC, attached, sqlite_reader
from covey.io.inputs.excel import MAGIC as EXCEL_MAGIC
from covey.io.inputs.parquet import MAGIC as PARQUET_MAGIC
from covey.io.inputs.paths import head
from covey.io.inputs.statistics import WRITTEN, reader_of
from covey.io.outputs.statistics import read_variables, write_file
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

SPARK_VERSION, SPARK_SCHEMA = (
    b"org.apache.spark.version",
    b"org.apache.spark.sql.parquet.row.metadata",
)
INTERVALS, HOW = b"duckdb.interval_bloom_filter", re.compile(rb"normalized-v[0-9]{1,2}")
"""What DuckDB 2 notes of a file with columns of intervals: how its index of them is made."""
VERSION = re.compile(rb"[0-9]{1,4}(\.[0-9]{1,4}){1,3}(-[a-zA-Z0-9.]{1,20})?")
PLAIN = {"name", "type", "nullable", "metadata"}
"""What Spark says of a column."""
# Names of types are short and have few letters, so that no message fits into one.
TYPE = re.compile(r"[a-z_]{1,20}( [a-z_]{1,20}){0,3}(\([0-9]{1,4}(,[0-9]{1,4})?\))?")
NESTED = {
    *("type", "fields", "elementType", "containsNull", "keyType", "valueType"),
    "valueContainsNull",
}


def refuse_besides(path: Path) -> None:
    """Refuse a file of a release that holds anything but one plain table. CSV can hold no more; a
    file that is damaged is refused when it is opened as a table."""
    first = head(path)[:16]
    look = next((look for at, magic, look in LOOKS if first[at:].startswith(magic)), None)
    # Old files of Stata are known by their names, since they begin with a single byte.
    if reader_of(path, first) in WRITTEN:
        look = _in_statistics
    try:
        found = look(path) if look else ""
    except sqlite3.Error:
        # What cannot be read is refused when the table is opened.
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
        # Also indexes, triggers and views, which are listed in the same place.
        other = sorted({str(type_) for type_, *_ in found} - {"table"})
        if other:
            return f"a {other[0]}"
        if len(found) != 1:
            return f"{len(found):,} tables"
        (_, name, sql) = found[0]
        # xinfo lists hidden and generated columns, which table_info leaves out.
        columns = database.execute(f"PRAGMA table_xinfo({quoted(name)})").fetchall()
        plain = ", ".join(f"{quoted(column)} {type_}" for _, column, type_, *_ in columns)
        types = {type_ for _, _, type_, *_ in columns}
        # Compared with the statement that covey writes: any other text, such as a comment, a
        # default or a constraint, makes it another one.
        if sql != f"CREATE TABLE {quoted(name)} ({plain})" or not types <= SQLITE_TYPES:
            return "a table with more than columns: defaults, rules or values that are computed"
        # Free pages keep the bytes of rows that were deleted.
        ((free,),) = database.execute("PRAGMA freelist_count").fetchall()
        return "pages that no table uses" if free else ""


def _in_duckdb(path: Path) -> str:
    # Attached to a database that reaches no other file, since a view may name any.
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
        # A plain table of the same columns is made, and DuckDB writes both statements: so they are
        # in the same words, whatever its version.
        connection.execute(f"CREATE TABLE memory.main.{quoted(tables[0][0])} ({plain})")
        same = connection.execute(f"{asked} 'memory'").fetchall() == tables
        return "" if same else "a table with more than columns: defaults, rules or an own order"


def _in_statistics(path: Path) -> str:
    """A file of Stata, SPSS or SAS that is written again from its variables has the same bytes, if
    it holds nothing else: no notes, no texts behind the end, no marks of its own for what is
    missing.
    """
    format_ = WRITTEN[reader_of(path, head(path)[:16])]
    variables = read_variables(path, format_)
    for own in variables:
        # A label that no record has may name a value that was withheld.
        if own.labels and not set(own.labels) <= set(own.values):
            return "labels of values that no record has"
    with private_folder() as folder:
        again = folder / path.name
        write_file(again, format_, variables)
        return "" if again.read_bytes() == path.read_bytes() else "more than its variables"


def _in_parquet(path: Path) -> str:
    with connect() as connection, reading(path):
        # covey's own Parquet files have no notes but the one of DuckDB on intervals.
        query = f"SELECT key, value FROM parquet_kv_metadata({to_the_letter(path)})"
        listed = connection.execute(query).fetchall()
        read = f"read_parquet({to_the_letter(path)}, hive_partitioning=false)"
        described = connection.execute(f"DESCRIBE SELECT * FROM {read}").fetchall()
        columns = [name for name, *_ in described]
    notes = dict(listed)
    # Of two notes of one name, only the last would be looked at.
    if len(notes) < len(listed):
        return "notes of its own"
    if any("INTERVAL" in type_ for _, type_, *_ in described) and _is_of_duckdb(notes):
        return ""
    return "" if not notes or _are_of_spark(notes, columns) else "notes of its own"


def _is_of_duckdb(notes: Mapping[bytes, bytes]) -> bool:
    """Whether the one note that DuckDB writes by itself is all, in a form that holds no message."""
    return set(notes) == {INTERVALS} and HOW.fullmatch(notes[INTERVALS]) is not None


def _are_of_spark(notes: Mapping[bytes, bytes], columns: Sequence[str]) -> bool:
    """Spark writes down its version, and names and types of the columns once more. A comment on a
    column would be more than that."""
    # Notes are free text: nothing but the two of Spark, and both in a form that holds no message.
    if set(notes) != {SPARK_VERSION, SPARK_SCHEMA} or not VERSION.fullmatch(notes[SPARK_VERSION]):
        return False
    try:
        schema = json.loads(notes[SPARK_SCHEMA])
        fields = schema.pop("fields")
        plain = all(set(field) == PLAIN and _is_plain(field["type"]) for field in fields)
        bare = all(field["metadata"] == {} for field in fields)
        names = [field["name"] for field in fields]
        return plain and bare and schema == {"type": "struct"} and names == list(columns)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return False


def _is_plain(type_: Any) -> bool:
    """Whether this is a type of Spark, at any depth, and no more."""
    # Simple types are texts, and nested ones are objects.
    if isinstance(type_, str):
        return TYPE.fullmatch(type_) is not None
    inner = [type_.get(name) for name in ("elementType", "keyType", "valueType") if name in type_]
    fields = type_.get("fields", [])
    bare = all(set(field) == PLAIN and field["metadata"] == {} for field in fields)
    return (
        bare
        and set(type_) <= NESTED
        and all(map(_is_plain, [*inner, *(field["type"] for field in fields)]))
    )


LOOKS: tuple[tuple[int, bytes, Callable[[Path], str]], ...] = (
    (0, SQLITE_MAGIC, _in_sqlite),
    (8, DUCKDB_MAGIC, _in_duckdb),
    (0, PARQUET_MAGIC, _in_parquet),
    (0, EXCEL_MAGIC, besides_the_sheet),
)
"""Where a format has which bytes, and what finds out what a file holds besides a table."""
