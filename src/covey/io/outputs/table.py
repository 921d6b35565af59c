"""A query's rows as a file, in any layout, the same bytes for the same rows."""

from __future__ import annotations

import datetime as dt
import gzip
import math
import re
import sqlite3
import zipfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from decimal import Decimal
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.errors import InvalidInput, exhausted
from covey.io.formulas import sql_escaped
from covey.io.inputs.excel import openpyxl
from covey.io.kinds import native
from covey.io.layout import Layout
from covey.io.outputs.database_file import write_database
from covey.io.outputs.files import field
from covey.io.reading import interruptible, literal, quoted

if TYPE_CHECKING:
    import duckdb

BATCH = 10_000
SHEET_ROWS = 1 << 20
CELL_LETTERS = 32_767
EXCEL_WHOLE = 10**15 - 1
"""Excel keeps whole numbers of so many digits."""
NOT_IN_EXCEL = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]")
ANOTHER = "Choose another format: --format csv or --format parquet"
LARGEST = 2**63 - 1
TABLE = "people"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
SQLITE_TYPES = {"VARCHAR": "TEXT", "BLOB": "BLOB", "DOUBLE": "REAL", "FLOAT": "REAL"}


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
        if layout.format == "parquet":
            connection.execute(f"COPY ({named}) TO {literal(target)} (FORMAT parquet)")
        elif layout.format == "duckdb":
            write_database(connection, named, target, part)
        elif layout.format == "sqlite":
            _write_sqlite(_rows(connection, named), target, part)
        else:
            too_long = _too_long(connection, named)
            _write_excel(_rows(connection, named, too_long), target, part)


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
        target.write_bytes(gzip.compress(text, mtime=0) if layout.compressed else text)


