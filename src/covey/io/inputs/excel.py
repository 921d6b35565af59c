"""A sheet of an Excel or LibreOffice file. Text stays text and numbers stay numbers: a code that
was typed in as a number has lost its zeros before covey sees it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import CoveyError, InvalidInput
from covey.core.words import plural
from covey.io.inputs.database import one_of
from covey.io.inputs.excel_formulas import refuse_without_result
from covey.io.inputs.excel_sheet import Row, Workbook, open_workbook
from covey.io.inputs.header import (
    are_default_names,
    default_names,
    refuse_record,
    rows_above_header,
    rows_to_look_at,
)
from covey.io.inputs.open_document import OpenDocument, is_open_document, open_document
from covey.io.inputs.paths import digest, fingerprint, unchanged
from covey.io.inputs.values import ColumnType, refuse_ragged, without_marks
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation

MAGIC = b"PK\x03\x04"
OLD_MAGIC = b"\xd0\xcf\x11\xe0"
NO_ROW = Row(0, [], [])


@dataclass(frozen=True)
class ExcelInput:
    name: str
    file: Path
    columns: tuple[str, ...]
    layout: Layout
    header: bool = True
    notation: Notation = PLAIN
    mixtures: set[str] | None = None
    """Where it is given, columns of numbers and texts are named here and read as text, to be looked
    at. They are refused otherwise."""

    def read(self) -> tuple[list[str], list[Sequence[Any]], str]:
        """The SQL type of every column, its values, and the fingerprint of the file."""
        with (
            unchanged(self.file),
            refusing_damage(self.name),
            _opened(self.name, self.file) as book,
        ):
            seen = fingerprint([digest(self.file)])
            columns = [
                # Marks go before types are found: among numbers they would be a mixture.
                without_marks(values, self.notation.marks(name))
                for name, values in zip(
                    self.columns, self._read(book.rows(self.layout.part)), strict=True
                )
            ]
        types = []
        for at, (name, values) in enumerate(zip(self.columns, columns, strict=True)):
            kind = ColumnType(self.name, name, header=self.header, marks=True)
            try:
                kind.see(values, 1)
            except InvalidInput:
                if self.mixtures is None:
                    raise
                self.mixtures.add(name)
                columns[at] = [None if value is None else str(value) for value in values]
                kind.found = "VARCHAR"
            types.append(kind.sql)
        return types, columns, seen

    def _read(self, rows: Iterator[Row]) -> list[list[Any]]:
        """All columns. A sheet has at most a million rows: they fit into memory."""
        width = len(self.columns)
        above = 1 if self.header else 0
        read: list[list[Any]] = []
        formulas: Counter[int] = Counter()
        for row in rows:
            formulas.update(row.without_result)
            number = row.number - above
            if number < 1 or not row.values:
                continue  # a row without anything counts only if another follows
            refuse_ragged(self.name, number, len(row.values), width)
            # Rows that the file leaves out between others are records without values.
            read.extend([[None] * width for _ in range(number - 1 - len(read))])
            values = list(map(_plain, row.values))
            read.append(values + [None] * (width - len(values)))
        refuse_without_result(self.name, self.columns, formulas)
        return [list(column) for column in zip(*read, strict=True)] or [[] for _ in self.columns]


def open_excel(name: str, file: Path, part: str, header: bool | None = None) -> ExcelInput:
    with refusing_damage(name), _opened(name, file) as book:
        sheet = one_of(name, "sheet", list(book.sheets), part)
        where = f"{name}::{sheet}"
        rows = book.rows(sheet)
        first = next(rows, NO_ROW)
        # The first row of the sheet is empty, and so names nothing.
        if first.number > 1:
            first = NO_ROW
        refuse_without_result(where, (), Counter(first.without_result))
        named = header is not False or are_default_names(list(map(_written, first.values)))
        if named:
            columns = _names(where, rows, first.values, sure=header is not None)
        else:
            # Rows end with their last value: the longest one says how many columns there are.
            columns = default_names(max((len(row.values) for row in book.rows(sheet)), default=0))
    if not columns:
        raise InvalidInput(f"{where} is empty: a header and rows are expected.")
    return ExcelInput(where, file, columns, Layout("xlsx", part=sheet), named)


def _opened(name: str, file: Path) -> AbstractContextManager[Workbook | OpenDocument]:
    return open_document(name, file) if is_open_document(file) else open_workbook(name, file)


def _names(where: str, rows: Iterator[Row], first: Sequence[Any], *, sure: bool) -> tuple[str, ...]:
    """The first row as names. It must look like a header above the other ``rows``, unless that is
    sure."""
    names = tuple(map(_written, first))
    if not sure:
        # Rows are numbered from 1, which is the header.
        last = rows_to_look_at(len(names)) + 1
        below = list(takewhile(lambda row: row.number <= last, rows))
        texts = [list(map(_written, row.values)) for row in below]
        above = rows_above_header([list(names), *texts])
        if above and (None in first or len(texts[above - 1]) > len(names)):
            raise InvalidInput(
                f"{where}: the header seems to be in row {below[above - 1].number:,}, with"
                f" {plural(len(texts[above - 1]), 'name')}; the first row has"
                f" {sum(map(bool, names)):,}.",
                hint="Delete what stands above the header, as a title or names of groups of"
                " columns, and save the sheet. If the first row is the header, give every column"
                " a name there.",
            )
        refuse_record(where, names, texts)
    if None in first:
        raise InvalidInput(
            f"{where}: column {first.index(None) + 1} has no name in the first row.",
            hint="The first row of the sheet names the columns; if it is a record, say --no-header"
            " (header=False in Python).",
        )
    return names


def _written(cell: Any) -> str:
    return "" if cell is None else str(cell)


@contextmanager
def refusing_damage(name: str) -> Iterator[None]:
    """openpyxl meets a damaged file with errors of all kinds: of zip, of XML, of its own."""
    try:
        yield
    except (CoveyError, MemoryError):
        raise
    except Exception:
        raise InvalidInput(
            f"{name} is not a whole Excel file (.xlsx) or LibreOffice file (.ods).",
            hint="Open it there and save it again, or save the sheet as CSV.",
        ) from None


def _plain(value: Any) -> Any:
    """Excel knows no dates, only days since 1900 at a time of day: midnight means a date."""
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date()
    return value
