"""The cells of an Excel file, straight from its XML.

openpyxl reads what a workbook says of its sheets: their names, shared texts, and which styles are
dates. Its own reader of cells makes several objects of each, and believes what a sheet says of its
size, so that rows beyond it would be lost.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput

CHUNK = 1 << 16
DIGITS = "0123456789"
NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
ROW, CELL, VALUE, FORMULA, INLINE, TEXT, PHONETIC = (
    f"{NAMESPACE} {tag}" for tag in ("row", "c", "v", "f", "is", "t", "rPh")
)
TEXTS = ("inlineStr", "str", "e")
"""The types of cells that hold their text themselves: texts, results of formulas, errors."""
BAD_DATE = "#VALUE!"
"""What a spreadsheet program shows for a date that it cannot."""


class Row(NamedTuple):
    """The ``number`` of a row from 1 on, its values without the empty cells at the end, and the
    places of formulas whose results are not in the file."""

    number: int
    values: list[Any]
    without_result: list[int]


@dataclass(frozen=True, eq=False)
class Workbook:
    """``sheets`` are the parts of the archive by the names of the sheets; ``dates`` and ``lengths``
    are the numbers of the styles that show days, and lengths of time."""

    archive: zipfile.ZipFile
    sheets: dict[str, str]
    strings: Sequence[str]
    epoch: Any
    dates: frozenset[int]
    lengths: frozenset[int]

    def rows(self, sheet: str) -> Iterator[Row]:
        """The rows of a sheet that are there, in their order."""
        reader = _Rows(self)
        with self.archive.open(self.sheets[sheet]) as content:
            while chunk := content.read(CHUNK):
                reader.parser.Parse(chunk)
                yield from reader.taken()
        reader.parser.Parse(b"", True)
        yield from reader.taken()

    def date(self, number: float, style: int) -> Any:
        from openpyxl.utils.datetime import from_excel

        try:
            return from_excel(number, self.epoch, timedelta=style in self.lengths)
        except (OverflowError, ValueError):
            return BAD_DATE


def openpyxl(name: str) -> Any:
    try:
        import openpyxl
    except ImportError:
        raise InvalidInput(
            f"{name}: Excel files need the package openpyxl.",
            hint="Install it: pip install 'covey[excel]'; or save the sheet as CSV.",
        ) from None
    return openpyxl


@contextmanager
def open_workbook(name: str, file: Path) -> Iterator[Workbook]:
    openpyxl(name)
    from openpyxl.reader.excel import ExcelReader
    from openpyxl.styles.stylesheet import apply_stylesheet

    # Not by its name, of which openpyxl expects an ending.
    content = io.BytesIO(file.read_bytes())
    reader = ExcelReader(content, read_only=True, data_only=True, keep_links=False)
    with reader.archive as archive:
        reader.read_manifest()
        reader.read_strings()
        reader.read_workbook()
        reader.read_properties()  # a file in which they are damaged is not whole
        apply_stylesheet(archive, reader.wb)
        parts = set(archive.namelist())
        sheets = {
            sheet.name: relation.target
            for sheet, relation in reader.parser.find_sheets()
            # A chart that has a sheet of its own has no cells.
            if relation.target in parts and "chartsheet" not in relation.Type
        }
        book = reader.wb
        # openpyxl has no public names for these.
        dates, lengths = frozenset(book._date_formats), frozenset(book._timedelta_formats)
        yield Workbook(archive, sheets, reader.shared_strings, book.epoch, dates, lengths)


class _Rows:
    """Takes the elements of a sheet as they come, and keeps whole rows until they are taken. It is
    called several times for each of millions of cells: that is why it is written so tersely."""

    def __init__(self, book: Workbook) -> None:
        from xml.parsers import expat

        self._strings, self._dates = book.strings, book.dates
        # A column of dates has few different ones, and each conversion is slow.
        self._date = cache(book.date)
        self._done: list[Row] = []
        self._row = Row(0, [], [])
        self._column = 0
        self._cell: dict[str, str] = {}
        self._text = ""
        self._reading = self._inline = self._formula = self._phonetic = False
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters

    def taken(self) -> list[Row]:
        done, self._done = self._done, []
        return done

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == CELL:
            self._cell, self._text = attributes, ""
            self._inline = self._formula = False
        elif name == VALUE:
            self._reading = not self._inline
        elif name == TEXT:
            # Hints on how to pronounce a text, as in Japanese files, are no part of it.
            self._reading = self._inline and not self._phonetic
        elif name == INLINE:
            self._inline, self._text = self._cell.get("t") == "inlineStr", ""
        elif name == FORMULA:
            self._formula = True
        elif name == ROW:
            # A row or a cell may lack its place: then it follows the one before.
            number = int(float(attributes.get("r") or self._row.number + 1))
            # Rows of a damaged file would be put under wrong numbers, which errors name.
            if number <= self._row.number:
                raise ValueError("rows out of their order")
            self._row, self._column = Row(number, [], []), 0
        elif name == PHONETIC:
            self._phonetic = True

    def _characters(self, text: str) -> None:
        if self._reading:
            self._text += text

    def _end(self, name: str) -> None:
        if name == CELL:
            self._end_cell()
        elif name in (VALUE, TEXT):
            self._reading = False
        elif name == ROW:
            self._done.append(self._row)
        elif name == PHONETIC:
            self._phonetic = False

    def _end_cell(self) -> None:
        cell, text, values = self._cell, self._text, self._row.values
        reference = cell.get("r")
        self._column = at = _column(reference.rstrip(DIGITS)) if reference else self._column + 1
        kind = cell.get("t", "n")
        if text and kind == "n":
            value: Any = float(text) if "." in text or "E" in text or "e" in text else int(text)
            style = int(cell.get("s", 0))
            if style in self._dates:
                value = self._date(value, style)
        elif text or self._inline:
            value = text if kind in TEXTS else self._value(kind, text)
        else:
            # A stored result may be an empty text: its type says so.
            if self._formula and kind != "str":
                self._row.without_result.append(at - 1)
            return
        # Cells may come in any order, and leave others out.
        if at > len(values):
            values.extend([None] * (at - len(values) - 1))
            values.append(value)
        else:
            values[at - 1] = value

    def _value(self, kind: str, text: str) -> Any:
        if kind == "s":
            return self._strings[int(text)]
        if kind == "b":
            return bool(int(text))
        if kind == "d":
            from openpyxl.utils.datetime import from_ISO8601

            return from_ISO8601(text)
        return text


@cache
def _column(letters: str) -> int:
    """The number of a column.

    >>> _column("A"), _column("AB")
    (1, 28)
    """
    number = 0
    for letter in letters.upper():
        if not "A" <= letter <= "Z":
            raise ValueError(letters)
        number = 26 * number + ord(letter) - ord("A") + 1
    # The columns that a sheet can have. A file that names a later one would make rows of any
    # length.
    if not 0 < number <= 1 << 14:
        raise ValueError(letters)
    return number
