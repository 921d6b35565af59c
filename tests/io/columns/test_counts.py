from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import openpyxl
import pytest

from covey import InvalidInput
from covey.io.columns import counts
from covey.io.columns.table import open_table
from tests.io.from_path import from_path

read_counts = from_path(counts.read_counts)


def csv(folder: Path, text: str | bytes, name: str = "table.csv") -> Path:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def parquet(folder: Path, query: str) -> Path:
    file = folder / "table.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet)")
    return file


def test_value_count_rows_in_the_order_of_the_file(tmp_path: Path) -> None:
    table = read_counts(csv(tmp_path, "value,count\nb,3\na,4\n"))
    assert table.values.tolist() == ["b", "a"]
    assert table.counts.tolist() == [3, 4]
    assert table.notes == ()


def test_raw_values_are_counted(tmp_path: Path) -> None:
    table = read_counts(csv(tmp_path, "id,town\n1,Ulm\n2,Bern\n3,Ulm\n"), column="town")
    assert dict(zip(table.values, table.counts, strict=True)) == {"Ulm": 2, "Bern": 1}


def test_counts_may_have_another_name(tmp_path: Path) -> None:
    table = read_counts(csv(tmp_path, "town;n\nUlm;5\nBern;6\n"), column="town", count="n")
    assert table.counts.tolist() == [5, 6]


def test_codes_keep_their_leading_zeros(tmp_path: Path) -> None:
    rows = "".join(f"{code:05d}\n" for code in range(30_000, 0, -1))
    table = read_counts(csv(tmp_path, "zip\n" + rows), column="zip")
    assert table.values[0] == "00001"
    assert len(table.values) == 30_000


def test_empty_text_and_missing_are_two_values(tmp_path: Path) -> None:
    table = read_counts(csv(tmp_path, 'value,count\n"",3\n,4\n'))
    assert table.values.tolist() == ["", None]
    assert table.counts[table.missing].tolist() == [4]
    assert table.only(~table.missing).values.tolist() == [""]


def test_duplicate_values_are_added_up_and_said(tmp_path: Path) -> None:
    table = read_counts(csv(tmp_path, "value,count\na,3\nb,4\na,5\n"))
    assert table.counts.tolist() == [8, 4]
    assert any("added up" in note for note in table.notes)


@pytest.mark.parametrize("text", ["value\tcount\na,b\t3\n", "value|count\na,b|3\n"])
def test_the_delimiter_is_found(tmp_path: Path, text: str) -> None:
    assert read_counts(csv(tmp_path, text)).values.tolist() == ["a,b"]


def test_quotes_byte_order_marks_and_windows_line_ends(tmp_path: Path) -> None:
    text = '\ufeff"value","count"\r\n"a,""b""",3\r\n"two\nlines",4\r\n'
    table = read_counts(csv(tmp_path, text))
    assert table.values.tolist() == ['a,"b"', "two\nlines"]


def test_whole_numbers_written_with_a_point_are_whole(tmp_path: Path) -> None:
    assert read_counts(csv(tmp_path, "value,count\na,12.0\n")).counts.tolist() == [12]


def test_parquet(tmp_path: Path) -> None:
    file = parquet(tmp_path, "SELECT * FROM (VALUES ('02139', 3), ('x', 4)) t(value, count)")
    table = read_counts(file)
    assert table.values.tolist() == ["02139", "x"]
    assert table.counts.tolist() == [3, 4]


def test_raw_values_in_parquet_of_any_type(tmp_path: Path) -> None:
    file = parquet(tmp_path, "SELECT i % 3 AS a, DATE '2024-01-01' AS d FROM range(10) t(i)")
    assert read_counts(file, column="a").values.tolist() == ["0", "1", "2"]
    assert read_counts(file, column="d").counts.tolist() == [10]


