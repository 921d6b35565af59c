"""Every kind of input comes out in its own format, and in any other."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import openpyxl
import pyreadstat
import pytest

from covey import InvalidInput
from covey.engine.protocol import Generalization
from covey.io.inputs import open_input
from covey.io.layout import ENDINGS, Layout
from tests.engine.backends import Session
from tests.engine.conftest import MakeEngine
from tests.engine.steps import recode, release

pytestmark = pytest.mark.needs("writes_files")

ROWS = [(1, "02139", 1.5, "x"), (2, None, None, 'é, "q"\n'), (3, "02139", 2.25, None)]
HEADER = ("id", "zip", "cost", "note")


def csv(folder: Path, delimiter: str = ",") -> Path:
    file = folder / "in.csv"
    lines = [
        "id,zip,cost,note", "1,02139,1.5,x", '2,,,"é, ""q""\n"', "3,02139,2.25,",
    ]  # fmt: skip
    text = "\n".join(lines) + "\n"
    file.write_text(text.replace(",", delimiter) if delimiter != "," else text)
    return file


def packed(folder: Path) -> Path:
    file = folder / "in.csv.gz"
    file.write_bytes(gzip.compress(csv(folder).read_bytes()))
    return file


def parquet(folder: Path) -> Path:
    file = folder / "in.parquet"
    with duckdb.connect() as connection:
        filled(connection, "t")
        connection.execute(f"COPY t TO '{file}'")
    return file


def database(folder: Path) -> Path:
    file = folder / "in.duckdb"
    with duckdb.connect(str(file)) as connection:
        filled(connection, "some table")
    return file


def filled(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    connection.execute(
        f'CREATE TABLE "{table}" (id INTEGER, zip VARCHAR, cost DOUBLE, note VARCHAR)'
    )
    connection.executemany(f'INSERT INTO "{table}" VALUES (?, ?, ?, ?)', ROWS)


def sqlite(folder: Path) -> Path:
    file = folder / "in.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE people (id, zip TEXT, cost, note)")
        connection.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", ROWS)
    return file


def excel(folder: Path) -> Path:
    file = folder / "in.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "Sheet 1"
    for row in (HEADER, *ROWS):
        book.active.append(row)
    book.save(file)
    return file


INPUTS: dict[str, Callable[[Path], Path]] = {
    ".csv": csv,
    ".csv.gz": packed,
    ".parquet": parquet,
    ".duckdb": database,
    ".sqlite": sqlite,
    ".xlsx": excel,
}


def read(file: Path, layout: Layout) -> list[tuple[Any, ...]]:
    if layout.format == "sqlite":
        with closing(sqlite3.connect(file)) as connection:
            return connection.execute(f'SELECT * FROM "{layout.part or "people"}"').fetchall()
    if layout.format == "xlsx":
        sheet = openpyxl.load_workbook(file)[layout.part or "people"]
        return list(sheet.iter_rows(min_row=2, values_only=True))
    if layout.format in ("dta", "sav", "xpt"):
        reader = f"read_{layout.format.replace('xpt', 'xport')}"
        found, _ = getattr(pyreadstat, reader)(str(file), output_format="dict")
        columns = [[None if value == "" else value for value in own] for own in found.values()]
        return list(zip(*columns, strict=True))
    if layout.format == "duckdb":
        with duckdb.connect(str(file)) as connection:
            return connection.execute(f'FROM "{layout.part or "people"}"').fetchall()
    with duckdb.connect() as connection:
        return connection.execute(f"FROM '{file}'").fetchall()


EXPECTED = [
    (1, "class 0", 1.5, "x"), (2, "class 0", None, 'é, "q"\n'), (3, "class 0", 2.25, None)
]  # fmt: skip


@pytest.mark.parametrize("ending", INPUTS)
def test_the_release_is_written_as_the_input_was(
    engine: Session, tmp_path: Path, ending: str
) -> None:
    file = INPUTS[ending](tmp_path)
    before = file.read_bytes()
    counted, published = release(engine, file, {"zip": "text"}, tmp_path)
    assert counted.texts[0].tolist() == [None, "02139"]
    assert published.table.name == "table" + ending
    assert read(published.table, published.layout) == EXPECTED
    assert published.recount().counts.tolist() == [3]
    assert file.read_bytes() == before


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".sqlite"])
@pytest.mark.parametrize("format_", ENDINGS)
def test_or_in_another_format(engine: Session, tmp_path: Path, ending: str, format_: str) -> None:
    given = open_input(INPUTS[ending](tmp_path))
    layout = given.layout.to_format(format_)
    _, published = release(engine, tmp_path / f"in{ending}", {"zip": "text"}, tmp_path, layout)
    found = read(published.table, published.layout)
    assert [str(row[0]).removesuffix(".0") for row in found] == ["1", "2", "3"]
    assert [row[1] for row in found] == ["class 0"] * 3
    assert [row[3] for row in found] == ["x", 'é, "q"\n', None]
    assert published.recount().records == 3


def test_types_of_untouched_columns_are_kept(engine: Session, tmp_path: Path) -> None:
    file = tmp_path / "typed.parquet"
    query = (
        "SELECT 'a' AS zip, CAST(1 AS UTINYINT) AS u, CAST(1.5 AS DECIMAL(9, 2)) AS d, [1, NULL] AS"
        " l, {'a': DATE '2024-01-01'} AS s, TIMESTAMPTZ '2024-01-01 00:00:00Z' AS z, 'x'::BLOB AS b"
    )
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{file}'")
        _, published = release(engine, file, {"zip": "text"}, tmp_path)
        kept = "SELECT * EXCLUDE zip FROM '{}'"
        before = connection.sql(kept.format(file))
        after = connection.sql(kept.format(published.table))
        assert before.types == after.types
        assert after.intersect(before).count("*").fetchall() == [(1,)]


@pytest.mark.parametrize("format_", ENDINGS)
def test_what_a_format_has_no_type_for_becomes_text(
    engine: Session, tmp_path: Path, format_: str
) -> None:
    file = tmp_path / "typed.parquet"
    query = (
        "SELECT 'a' AS zip, TIMESTAMPTZ '2024-01-01 00:00:00Z' AS z, [1, 2] AS l,"
        " CAST(123456789012345678901 AS DECIMAL(38, 0)) AS n, true AS b, TIME '10:00' AS t"
    )
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{file}'")
    _, published = release(engine, file, {"zip": "text"}, tmp_path, Layout(format_))
    if format_ in ("sqlite", "xlsx"):
        (row,) = read(published.table, published.layout)
        assert row[1:3] == ("2024-01-01 00:00:00+00", "[1, 2]")
    assert published.recount().records == 1


def test_the_delimiter_is_kept(engine: Session, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("id;zip;money\n1;02139;1,50\n")
    _, published = release(engine, file, {"zip": "text"}, tmp_path)
    assert published.table.read_text() == "id;zip;money\n1;class 0;1,50\n"


def test_excel_gives_the_same_bytes_too(make_engine: MakeEngine, tmp_path: Path) -> None:
    file = csv(tmp_path)
    seen = set()
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        with make_engine() as engine:
            _, published = release(engine, file, {"zip": "text"}, folder, Layout("xlsx"))
            seen.add(published.table.read_bytes())
    assert len(seen) == 1


def test_excel_gets_no_formulas(engine: Session, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("zip,=1+1\na,=HYPERLINK(1)\nb,#N/A\n")
    _, published = release(engine, file, {"zip": "text"}, tmp_path, Layout("xlsx"))
    sheet = openpyxl.load_workbook(published.table)["people"]
    cells = [cell for (cell,) in sheet.iter_rows(min_col=2)]
    assert [cell.value for cell in cells] == ["=1+1", "=HYPERLINK(1)", "#N/A"]
    assert {cell.data_type for cell in cells} == {"s"}


@pytest.mark.parametrize("text", ["secret\x0b", "secret\x01", "x" * 32_768, "secret\r"])
def test_text_that_excel_would_change_is_refused(
    engine: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    private = tmp_path / "temporary"
    private.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(private))
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 'a' AS zip, '{text}' AS note) TO '{file}'")
    with pytest.raises(InvalidInput, match="'note' does not fit") as refused:
        release(engine, file, {"zip": "text"}, tmp_path, Layout("xlsx"))
    assert "secret" not in str(refused.value)
    assert list(private.iterdir()) == []


def test_excel_keeps_every_digit(engine: Session, tmp_path: Path) -> None:
    numbers = [0.1 + 0.2, 1 / 3, 1e300 / 7, -5e-324, 2.0**60 + 2.0**9, 1.5, -0.1]
    rows = [(f"z{at}", number) for at, number in enumerate(numbers)]
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t (zip VARCHAR, f DOUBLE)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
        connection.execute(f"COPY t TO '{file}'")
    _, published = release(engine, file, {"zip": "text"}, tmp_path, Layout("xlsx"))
    found = [number for _, number in read(published.table, published.layout)]
    assert found == numbers
    assert engine.engine.source(published.table).columns == ("zip", "f")


@pytest.mark.parametrize(
    ("type_", "values", "expected"),
    [
        ("DECIMAL(30, 10)", ["0.1", "1234567.25"], [0.1, 1234567.25]),
        ("DECIMAL(30, 20)", ["0.1", "0.12345678901234567891"],
         ["0.10000000000000000000", "0.12345678901234567891"]),
        ("DECIMAL(9, 2)", ["0.10", "-1234567.25"], [0.1, -1234567.25]),
        ("BIGINT", ["5", "999999999999999"], [5, 999999999999999]),
        ("BIGINT", ["5", "-9223372036854775808"], ["5", "-9223372036854775808"]),
        ("DECIMAL(38, 0)", ["5", "123456789012345678901"], ["5", "123456789012345678901"]),
    ],
)  # fmt: skip
def test_long_numbers_are_text_in_excel_in_the_whole_column(
    engine: Session, tmp_path: Path, type_: str, values: list[str], expected: list[Any]
) -> None:
    """Nothing is rounded, and what was written can be read again: not half text, half numbers."""
    file = tmp_path / "in.parquet"
    rows = ", ".join(f"('a', CAST('{value}' AS {type_}))" for value in values)
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT * FROM (VALUES {rows}) r(zip, n)) TO '{file}'")
    _, published = release(engine, file, {"zip": "text"}, tmp_path, Layout("xlsx"))
    assert [number for _, number in read(published.table, published.layout)] == expected
    assert published.recount().records == 2


def test_formulas_are_counted_in_published_rows(engine: Session, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("zip,note,cost,plain\na,=1,-5,x\nb,@x,+3.2,-\nc,x,=1,\n,=1,,y\n")
    snapshot = engine.open(file, {"zip": "text"})
    counted = snapshot.count()
    columns = ["note", "cost", "plain"]
    assert snapshot.formulas(columns) == {"note": 3, "cost": 1, "plain": 1}
    classes = np.array([-1, 0, 0, 0])
    assert len(counted) == 4
    published = recode(snapshot, Generalization(classes, {"zip": ["x"]}), tmp_path, Layout("csv"))
    assert published.hidden.formulas(columns) == {"note": 2, "cost": 1, "plain": 1}
    assert published.hidden.formulas([]) == {}


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Did you mean 'parquet'"):
        Layout("csv").to_format("parqet")
