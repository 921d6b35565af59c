"""A table as an Excel file, the same bytes for the same rows.

DuckDB writes the cells as XML: openpyxl makes an object of every cell, and takes tens of times as
long. It makes the workbook around them.
"""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from covey.core.errors import InvalidInput
from covey.io.inputs.excel_sheet import openpyxl
from covey.io.kinds import native

if TYPE_CHECKING:
    import duckdb

BATCH = 10_000
SHEET_ROWS = 1 << 20
CELL_LETTERS = 32_767
WHOLE = 10**15 - 1
"""Excel keeps whole numbers of so many digits."""
# Tabs and line ends may be in a cell. A carriage return may not: who
# reads XML makes a line end of it.
NOT_IN_XML = r"[\x00-\x08\x0b-\x1f\x{fffe}\x{ffff}]"
"""Characters that no cell holds, as DuckDB's regular expressions write them."""
PRESERVED = ' xml:space="preserve"'
TAGS = 100
"""More letters than a cell's tags have, without its content."""
PLAIN_ENTRY = (1 << 31) - 1
"""Bytes of an archive's entry that every program reads."""
LAST = "9999-12-31 23:59:59.999999"
ANOTHER = "Choose another format: --format csv or --format parquet"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
SHEET = "xl/worksheets/sheet1.xml"
ROWS = "excel_rows"
STYLED = {
    "DATE": dt.date(2000, 1, 1),
    "TIMESTAMP": dt.datetime(2000, 1, 1, 12),
    "TIME": dt.time(12),
}
"""The types whose cells have a style, with an example of each."""


class Column(NamedTuple):
    """A column of the sheet: what it is called there, its SQL type, and where it stands."""

    name: str
    type: str
    at: int

    @property
    def field(self) -> str:
        """Its name in DuckDB."""
        return f"x{self.at}"

    @property
    def text(self) -> str:
        """SQL of its value as text."""
        return f"CAST({self.field} AS VARCHAR)"

    @property
    def kind(self) -> str:
        return native(self.type)

    @property
    def is_text(self) -> bool:
        return not self.kind and self.type not in ("BOOLEAN", "TIME")


def write_excel(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    names: Sequence[str],
    target: Path,
    sheet: str,
) -> None:
    """Write the rows of a query as the only sheet of a new workbook."""
    # Under plain names, since those of the table may be anything.
    fields = ", ".join(f"x{at}" for at in range(len(names)))
    connection.execute(f"CREATE TEMP TABLE {ROWS} AS SELECT * FROM ({query}) r({fields})")
    try:
        types = [row[1] for row in connection.execute(f"DESCRIBE {ROWS}").fetchall()]
        columns = list(map(Column, names, types, range(len(names))))
        _refuse_many(connection)
        long = _with_long_numbers(connection, columns)
        # All of them as text: no program reads a column well that is half numbers.
        columns = [own._replace(type="VARCHAR") if own in long else own for own in columns]
        _refuse_unfit(connection, columns)
        # openpyxl makes all parts except the rows. These are many, and DuckDB writes them as XML
        # much faster.
        parts = _workbook(target, sheet)
        above, styles, below = _around(parts.pop(SHEET))
        with zipfile.ZipFile(target, "w") as book:
            for name, content in parts.items():
                book.writestr(_timeless(name), content)
            # An archive has to say at the beginning of an entry whether its size needs 64 bits.
            large = _is_large(connection, columns)
            with book.open(_timeless(SHEET), "w", force_zip64=large) as file:
                file.write((above + _header(names)).encode())
                for rows in _written(connection, [_cell(own, styles) for own in columns]):
                    file.write(rows.encode())
                file.write(below.encode())
    finally:
        connection.execute(f"DROP TABLE {ROWS}")


def _workbook(target: Path, sheet: str) -> dict[str, bytes]:
    """The parts of a workbook whose only row has a cell of every style."""
    book = openpyxl(str(target)).Workbook(write_only=True)
    page = book.create_sheet(sheet)
    made = BytesIO()
    with _kept_at(target.with_name(f"{target.name}.rows"), page):
        page.append(list(STYLED.values()))
        book.save(made)
    with zipfile.ZipFile(made) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    core = "docProps/core.xml"
    # A workbook says when it was made; without that the same table gives the same bytes.
    clock = rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    parts[core] = re.sub(clock, b"1980-01-01T00:00:00Z", parts[core])
    return parts


