"""Tables of every kind are found out by looking at them, or refused."""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import os
import random
import re
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest

from covey import InvalidInput
from covey.core.errors import closest
from covey.io.inputs import excel_sheet, open_input
from covey.io.inputs.paths import digest
from covey.io.layout import Layout
from covey.io.reading import connect, reading
from covey.io.staging import stage
from tests.conftest import Covey
from tests.loopback import Loopback

packed = partial(gzip.compress, mtime=0)  # the same bytes in every process of the tests
DIGITS = random.Random(0).randbytes(1 << 21).hex().encode()
TEXT = "id;town\n1;Zürich\n2;\n"


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


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (TEXT.encode(), ""),
        (TEXT.encode("utf-8-sig"), ""),
        (TEXT.encode("utf-16"), ""),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), ""),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("latin-1"), "latin-1"),
        (TEXT.encode("cp1252"), "cp1252"),
        (packed(TEXT.encode()), ""),
        (packed(TEXT[:9].encode()) + packed(TEXT[9:].encode()), ""),
        (packed(TEXT.encode("utf-8-sig")), ""),
        (packed(TEXT.encode("utf-16")), ""),
        (TEXT.replace("\n", "\r\n").encode(), ""),
        (b"\n\n" + TEXT.encode(), ""),
        (("\n" + TEXT).replace("\n", "\r\n").encode(), ""),
    ],
)
def test_text_is_found_in_its_encoding(tmp_path: Path, content: bytes, encoding: str) -> None:
    path = file(tmp_path, content, "table.txt")
    assert rows(path, tmp_path, encoding) == [("1", "Zürich"), ("2", None)]
    assert open_input(path, encoding).columns == ("id", "town")
    assert path.read_bytes() == content


def test_latin_1_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"line 2: the text is not UTF-8.\n.*--encoding latin-1"):
        rows(file(tmp_path, TEXT.encode("latin-1")), tmp_path)
    later = b"id\n" + b"1\n" * 600_000 + b"caf\xe9\n"
    with pytest.raises(InvalidInput, match=r"line 600002: .*\n.*--encoding latin-1"):
        rows(file(tmp_path, later), tmp_path)


