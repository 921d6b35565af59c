"""Borders of intervals."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from hypothesis import assume, given
from hypothesis import strategies as st

from covey.attributes.rounding import round_cut


@given(st.integers(-(10**38), 10**38), st.integers(1, 10**20))
def test_a_whole_cut_lies_between_its_neighbours(below: int, step: int) -> None:
    cut = round_cut("integer", str(below), str(below + step))
    assert below < int(cut) <= below + step


@given(st.decimals(-(10**15), 10**15, places=6), st.decimals("0.000001", 10**6, places=6))
def test_a_decimal_cut_is_no_longer_than_its_neighbour(below: Decimal, step: Decimal) -> None:
    above = below + step
    cut = round_cut("decimal", str(below), str(above))
    assert below < Decimal(cut) <= above
    assert len(cut.strip("-")) <= len(f"{above:f}".strip("-"))


@given(st.floats(allow_nan=False, allow_infinity=False),
       st.floats(allow_nan=False, allow_infinity=False))  # fmt: skip
def test_a_cut_between_doubles_is_one(one: float, two: float) -> None:
    assume(one != two)
    below, above = sorted((one, two))
    assert below < float(round_cut("number", repr(below), repr(above))) <= above


@given(st.dates(), st.dates())
def test_a_date_between_dates(one: dt.date, two: dt.date) -> None:
    assume(one != two)
    below, above = sorted((one, two))
    cut = round_cut("date", str(below), str(above))
    assert str(below) < cut <= str(above)
    dt.date.fromisoformat(cut)


def test_cuts_are_as_round_as_they_can_be() -> None:
    assert round_cut("integer", "-17", "4") == "0"
    assert round_cut("integer", "-17", "-4") == "-10"
    assert round_cut("number", "1e-07", "3.4e-07") == "0.0000002"
    assert round_cut("timestamp", "2024-05-31 10:02:11", "2024-05-31 12:30:01") == (
        "2024-05-31 12:00:00"
    )
    assert round_cut("timestamp", "2024-05-30 10:02:11", "2024-05-31 12:30:01") == "2024-05-31"
    assert round_cut("date", "2024-05-30", "2024-06-02") == "2024-06-01"
