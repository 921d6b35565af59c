"""What covey sees in a table, and what it says is odd."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey.core.caller import by_command
from covey.core.errors import InvalidInput
from covey.io.columns.overview import ColumnView, Overview
from covey.io.columns.table import open_table
from covey.io.notation import Notation, split_by_column, split_marks
from tests.io.inputs.files import book


def looked(tmp_path: Path, text: str, encoding: str = "utf-8") -> Overview:
    table = tmp_path / "table.csv"
    table.write_bytes(text.encode(encoding))
    return covey.look(table, encoding="" if encoding == "utf-8" else encoding)


def column(tmp_path: Path, values: list[str]) -> ColumnView:
    """Of a table that has these values in one of its columns."""
    lines = ["row;x", *(f"{at};{value}" for at, value in enumerate(values))]
    return looked(tmp_path, "\n".join(lines)).columns[1]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1", "3", ""], ("whole numbers", 2, 1, 2, "1", "3")),
        (["1.50", "3.25"], ("decimals", 2, 0, 2, "1.5", "3.25")),
        (["2024-05-31", "1999-01-01"], ("dates", 2, 0, 2, "1999-01-01", "2024-05-31")),
        (["Ulm", "Bern", "Ulm"], ("text", 3, 0, 2, None, None)),
        (["02139", "10001"], ("codes with leading zeros", 2, 0, 2, None, None)),
        (["", ""], ("empty", 0, 2, 0, None, None)),
    ],
)
def test_kind_and_range_of_a_column(
    tmp_path: Path, values: list[str], expected: tuple[object, ...]
) -> None:
    found = column(tmp_path, values)
    assert (
        found.kind, found.values, found.missing, found.distinct, found.low, found.high
    ) == expected  # fmt: skip


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["51,1", "2,5"], "--decimal ,"),
        (["16.02.1986", "1.2.1941"], '--date-format "%d.%m.%Y"'),
        (["1/2/1986", "1/3/1941"], "say which it is"),
        (["12,345", "3"], "thousands"),
        (["1.5", "2.5", "3", "ca. 2"], "'ca. 2' in row 4 below the header"),
        ([" Ulm", "Bern"], "blanks around 1 value: --trim"),
        (["20", "30", "-99", "-99", "25"], "2 values of -99, far from all others"),
        (["Ulm", "unknown", "Bern"], "1 value of 'unknown'"),
        (["Ulm", "Ulm"], "one value only"),
        (["", ""], "no values"),
    ],
)
def test_what_is_odd(tmp_path: Path, values: list[str], words: str) -> None:
    with by_command():
        assert words in " ".join(column(tmp_path, values).odd)


@pytest.mark.parametrize(
    "values", [["97", "98", "99", "99"], ["-10", "-9", "-9", "10"], ["20", "30", "99"]]
)
def test_numbers_among_others_stand_for_themselves(tmp_path: Path, values: list[str]) -> None:
    assert column(tmp_path, values).odd == ()


def test_the_options_together_read_the_table(tmp_path: Path) -> None:
    """One column has decimal points, one a decimal comma; the dates have two formats."""
    found = looked(
        tmp_path,
        "a; b;born;seen\n1.5; 2,5;16.02.1986;2/16/1986\n2.5; 3,5;N/A;3/17/1986\n"
        "3.5; 1,5;17.3.1950;3/18/1986\n",
    )
    assert found.remedy == (
        ("--date-format", "born=%d.%m.%Y"),
        ("--date-format", "seen=%m/%d/%Y"),
        ("--decimal", "b=,"),
        ("--na", "N/A"),
        ("--trim", ""),
    )
    named = {
        option: [v for name, v in found.remedy if name == option] for option, _ in found.remedy
    }
    again = covey.look(
        tmp_path / "table.csv",
        na=split_marks(named["--na"]),
        decimal=split_by_column(named["--decimal"]),
        date_format=split_by_column(named["--date-format"]),
        trim=True,
    )
    assert [each.kind for each in again.columns] == ["decimals", "decimals", "dates", "dates"]
    assert not again.remedy


def test_one_way_for_all_columns_is_said_once(tmp_path: Path) -> None:
    found = looked(tmp_path, "a;b\n1,5;2,5\n2,5;3,5\n")
    assert found.remedy == (("--decimal", ","),)


def test_a_title_above_the_header_is_guessed(tmp_path: Path) -> None:
    found = looked(tmp_path, "Patients of 2024\nid;x\n1;39\n")
    assert "title above the header" in found.columns[0].odd[-1]
    assert f"tail -n +2 {tmp_path / 'table.csv'}" in found.columns[0].odd[-1]


def test_the_format_in_words(tmp_path: Path) -> None:
    found = looked(tmp_path, "a;b\n1;x\n2;ü\n", "cp1252")
    assert found.format == "CSV, semicolons between fields, CP1252; the first row names 2 columns"
    assert covey.look(tmp_path / "table.csv", encoding="cp1252", header=False).format.endswith(
        "no header, covey names 2 columns"
    )


def test_what_separates_fields_in_words(tmp_path: Path) -> None:
    found = looked(tmp_path, "age  sex  id\n 30  m     1\n 31  f     2\n 32  f    11\n")
    assert "blanks between fields" in found.format


def test_rows_without_any_value_are_counted(tmp_path: Path) -> None:
    found = looked(tmp_path, "a;b\n1;x\n;\n;\n2;y\n")
    assert found.to_dict()["empty_rows"] == 2
    assert "2 rows without any value, counted as records" in found.summary()


def test_objects_inside_of_objects(tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text('{"id": 1, "who": {"age": 39}, "tags": [1]}\n' * 2)
    _, who, tags = covey.look(file).columns
    assert f"""jq -c '. + .["who"] | del(.["who"])' {file} > NEW""" in who.odd[-1]
    assert tags.odd[-1] == "lists, read as text"


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no rows"):
        looked(tmp_path, "a;b\n")


def test_what_is_said_as_plain_data(tmp_path: Path) -> None:
    found = looked(tmp_path, "a;b\n1,5;x\n2,5;y\n")
    data = found.to_dict()
    assert data["remedy"] == [["--decimal", ","]]
    assert [each["column"] for each in data["columns"]] == ["a", "b"]
    assert "nothing odd" not in found.summary()
    assert Notation.of(decimal=",").to_options() == ["--decimal", ","]


def test_a_column_of_numbers_and_texts_is_shown_beside_the_others(tmp_path: Path) -> None:
    """What anonymize refuses is what look is for."""
    path = book(tmp_path, ("S", [["age", "sex"], [39, "f"], ["60 ca.", "m"], ["n/a", "m"]]))
    with pytest.raises(InvalidInput, match="numbers and text mixed"), open_table(path):
        pass
    age, sex = covey.look(path).columns
    assert (age.kind, age.values, sex.kind) == ("mixed", 3, "text")
    assert "make them all of one type" in age.odd[0]