@contextmanager
def _kept_at(file: Path, page: Any) -> Iterator[None]:
    """openpyxl keeps a sheet in a file until it is saved, and removes it at the end of Python at
    best: not in the temporary folder, where it would stay if the process were killed."""
    from openpyxl.worksheet import _writer

    # What stands in this list is removed by openpyxl at the end of Python.
    _writer.ALL_TEMP_FILES.append(str(file))
    page._writer = _writer.WorksheetWriter(page, out=str(file))
    page._writer.write_top()
    try:
        yield
    finally:
        with suppress(Exception):
            if not page.closed:
                page.close()
        file.unlink(missing_ok=True)


def _around(content: bytes) -> tuple[str, dict[str, str], str]:
    """What a sheet has above and below its rows, and the number of each style."""
    text = content.decode()
    rows = re.search(r"<row .*</row>", text, re.DOTALL)
    assert rows is not None
    numbers = re.findall(r' s="(\d+)"', rows[0])
    return text[: rows.start()], dict(zip(STYLED, numbers, strict=True)), text[rows.end() :]


def _timeless(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, LONG_AGO)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _refuse_many(connection: duckdb.DuckDBPyConnection) -> None:
    ((rows,),) = connection.execute(f"SELECT count(*) FROM {ROWS}").fetchall()
    if rows >= SHEET_ROWS:
        raise InvalidInput(
            f"A sheet has at most {SHEET_ROWS - 1:,} rows below its header; this is more.",
            hint=ANOTHER,
        )


def _with_long_numbers(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]
) -> list[Column]:
    """The columns with whole numbers or decimals that have more digits than Excel keeps."""
    asked = {}
    for own in columns:
        if own.kind == "integer":
            asked[own] = f"{own.field} NOT BETWEEN {-WHOLE} AND {WHOLE}"
        elif own.kind == "decimal":
            # A decimal stays a number if the double nearest to it has the same digits.
            digits = f"CAST(CAST({own.field} AS DOUBLE) AS VARCHAR)"
            asked[own] = f"TRY_CAST({digits} AS {own.type}) IS DISTINCT FROM {own.field}"
    return _columns_where(connection, asked)


