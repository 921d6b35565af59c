"""Tables of LibreOffice."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import covey
from covey import InvalidInput
from covey.io.columns.counts import read_counts
from covey.io.columns.table import open_table
from covey.io.inputs.open_document import KIND

OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
CONTENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="{OFFICE}:office:1.0" xmlns:table="{OFFICE}:table:1.0"
 xmlns:text="{OFFICE}:text:1.0" office:version="1.2"><office:body><office:spreadsheet>
{{tables}}</office:spreadsheet></office:body></office:document-content>"""


def cell(value: str) -> str:
    if value.replace(".", "", 1).isdigit() and not value.startswith("0"):
        kind = f'office:value-type="float" office:value="{value}"'
    elif value[:2] == "20" and value[4:5] == "-":
        kind = f'office:value-type="date" office:date-value="{value}"'
    elif not value:
        return "<table:table-cell/>"
    else:
        kind = 'office:value-type="string"'
    return f"<table:table-cell {kind}><text:p>{value}</text:p></table:table-cell>"


def ods(
    path: Path, *sheets: tuple[str, list[list[str]]], manifest: str = "", more: str = ""
) -> Path:
    """As LibreOffice writes it: with the empty rest of the sheet as repeated rows."""
    tables = ""
    for name, rows in sheets:
        lines = "".join(
            f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows
        )
        rest = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/>'
        lines += f"{more}{rest}"
        tables += f'<table:table table:name="{name}">{lines}</table:table-row></table:table>'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", KIND)
        archive.writestr("META-INF/manifest.xml", manifest or "<manifest/>")
        archive.writestr("content.xml", CONTENT.format(tables=tables))
    return path


ROWS = [["zip", "age", "seen"], ["02139", "39", "2024-05-31"], ["02138", "", "2024-06-01"]]


def counted(path: Path | str, column: str) -> list[str | None]:
    with open_table(path) as table:
        return sorted(read_counts(table, column).values.tolist(), key=str)


def test_texts_numbers_dates_and_gaps_are_read(tmp_path: Path) -> None:
    file = ods(tmp_path / "people.ods", ("Sheet1", ROWS))
    assert counted(file, "zip") == ["02138", "02139"]
    assert counted(file, "age") == ["39", None]
    assert counted(file, "seen") == ["2024-05-31", "2024-06-01"]


def test_repeated_cells_rows_and_percentages_are_read(tmp_path: Path) -> None:
    """As LibreOffice writes what is the same in neighbouring cells and rows."""
    share = '<table:table-cell office:value-type="percentage" office:value="0.25"><text:p>25%'
    twice = 'table:number-columns-repeated="2" office:value-type="string"><text:p>x</text:p>'
    cells = f"{cell('2024-02-01')}{share}</text:p></table:table-cell><table:table-cell {twice}"
    two, end = '<table:table-row table:number-rows-repeated="2">', "</table:table-cell>"
    row = f"{two}{cells}{end}</table:table-row>"
    gap = f"{two}<table:table-cell/></table:table-row>"
    file = ods(tmp_path / "in.ods", ("S", [["seen", "share", "a", "b"]]), more=f"{row}{gap}{row}")
    assert counted(file, "seen") == ["2024-02-01", None]
    assert counted(file, "share") == ["0.25", None]
    assert counted(file, "b") == [None, "x"]
    found = covey.look(file)
    assert (found.format, found.rows, found.empty_rows) == ("LibreOffice, 4 columns", 6, 2)


def test_a_sheet_is_named(tmp_path: Path) -> None:
    file = ods(tmp_path / "two.ods", ("a", ROWS), ("b", [["x", "y"], ["u", "v"]]))
    assert counted(f"{file}::b", "x") == ["u"]
    with pytest.raises(InvalidInput, match="sheet"):
        counted(file, "x")


def test_a_release_of_it_is_a_workbook(tmp_path: Path) -> None:
    rows = [["sex", "note"], *([["f", "1.5"], ["m", "2.5"]] * 5)]
    file = ods(tmp_path / "people.ods", ("Sheet1", rows))
    covey.anonymize(file, k=5, quasi={"sex": covey.Labels()}, out=tmp_path / "out")
    assert (tmp_path / "out/table.xlsx").exists()
    assert covey.verify(tmp_path / "out", file).holds


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    locked = "<manifest><encryption-data/></manifest>"
    file = ods(tmp_path / "locked.ods", ("a", ROWS), manifest=locked)
    with pytest.raises(InvalidInput, match="locked by a password"):
        counted(file, "zip")
    text = tmp_path / "letter.odt"
    with zipfile.ZipFile(text, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    with pytest.raises(InvalidInput, match="no table"):
        counted(text, "zip")
    damaged = tmp_path / "damaged.ods"
    with zipfile.ZipFile(damaged, "w") as archive:
        archive.writestr("mimetype", KIND)
    with pytest.raises(InvalidInput, match="not a whole"):
        counted(damaged, "zip")