@pytest.mark.parametrize(
    ("content", "encoding", "message"),
    [
        (b"", "", "is empty"),
        (b"\xef\xbb\xbf", "", "is empty"),
        (b"a,b\n1,2\n", "latin-9000", "no encoding 'latin-9000'"),
        (b"a,b\n1,\x81\n", "cp1252", "is not cp1252 text"),
        (b"a,b\n" + b"1,2\n" * 300_000 + b"1,\x81\n", "cp1252", "is not cp1252 text"),
        ("a,b\n1,2\n".encode("utf-16")[:-1], "", "is not utf-16 text"),
        (b"a,b\n1,secret\0\n", "", "line 2: there is a NUL byte"),
        (b"a,b\n" + b"1,2\n" * 300_000 + b"\0", "", "line 300002: there is a NUL byte"),
        (packed(b"a,b\n" + b"1,2\n" * 300_000 + b"\0"), "", "line 300002: there is a NUL"),
        ("a,b\n1,2\n".encode("utf-16-le"), "", "line 1: there is a NUL byte"),
        ("a,b\n1,\0\n".encode("utf-16"), "", "line 2: there is a NUL byte"),
        (packed(b"a,b\n" + DIGITS)[:-99], "", "damaged"),
        (packed(b"a,b\n" + DIGITS)[:-99], "latin-1", "damaged"),
        (b"\x1f\x8b\x08\x00rest", "", "damaged"),
        (b"\x28\xb5\x2f\xfd", "", "Unpack it first: unzstd"),
        (b"a,b\n1,secret,3\n", "", "line 2: the header names 2 columns, this row has 3"),
        (b'a,b\n1,"secret\n', "", "a quote is opened and never closed"),
        (b"a,b\r\n1,secret\n3,4\r\n", "", "rules of CSV"),
        (b'a,b\n"secret"  ,1\n', "", "line 2: there is text between the closing quote"),
        (packed(b'a,b\n1,"secret" \n'), "", "line 2: there is text between the closing quote"),
        ('a,b\n"secret" "x",1\n'.encode("utf-16"), "", "line 2: there is text between"),
        (b'a\tb\n1\t "secret"\n', "", "line 2: a quote stands inside a field"),
        (b'a,b\n"1\n2",3\n5" secret,1\n', "", "line 4: a quote .*\n.* doubled"),
        (b"a,b\n1,secret,\n3,4\n", "", "line 2: the header names 2 columns, this row has 3"),
        (b"a,b\n1,2\n3,secret,,", "", "line 3: the header names 2 columns, this row has 4"),
        (b"\r\na,b\n1,secret\n", "", "blank lines that end in another way"),
        (b"\n\na,b\r\n1,secret\r\n", "", "blank lines that end in another way"),
        (b"a,b\n1," + b"x" * 3_000_000 + b"\n", "", "longer than 2 MB"),
        (b"a,b,a\n1,2,3\n", "", "two columns of one name: 'a'"),
        (b"Age,b,age\n1,2,3\n", "", "two columns of one name: 'Age' and 'age'"),
        (b"\xd0\xcf\x11\xe0old", "", "old kind"),
        (b"PK\x03\x04nothing", "", "not a whole Excel file"),
        (b"SQLite format 3\0nothing", "", "not a whole SQLite file"),
        (b"12345678DUCKnothing", "", "cannot be read as a table"),
        (b"PAR1nothing", "", "not a whole Parquet file"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, content: bytes, encoding: str, message: str) -> None:
    path = file(tmp_path, content)
    with pytest.raises(InvalidInput, match=message) as refused:
        rows(path, tmp_path, encoding)
    assert "secret" not in str(refused.value)
    assert path.read_bytes() == content


def test_the_line_of_a_nul_byte_is_found_across_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("covey.io.inputs.csv.CHUNK", 1 << 10)
    path = file(tmp_path, b"a,b\n" + b"1,2\n" * 300_000 + b"3,\0\n")
    with pytest.raises(InvalidInput, match="line 300002: there is a NUL byte"):
        rows(path, tmp_path)


def test_a_digest_is_that_of_all_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covey.io.inputs.paths.CHUNK", 1000)
    assert digest(file(tmp_path, DIGITS)) == hashlib.sha256(DIGITS).hexdigest()


def test_a_parquet_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT i AS a FROM range(100000) t(i)) TO '{path}'")
    whole = path.read_bytes()
    for keep in (4, 8, 1000, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:keep])
        with pytest.raises(InvalidInput, match="not a whole Parquet file"):
            rows(path, tmp_path)
    path.write_bytes(whole[:2000] + b"\xff" * 500 + whole[2500:])
    with pytest.raises(InvalidInput, match="Parquet"):
        rows(path, tmp_path)


def test_twins_in_parquet_are_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / "in.parquet"
    nested = pa.array([{"a": 1}])
    parquet.write_table(pa.table([pa.array([1]), nested], names=["b", "c"]), path)
    assert open_input(path).columns == ("b", "c")
    parquet.write_table(pa.table([nested, pa.array([1]), nested], names=["b", "a", "b"]), path)
    with pytest.raises(InvalidInput, match="two columns of one name: 'b'"):
        open_input(path)


def test_paths_that_lead_to_no_table_are_refused(tmp_path: Path) -> None:
    file(tmp_path, "a\n1\n", "people.csv")
    with pytest.raises(InvalidInput, match=r"There is no file .*\nDid you mean 'people.csv'"):
        open_input(tmp_path / "peopel.csv")
    with pytest.raises(InvalidInput, match="There is no file"):
        open_input(tmp_path / "none" / "people.csv")
    with pytest.raises(InvalidInput, match="is a folder"):
        open_input(tmp_path)
    with pytest.raises(InvalidInput, match="No file is called like"):
        open_input(str(tmp_path / "*.parquet"))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="not a file on disk"):
        open_input(tmp_path / "pipe")
    with pytest.raises(InvalidInput, match="has no parts"):
        open_input(f"{tmp_path}/people.csv::Sheet1")


def test_many_files_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        file(tmp_path, f"id,from\n1,{name}\n2,{name}\n", f"part-{name}.csv")
    found = rows(str(tmp_path / "part-*.csv"), tmp_path)
    assert [row[1] for row in found] == ["a", "a", "b", "b", "c", "c"]
    with duckdb.connect() as connection:
        for name in ("2", "10"):
            target = tmp_path / f"part-{name}.parquet"
            connection.execute(f"COPY (SELECT {name} AS n FROM range(3)) TO '{target}'")
    assert rows(str(tmp_path / "*.parquet"), tmp_path) == [(10,)] * 3 + [(2,)] * 3


