"""Files of tables, and what an engine finds in them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl

from covey.io.inputs import open_input
from covey.io.reading import connect, reading
from covey.io.staging import stage


def rows(given: Any, folder: Path, encoding: str = "") -> list[tuple[Any, ...]]:
    """All rows of an input as an engine would find them."""
    private = folder / "private"
    private.mkdir(exist_ok=True)
    opened = open_input(given, encoding)
    with connect() as connection, reading(given):
        staging = stage(opened, connection, private, opened.columns)
        query = f"SELECT * FROM {staging.scan} ORDER BY {staging.row}"
        return connection.execute(query).fetchall()


def file(folder: Path, content: str | bytes, name: str = "in.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def book(folder: Path, *sheets: tuple[str, list[list[Any]]]) -> Path:
    made = openpyxl.Workbook(write_only=True)
    for title, cells in sheets:
        sheet = made.create_sheet(title)
        for row in cells:
            sheet.append(row)
    made.save(folder / "book.xlsx")
    return folder / "book.xlsx"


def store_results(path: Path, attributes: str, result: str) -> None:
    """What a spreadsheet program does with the formulas of a workbook when it saves it."""
    sheet = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    formula = rb'<c (r="\w+")><f>(.*?)</f><v ?(?:/|></v)>'
    stored = rf"<c \1{attributes}><f>\2</f><v>{result}</v>".encode()
    parts[sheet], times = re.subn(formula, stored, parts[sheet])
    assert times
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
