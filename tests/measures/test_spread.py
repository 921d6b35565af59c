"""How values are spread over classes."""

from __future__ import annotations

from covey.measures import closeness, diversity
from covey.measures.spread import Spread


def test_values_of_one_place_in_the_order_are_one_value_of_it() -> None:
    """1 and 1.0 are two texts and one number."""
    apart = Spread.from_entries("s", [0, 0, 1], [0, 1, 2], [1, 1, 2], places=[0, 0, 1])
    together = Spread.from_entries("s", [0, 1], [0, 1], [2, 2], places=[0, 1])
    assert (
        closeness.ordered_distance(apart).tolist() == closeness.ordered_distance(together).tolist()
    )
    assert diversity.distinct(apart).tolist() == [2, 1]


def test_a_value_that_nobody_has_leaves_no_gap() -> None:
    """Whatever number it has: the first, the last, or one between others."""
    classes, values, counts = [0, 0, 1], [1, 3, 3], [1, 1, 2]
    gaps = Spread.from_entries("age", classes, values, counts, [0, 1, 2, 3, 4])
    plain = Spread.from_rows("age", [0, 0, 1, 1], [1, 3, 3, 3], ordered=True)
    assert (
        closeness.ordered_distance(gaps).tolist()
        == closeness.ordered_distance(plain).tolist()
        == [0.25, 0.25]
    )
