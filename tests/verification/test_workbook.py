"""A workbook holds the cells of one sheet, as covey writes them, and nothing besides."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment

import covey
from covey.verification.workbook import SHEET, besides_the_sheet
from tests.verification.test_container import released, vouch


def test_what_covey_writes_has_nothing_besides(tmp_path: Path) -> None:
    assert besides_the_sheet(released(tmp_path, "xlsx") / "table.xlsx") == ""


def _commented(book: Any) -> None:
    book.active["A2"].comment = Comment("this is Ann", "x")


def _hidden_sheet(book: Any) -> None:
    book.create_sheet("x").sheet_state = "hidden"


def _bold(book: Any) -> None:
    book.active["A2"].font = openpyxl.styles.Font(bold=True)


@pytest.mark.parametrize("change", [_commented, _hidden_sheet, _bold])
def test_workbooks_that_somebody_saved_again_are_refused(
    tmp_path: Path, change: Callable[[Any], None]
) -> None:
    out = released(tmp_path, "xlsx")
    book = openpyxl.load_workbook(out / "table.xlsx")
    change(book)
    book.save(out / "table.xlsx")
    vouch(out, "table.xlsx")
    with pytest.raises(covey.InvalidInput, match=r"table\.xlsx holds"):
        covey.verify(out)


PARTS = {
    "the part 'xl/comments": ("xl/comments/comment1.xml", r"\A", "<comments />"),
    "an element 'col' in": (SHEET, "<sheetData>", "<col hidden='1'/><sheetData>"),
    "an element 'row' that is not plain": (SHEET, '<row r="3"', r'\g<0> hidden="1"'),
    "a row out of its order": (SHEET, '<row r="3"', '<row r="4"'),
    "a cell out of its order": (SHEET, '<c r="A3"', '<c r="A2"'),
    "of another type": (SHEET, 't="inlineStr"', 't="str"'),
    "an element 'f'": (SHEET, "<is>", "<f>1</f><is>"),
    "a comment": (SHEET, "<sheetData>", "<!-- Ann --><sheetData>"),
    "an element 'definedName'": ("xl/workbook.xml", "<definedNames ?/>", "<definedName />"),
    "a format": ("xl/styles.xml", "<fonts", '<numFmt numFmtId="166" formatCode="Ann" />\\g<0>'),
    "an element 'font'": ("xl/styles.xml", "<font>", "<font/><font>"),
    "an element 'dc:title'": ("docProps/core.xml", "<dc:creator", r"<dc:title/>\g<0>"),
}  # fmt: skip


@pytest.mark.parametrize("found", PARTS)
def test_parts_of_a_workbook_with_more_are_refused(tmp_path: Path, found: str) -> None:
    out, (name, old, new) = released(tmp_path, "xlsx"), PARTS[found]
    with zipfile.ZipFile(out / "table.xlsx") as book:
        parts = {part: book.read(part).decode() for part in book.namelist()}
    before = parts.get(name, "")
    parts[name] = re.sub(old, new, before, count=1)
    assert parts[name] != before
    with zipfile.ZipFile(out / "table.xlsx", "w") as book:
        for part, content in parts.items():
            book.writestr(part, content)
    assert found in besides_the_sheet(out / "table.xlsx")
