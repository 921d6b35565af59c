"""How values are written: what is given by users, and what becomes of values."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from covey.core.caller import by_command
from covey.core.errors import InvalidInput
from covey.io.columns.table import open_table
from covey.io.notation import PLAIN, Notation, split_marks
from tests.duck import fetch


def column(tmp_path: Path, values: list[str], kind: str, **how: Any) -> tuple[str, list[Any]]:
    """The kind of a CSV column and its values, as they are read."""
    table = tmp_path / "table.csv"
    table.write_text("row;x\n" + "".join(f"{at};{value}\n" for at, value in enumerate(values)))
    with open_table(table, notation=Notation.of(**how)) as opened:
        key, found = opened.key("x", "a column", kind)
        rows = opened.in_order(f"CAST({key} AS VARCHAR)")
    return found, [value for (value,) in rows]


def test_marks_are_missing_with_or_without_blanks_around(tmp_path: Path) -> None:
    found = column(tmp_path, ["39", "N/A", " N/A ", "-99", "4"], "ordered", na=["N/A", "-99"])
    assert found == ("integer", ["39", None, None, None, "4"])


def test_marks_of_one_column_are_added_to_those_of_all(tmp_path: Path) -> None:
    na = {"*": ["N/A"], "x": ["-99"], "row": ["1"]}
    assert column(tmp_path, ["N/A", "-99", "1"], "text", na=na) == ("text", [None, None, "1"])


def test_a_mark_is_a_number_where_the_column_is_one(tmp_path: Path) -> None:
    file = tmp_path / "t.parquet"
    fetch(f"COPY (SELECT unnest([1.5, -99.0]) AS x) TO '{file}'")
    with open_table(file, notation=Notation.of(na=["-99", "N/A"])) as table:
        for kind in ("ordered", "text"):
            key, _ = table.key("x", "a column", kind)
            assert table.fetch(f"SELECT count({key}) FROM {table.scan}") == [(1,)]


def test_a_decimal_comma(tmp_path: Path) -> None:
    kind, values = column(tmp_path, ["51,1", "3", "-,5"], "ordered", decimal=",")
    assert kind == "decimal"
    assert [float(value) for value in values] == [51.1, 3, -0.5]


def test_a_point_is_no_decimal_separator_beside_a_comma(tmp_path: Path) -> None:
    """1.234 may be a thousand."""
    with pytest.raises(InvalidInput, match="1 of its values are not"):
        column(tmp_path, ["51,1", "1.234"], "ordered", decimal=",")


def test_the_separator_of_a_column_takes_the_place_of_that_of_all(tmp_path: Path) -> None:
    found = column(tmp_path, ["5.5"], "double", decimal={"*": ",", "x": "."})
    assert found == ("double", ["5.5"])


def test_a_date_format_makes_dates(tmp_path: Path) -> None:
    found = column(tmp_path, ["16.02.1986", "2.2.1941", ""], "ordered", date_format="%d.%m.%Y")
    assert found == ("date", ["1986-02-16", "1941-02-02", None])


def test_a_format_with_a_time_makes_timestamps(tmp_path: Path) -> None:
    how = {"date_format": "%m/%d/%Y %I:%M %p"}
    found = column(tmp_path, ["1/31/1950 5:07 PM"], "ordered", **how)
    assert found == ("timestamp", ["1950-01-31 17:07:00"])


def test_a_format_that_looks_like_a_number_comes_first(tmp_path: Path) -> None:
    found = column(tmp_path, ["19860216"], "ordered", date_format="%Y%m%d")
    assert found == ("date", ["1986-02-16"])


def test_a_format_for_all_leaves_numbers_numbers(tmp_path: Path) -> None:
    found = column(tmp_path, ["39", "41"], "ordered", date_format="%Y%m%d")
    assert found == ("integer", ["39", "41"])


def test_a_format_for_one_column_leaves_it_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="not dates"):
        column(tmp_path, ["39", "41"], "ordered", date_format={"x": "%Y%m%d"})


def test_dates_as_covey_writes_them_do_not_fit_another_format(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="not dates"):
        column(tmp_path, ["2024-05-31"], "ordered", date_format="%Y-%d-%m")


def test_trimmed_values_and_names(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text('id, sex,\u00a0town\n1, m,Ulm\u00a0\n2,m , \n3, f,""\n', encoding="utf-8")
    with open_table(table, notation=Notation(trim=True)) as opened:
        assert opened.columns == ("id", "sex", "town")
        sex, town = (opened.text(name, "a column") for name in ("sex", "town"))
        assert opened.in_order(sex, town) == [("m", "Ulm"), ("m", None), ("f", None)]
    with open_table(table) as opened:
        assert opened.columns == ("id", " sex", "\u00a0town")


def test_names_of_a_sheet_are_trimmed(tmp_path: Path) -> None:
    openpyxl = import_module("openpyxl")
    book = openpyxl.Workbook()
    for row in ([" sex ", "age"], [" m", 39], ["f ", 41]):
        book.active.append(row)
    book.save(tmp_path / "book.xlsx")
    with open_table(tmp_path / "book.xlsx", notation=Notation(trim=True)) as opened:
        assert opened.columns == ("sex", "age")
        assert opened.in_order(opened.text("sex", "a column")) == [("m",), ("f",)]


def test_a_notation_is_for_columns_that_are_there(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("age\n39\n")
    for how in ({"na": {"aeg": "-99"}}, {"decimal": {"aeg": ","}}):
        with (
            pytest.raises(InvalidInput, match="Did you mean 'age'"),
            open_table(tmp_path / "t.csv", notation=Notation.of(**how)),
        ):
            pass


@pytest.mark.parametrize(
    "how",
    [
        {"na": 5},
        {"na": [5]},
        {"na": {"age": []}},
        {"na": {5: ["x"]}},
        {"decimal": ";"},
        {"decimal": 5},
        {"decimal": {"x": 5}},
        {"date_format": "%d.%m"},
        {"thousands": "_"},
        {"thousands": "."},
        {"thousands": {"x": ","}, "decimal": ","},
        {"date_format": ["%d.%m.%Y"]},
        {"trim": "yes"},
    ],
)
def test_what_cannot_be_meant_is_refused(how: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        Notation.of(**how)


def test_marks_and_formats_are_no_sql(tmp_path: Path) -> None:
    how = {"na": ["'); DROP TABLE given; --", "it's"], "date_format": "%d'%m'%Y"}
    found = column(tmp_path, ["16'02'1986", "it's"], "ordered", **how)
    assert found == ("date", ["1986-02-16", None])


def test_nothing_said_is_covey_own_way() -> None:
    assert Notation.of(na=[], decimal="", date_format={}) == PLAIN
    assert PLAIN.is_plain
    assert PLAIN.to_dict() == {}
    assert Notation.of(na="") == Notation(na={"*": ("",)})


@pytest.mark.parametrize(
    ("given", "first", "second"),
    [
        ("n/a,age=999", "n/a", "age=999"),
        ("n/a,?,age=9,99", "n/a,?", "age=9,99"),
        ("age=999,sex=9", "age=999", "sex=9"),
    ],
)
def test_marks_of_all_columns_and_of_one_in_one_option(given: str, first: str, second: str) -> None:
    with by_command():
        with pytest.raises(InvalidInput, match="once for each: --na") as refused:
            Notation.of(na=split_marks([given])).refuse_unknown("t.csv", ["age", "sex"])
        assert refused.value.remedy == ((given, first), ("--na", second))
        Notation.of(na=split_marks([first, second])).refuse_unknown("t.csv", ["age", "sex"])


def test_a_mapping_says_which_marks_are_of_which_column() -> None:
    Notation.of(na={"age": ["x", "sex=9"]}).refuse_unknown("t.csv", ["age", "sex"])
    with pytest.raises(InvalidInput) as refused:
        Notation.of(na={"n/a,age": "999"}).refuse_unknown("t.csv", ["age", "sex"])
    assert refused.value.hint == 'Say it once for each: na={"*": ["n/a"], "age": ["999"]}'
