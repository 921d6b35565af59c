"""Marks of missing values."""

from __future__ import annotations

from covey.io.marks import MISSING_MARKS, can_be_named, is_mark


def test_every_mark_can_be_named_in_a_command() -> None:
    assert all(map(can_be_named, MISSING_MARKS))


def test_case_and_blanks_do_not_matter() -> None:
    assert is_mark(" Not Stated ")
    assert not is_mark("stated")
    assert not is_mark("a=b")
