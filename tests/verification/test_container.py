"""The file of a released table holds one plain table, and nothing else."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest
from openpyxl.comments import Comment

import covey
from covey.io.layout import Layout
from covey.io.outputs.table import write_table
from covey.release.receipt import receipts_beside
from covey.verification.container import refuse_besides
from tests.release.tables import write

FORMATS = ("sqlite", "duckdb", "parquet", "xlsx")
ALL_TYPES = (
    "SELECT * FROM (VALUES ('a', 1, 1.5::DOUBLE, DATE '2020-01-01',"
    " TIMESTAMP '2020-01-01 10:00:00', TIME '10:11:12', true, [1, 2]),"
    " ('=x', NULL, 0.30000000000000004, DATE '2021-01-01',"
    " TIMESTAMP '2021-01-01', TIME '01:01:01', false, NULL), (NULL, NULL, NULL, NULL, NULL, NULL,"
    " NULL, NULL)) t"
)
SHEET = "xl/worksheets/sheet1.xml"
NAMES = ('a "b"', "i", "f", "d", "s", "t", "o", "l")


def released(folder: Path, format_: str) -> Path:
    table = write(folder / "people.csv", {"town": ["Bern", "Chur"] * 6, "job": ["x"] * 12})
    covey.anonymize(table, k=3, quasi={"town": covey.Labels()}, out=folder / "out", format=format_)
    return folder / "out"


def vouch(out: Path, name: str) -> None:
    """Put the fingerprint of a changed file into the certificate."""
    receipts_beside(out).unlink()
    path = out / "certificate.json"
    data: dict[str, Any] = json.loads(path.read_text())
    data["files"][name] = f"sha256:{hashlib.sha256((out / name).read_bytes()).hexdigest()}"
    path.write_text(json.dumps(data))


@pytest.mark.parametrize("format_", FORMATS)
def test_what_covey_writes_is_one_plain_table(tmp_path: Path, format_: str) -> None:
    assert covey.verify(released(tmp_path, format_)).holds
    target = tmp_path / f"table.{format_}"
    part = "people" if format_ == "xlsx" else 'my "people"'
    with duckdb.connect() as connection:
        write_table(connection, ALL_TYPES, NAMES, target, Layout(format_, part=part))
    refuse_besides(target)


SQLITE = {
    "a view": "ALTER TABLE people RENAME TO hidden; CREATE VIEW people AS SELECT * FROM hidden",
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON people BEGIN DELETE FROM people; END",
    "an? index": "CREATE INDEX i ON people (town)",
    "2 tables": "CREATE TABLE other (x TEXT)",
    "more than columns": "ALTER TABLE people ADD COLUMN x GENERATED ALWAYS AS (town)",
    "a table with more": "ALTER TABLE people ADD COLUMN x TEXT COLLATE NOCASE",
    "no table uses": "CREATE TABLE t AS SELECT randomblob(9999) AS x; DROP TABLE t",
}
DUCKDB = {
    "a view": "CREATE TABLE x AS FROM people; DROP TABLE people; CREATE VIEW people AS FROM x",
    "a schema": "CREATE SCHEMA hidden",
    "2 tables": "CREATE TABLE other (x TEXT)",
    "a type": "CREATE TYPE mood AS ENUM ('sad')",
    "a macro": "CREATE MACRO f(x) AS x + 1",
    "a sequence": "CREATE SEQUENCE s",
    "an index": "CREATE INDEX i ON people (town)",
    "a comment": "COMMENT ON COLUMN people.town IS 'Bern is Ann'",
    "more than columns": "ALTER TABLE people ALTER town SET DEFAULT 'Bern'",
    "an own order": "CREATE TABLE x (town TEXT COLLATE NOCASE, job TEXT);"
    " INSERT INTO x FROM people; DROP TABLE people; ALTER TABLE x RENAME TO people",
}


@pytest.mark.parametrize(("found", "sql"), SQLITE.items())
def test_sqlite_files_with_more_are_refused(tmp_path: Path, found: str, sql: str) -> None:
    out = released(tmp_path, "sqlite")
    with closing(sqlite3.connect(out / "table.sqlite")) as database, database:
        database.executescript(sql)
    vouch(out, "table.sqlite")
    with pytest.raises(covey.InvalidInput, match=rf"table.sqlite holds .*{found}"):
        covey.verify(out)


@pytest.mark.parametrize(("found", "sql"), DUCKDB.items())
def test_duckdb_files_with_more_are_refused(tmp_path: Path, found: str, sql: str) -> None:
    out = released(tmp_path, "duckdb")
    with duckdb.connect(str(out / "table.duckdb")) as database:
        database.execute(sql)
    vouch(out, "table.duckdb")
    with pytest.raises(covey.InvalidInput, match=rf"table.duckdb holds .*{found}"):
        covey.verify(out)


def test_parquet_files_with_notes_are_refused(tmp_path: Path) -> None:
    out = released(tmp_path, "parquet")
    path = out / "table.parquet"
    with duckdb.connect() as database:
        database.execute(f"CREATE TABLE t AS FROM '{path}'")
        database.execute(f"COPY t TO '{path}' (FORMAT parquet, KV_METADATA {{first: 'Ann'}})")
    vouch(out, "table.parquet")
    with pytest.raises(covey.InvalidInput, match=r"table\.parquet holds notes"):
        covey.verify(out)


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
    with pytest.raises(covey.InvalidInput, match=f"table.xlsx holds .*{found}"):
        refuse_besides(out / "table.xlsx")