def _escaped(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """The query with a quote in front of texts that a spreadsheet would run."""
    types = [row[1] for row in connection.execute(f"DESCRIBE {query}").fetchall()]
    names = [f"x{at}" for at in range(len(types))]
    fields = [
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


def _rows(
    connection: duckdb.DuckDBPyConnection, query: str, as_text: Collection[str] = ()
) -> duckdb.DuckDBPyConnection:
    """Rows for Python, where a time with a zone would need a package of its own."""
    described = connection.execute(f"DESCRIBE {query}").fetchall()
    fields = ", ".join(
        f"CAST({quoted(name)} AS VARCHAR) AS {quoted(name)}"
        if "ZONE" in type_ or name in as_text
        else quoted(name)
        for name, type_, *_ in described
    )
    return connection.execute(f"SELECT {fields} FROM ({query}) r")


def _too_long(connection: duckdb.DuckDBPyConnection, query: str) -> set[str]:
    """The columns with whole numbers or decimals that have more digits than Excel keeps. They are
    written as text, all of them: no program reads a column well that is half numbers."""
    asked = {}
    for name, type_, *_ in connection.execute(f"DESCRIBE {query}").fetchall():
        if native(type_) == "integer":
            asked[name] = f"{quoted(name)} NOT BETWEEN {-EXCEL_WHOLE} AND {EXCEL_WHOLE}"
        elif native(type_) == "decimal":
            digits = f"CAST(CAST({quoted(name)} AS DOUBLE) AS VARCHAR)"
            asked[name] = f"TRY_CAST({digits} AS {type_}) IS DISTINCT FROM {quoted(name)}"
    if not asked:
        return set()
    tests = ", ".join(f"bool_or({test})" for test in asked.values())
    (found,) = connection.execute(f"SELECT {tests} FROM ({query}) r").fetchall()
    return {name for name, long in zip(asked, found, strict=True) if long}


def _write_sqlite(rows: duckdb.DuckDBPyConnection, target: Path, table: str) -> None:
    described = rows.description or []
    listed = ", ".join(
        f"{quoted(name)} {SQLITE_TYPES.get(str(type_), 'NUMERIC' if _is_number(type_) else 'TEXT')}"
        for name, type_, *_ in described
    )
    marks = ", ".join("?" for _ in described)
    with closing(sqlite3.connect(target)) as database, database:
        database.execute(f"CREATE TABLE {quoted(table)} ({listed})")
        for batch in _batches(rows):
            plain = [[_simple(value) for value in row] for row in batch]
            database.executemany(f"INSERT INTO {quoted(table)} VALUES ({marks})", plain)


def _is_number(type_: object) -> bool:
    return bool(re.match(r"U?(TINY|SMALL|BIG|HUGE)?INT|DECIMAL|BOOLEAN", str(type_)))


def _simple(value: Any) -> Any:
    """What SQLite stores as it is; the rest becomes text."""
    if isinstance(value, int) and abs(value) > LARGEST:
        return str(value)
    return value if isinstance(value, int | float | bytes | None) else str(value)


def _write_excel(rows: duckdb.DuckDBPyConnection, target: Path, sheet: str) -> None:
    book = openpyxl(str(target)).Workbook(write_only=True)
    page = book.create_sheet(sheet)
    try:
        _keep_rows_at(target.with_name(f"{target.name}.rows"), page)
        _write_rows(rows, page)
        book.save(target)
    finally:
        _forget_the_rows(page)
    _forget_the_clock(target)


def _keep_rows_at(file: Path, page: Any) -> None:
    """openpyxl keeps rows in a file until all are there: not in the temporary folder, where they
    would stay if the process were killed."""
    from openpyxl.worksheet import _writer

    _writer.ALL_TEMP_FILES.append(str(file))
    page._writer = _writer.WorksheetWriter(page, out=str(file))
    page._writer.write_top()


def _forget_the_rows(page: Any) -> None:
    """openpyxl removes their file at the end of Python at best."""
    with suppress(Exception):
        if not page.closed:
            page.close()
    if page._writer:
        Path(page._writer.out).unlink(missing_ok=True)


def _write_rows(rows: duckdb.DuckDBPyConnection, page: Any) -> None:
    names = [name for name, *_ in rows.description or []]
    page.append([_cell(name, page, name) for name in names])
    written = 1
    for batch in _batches(rows):
        written += len(batch)
        if written > SHEET_ROWS:
            raise InvalidInput(
                f"A sheet has at most {SHEET_ROWS - 1:,} rows below its header; this is more.",
                hint=ANOTHER,
            )
        for row in batch:
            page.append([_cell(*cell) for cell in zip(row, repeat(page), names, strict=False)])


def _text_cell(text: str, page: Any, column: str) -> Any:
    if len(text) > CELL_LETTERS or NOT_IN_EXCEL.search(text):
        raise InvalidInput(
            f"A cell of Excel has at most {CELL_LETTERS:,} letters and no control characters; a"
            f" text of the column {column[:60]!r} does not fit.",
            hint=ANOTHER,
        )
    if text[:1] not in ("=", "#"):
        return text
    from openpyxl.cell import WriteOnlyCell

    # Or it would be taken for a formula, or for an error.
    cell = WriteOnlyCell(page, text)
    cell.data_type = "s"
    return cell


def _cell(value: Any, page: Any, column: str) -> Any:
    """What Excel stores as it is."""
    if isinstance(value, str):
        return _text_cell(value, page, column)
    if isinstance(value, Decimal | float):
        return _number_cell(float(value), page)
    if isinstance(value, dt.datetime | dt.date | dt.time | int | None):
        return value
    return _text_cell(str(value), page, column)


def _number_cell(value: float, page: Any) -> Any:
    """openpyxl writes 16 digits of a number, and some have 17."""
    if value == float(f"{value:.16g}") or not math.isfinite(value):
        return value
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(page, repr(value))
    cell.data_type = "n"
    return cell


def _forget_the_clock(target: Path) -> None:
    """An Excel file says when it was made; without that the same table gives the same bytes."""
    with zipfile.ZipFile(target) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in parts.items():
            if name == "docProps/core.xml":
                content = re.sub(
                    rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"1980-01-01T00:00:00Z", content
                )
            info = zipfile.ZipInfo(name, LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            book.writestr(info, content)


def _batches(rows: duckdb.DuckDBPyConnection) -> Iterator[Sequence[tuple[Any, ...]]]:
    while batch := rows.fetchmany(BATCH):
        yield batch