def test_a_name_that_looks_like_a_pattern_is_a_name(tmp_path: Path) -> None:
    csv(tmp_path, "value,count\nwrong,1\n", "a1.csv")
    csv(tmp_path, "value,count\nwrong,1\n", "it's.csv")
    file = csv(tmp_path, "value,count\nright,2\n", "a[1]*'.csv")
    assert read_counts(file).values.tolist() == ["right"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"value,count\n", "no rows"),
        (b"value,count\na,\n", "missing"),
        (b"value,count\na,NaN\n", "missing"),
        (b"value,count\na,-3\n", "negative: -3"),
        (b"value,count\na,2.5\n", "not whole: 2.5"),
        (b"value,count\na,many\n", "not a number: 'many'"),
        (b"value,count\na,9007199254740993\n", "beyond 2.53"),
        (b"value,count\na,1" + b"0" * 50 + b"\n", "beyond 2.53"),
        (b"value,count\na,1e3\n", "not whole: 1e3"),
        (b"value,count\na,3\nb\n", "line 3: the header names 2 columns, this row has 1"),
        (b"value,count\na,3\nb,4,5\n", "line 3: the header names 2 columns, this row has 3"),
        (b'value,count\n"a,3\n', "never closed"),
        ("value,count\ncafé,3\n".encode("latin-1"), "line 2: the text is not UTF-8"),
        (b"\x1f\x8b\x08\x00rest", "compressed"),
        (b"PAR1 and nothing more", "not a whole Parquet file"),
        (b"town,count\na,3\n", "no column 'value'; it has: town, count"),
        (b"value,counts\na,3\n", "Did you mean 'counts'"),
        (b"value,value,count\na,b,3\n", "two columns of one name: 'value'"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: bytes, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read_counts(csv(tmp_path, text))


def excel(folder: Path) -> Path:
    book = openpyxl.Workbook()
    for row in (["value", "count"], ["02139", 3], ["x", 4]):
        book.active.append(row)
    book.save(folder / "book.xlsx")
    return Path(f"{folder}/book.xlsx::Sheet")


def sqlite(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "data.sqlite")) as database, database:
        database.execute("CREATE TABLE people (value TEXT, count INTEGER)")
        database.execute("CREATE TABLE others (value TEXT)")
        database.execute("INSERT INTO people VALUES ('02139', 3), ('x', 4)")
    return Path(f"{folder}/data.sqlite::people")


def database(folder: Path) -> Path:
    with duckdb.connect(folder / "data.duckdb") as connection:
        connection.execute("CREATE TABLE people (value VARCHAR, count INTEGER)")
        connection.execute("INSERT INTO people VALUES ('02139', 3), ('x', 4)")
    return folder / "data.duckdb"


def pattern(folder: Path) -> Path:
    csv(folder, "value,count\n02139,3\n", "part-1.csv")
    csv(folder, "value,count\nx,4\n", "part-2.csv")
    return folder / "part-*.csv"


def utf_16(folder: Path) -> Path:
    return csv(folder, "value,count\n02139,3\nx,4\n".encode("utf-16"))


def packed(folder: Path) -> Path:
    return csv(folder, gzip.compress(b"value,count\n02139,3\nx,4\n"), "table.csv.gz")


@pytest.mark.parametrize("made", [excel, sqlite, database, pattern, utf_16, packed])
def test_tables_of_every_kind(tmp_path: Path, made: Callable[[Path], Path]) -> None:
    table = read_counts(made(tmp_path))
    assert table.values.tolist() == ["02139", "x"]
    assert table.counts.tolist() == [3, 4]


def test_an_encoding_is_named(tmp_path: Path) -> None:
    file = csv(tmp_path, "value,count\nGenève,3\n".encode("latin-1"))
    with open_table(file, encoding="latin-1") as table:
        read = counts.read_counts(table)
    assert read.values.tolist() == ["Genève"]
    assert "read as latin-1" in read.notes[0]


def test_a_first_row_that_is_a_record(tmp_path: Path) -> None:
    file = csv(tmp_path, "Ulm,41\nBern,30\nUlm,2\n")
    with pytest.raises(InvalidInput, match="looks like a record"):
        read_counts(file, "column1", "column2")
    with open_table(file, header=False) as table:
        read = counts.read_counts(table, "column1", "column2")
    assert (read.values.tolist(), read.counts.tolist()) == (["Ulm", "Bern"], [43, 30])


@pytest.mark.parametrize("line", [b'"x" ,2', b' "x",2', b"x,2,", b"x\0,2"])
def test_what_programs_read_differently_is_refused(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "a.csv").write_bytes(b"value,count\ny,1\n" + line + b"\n")
    with pytest.raises(InvalidInput, match=r"a\.csv, line 3: "):
        read_counts(tmp_path / "a.csv")


def test_later_bytes_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    text = b"value,count\n" + b"a,1\n" * 500_000 + b"caf\xe9,3\n"
    with pytest.raises(InvalidInput, match=r"line 500002: the text is not UTF-8"):
        read_counts(csv(tmp_path, text))


def test_records_are_not_quoted_in_messages(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_counts(csv(tmp_path, "value,count\nSecret Name,3,4\n"))
    assert "Secret" not in str(refusal.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="There is no file"):
        read_counts(tmp_path / "none.csv")
    with pytest.raises(InvalidInput, match="is a folder"):
        read_counts(tmp_path)