def test_files_that_do_not_fit_together_are_named(tmp_path: Path) -> None:
    file(tmp_path, "id,town\n1,a\n", "1.csv")
    file(tmp_path, "id,Town\n1,a\n", "2.csv")
    with pytest.raises(InvalidInput, match=r"2\.csv has another header than .*1\.csv"):
        open_input(str(tmp_path / "*.csv"))
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS n) TO '{tmp_path / '1.parquet'}'")
        connection.execute(f"COPY (SELECT 'a' AS n) TO '{tmp_path / '2.parquet'}'")
    with pytest.raises(InvalidInput, match=r"2\.parquet has other columns or types"):
        open_input(str(tmp_path / "*.parquet"))
    (tmp_path / "1.csv").unlink()
    with pytest.raises(InvalidInput, match=r"2\.csv is not Parquet"):
        open_input(str(tmp_path / "[12].*"))


def test_a_name_that_looks_like_a_pattern_is_a_name(tmp_path: Path) -> None:
    file(tmp_path, "a\nwrong\n", "a1.csv")
    assert rows(file(tmp_path, "a\nright\n", "a[1]*'.csv"), tmp_path) == [("right",)]
    assert rows(file(tmp_path, "a\nright\n", "a::b.csv"), tmp_path) == [("right",)]
    with duckdb.connect() as connection:
        target = tmp_path / "p*.parquet"
        connection.execute(f"COPY (SELECT 1 AS n) TO '{target}'")
        assert rows(target, tmp_path) == [(1,)]


@pytest.mark.parametrize(
    "address",
    ["{url}/in.csv", "{url}/*.parquet", "{url}/in.xlsx::S", "s3://bucket/in.csv", "md:people",
     "sqlite:{folder}/in.sqlite", "file://{folder}/in.csv", "postgres:host=127.0.0.1"],
)  # fmt: skip
def test_addresses_are_no_tables(
    covey: Covey, tmp_path: Path, loopback: Loopback, address: str
) -> None:
    given = address.format(url=loopback.url, folder=tmp_path)
    file(tmp_path, "a\nx\nx\n")
    job = file(tmp_path, f'table = "{given}"\nk = 2\n[quasi.a]\nrole = "labels"\n', "job.toml")
    people = file(tmp_path, "a\nx\nx\n", "people.csv")
    released = ("--label", "a", "-k", 2, "-o", tmp_path / "out")
    for command in (
        ("anonymize", given, *released),
        ("anonymize", job, "-o", tmp_path / "out"),
        ("anonymize", people, *released, "--k-map", 1, "--population", given),
        ("check", given, "--quasi", "a"),
        ("check", people, "--quasi", "a", "--original", given),
        ("solve", "labels", given, "--column", "a", "-k", 2),
        ("graph", "--nodes", given, "--x", "a", "--y", "a"),
    ):
        ran = covey(*command)
        assert ran.code == 2, command
        assert "no file" in ran.err.lower(), command
    assert loopback.asked == []
    assert not (tmp_path / "out").exists()


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


def test_names_of_folders_are_no_columns_and_no_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("state=CA", "file:", "http:", "s3:"):
        folder = tmp_path / name
        folder.mkdir()
        file(folder, "a\nx\n", "in.csv")
        with duckdb.connect() as connection:
            connection.execute(f"COPY (SELECT 'x' AS a) TO '{folder}/in.parquet'")
        for ending in ("csv", "parquet"):
            given = f"{name}/in.{ending}"
            assert rows(given, tmp_path) == [("x",)]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_fingerprint_is_what_sha256sum_prints(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"in.{ending}"
    private = tmp_path / "private"
    private.mkdir()
    with connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS a, 2 AS b) TO '{path}'")
        seen = stage(open_input(path), connection, private, ()).fingerprint
    printed = subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True)
    assert seen == f"sha256:{printed.stdout.split()[0]}"


def book(folder: Path, *sheets: tuple[str, list[list[Any]]]) -> Path:
    made = openpyxl.Workbook(write_only=True)
    for title, cells in sheets:
        sheet = made.create_sheet(title)
        for row in cells:
            sheet.append(row)
    made.save(folder / "book.xlsx")
    return folder / "book.xlsx"


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
    with pytest.raises(InvalidInput, match=r"not a whole Excel file \(.xlsx\).\nOpen it in Excel"):
        rows(path, tmp_path)


