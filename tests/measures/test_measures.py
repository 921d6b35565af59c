"""All measures of a sensitive column, against brute force."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.measures import diversity
from covey.measures.spread import Spread
from tests.measures import oracle
from tests.measures.tables import measured

ROWS = st.lists(
    st.tuples(st.integers(0, 4), st.one_of(st.none(), st.integers(0, 9))), min_size=1, max_size=40
)


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
