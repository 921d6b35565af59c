"""Formulas of a workbook are read as their stored results, or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from covey import InvalidInput
from covey.io.inputs import excel_sheet
from tests.io.inputs.files import book, rows, store_results


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([["a", "b"], [1, "=1+1"]], r"book.xlsx::S: 1 cell of the column 'b' holds a formula with"),
        ([["a", "b"], ["=2024-B2", 2], ["=2024-B3", "=B2"], [3, 4]],
         "3 cells of the columns 'a', 'b' hold formulas without a stored result"),
        ([["a"], ["=1"], ["=2"]], "2 cells of the column 'a' hold formulas"),
        ([["a", '="b"'], [1, 2]], r"1 cell of the column no. 2 holds a formula"),
    ],
)  # fmt: skip
def test_formulas_without_a_stored_result_are_refused(
    tmp_path: Path, cells: list[list[Any]], message: str
) -> None:
    """They would be read as missing; also where nothing else is in a row, or in the header."""
    with pytest.raises(InvalidInput, match=message) as refused:
        rows(book(tmp_path, ("S", cells)), tmp_path)
    assert "Open the file in a spreadsheet program and save it" in refused.value.hint


def test_formulas_of_another_sheet_do_not_matter(tmp_path: Path) -> None:
    path = book(tmp_path, ("one", [["a"], ["=1+1"]]), ("two", [["b"], [2]]))
    assert rows(f"{path}::two", tmp_path) == [(2,)]


@pytest.mark.parametrize(
    ("attributes", "stored", "read"), [("", "2", 2), (' t="str"', "x", "x"), (' t="str"', "", None)]
)
def test_formulas_are_read_as_their_stored_results(
    tmp_path: Path, attributes: str, stored: str, read: Any
) -> None:
    """An empty text is a result as well, which spreadsheets store and openpyxl reads as missing."""
    path = book(tmp_path, ("S", [["a", "b"], [1, "=B3"], [2, None]]))
    store_results(path, attributes, stored)
    assert rows(path, tmp_path) == [(1, read), (2, None)]


def test_a_formula_is_found_where_two_blocks_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = book(tmp_path, ("S", [["a"], ["=1+1"]]))
    monkeypatch.setattr(excel_sheet, "CHUNK", 1)
    with pytest.raises(InvalidInput, match="1 cell of the column 'a' holds a formula"):
        rows(path, tmp_path)
    assert rows(book(tmp_path, ("S", [["a"], ["x"]])), tmp_path) == [("x",)]
