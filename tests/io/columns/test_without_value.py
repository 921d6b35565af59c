"""What becomes of records without a value where one column is solved by itself."""

from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.core.missing import MISSING_CHOICES
from covey.io.columns.without_value import refuse_no_values, settle


@pytest.mark.parametrize("choice", MISSING_CHOICES)
def test_of_no_records_nothing_is_said(choice: str) -> None:
    assert settle(0, 5, choice, "t.csv", "'age'") == (False, False, ())


@pytest.mark.parametrize(("records", "joined"), [(1, True), (4, True), (5, False), (6, False)])
def test_fewer_than_k_count_as_another_value(records: int, joined: bool) -> None:
    found = settle(records, 5, "own", "t.csv", "'age'")
    assert (found.joined, found.apart) == (joined, not joined)
    (note,) = found.notes
    assert note.startswith(f"{records} record")


def test_they_are_left_out_or_refused() -> None:
    found = settle(1, 5, "suppress", "t.csv", "'age'")
    assert found == (False, False, ("1 record has no value in 'age': left out",))
    with pytest.raises(InvalidInput, match=r"t\.csv: 9 records have no value in 'age'"):
        settle(9, 5, "error", "t.csv", "'age'")


def test_without_any_value_a_table_is_refused() -> None:
    refuse_no_values(1, "t.csv", "'age'")
    with pytest.raises(InvalidInput, match=r"t\.csv: no record has a value in 'age'"):
        refuse_no_values(0, "t.csv", "'age'")
