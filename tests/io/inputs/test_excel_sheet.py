"""Cells straight from the XML of a sheet, beside what openpyxl reads."""

from __future__ import annotations

import datetime as dt
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from covey import InvalidInput
from covey.io.inputs import open_input
from covey.io.inputs.excel import refusing_damage
from covey.io.inputs.excel_sheet import open_workbook

SHEET = "xl/worksheets/sheet1.xml"


def book(folder: Path, *rows: list[Any]) -> Path:
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    made.save(folder / "book.xlsx")
    return folder / "book.xlsx"


def changed(path: Path, change: Callable[[str], str]) -> Path:
    """The file with its sheet changed."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    before = parts[SHEET].decode()
    parts[SHEET] = change(before).encode()
    assert parts[SHEET] != before.encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def with_rows(path: Path, rows: str) -> Path:
    return changed(
        path,
        lambda xml: re.sub(r"<sheetData>.*</sheetData>", f"<sheetData>{rows}</sheetData>", xml),
    )


def read(path: Path) -> dict[int, list[Any]]:
    with refusing_damage(str(path)), open_workbook(str(path), path) as workbook:
        (sheet,) = workbook.sheets
        return {row.number: row.values for row in workbook.rows(sheet)}


def test_cells_are_those_that_openpyxl_reads(tmp_path: Path) -> None:
    draw = random.Random(0)
    kinds: list[Callable[[], Any]] = [
        lambda: None,
        lambda: draw.randint(-(10**6), 10**6),
        lambda: draw.uniform(-1, 1) * 10 ** draw.randint(-20, 20),
        lambda: draw.choice(["x", " blank ", "a & <b>", "two\nlines", "é", "02139", "#N/A"]),
        lambda: draw.random() < 0.5,
        lambda: dt.date(1900, 1, 1) + dt.timedelta(days=draw.randint(0, 99_999)),
        lambda: dt.datetime(2024, 1, 1) + dt.timedelta(seconds=draw.randint(0, 10**8)),
        lambda: dt.time(draw.randint(0, 23), draw.randint(0, 59)),
        lambda: dt.timedelta(hours=draw.randint(25, 999)),
    ]
    rows = [[draw.choice(kinds)() for _ in range(30)] for _ in range(300)]
    path = book(tmp_path, *rows)
    same = openpyxl.load_workbook(path, data_only=True).active
    expected = {}
    for number, cells in enumerate(same.iter_rows(values_only=True), 1):
        values = list(cells)
        while values and values[-1] is None:
            values.pop()
        expected[number] = values
    assert read(path) == expected


def test_rows_beyond_the_stated_size_are_read(tmp_path: Path) -> None:
    path = book(tmp_path, ["a"], ["x"], ["y"])
    changed(path, lambda xml: xml.replace('ref="A1:A3"', 'ref="A1:A2"'))
    assert read(path) == {1: ["a"], 2: ["x"], 3: ["y"]}


def test_gaps_keep_cells_in_their_columns_and_rows_apart(tmp_path: Path) -> None:
    cells = "<c r='C2'><v>1</v></c><c r='AB2'><v>2</v></c>"
    rows = f"<row r='2'>{cells}</row><row r='5'><c><v>3</v></c></row>"
    found = read(with_rows(book(tmp_path, ["a"]), rows))
    assert found == {2: [None, None, 1, *[None] * 24, 2], 5: [3]}


def test_cells_without_references_follow_each_other(tmp_path: Path) -> None:
    rows = "<row><c><v>1</v></c><c><v>2.5</v></c></row><row><c/><c t='b'><v>1</v></c></row>"
    assert read(with_rows(book(tmp_path, ["a"]), rows)) == {1: [1, 2.5], 2: [None, True]}


def test_texts_of_several_runs_without_their_pronunciation(tmp_path: Path) -> None:
    text = "<is><r><t>to</t></r><r><t>kyo </t></r><rPh sb='0' eb='1'><t>TO</t></rPh></is>"
    rows = (
        f"<row r='1'><c r='A1' t='inlineStr'>{text}</c><c r='B1' t='str'><f>1</f><v>x</v></c></row>"
    )
    assert read(with_rows(book(tmp_path, ["a"]), rows)) == {1: ["tokyo ", "x"]}


def test_elements_with_a_prefix(tmp_path: Path) -> None:
    def prefixed(xml: str) -> str:
        return re.sub(r"<(/?)(\w)", r"<\1x:\2", xml).replace("xmlns=", "xmlns:x=")

    assert read(changed(book(tmp_path, ["a", 2]), prefixed)) == {1: ["a", 2]}


@pytest.mark.parametrize(
    "rows",
    [
        "<row r='2'><c r='A2'><v>1</v></c></row><row r='1'><c r='A1'><v>2</v></c></row>",
        "<row r='1'><c r='A1'><v>1</v></c></row><row r='1'><c r='A1'><v>2</v></c></row>",
        "<row r='1'><c r='ZZZZ1'><v>1</v></c></row>",
        "<row r='1'><c r='A1'><v>one</v></c></row>",
        "<row r='1'><c r='A1' t='s'><v>99</v></c></row>",
    ],
)
def test_sheets_that_no_program_writes_are_refused(tmp_path: Path, rows: str) -> None:
    path = with_rows(book(tmp_path, ["a"]), rows)
    with pytest.raises(InvalidInput, match="is not a whole Excel file"):
        read(path)


def test_a_sheet_of_charts_is_no_table(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active.append(["a"])
    made.active.append([1])
    made.create_chartsheet("chart")
    made.save(tmp_path / "book.xlsx")
    assert open_input(tmp_path / "book.xlsx").columns == ("a",)
