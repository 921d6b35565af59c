"""k-map."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.requirements.requirement import spread_of


def test_people_of_all_combinations_of_a_class_count() -> None:
    required = covey.PopulationK(10)
    classes = np.array([0, 0, 1], dtype=np.int32)
    people = np.array([4, 6, 9])
    spread, _ = spread_of(required, [], classes, np.ones(3, dtype=np.int64), people)
    assert required.met(spread).tolist() == [True, False]


def test_a_population_that_is_too_small_is_refused() -> None:
    required = covey.PopulationK(20)
    whole = np.zeros(1, dtype=np.int32)
    spread, names = spread_of(required, [], whole, np.ones(1, dtype=np.int64), np.array([19]))
    with pytest.raises(covey.Infeasible, match="19 people"):
        required.refuse_impossible(spread, names)
