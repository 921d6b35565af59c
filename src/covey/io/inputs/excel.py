"""A sheet of an Excel file. Text stays text and numbers stay numbers: a code that was typed in as a
number has lost its zeros before covey sees it."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.core.errors import CoveyError, InvalidInput
from covey.io.inputs.base import Staging
from covey.io.inputs.database import one_of
from covey.io.inputs.excel_formulas import may_have_formulas, refuse_without_result
from covey.io.inputs.header import (
    are_default_names,
    default_names,
    refuse_record,
    rows_to_look_at,
)
from covey.io.inputs.paths import digest, fingerprint, unchanged
from covey.io.inputs.values import ColumnType, append, create, refuse_ragged
from covey.io.layout import Layout

if TYPE_CHECKING:
    import duckdb

MAGIC = b"PK\x03\x04"
OLD_MAGIC = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True)
class ExcelInput:
    name: str
    file: Path
    columns: tuple[str, ...]
    layout: Layout
    header: bool = True

    def stage(
        self, connection: duckdb.DuckDBPyConnection, folder: Path, wanted: Sequence[str]
    ) -> Staging:
        with (
            unchanged(self.file),
            refusing_damage(self.name),
            closing(_workbook(self.name, self.file)) as book,
        ):
            seen = fingerprint([digest(self.file)])
            _refuse_formulas(self.name, self.file, book[self.layout.part], self.columns)
            columns = self._read(book[self.layout.part])
        types = []
        for name, values in zip(self.columns, columns, strict=True):
            kind = ColumnType(self.name, name, header=self.header)
            kind.see(values, 1)
            types.append(kind.sql)
        create(connection, "given", types)
        append(connection, "given", types, columns)
        return Staging("given", self.columns, "rowid", seen, header=self.header)

    def _read(self, sheet: Any) -> list[list[Any]]:
        """A sheet has at most a million rows: they fit into memory."""
        columns: list[list[Any]] = [[] for _ in self.columns]
        empty = 0
        first = 2 if self.header else 1
        for number, cells in enumerate(sheet.iter_rows(min_row=first, values_only=True), 1):
            row = _trimmed(cells)
            if not row:
                empty += 1  # a row without anything counts only if another follows
                continue
            refuse_ragged(self.name, number, len(row), len(columns))
            for column, value in zip(columns, (*row, *[None] * len(columns)), strict=False):
                column.extend([None] * empty)
                column.append(_plain(value))
            empty = 0
        return columns


def open_excel(name: str, file: Path, part: str, header: bool | None = None) -> ExcelInput:
    with refusing_damage(name), closing(_workbook(name, file)) as book:
        sheet = one_of(name, "sheet", book.sheetnames, part)
        where = f"{name}::{sheet}"
        _refuse_formulas(where, file, book[sheet], (), max_row=1)
        first = _trimmed(next(book[sheet].iter_rows(max_row=1, values_only=True), ()))
        named = header is not False or are_default_names(list(map(_written, first)))
        if named:
            columns = _names(where, book[sheet], first, sure=header is not None)
        else:
            columns = default_names(_width(book[sheet]))
    if not columns:
        raise InvalidInput(f"{where} is empty: a header and rows are expected.")
    return ExcelInput(where, file, columns, Layout("xlsx", part=sheet), named)


def _refuse_formulas(
    where: str, file: Path, sheet: Any, columns: Sequence[str], max_row: int | None = None
) -> None:
    """Of the first rows, or of all: no formula lacks its result."""
    if may_have_formulas(file):
        with closing(_workbook(where, file, values=False)) as book:
            formulas = book[sheet.title].iter_rows(max_row=max_row)
            refuse_without_result(where, columns, sheet.iter_rows(max_row=max_row), formulas)


def _width(sheet: Any) -> int:
    return max((len(_trimmed(cells)) for cells in sheet.iter_rows(values_only=True)), default=0)


def _names(where: str, sheet: Any, first: Sequence[Any], *, sure: bool) -> tuple[str, ...]:
    """The first row as names. It must look like a header unless that is sure."""
    names = tuple(map(_written, first))
    if not sure:
        last = rows_to_look_at(len(names)) + 1
        below = sheet.iter_rows(min_row=2, max_row=last, values_only=True)
        refuse_record(where, names, [list(map(_written, cells)) for cells in below])
    if None in first:
        raise InvalidInput(
            f"{where}: column {first.index(None) + 1} has no name in the first row.",
            hint="The first row of the sheet names the columns; if it is a record, say --no-header"
            " (header=False in Python).",
        )
    return names


def _written(cell: Any) -> str:
    return "" if cell is None else str(cell)


def openpyxl(name: str) -> Any:
    try:
        import openpyxl
    except ImportError:
        raise InvalidInput(
            f"{name}: Excel files need the package openpyxl.",
            hint="Install it: pip install 'covey[excel]'; or save the sheet as CSV.",
        ) from None
    return openpyxl


def _workbook(name: str, file: Path, *, values: bool = True) -> Any:
    """With the stored values of all cells, or with their formulas."""
    # Not by its name, of which openpyxl expects an ending.
    content = io.BytesIO(file.read_bytes())
    return openpyxl(name).load_workbook(content, read_only=True, data_only=values, keep_links=False)


@contextmanager
def refusing_damage(name: str) -> Iterator[None]:
    """openpyxl meets a damaged file with errors of all kinds: of zip, of XML, of its own."""
    try:
        yield
    except (CoveyError, MemoryError):
        raise
    except Exception:
        raise InvalidInput(
            f"{name} is not a whole Excel file (.xlsx).",
            hint="Open it in Excel and save it again, or save the sheet as CSV.",
        ) from None


def _trimmed(cells: Sequence[Any]) -> list[Any]:
    """Without the empty cells at the end."""
    row = list(cells)
    while row and row[-1] is None:
        row.pop()
    return row


def _plain(value: Any) -> Any:
    """Excel knows no dates, only days since 1900 at a time of day: midnight means a date."""
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date()
    return value
