"""Workbooks: their cells as they are, and what is refused."""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from covey import InvalidInput
from covey.io.columns.counts import read_counts
from covey.io.columns.table import open_table
from covey.io.inputs import open_input
from covey.io.layout import Layout
from covey.io.notation import Notation
from tests.io.inputs.files import book, rows, store_results
from tests.loopback import Loopback


def test_excel_asks_nobody(tmp_path: Path, loopback: Loopback) -> None:
    book = openpyxl.Workbook()
    book.active.append(["town", "link"])
    book.active.append(["Ulm", f'=WEBSERVICE("{loopback.url}")'])
    book.active["A2"].hyperlink = loopback.url
    path = tmp_path / "book.xlsx"
    book.save(path)
    with zipfile.ZipFile(path, "a") as more:
        more.writestr(
            "xl/externalLinks/_rels/externalLink1.xml.rels",
            f'<Relationships><Relationship Id="r" Target="{loopback.url}/b.xlsx"/></Relationships>',
        )
    store_results(path, ' t="str"', "stored")
    assert rows(path, tmp_path) == [("Ulm", "stored")]
    assert loopback.asked == []


def test_excel_keeps_text_numbers_and_dates_as_they_are(tmp_path: Path) -> None:
    day, moment = dt.datetime(2024, 5, 31), dt.datetime(2024, 5, 31, 12, 30)
    path = book(
        tmp_path,
        ("S", [["zip", "n", "x", "day", "when", "ok"],
               ["02139", 1, 1, day, moment, True],
               [None, None, 2.5, None, day, None],
               [None], ["07", 3]]),
    )  # fmt: skip
    assert rows(path, tmp_path) == [
        ("02139", 1, 1.0, day.date(), moment, True),
        (None, None, 2.5, None, day, None),
        (None,) * 6,
        ("07", 3, None, None, None, None),
    ]
    assert open_input(path).layout == Layout("xlsx", part="S")


@pytest.mark.parametrize(
    ("part", "damage"),
    [
        ("xl/workbook.xml", lambda xml: xml[:-20]),
        ("xl/worksheets/sheet1.xml", lambda xml: xml[:-20]),
        ("xl/worksheets/sheet1.xml", lambda xml: xml.replace(b'r="A2"', b'r="2"')),
        ("[Content_Types].xml", lambda xml: xml.replace(b"PartName", b"PartNane")),
        ("docProps/core.xml", lambda xml: b"<"),
    ],
)
def test_excel_files_with_damaged_parts_are_refused(
    tmp_path: Path, part: str, damage: Callable[[bytes], bytes]
) -> None:
    path = book(tmp_path, ("S", [["a"], ["secret"]]))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts[part] = damage(parts[part])
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(InvalidInput, match=r"not a whole Excel file \(.xlsx\).*\nOpen it there"):
        rows(path, tmp_path)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "is empty"),
        ([["a", None, "b"]], "column 2 has no name"),
        ([["a"], [1, 2]], "row 1 below the header: the header names 1 column, this row has 2"),
        ([["a"], [1], ["secret"]], "'a' holds numbers and text mixed, first in row 2"),
        ([["a", "A"], [1, 2]], "two columns of one name"),
        ([["Of 2024"], [], ["a", "b"], [1, 2]], "header seems to be in row 3, with 2 names; the f"),
        (
            [["Who", None, "When"], ["a", "b", "c", "d"], [1, "x", 2, 3]],
            "in row 2, with 4 names; the first row has 2",
        ),
    ],
)
def test_bad_sheets_are_refused(tmp_path: Path, cells: list[list[Any]], message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as refused:
        rows(book(tmp_path, ("S", cells)), tmp_path)
    assert "secret" not in str(refused.value)


def test_marks_of_missing_values_among_numbers(tmp_path: Path) -> None:
    path = book(tmp_path, ("S", [["age", "sex"], ["n/a", "n/a"], [39, "f"], [41, "m"]]))
    with pytest.raises(InvalidInput, match=r'With na=\{"age": \["MARK"') as refused:
        rows(path, tmp_path)
    assert refused.value.shown == ("'n/a' in row 1 below the header",)
    assert refused.value.remedy == (("--na", "age=n/a"),)
    with open_table(path, notation=Notation.of(na={"age": "n/a"})) as table:
        assert tuple(table.types) == ("BIGINT", "VARCHAR")
        assert read_counts(table, "age").values.tolist() == [None, "39", "41"]
        assert "n/a" in read_counts(table, "sex").values.tolist()
