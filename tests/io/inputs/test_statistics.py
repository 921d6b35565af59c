"""Files of Stata, SPSS and SAS, with their labels."""

from __future__ import annotations

import datetime as dt
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from covey.core.errors import InvalidInput
from covey.io.columns.table import open_table
from covey.io.inputs import open_input
from covey.io.inputs.statistics import OLD_STATA, SAS, StatisticsInput, read_columns, reader_of
from tests.io.inputs.files import file, rows

import_module("polars")
pyreadstat = import_module("pyreadstat")

LABELS = {"sex": {1: "male", 2: "female"}}


def written(path: Path, **how: Any) -> Path:
    import polars as pl

    frame = pl.DataFrame(
        {
            "sex": [1.0, 2.0, 7.0, None],
            "age": [39.0, 41.0, None, 20.0],
            "bmi": [20.5, None, 30.0, 31.0],
            "born": [dt.date(1980, 1, 2), None, dt.date(1990, 3, 4), dt.date(1991, 1, 1)],
            "name": ["Ann", "Bo", "Zoë", "Cy"],
        }
    )
    getattr(pyreadstat, f"write_{path.suffix[1:]}")(frame, str(path), **how)
    return path


@pytest.mark.parametrize("ending", ["dta", "sav"])
def test_values_with_labels_are_their_labels(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path / f"in.{ending}", variable_value_labels=LABELS)
    assert open_input(path).columns == ("sex", "age", "bmi", "born", "name")
    assert rows(path, tmp_path) == [
        ("male", 39, 20.5, dt.date(1980, 1, 2), "Ann"),
        ("female", 41, None, None, "Bo"),
        ("7", None, 30.0, dt.date(1990, 3, 4), "Zoë"),
        (None, 20, 31.0, dt.date(1991, 1, 1), "Cy"),
    ]


def test_a_file_is_told_by_how_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "in"
    written(tmp_path / "in.sav").rename(path)
    assert open_input(path).columns[0] == "sex"
    assert reader_of(Path("x.sas7bdat"), SAS[:16]) == "read_sas7bdat"
    assert reader_of(Path("x.xpt"), b"HEADER RECORD*******LIBRARY") == "read_xport"
    assert reader_of(Path("x.dta"), OLD_STATA[-1:] + b"\x02\x01") == "read_dta"
    assert reader_of(Path("x.csv"), b"name,age") == ""


def test_what_is_not_whole_is_refused(tmp_path: Path) -> None:
    content = written(tmp_path / "in.sav").read_bytes()
    with pytest.raises(InvalidInput, match="not a whole file"):
        open_input(file(tmp_path, content[:300], "cut.sav"))


def test_without_the_package_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "in.sav")
    monkeypatch.setitem(sys.modules, "pyreadstat", None)
    with pytest.raises(InvalidInput, match=r"covey\[stats\]"):
        open_input(path)


def with_declared_missing(path: Path) -> Path:
    """9 stands for refused; .a of Stata for not asked."""
    import polars as pl

    if path.suffix == ".sav":
        frame = pl.DataFrame({"sex": [1.0, 2.0, 9.0, None], "town": ["Ulm", "?", "Bern", "Ulm"]})
        declared = {"sex": [9], "town": ["?"]}
        labels = {"sex": {1: "male", 2: "female", 9: "refused"}}
        pyreadstat.write_sav(
            frame, str(path), missing_ranges=declared, variable_value_labels=labels
        )
        return path
    pandas = import_module("pandas")
    frame = pandas.DataFrame({"bmi": pandas.Series([20.5, "a", None, 30.0], dtype=object)})
    named = {"bmi": {"a": "not asked"}}
    pyreadstat.write_dta(
        frame, str(path), missing_user_values={"bmi": ["a"]}, variable_value_labels=named
    )
    return path


def test_what_spss_declares_as_missing_is_counted(tmp_path: Path) -> None:
    path = with_declared_missing(tmp_path / "in.sav")
    given = open_input(path)
    assert isinstance(given, StatisticsInput)
    assert read_columns(given).declared == {"sex": 1, "town": 1}
    expected = [("male", "Ulm"), ("female", None), (None, "Bern"), (None, "Ulm")]
    assert rows(path, tmp_path) == expected


def test_kinds_of_missing_values_of_stata_are_counted(tmp_path: Path) -> None:
    path = with_declared_missing(tmp_path / "in.dta")
    given = open_input(path)
    assert isinstance(given, StatisticsInput)
    assert read_columns(given).declared == {"bmi": 1}
    assert rows(path, tmp_path) == [(20.5,), (None,), (None,), (30.0,)]  # its label makes no text


def test_a_note_says_of_which_columns_values_were_declared_as_missing(tmp_path: Path) -> None:
    with open_table(with_declared_missing(tmp_path / "in.dta")) as table:
        (note,) = table.notes
    assert note.startswith("values of 'bmi' that the file declares as missing")
    assert "1" not in note  # notes are published