def _refuse_unfit(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> None:
    """Refuse names and texts that no cell holds, and times after the year 9999."""
    asked = {
        own: f"length({own.text}) > {CELL_LETTERS} OR regexp_matches({own.text}, '{NOT_IN_XML}')"
        for own in columns
        if own.is_text
    }
    unfit = _columns_where(connection, asked) + [own for own in columns if not _fits(own.name)]
    if unfit:
        raise InvalidInput(
            f"A cell of Excel has at most {CELL_LETTERS:,} letters and no control characters; a"
            f" text of the column {unfit[0].name[:60]!r} does not fit.",
            hint=ANOTHER,
        )
    late = {
        own: f"NOT isfinite({own.field}) OR CAST({own.field} AS TIMESTAMP) > '{LAST}'"
        for own in columns
        if own.kind in ("date", "timestamp")
    }
    if unfit := _columns_where(connection, late):
        raise InvalidInput(
            f"A cell of Excel has dates up to the year 9999; one of the column"
            f" {unfit[0].name[:60]!r} does not fit.",
            hint=ANOTHER,
        )


def _fits(name: str) -> bool:
    unfit = re.search("[\x00-\x08\x0b-\x1f\ufffe\uffff]", name)
    return len(name) <= CELL_LETTERS and unfit is None


def _columns_where(connection: duckdb.DuckDBPyConnection, asked: dict[Column, str]) -> list[Column]:
    """The columns of which some row meets the condition."""
    if not asked:
        return []
    tests = ", ".join(f"bool_or({test})" for test in asked.values())
    (found,) = connection.execute(f"SELECT {tests} FROM {ROWS}").fetchall()
    return [own for own, met in zip(asked, found, strict=True) if met]


def _is_large(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> bool:
    """Whether the sheet may be too large for a plain entry of an archive."""
    # In bytes, as they are written.
    letters = " + ".join(f"COALESCE(sum(strlen({own.text})), 0)" for own in columns)
    ((most, rows),) = connection.execute(f"SELECT {letters}, count(*) FROM {ROWS}").fetchall()
    tags = int(rows) * (len(columns) + 1) * TAGS
    # As if every byte were written as the longest escape.
    return int(most) * len("&amp;") + tags > PLAIN_ENTRY


def _cell(column: Column, styles: dict[str, str]) -> str:
    """SQL of a cell as XML, which is empty where the value is missing."""
    value, kind = column.field, column.kind
    if column.is_text:
        return _text_cell(column.at, f"NULLIF({column.text}, '')")
    if column.type == "BOOLEAN":
        return _tagged(column.at, f"CAST(CAST({value} AS INTEGER) AS VARCHAR)", "b")
    if column.type == "TIME":
        days = f"CAST(date_part('epoch', {value}) / 86400 AS VARCHAR)"
        return _tagged(column.at, days, "n", styles["TIME"])
    if kind in ("date", "timestamp"):
        return _tagged(column.at, _days(value), "n", styles[kind.upper()])
    if kind == "integer":
        return _tagged(column.at, column.text, "n")
    # The shortest text that reads back to the same number. No cell holds an infinite one.
    number = f"CAST({value} AS DOUBLE)"
    return _tagged(
        column.at, f"CASE WHEN isfinite({number}) THEN CAST({number} AS VARCHAR) END", "n"
    )


def _days(value: str) -> str:
    """SQL of a day as Excel counts it: from 1900 on, which it takes for a leap year."""
    time = f"CAST({value} AS TIMESTAMP)"
    whole = f"datediff('day', DATE '1899-12-30', CAST({time} AS DATE))"
    # Excel has a 29 February 1900, which never was: days before it count one less.
    counted = f"({whole} - CASE WHEN {whole} BETWEEN 1 AND 60 THEN 1 ELSE 0 END)"
    within = f"epoch_us({time}) - epoch_us(date_trunc('day', {time}))"
    return (
        # Without a fraction, a number that is shown as a day is a date, and no timestamp.
        f"CASE WHEN {within} = 0 THEN CAST({counted} AS VARCHAR)"
        f" ELSE CAST({counted} + ({within}) / 86400000000.0::DOUBLE AS VARCHAR) END"
    )


def _tagged(at: int, content: str, type_: str, style: str = "") -> str:
    styled = f' s="{style}"' if style else ""
    start = f"'<c r=\"{_letters(at)}' || n || '\"{styled} t=\"{type_}\"><v>'"
    return f"COALESCE({start} || ({content}) || '</v></c>', '')"


def _text_cell(at: int, text: str) -> str:
    """SQL of a text as XML. An empty text is an empty cell."""
    # The & comes first, or those of the other escapes would be escaped again.
    escaped = f"replace(replace(replace({text}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')"
    kept = f"CASE WHEN {text} <> trim({text}, ' \t\n') THEN '{PRESERVED}' ELSE '' END"
    start = f"'<c r=\"{_letters(at)}' || n || '\" t=\"inlineStr\"><is><t' || {kept} || '>'"
    return f"COALESCE({start} || {escaped} || '</t></is></c>', '')"


def _letters(at: int) -> str:
    """The letters of a column.

    >>> _letters(0), _letters(27), _letters(702)
    ('A', 'AB', 'AAA')
    """
    found, at = "", at + 1
    while at:
        at, letter = divmod(at - 1, 26)
        found = chr(ord("A") + letter) + found
    return found


def _header(names: Sequence[str]) -> str:
    cells = []
    for at, name in enumerate(names):
        kept = "" if name == name.strip() else PRESERVED
        text = f"<is><t{kept}>{escape(name, quote=False)}</t></is>"
        cells.append(f'<c r="{_letters(at)}1" t="inlineStr">{text}</c>')
    return f'<row r="1">{"".join(cells)}</row>'


def _written(connection: duckdb.DuckDBPyConnection, cells: Sequence[str]) -> Iterator[str]:
    """The rows as XML, some at a time."""
    joined = " || ".join(cells)
    rows = connection.execute(
        # The header is row 1.
        f"SELECT '<row r=\"' || n || '\">' || {joined} || '</row>' FROM (SELECT *,"
        f" CAST(rowid + 2 AS VARCHAR) AS n FROM {ROWS}) r"
    )
    while batch := rows.fetchmany(BATCH):
        yield "".join(row for (row,) in batch)
