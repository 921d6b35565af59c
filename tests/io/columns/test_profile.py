"""What the values of a column are like."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey.io.columns.profile import PATTERNS, Profile, profiles
from covey.io.columns.table import open_table


def profile_of(tmp_path: Path, *values: str) -> Profile:
    table = tmp_path / "t.csv"
    table.write_text("v,w\n" + "".join(f'"{value}",1\n' if value else ",1\n" for value in values))
    with open_table(table) as opened:
        return profiles(opened)[0]


@pytest.mark.parametrize(
    ("pattern", "like_it", "unlike_it"),
    [
        ("mail", "ann@example.org", "ann at example.org"),
        ("phone", "+49 30 123-4567", "12"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567"),
        ("address", "10.0.0.17", "10.0.0"),
        ("whole", "-12", "1.5"),
        ("number", "1.5e3", "1,5"),
        ("zeros", "02139", "0"),
        ("icd", "E11.9", "Ulm"),
        ("date", "1979-03-12", "1979"),
    ],
)
def test_patterns(tmp_path: Path, pattern: str, like_it: str, unlike_it: str) -> None:
    found = profile_of(tmp_path, like_it, like_it, like_it, unlike_it)
    assert found.shares[pattern] == 0.75
    assert found.mostly(pattern, 0.7)
    assert not found.mostly(pattern)
    assert pattern in (*PATTERNS, "date")


def test_counts_leave_missing_and_blank_values_out(tmp_path: Path) -> None:
    found = profile_of(tmp_path, "a b", "a b", "", "  ", "cde")
    assert (found.rows, found.values, found.distinct) == (5, 3, 2)
    assert (found.shortest, found.longest) == (3, 3)
    assert found.words == pytest.approx(5 / 3)
    assert found.low is None


def test_numbers_have_a_range(tmp_path: Path) -> None:
    found = profile_of(tmp_path, "3", "-1.5", "", "7")
    assert (found.low, found.high) == (-1.5, 7.0)
    assert profile_of(tmp_path, "3", "inf").low is None


def test_a_column_without_values(tmp_path: Path) -> None:
    found = profile_of(tmp_path, "", "")
    assert (found.values, found.distinct_share) == (0, 0.0)
    assert not found.mostly("whole")