def test_sheets_and_tables_are_named_after_two_colons(tmp_path: Path) -> None:
    path = book(tmp_path, ("one", [["a"], [1]]), ("two", [["b"], [2]]))
    assert rows(f"{path}::two", tmp_path) == [(2,)]
    with pytest.raises(InvalidInput, match="has 2 sheets; one is to be named"):
        open_input(path)
    with pytest.raises(InvalidInput, match="Did you mean 'two'"):
        open_input(f"{path}::tow")
    base = tmp_path / "data.sqlite"
    with closing(sqlite3.connect(base)) as connection, connection:
        connection.execute("CREATE TABLE one (a)")
        connection.execute('CREATE TABLE "it\'s" (b)')
        connection.execute('INSERT INTO "it\'s" VALUES (2)')
    assert rows(f"{base}::it's", tmp_path) == [(2,)]
    with pytest.raises(InvalidInput, match="has 2 tables"):
        open_input(base)
    base = tmp_path / "data.duckdb"
    with duckdb.connect(str(base)) as made:
        made.execute("CREATE TABLE one (a INTEGER); CREATE VIEW two AS SELECT 2 AS b")
    assert rows(f"{base}::two", tmp_path) == [(2,)]
    with pytest.raises(InvalidInput, match="no table 'three'"):
        open_input(f"{base}::three")


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "is empty"),
        ([["a", None, "b"]], "column 2 has no name"),
        ([["a"], [1, 2]], "row 1 below the header: the header names 1 column, this row has 2"),
        ([["a"], [1], ["secret"]], "'a' holds numbers and text mixed, first in row 2"),
        ([["a", "A"], [1, 2]], "two columns of one name"),
    ],
)
def test_bad_sheets_are_refused(tmp_path: Path, cells: list[list[Any]], message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as refused:
        rows(book(tmp_path, ("S", cells)), tmp_path)
    assert "secret" not in str(refused.value)


def test_mixed_columns_of_sqlite_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(1, 1), (2.5, None), (None, "q")])
    with pytest.raises(InvalidInput, match=r"'b' holds integer and text values mixed.* row 3"):
        rows(path, tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE t SET b = NULL")
    assert rows(path, tmp_path) == [(1.0, None), (2.5, None), (None, None)]


def test_a_file_that_changes_meanwhile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file(tmp_path, "a,b\n1,2\n")

    def written_to(given: Path) -> str:
        with given.open("a") as other:
            other.write("3,4\n")
        return digest(given)

    monkeypatch.setattr("covey.io.staging.csv.digest", written_to)
    with pytest.raises(InvalidInput, match="changed while it was read"):
        rows(path, tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('"id,town\nsecret,1\n', "header is not CSV.\n.*never closed"),
        ('id,"to\nwn"\r\n1,secret\r\n', "column 2 has a line break"),
        ('id,"to\r\nwn"\n1,secret\n', "column 2 has a line break"),
        ("id,town\r1,secret\r", "carriage return alone"),
    ],
)
def test_headers_that_swallow_rows_are_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as refused:
        open_input(file(tmp_path, content))
    assert "secret" not in str(refused.value)


def test_a_name_may_have_a_line_break(tmp_path: Path) -> None:
    path = file(tmp_path, 'id,"to\nwn"\n1,x\n')
    assert open_input(path).columns == ("id", "to\nwn")
    assert rows(path, tmp_path) == [("1", "x")]


def test_hints_show_no_records() -> None:
    hint = closest("town", ["x\nsecret", "y" * 100, *map(str, range(100))])
    assert hint.startswith(f"There are: x..., {'y' * 60}..., 0, 1")
    assert hint.endswith("and 72 more.")


@pytest.mark.parametrize("encoding", ["base64", "rot13", "zlib", "hex", "bz2", "none"])
def test_what_is_no_encoding_of_text_is_refused(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(InvalidInput, match=f"no encoding '{encoding}'"):
        open_input(file(tmp_path, TEXT), encoding)


def test_a_name_that_is_too_long_is_no_file() -> None:
    with pytest.raises(InvalidInput, match="There is no file"):
        open_input("x" * 300)


def test_databases_in_use_are_said_to_be(tmp_path: Path) -> None:
    path = tmp_path / "in.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE t (a INTEGER)")
        with pytest.raises(InvalidInput, match="in use"):
            open_input(path)
    path = tmp_path / "in.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE t (a)")
        database.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InvalidInput, match="in use"):
            open_input(path)
