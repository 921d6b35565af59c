"""t-closeness."""

from __future__ import annotations

import numpy as np

import covey
from covey.requirements.requirement import spread_of


def distance_is_within(t: float, ordered: bool) -> bool:
    """Two classes of 2 records: one has the values 0 and 1, the other 1 and 2 of three."""
    illness = covey.Sensitive("illness", [0, 1, 1, 2])
    classes = np.array([0, 0, 1, 1], dtype=np.int32)
    required = covey.Closeness("illness", t, ordered=ordered)
    spread, _ = spread_of(required, [illness], classes, np.ones(4, dtype=np.int64), None)
    return bool(required.met(spread).all())


def test_values_are_equally_far_apart_or_in_their_order() -> None:
    """Shares 1/2, 1/2, 0 against 1/4, 1/2, 1/4."""
    assert distance_is_within(0.25, ordered=False)
    assert not distance_is_within(0.24, ordered=False)
    assert distance_is_within(0.25, ordered=True)
    assert not distance_is_within(0.24, ordered=True)


def test_the_whole_table_is_as_close_as_can_be() -> None:
    illness = covey.Sensitive("illness", [0, 1, 1])
    required = covey.Closeness("illness", 0)
    whole = np.zeros(3, dtype=np.int32)
    spread, names = spread_of(required, [illness], whole, np.ones(3, dtype=np.int64), None)
    assert required.met(spread).all()
    required.refuse_impossible(spread, names)
