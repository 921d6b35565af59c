"""How large the sheets of a LibreOffice table are. A cell or row may be repeated by a number alone,
so that a small file can stand for more cells than any memory holds."""

from __future__ import annotations

import zipfile
from xml.parsers import expat

from covey.core.errors import InvalidInput

ROWS, COLUMNS = 1 << 20, 1 << 14
"""What LibreOffice has at most."""
CELLS = 50_000_000
"""Up to the last cell of a sheet that is not empty."""
CHUNK = 1 << 20


class _Extent:
    """Rows and columns, counted element by element."""

    def __init__(self) -> None:
        self.too_large = False
        self._begin_sheet()

    def _begin_sheet(self) -> None:
        self.rows = self.columns = 0
        self.used_rows = self.used_columns = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        given = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if kind == "table":
            self._begin_sheet()
        elif kind == "table-row":
            self.rows += _repeated(given.get("number-rows-repeated", "1"))
            self.columns = 0
        elif kind in ("table-cell", "covered-table-cell"):
            self.columns += _repeated(given.get("number-columns-repeated", "1"))
            # Repeated cells with nothing but a style are usual at the end of
            # a sheet: they hold nothing.
            if "value-type" in given or "formula" in given:
                self._use()
        elif kind == "p":
            self._use()
        self.too_large |= self.rows > ROWS or self.columns > COLUMNS

    def _use(self) -> None:
        self.used_rows = self.rows
        self.used_columns = max(self.used_columns, self.columns)
        self.too_large |= self.used_rows * self.used_columns > CELLS


def _repeated(text: str) -> int:
    """
    >>> _repeated("3"), _repeated("99999999999999999999") > ROWS, _repeated("x") > ROWS
    (3, True, True)
    """
    # So many digits are more than any sheet has, and longer ones are not worth reading.
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else ROWS + 1


def refuse_large(name: str, archive: zipfile.ZipFile) -> None:
    """Refuse a table whose sheets have more cells than covey, or LibreOffice, reads."""
    if "content.xml" not in archive.namelist():
        return
    extent, parser = _Extent(), expat.ParserCreate()
    parser.StartElementHandler = extent.start
    with archive.open("content.xml") as content:
        while chunk := content.read(CHUNK):
            parser.Parse(chunk, False)
            if extent.too_large:
                raise InvalidInput(
                    f"{name}: a sheet has more than {CELLS:,} cells up to its last one, or more"
                    f" rows ({ROWS:,}) or columns ({COLUMNS:,}) than LibreOffice has.",
                    hint="Cells may be repeated by a number: clear what stands far below or beside"
                    " the table, or save the sheet as CSV.",
                )
