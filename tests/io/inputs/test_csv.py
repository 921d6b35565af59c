"""CSV: its encoding, its header, and what is refused."""

from __future__ import annotations

import gzip
import random
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey import InvalidInput
from covey.io.columns.table import open_table
from covey.io.inputs import open_input
from covey.io.inputs.csv import without_blanks
from covey.io.notation import Notation
from tests.io.inputs.files import file, rows

packed = partial(gzip.compress, mtime=0)  # the same bytes in every process of the tests

DIGITS = random.Random(0).randbytes(1 << 21).hex().encode()

TEXT = "id;town\n1;Zürich\n2;\n"


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
    with pytest.raises(InvalidInput, match=r"line 2: the text is not UTF-8.\n.*encoding=.latin-1"):
        rows(file(tmp_path, TEXT.encode("latin-1")), tmp_path)
    later = b"id\n" + b"1\n" * 600_000 + b"caf\xe9\n"
    with pytest.raises(InvalidInput, match=r"line 600002: .*\n.*encoding=.latin-1"):
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


@pytest.mark.parametrize("encoding", ["base64", "rot13", "zlib", "hex", "bz2", "none"])
def test_what_is_no_encoding_of_text_is_refused(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(InvalidInput, match=f"no encoding '{encoding}'"):
        open_input(file(tmp_path, TEXT), encoding)


@pytest.mark.parametrize("before", ["\ufeff", "\ufeff\ufeff", "ï»¿"])
@pytest.mark.parametrize("encoding", ["", "utf-8", "utf-8-sig", "utf-16-le", "latin-1"])
@pytest.mark.parametrize("header", [True, False])
def test_a_byte_order_mark_is_no_part_of_the_first_field(
    tmp_path: Path, before: str, encoding: str, header: bool
) -> None:
    """Also one that a conversion from Latin-1 left, as letters."""
    if encoding == "latin-1":
        before = "ï»¿"
    table = tmp_path / "t.csv"
    table.write_bytes(f"{before}id,town\n1,Ulm\n".encode(encoding or "utf-8"))
    with open_table(table, encoding, header) as opened:
        assert opened.columns == (("id", "town") if header else ("column1", "column2"))
        rows = [("id", "town")] * (not header) + [("1", "Ulm")]
        assert opened.in_order("c0", "c1") == rows
        assert not [note for note in opened.notes if "utf-8 " in note]


FIELD = st.text('ab, "\t;\n', max_size=6)


@given(st.lists(st.lists(FIELD, min_size=2, max_size=3), min_size=1, max_size=4), st.data())
@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_blanks_around_quotes_are_taken_away_and_no_others(
    delimiter: str, fields: list[list[str]], data: st.DataObject
) -> None:
    """Whatever is in the quotes."""
    blanks = st.text(" " if delimiter == "\t" else " \t", max_size=2)
    quoted = [['"' + text.replace('"', '""') + '"' for text in row] for row in fields]
    loose = "\n".join(
        delimiter.join(data.draw(blanks) + field + data.draw(blanks) for field in row)
        for row in quoted
    )
    assert without_blanks(loose, delimiter) == "\n".join(map(delimiter.join, quoted))


def test_fields_without_quotes_keep_their_blanks(tmp_path: Path) -> None:
    table = file(tmp_path, 'id, "town"\n1, "Ulm" \n2, Bern \n')
    with open_table(table, notation=Notation(trim=True)) as opened:
        assert opened.columns == ("id", "town")
        assert opened.in_order("c1") == [("Ulm",), (" Bern ",)]
    with pytest.raises(InvalidInput, match="trim=True"), open_table(table):
        pass


@pytest.mark.parametrize(
    ("text", "encoding", "seems"),
    [
        (TEXT.encode(), "latin-1", True),
        (TEXT.encode("latin-1"), "latin-1", False),
        (TEXT.encode(), "utf8", False),
        (b"id;town\n1;Ulm\n", "latin-1", False),
        # Cut in the middle of a letter, where the head of the file ends.
        (b"a\n" + "ü".encode() * (1 << 21), "cp1252", True),
    ],
)
def test_a_file_that_is_utf_8_after_all_is_said_to_be(
    tmp_path: Path, text: bytes, encoding: str, seems: bool
) -> None:
    notes = open_input(file(tmp_path, text), encoding).notes  # type: ignore[attr-defined]
    assert any("its beginning is UTF-8" in note for note in notes) == seems
