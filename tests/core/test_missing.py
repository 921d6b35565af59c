"""The choices of --missing."""

from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.core.missing import MISSING_CHOICES, leaves_out


@pytest.mark.parametrize("choice", MISSING_CHOICES)
def test_no_records_are_never_left_out(choice: str) -> None:
    assert not leaves_out(0, choice, "t.csv", "'age'")


def test_some_are_kept_left_out_or_refused() -> None:
    assert not leaves_out(1, "own", "t.csv", "'age'")
    assert leaves_out(1, "suppress", "t.csv", "'age'")
    with pytest.raises(InvalidInput, match=r"t\.csv: 1 record has no value in 'age', and"):
        leaves_out(1, "error", "t.csv", "'age'")
