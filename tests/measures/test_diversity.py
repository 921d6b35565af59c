"""l-diversity against hand-made tables."""

from __future__ import annotations

import math

import pytest

from covey import InvalidInput
from covey.measures import diversity
from covey.measures.spread import Spread
from tests.measures.tables import measured


def test_one_value_in_a_class_gives_it_all_away() -> None:
    found = measured([(0, "flu"), (0, "flu"), (1, "flu"), (1, "cold")])
    assert (found.distinct_l, found.entropy_l, found.alpha) == (1, 1.0, 1.0)
    assert found.recursive_c is None


def test_missing_is_a_value_of_its_own() -> None:
    assert measured([(0, None), (0, "flu")]).distinct_l == 2


def test_too_few_values_are_recursive_for_no_c() -> None:
    spread = Spread.from_rows("s", [0, 0], ["a", "b"])
    assert diversity.recursive(spread, 3).tolist() == [math.inf]
    with pytest.raises(InvalidInput, match="positive"):
        diversity.recursive(spread, 0)
