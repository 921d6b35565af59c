"""Rows as an Excel file, read back by openpyxl."""

from __future__ import annotations

import datetime as dt
import warnings
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest

from covey import InvalidInput
from covey.io.layout import Layout
from covey.io.outputs.table import write_table
from covey.verification.workbook import besides_the_sheet


def written(folder: Path, query: str, *names: str) -> list[tuple[Any, ...]]:
    """The rows below the header, which is checked."""
    target = folder / "table.xlsx"
    with duckdb.connect() as connection:
        write_table(connection, query, names, target, Layout("xlsx", part="people"))
    assert besides_the_sheet(target) == ""
    assert list(folder.iterdir()) == [target]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        book = openpyxl.load_workbook(target)
    assert book.sheetnames == ["people"]
    header, *rows = list(map(tuple, book["people"].iter_rows(values_only=True)))
    assert header == names
    return rows


def test_values_of_every_type(tmp_path: Path) -> None:
    query = """SELECT 'x' AS a, 1::TINYINT, 2.50::DECIMAL(9, 2), 0.1::DOUBLE + 0.2, TRUE,
        DATE '2024-05-31', TIMESTAMP '2024-05-31 12:30:00', TIME '12:30:00', 1e-300::DOUBLE,
        999999999999999::BIGINT, NULL, UUID '00000000-0000-0000-0000-000000000001'"""
    (row,) = written(tmp_path, query, *"abcdefghijkl")
    assert row == (
        "x", 1, 2.5, 0.30000000000000004, True, dt.datetime(2024, 5, 31),
        dt.datetime(2024, 5, 31, 12, 30), dt.time(12, 30), 1e-300, 999999999999999, None,
        "00000000-0000-0000-0000-000000000001",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["a & b <c> \"d\" 'e'", " blank ", "two\nlines", "tab\t", "=1+1", "#N/A", "é😀", "02139"],
)
def test_texts_to_the_letter(tmp_path: Path, text: str) -> None:
    query = "SELECT '{}' AS a".format(text.replace("'", "''"))
    assert written(tmp_path, query, text) == [(text,)]


def test_names_that_a_statement_might_use(tmp_path: Path) -> None:
    names = ("n", "rowid", "x0", "r", 'a "b"', " c ")
    assert written(tmp_path, "SELECT 1, 2, 3, 4, 5, 6", *names) == [(1, 2, 3, 4, 5, 6)]


def test_rows_keep_their_order(tmp_path: Path) -> None:
    found = written(tmp_path, "SELECT i FROM range(30000) t(i) ORDER BY hash(i)", "i")
    with duckdb.connect() as connection:
        rows = connection.execute("SELECT i FROM range(30000) t(i) ORDER BY hash(i)").fetchall()
    assert found == rows


def test_missing_and_empty_cells_keep_their_place(tmp_path: Path) -> None:
    query = "SELECT * FROM (VALUES ('a', 1, NULL), (NULL, NULL, 'b'), ('', 2, 'c')) t"
    expected = [("a", 1, None), (None, None, "b"), (None, 2, "c")]
    assert written(tmp_path, query, "a", "b", "c") == expected


@pytest.mark.parametrize(
    "day", ["1900-01-01", "1900-02-28", "1900-03-01", "1899-12-29", "9999-12-31"]
)
def test_days_as_excel_counts_them(tmp_path: Path, day: str) -> None:
    ((found,),) = written(tmp_path, f"SELECT DATE '{day}'", "day")
    assert found == dt.datetime.fromisoformat(day)


@pytest.mark.parametrize("value", ["'nan'::DOUBLE", "'infinity'::DOUBLE"])
def test_numbers_that_no_cell_holds_are_missing(tmp_path: Path, value: str) -> None:
    assert written(tmp_path, f"SELECT 1, {value}", "a", "b") == [(1, None)]


def test_no_rows(tmp_path: Path) -> None:
    assert written(tmp_path, "SELECT 1, 'x' LIMIT 0", "a", "b") == []


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT repeat('x', 32768)", "at most 32,767 letters and no control characters"),
        ("SELECT 'a' || chr(7)", "no control characters; a text of the column 'name'"),
        ("SELECT 'a' || chr(65535)", "no control characters"),
        ("SELECT DATE '10000-01-01'", "up to the year 9999; one of the column 'name'"),
        ("SELECT TIMESTAMP 'infinity'", "up to the year 9999"),
        ("SELECT i FROM range(1048576) t(i)", "at most 1,048,575 rows"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, query: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        written(tmp_path, query, "name")
