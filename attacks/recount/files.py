"""Tables of any format as plain rows."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from attacks.broken import Broken
from attacks.recount.asked import Rows
from attacks.recount.letters import read_csv


def read_table(path: Path, described: Mapping[str, Any]) -> Rows:
    """The table of a release; ``described`` is what its certificate says of it."""
    format_, part = described["format"], described.get("part") or "people"
    if format_ == "csv":
        return read_csv(read_text(path), described.get("delimiter", ","))
    if format_ == "parquet":
        return read_parquet(path)
    if format_ == "xlsx":
        return read_excel(path, described.get("part") or None)
    if format_ == "sqlite":
        return read_sqlite(path, part)
    if format_ == "duckdb":
        return read_duckdb(path, part)
    raise Broken(f"a table of an unknown format {format_!r}")


def read_text(path: Path) -> str:
    raw = path.read_bytes()
    return (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")


def read_parquet(path: Path) -> Rows:
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    columns = [column.to_pylist() for column in table.columns]
    return Rows(tuple(table.column_names), list(zip(*columns, strict=True)))


def read_excel(path: Path, sheet: str | None = None) -> Rows:
    import openpyxl

    book = openpyxl.load_workbook(path)
    page = book[sheet] if sheet else book.worksheets[0]
    for row in page.iter_rows():
        for cell in row:
            if cell.data_type in ("f", "e"):
                raise Broken(f"cell {cell.coordinate} is a formula or an error: it was text")
    header, *rows = (tuple(row) for row in page.iter_rows(values_only=True))
    return Rows(tuple(map(str, header)), rows)


def read_sqlite(path: Path, table: str) -> Rows:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        rows = database.execute(f"SELECT * FROM {_quoted(table)}")
        names = tuple(column[0] for column in rows.description)
        return Rows(names, rows.fetchall())


def read_duckdb(path: Path, table: str) -> Rows:
    import duckdb

    with duckdb.connect(str(path), read_only=True) as database:
        rows = database.execute(f"SELECT * FROM {_quoted(table)}")
        names = tuple(column[0] for column in rows.description or [])
        return Rows(names, rows.fetchall())


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
