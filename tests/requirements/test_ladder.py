"""Fixed settings of each requirement, from loose to tight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.requirements.ladder import tighter_than
from covey.requirements.requirement import spread_of
from tests.requirements.test_rules import random_table

LOOSE: list[Any] = [
    covey.DistinctDiversity("illness", 1),
    covey.EntropyDiversity("illness", 1.2),
    covey.RecursiveDiversity("illness", 9, 2),
    covey.Alpha("illness", 1),
    covey.Closeness("illness", 1),
    covey.Closeness("illness", 1, ordered=True),
    covey.PopulationK(1),
]


@pytest.mark.parametrize("loose", LOOSE, ids=lambda each: each.words())
def test_who_meets_a_tighter_setting_meets_all_looser_ones(loose: Any) -> None:
    ladder = [loose, *tighter_than(loose)][:8]
    assert len(ladder) == 8
    rng = np.random.default_rng(0)
    for _ in range(100):
        classes, weights, illness, people = random_table(rng)
        met = np.array(
            [each.met(spread_of(each, [illness], classes, weights, people)[0]) for each in ladder]
        )
        assert not (met[1:] & ~met[:-1]).any()


@pytest.mark.parametrize("loose", LOOSE, ids=lambda each: each.words())
def test_the_ladder_of_a_setting_is_the_rest_of_the_ladder(loose: Any) -> None:
    """Whatever is tried for a tighter setting is tried for a looser one as well."""
    ladder = tighter_than(loose)
    for at, setting in enumerate(ladder[:6]):
        assert tighter_than(setting) == ladder[at + 1 :]
    assert all(type(each) is type(loose) for each in ladder)
    assert all(each.column == loose.column for each in ladder)
