"""t-closeness against hand-made tables."""

from __future__ import annotations

import pytest

from covey.measures import closeness
from covey.measures.spread import Spread
from tests.measures.tables import measured


def test_the_salaries_of_li_et_al() -> None:
    """Table 3 of the t-closeness paper: the three lowest of nine salaries in one class are 0.375
    from the table, 6,000, 8,000 and 11,000 are 0.167 from it (section 4.1)."""
    classes, salaries = [0, 0, 0, 1, 1, 1, 2, 2, 2], [3, 4, 5, 6, 11, 8, 7, 9, 10]
    spread = Spread.from_rows("salary", classes, salaries, ordered=True)
    first, second, _ = closeness.ordered_distance(spread).tolist()
    assert first == pytest.approx(0.375)
    assert second == pytest.approx(1 / 6)


def test_classes_like_the_table_are_as_close_as_can_be() -> None:
    found = measured([(0, 1), (0, 2), (1, 1), (1, 2)], ordered=True)
    assert found.t_equal == found.t_ordered == 0


def test_a_table_of_one_value_is_close_to_itself() -> None:
    assert measured([(0, 1), (1, 1)], ordered=True).t_ordered == 0
