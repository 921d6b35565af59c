"""Files of Stata, SPSS and SAS, with their labels."""

from __future__ import annotations

import datetime as dt
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from covey.core.errors import InvalidInput
from covey.io.inputs import open_input
from covey.io.inputs.statistics import OLD_STATA, SAS, reader_of
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
