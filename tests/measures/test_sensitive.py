"""l-diversity and t-closeness against hand-made tables and brute force."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey import InvalidInput
from covey.measures import closeness, diversity
from covey.measures.measures import Sensitive, measure_sensitive
from covey.measures.spread import Spread
from tests.measures import oracle

ROWS = st.lists(
    st.tuples(st.integers(0, 4), st.one_of(st.none(), st.integers(0, 9))), min_size=1, max_size=40
)


def measured(rows: list[tuple[Any, Any]], ordered: bool = False) -> Sensitive:
    classes, values = zip(*rows, strict=True)
    return measure_sensitive(Spread.from_rows("s", list(classes), list(values), ordered))


def test_the_salaries_of_li_et_al() -> None:
    """Table 3 of the t-closeness paper: the three lowest of nine salaries in one class are 0.375
    from the table, 6,000, 8,000 and 11,000 are 0.167 from it (section 4.1)."""
    classes, salaries = [0, 0, 0, 1, 1, 1, 2, 2, 2], [3, 4, 5, 6, 11, 8, 7, 9, 10]
    spread = Spread.from_rows("salary", classes, salaries, ordered=True)
    first, second, _ = closeness.ordered(spread).tolist()
    assert first == pytest.approx(0.375)
    assert second == pytest.approx(1 / 6)


def test_a_class_by_hand() -> None:
    rows = [(0, "flu")] * 4 + [(0, "cold")] * 2 + [(0, "hiv")] + [(1, "flu"), (1, "cold"), (1, "x")]
    found = measured(rows)
    assert (found.values, found.distinct_l) == (4, 3)
    assert found.alpha == pytest.approx(4 / 7)
    # 4 < c x 1 for l = 3.
    assert found.recursive_c == pytest.approx(4.0)
    # The table is 5/10, 3/10, 1/10, 1/10; class 1 is a third each of flu, cold and x.
    assert found.t_equal == pytest.approx((1 / 6 + 1 / 30 + 1 / 10 + 7 / 30) / 2)
    assert found.t_ordered is None


def test_one_value_in_a_class_gives_it_all_away() -> None:
    found = measured([(0, "flu"), (0, "flu"), (1, "flu"), (1, "cold")])
    assert (found.distinct_l, found.entropy_l, found.alpha) == (1, 1.0, 1.0)
    assert found.recursive_c is None


def test_missing_is_a_value_of_its_own() -> None:
    assert measured([(0, None), (0, "flu")]).distinct_l == 2


def test_classes_like_the_table_are_as_close_as_can_be() -> None:
    found = measured([(0, 1), (0, 2), (1, 1), (1, 2)], ordered=True)
    assert found.t_equal == found.t_ordered == 0


def test_a_table_of_one_value_is_close_to_itself() -> None:
    assert measured([(0, 1), (1, 1)], ordered=True).t_ordered == 0


def test_too_few_values_are_recursive_for_no_c() -> None:
    spread = Spread.from_rows("s", [0, 0], ["a", "b"])
    assert diversity.recursive(spread, 3).tolist() == [math.inf]
    with pytest.raises(InvalidInput, match="positive"):
        diversity.recursive(spread, 0)


@given(ROWS)
def test_everything_by_brute_force(rows: list[tuple[int, int | None]]) -> None:
    found = measured(rows, ordered=True)
    keys, values = zip(*rows, strict=True)
    groups = oracle.groups(keys, values)
    order = sorted(set(values), key=lambda value: -1 if value is None else value)
    assert found.distinct_l == oracle.distinct(groups)
    assert found.entropy_l == pytest.approx(oracle.entropy_l(groups))
    assert found.alpha == pytest.approx(oracle.alpha(groups))
    assert found.t_equal == pytest.approx(oracle.t_equal(groups), abs=1e-9)
    assert found.t_ordered == pytest.approx(oracle.t_ordered(groups, order), abs=1e-9)
    if found.distinct_l > 1:
        expected = oracle.recursive_c(groups, found.distinct_l)
        assert found.recursive_c == pytest.approx(expected)
    spread = Spread.from_rows("s", list(keys), list(values))
    for length in (1, 2, 3):
        assert diversity.recursive(spread, length).max() == oracle.recursive_c(groups, length)


def test_values_of_one_place_in_the_order_are_one_value_of_it() -> None:
    """1 and 1.0 are two texts and one number."""
    apart = Spread.from_entries("s", [0, 0, 1], [0, 1, 2], [1, 1, 2], places=[0, 0, 1])
    together = Spread.from_entries("s", [0, 1], [0, 1], [2, 2], places=[0, 1])
    assert closeness.ordered(apart).tolist() == closeness.ordered(together).tolist()
    assert diversity.distinct(apart).tolist() == [2, 1]


def test_a_value_that_nobody_has_leaves_no_gap() -> None:
    """Whatever number it has: the first, the last, or one between others."""
    classes, values, counts = [0, 0, 1], [1, 3, 3], [1, 1, 2]
    gaps = Spread.from_entries("age", classes, values, counts, [0, 1, 2, 3, 4])
    plain = Spread.from_rows("age", [0, 0, 1, 1], [1, 3, 3, 3], ordered=True)
    assert closeness.ordered(gaps).tolist() == closeness.ordered(plain).tolist() == [0.25, 0.25]
