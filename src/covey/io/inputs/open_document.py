"""The cells of a LibreOffice table (.ods), by calamine, as rows like those of an Excel file."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.inputs.excel_sheet import Row
from covey.io.inputs.open_document_size import refuse_large

KIND = b"application/vnd.oasis.opendocument.spreadsheet"
LARGEST = 1 << 30
"""Bytes up to which the content of a table is unpacked."""


@dataclass(frozen=True, eq=False)
class OpenDocument:
    """``sheets`` are the names of the sheets, as those of a workbook of Excel."""

    book: Any
    sheets: dict[str, str]

    def rows(self, sheet: str) -> Iterator[Row]:
        """The rows of a sheet that are not empty, in their order."""
        # What is empty above the table counts, so that rows have the numbers of the sheet.
        content = self.book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
        for number, cells in enumerate(content, start=1):
            values = [None if cell == "" else _whole(cell) for cell in cells]
            while values and values[-1] is None:
                values.pop()
            if values:
                yield Row(number, values, [])


def is_open_document(file: Path) -> bool:
    """Whether an archive says that it is a table of LibreOffice."""
    if not zipfile.is_zipfile(file):
        return False
    with zipfile.ZipFile(file) as archive:
        return "mimetype" in archive.namelist() and archive.read("mimetype").startswith(KIND)


@contextmanager
def open_document(name: str, file: Path) -> Iterator[OpenDocument]:
    try:
        import python_calamine
    except ImportError:
        raise InvalidInput(
            f"{name}: files of LibreOffice need the package python-calamine.",
            hint="Install it: pip install 'covey[excel]'; or save the sheet as CSV.",
        ) from None
    # Before calamine opens the file, which has no such limits.
    with zipfile.ZipFile(file) as archive:
        if sum(member.file_size for member in archive.infolist()) > LARGEST:
            raise InvalidInput(
                f"{name} would be more than 1 GB unpacked.", hint="Save the sheet as CSV."
            )
        if "META-INF/manifest.xml" in archive.namelist():
            locked = b"encryption-data" in archive.read("META-INF/manifest.xml")
            if locked:
                raise InvalidInput(
                    f"{name} is locked by a password.", hint="Save it without a password."
                )
        refuse_large(name, archive)
    with file.open("rb") as content:
        book = python_calamine.CalamineWorkbook.from_filelike(content)
        yield OpenDocument(book, {sheet: sheet for sheet in book.sheet_names})


def _whole(cell: Any) -> Any:
    """The file keeps every number as a float."""
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell
