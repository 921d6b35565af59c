"""A frame of Spark, copied here for commands that work here."""

from __future__ import annotations

import pytest

import covey
from tests.spark import session

pytestmark = pytest.mark.xdist_group("spark")


def test_a_frame_is_checked_by_counts_alone() -> None:
    rows = [("a", 30), ("a", 30), (None, 31), ("", 31), ("a", 30)]
    frame = session().createDataFrame(rows, "zip string, age int")
    found = covey.check(frame, ["zip", "age"], k=3, show=True)
    assert (found.k, found.records) == (1, 5)
    assert not found.attained
    assert [weak.values for weak in found.offending[0].worst] == [(None, "31"), ("", "31")]
