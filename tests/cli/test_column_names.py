"""Commands with other names of columns."""

from __future__ import annotations

import pytest

from covey.cli.column_names import with_names

NAMES = {"Sex": "sex", "a:b": "a:b", "lat": "lat", "lon": "lon"}
RENAMED = {
    "a column": (["--label", "Sex"], ["--label", "sex"]),
    "with an equals sign": (["--label=Sex"], ["--label=sex"]),
    "an order": (["--ordered", "Sex=Sex,m"], ["--ordered", "sex=Sex,m"]),
    "rules": (["--sensitive", "Sex:l=2"], ["--sensitive", "sex:l=2"]),
    "bands": (["--bands", "Sex<=90"], ["--bands", "sex<=90"]),
    "several": (["--by", "lat, Sex"], ["--by", "lat,sex"]),
    "a colon in a name": (["--sensitive", "a:b"], ["--sensitive", "a:b"]),
    "marks of all columns": (["--na", "Sex"], ["--na", "Sex"]),
    "marks of one": (["--na", "Sex=9"], ["--na", "sex=9"]),
    "no column": (["Sex", "-o", "Sex"], ["Sex", "-o", "Sex"]),
    "a value like an option": (["--label", "--by", "x"], None),
    "unknown": (["--by", "lat,town"], None),
}


@pytest.mark.parametrize("case", RENAMED)
def test_columns_are_renamed_where_they_are_named(case: str) -> None:
    given, expected = RENAMED[case]
    assert with_names(given or [], NAMES) == expected
