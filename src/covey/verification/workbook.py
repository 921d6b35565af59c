"""What an Excel file holds besides the cells of one sheet: its parts, their elements and attributes
must be those that covey writes, and its cells in their order."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from pathlib import Path
from xml.parsers import expat

from covey.io.inputs.excel import refusing_damage

SHEET, STYLES, THEME = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/theme/theme1.xml"
PARTS: dict[str, str] = {
    "[Content_Types].xml": "Types Default Override",
    "_rels/.rels": "Relationships Relationship",
    "docProps/app.xml": "Properties Application AppVersion",
    "docProps/core.xml": "cp:coreProperties dc:creator dcterms:created dcterms:modified",
    "xl/workbook.xml": "workbook workbookPr workbookProtection bookViews workbookView sheets sheet"
    " definedNames calcPr",
    "xl/_rels/workbook.xml.rels": "Relationships Relationship",
    SHEET: "worksheet sheetPr outlinePr pageSetUpPr sheetViews sheetView selection sheetFormatPr"
    " sheetData row c v is t pageMargins",
    STYLES: "styleSheet numFmts numFmt fonts font name family color sz scheme fills fill"
    " patternFill borders border left right top bottom diagonal cellStyleXfs cellXfs xf cellStyles"
    " cellStyle tableStyles colors indexedColors rgbColor",
    THEME: "",
    "xl/sharedStrings.xml": "sst",
}
"""The parts of a workbook, and the elements of each; those of the theme are of no account."""
OPTIONAL = "xl/sharedStrings.xml"
ONCE = {"font": 1, "fill": 2, "border": 1, "sheet": 1}
"""How often an element is there at most: cells look alike."""
FORMATS = {"yyyy-mm-dd", "yyyy-mm-dd h:mm:ss", "h:mm:ss"}
BUILT_IN = {"0": "any", "21": "h:mm:ss"}
"""Formats without a code; those from 164 on have one."""
IN_CELLS = {"row": {"r"}, "c": {"r", "s", "t"}, "v": set(), "is": set(), "t": {"xml:space"}}
"""The attributes of what a sheet has many of."""
TYPES = {"inlineStr", "n", "b"}


def besides_the_sheet(path: Path) -> str:
    """In words; nothing, if it is empty."""
    with refusing_damage(str(path)), zipfile.ZipFile(path) as book:
        names = Counter(book.namelist())
        # A name that occurs twice in a zip file is read differently by different programs.
        if odd := sorted(name for name in names if name not in PARTS or names[name] > 1):
            return f"the part {odd[0]!r}"
        if lacking := sorted(PARTS.keys() - names.keys() - {OPTIONAL}):
            return f"no part {lacking[0]!r}"
        for name in names:
            if name != THEME and (found := _Elements(name).looked_at(book)):
                return f"{found} in the part {name!r}"
    return ""


class _Elements:
    """The elements of a part, one after the other, until one is odd."""

    def __init__(self, part: str) -> None:
        # Elements with their prefixes, as covey writes them: namespaces are not resolved.
        self._part, self._known = part, frozenset(PARTS[part].split())
        self._times: Counter[str] = Counter()
        self._odd, self._row, self._column = "", 0, 0

    def looked_at(self, book: zipfile.ZipFile) -> str:
        parser = expat.ParserCreate()
        # A parser of events: a sheet of millions of cells is never in memory as a tree.
        parser.StartElementHandler = self._cell if self._part == SHEET else self._element
        parser.CommentHandler = parser.ProcessingInstructionHandler = self._aside
        parser.StartDoctypeDeclHandler = self._aside
        with book.open(self._part) as content:
            parser.ParseFile(content)
        return self._odd

    def _aside(self, *_: object) -> None:
        # The first oddity is reported.
        self._odd = self._odd or "a comment or an instruction"

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        self._times[name] += 1
        if name not in self._known or self._times[name] > ONCE.get(name, self._times[name]):
            self._odd = self._odd or f"an element {name[:60]!r}"
        elif not _is_usual(name, attributes):
            self._odd = self._odd or "a format that is no date and no time"
        elif attributes.get("state", "visible") != "visible":
            self._odd = self._odd or "a sheet that is hidden"

    def _cell(self, name: str, attributes: dict[str, str]) -> None:
        """Of a sheet, which may have millions of them."""
        known = IN_CELLS.get(name)
        if known is None:
            self._element(name, attributes)
        elif not attributes.keys() <= known:
            self._odd = self._odd or f"an element {name!r} that is not plain"
        elif name == "row":
            # Cells of a row that comes twice would hide behind each other.
            self._row, self._column = self._row + 1, 0
            if attributes.get("r") != str(self._row):
                self._odd = self._odd or "a row out of its order"
        elif name == "c":
            before, self._column = self._column, _column(attributes.get("r", ""), self._row)
            if self._column <= before or attributes.get("t") not in TYPES:
                self._odd = self._odd or "a cell out of its order or of another type"


def _is_usual(name: str, attributes: dict[str, str]) -> bool:
    """Whether an element makes cells look like dates, like times, or as they are."""
    if name == "numFmt":
        return attributes.get("formatCode") in FORMATS
    number = attributes.get("numFmtId", "")
    # A format can hide a value: ";;;" shows nothing.
    return name != "xf" or number in BUILT_IN or (number.isdecimal() and int(number) >= 164)


def _column(reference: str, row: int) -> int:
    """The number of a cell's column, 0 if its reference is not one of this row.

    >>> _column("AB3", 3), _column("AB3", 4)
    (28, 0)
    """
    found = re.fullmatch(r"([A-Z]{1,3})([0-9]+)", reference)
    if found is None or found[2] != str(row):
        return 0
    number = 0
    for letter in found[1]:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
