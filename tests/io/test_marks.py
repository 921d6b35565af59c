"""Marks of missing values."""

from __future__ import annotations

from covey.io.marks import MISSING_MARKS, can_be_named, is_mark, may_be_a_value


def test_every_mark_can_be_named_in_a_command() -> None:
    assert all(map(can_be_named, MISSING_MARKS))


def test_case_and_blanks_do_not_matter() -> None:
    assert is_mark(" Not Stated ")
    assert not is_mark("stated")
    assert not is_mark("a=b")


def test_marks_that_are_used_everywhere_are_nobodys_value() -> None:
    usual = ["", "-1", "-9", "-9.0", "999", "-888", "777.00", "00.00.0000", "9999-12-31", "unknown"]
    assert not any(map(may_be_a_value, usual))
    assert all(map(may_be_a_value, ["99", "31.02.1980", "-2", "1999", "0", "Smith"]))
