"""Tables as files of every format that covey reads, written by other hands than covey's."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from attacks.recount.asked import Rows

ENCODINGS = ("utf-8", "utf-8", "utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16")
"""Those that covey finds out by itself."""
FORMATS = ("csv", "parquet", "xlsx", "sqlite", "duckdb")


def written(value: Any) -> str | None:
    """A value as text."""
    if value is None or isinstance(value, str):
        return value
    return repr(value) if isinstance(value, float) else str(value)


def as_text(table: Rows) -> Rows:
    return Rows(table.columns, [tuple(map(written, row)) for row in table.rows])


def write_table(
    rng: Random, folder: Path, stem: str, format_: str, table: Rows
) -> tuple[str, Rows]:
    """Where the table is, as covey is told, and how it is read there."""
    if format_ == "csv":
        return _write_csv(rng, folder, stem, as_text(table))
    path = folder / f"{stem}.{format_}"
    if format_ == "parquet":
        table = _in_types(table)
        write_parquet(path, table)
    elif format_ == "xlsx":
        table = _for_excel(table)
        write_excel(path, table)
    elif format_ == "sqlite":
        table = _for_sqlite(table)
        write_sqlite(path, table)
    else:
        table = _in_types(table)
        write_duckdb(path, table)
    return str(path), table


def _write_csv(rng: Random, folder: Path, stem: str, table: Rows) -> tuple[str, Rows]:
    delimiter = rng.choice(",,,;\t|")
    packed = rng.random() < 0.15
    path = folder / (f"{stem}.csv" + (".gz" if packed else ""))
    end = rng.choice(("\n", "\n", "\r\n"))
    if any("\n" in (v or "") or "\r" in (v or "") for row in table.rows for v in row):
        end = "\n"
    quoted, encoding = rng.random() < 0.2, rng.choice(ENCODINGS)
    if len(table.rows) > 1 and rng.random() < 0.1:
        return _write_parts(rng, folder, stem, table, delimiter, end), table
    raw = csv_text(table, delimiter, end, quoted).encode(encoding)
    path.write_bytes(gzip.compress(raw) if packed else raw)
    return str(path), table


def _write_parts(
    rng: Random, folder: Path, stem: str, table: Rows, delimiter: str, end: str
) -> str:
    """One table in two files, which covey is told by a pattern."""
    at = rng.randrange(1, len(table.rows))
    for number, rows in enumerate((table.rows[:at], table.rows[at:])):
        text = csv_text(Rows(table.columns, rows), delimiter, end)
        (folder / f"{stem}-{number}.csv").write_bytes(text.encode())
    return str(folder / f"{stem}-*.csv")


def csv_text(table: Rows, delimiter: str = ",", end: str = "\n", quoted: bool = False) -> str:
    """Missing is an empty field, empty text a quoted one."""
    lines = [table.columns, *table.rows]
    return "".join(
        delimiter.join(_field(value, delimiter, quoted) for value in line) + end for line in lines
    )


def _field(value: str | None, delimiter: str, quoted: bool) -> str:
    if value is None:
        return ""
    special = (delimiter, '"', "\n", "\r")
    if quoted or not value or value != value.strip() or any(mark in value for mark in special):
        return '"' + value.replace('"', '""') + '"'
    return value


def _in_types(table: Rows) -> Rows:
    """Columns of one type each, and numbers that fit into 64 bits; else text."""
    columns = [list(column) for column in zip(*table.rows, strict=True)]
    for at, column in enumerate(columns):
        kinds = {type(value) for value in column if value is not None}
        large = any(isinstance(value, int) and abs(value) >= 2**62 for value in column)
        if len(kinds) > 1 or large:
            columns[at] = [written(value) for value in column]
    return Rows(table.columns, list(zip(*columns, strict=True)))


def _for_excel(table: Rows) -> Rows:
    """A number has 15 digits there."""

    def cell(value: Any) -> Any:
        if isinstance(value, Decimal) or (isinstance(value, int) and abs(value) >= 10**15):
            return written(value)
        if isinstance(value, float):
            return float(f"{value:.16g}")  # openpyxl writes no more digits
        return None if value == "" else value

    rows = [tuple(map(cell, row)) for row in table.rows]
    # A sheet ends with its last row that has a value.
    while len(rows) > 1 and not any(value is not None for value in rows[-1]):
        rows.pop()
    return _in_types(Rows(table.columns, rows))


def _for_sqlite(table: Rows) -> Rows:
    def plain(value: Any) -> Any:
        kept = isinstance(value, str | float | None) or (
            isinstance(value, int) and abs(value) < 2**62
        )
        return value if kept else written(value)

    return _in_types(Rows(table.columns, [tuple(map(plain, row)) for row in table.rows]))


def write_parquet(path: Path, table: Rows) -> None:
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(arrow(table), path)


def arrow(table: Rows) -> Any:
    import pyarrow

    columns = []
    for at in range(len(table.columns)):
        values = [row[at] for row in table.rows]
        empty = all(value is None for value in values)
        columns.append(pyarrow.array(values, pyarrow.string() if empty else None))
    return pyarrow.table(columns, names=list(table.columns))


def write_excel(path: Path, table: Rows) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    page = book.active
    page.title = "people"
    for row, values in enumerate([table.columns, *table.rows], start=1):
        for column, value in enumerate(values, start=1):
            cell = page.cell(row, column, value)
            if isinstance(value, str):
                cell.data_type = "s"
    book.save(path)


def write_sqlite(path: Path, table: Rows) -> None:
    types = {str: "TEXT", float: "REAL", int: "INTEGER"}
    listed = []
    for at, name in enumerate(table.columns):
        kinds = [types[type(row[at])] for row in table.rows if row[at] is not None]
        listed.append(f"{_quoted(name)} {(kinds or ['TEXT'])[0]}")
    marks = ", ".join("?" for _ in table.columns)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE people ({', '.join(listed)})")
        database.executemany(f"INSERT INTO people VALUES ({marks})", table.rows)


def write_duckdb(path: Path, table: Rows) -> None:
    import duckdb

    with duckdb.connect(str(path)) as database:
        database.register("arriving", arrow(table))
        database.execute("CREATE TABLE people AS SELECT * FROM arriving")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
