"""l-diversity in three forms, and alpha."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.requirements.requirement import spread_of


def test_equal_shares_meet_entropy_exactly() -> None:
    for many in range(1, 40):
        illness = covey.Sensitive("illness", np.arange(many))
        required = covey.EntropyDiversity("illness", many)
        ones = np.ones(many, dtype=np.int64)
        spread, _ = spread_of(required, [illness], np.zeros(many, dtype=np.int32), ones, None)
        assert required.met(spread).all()


@pytest.mark.parametrize(
    ("requirement", "hint"),
    [
        (covey.DistinctDiversity("illness", 3), "Take l of at most 2."),
        (covey.EntropyDiversity("illness", 2), "Take l of at most 1.649."),
        (covey.Alpha("illness", 0.5), "Take alpha of at least 0.8."),
    ],
    ids=lambda value: "" if isinstance(value, str) else value.words(),
)
def test_the_hint_says_what_can_be_met(requirement: Any, hint: str) -> None:
    illness = covey.Sensitive("illness", [0, 1])
    whole = np.zeros(2, dtype=np.int32)
    spread, names = spread_of(requirement, [illness], whole, np.array([2, 8]), None)
    with pytest.raises(covey.Infeasible) as raised:
        requirement.refuse_impossible(spread, names)
    assert raised.value.hint == hint
