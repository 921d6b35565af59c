from __future__ import annotations

import numpy as np
import pytest

from covey._native import rectangles as compiled
from covey.problems.rectangles.plane import (
    all_distinct,
    merge_equal,
    order_of,
    round_between,
    round_numbers,
    tiles,
)


@pytest.mark.parametrize("order", ["none", "by x", "by y"])
@pytest.mark.parametrize("count", [1, 2, 33, 2000])
def test_equal_points_share_a_location(count: int, order: str) -> None:
    rng = np.random.default_rng(count)
    x, y = rng.integers(-10, 10, (2, count)).astype(float)
    if order != "none":
        along = np.lexsort((y, x) if order == "by x" else (x, y))
        x, y = x[along], y[along]
    location, first = merge_equal(x, y)
    seen: dict[tuple[float, float], int] = {}
    expected = [seen.setdefault(point, len(seen)) for point in zip(x, y, strict=True)]
    assert location.tolist() == expected
    assert first.tolist() == [expected.index(number) for number in range(len(seen))]


def test_values_are_distinct_if_none_occurs_twice() -> None:
    assert all_distinct(np.array([2.0, 1.0, 3.0]))
    assert all_distinct(np.array([1.0, 2.0, 3.0]))
    assert not all_distinct(np.array([2.0, 1.0, 2.0]))
    assert not all_distinct(np.array([1.0, 1.0, 2.0]))


def test_equal_values_keep_their_order() -> None:
    for values, expected, distinct in (
        ([2.0, 1.0, 3.0], [1, 0, 2], True),
        ([2.0, 1.0, 2.0, 1.0], [1, 3, 0, 2], False),
    ):
        places, found = order_of(np.array(values))
        assert places.tolist() == expected
        assert found is distinct


@pytest.mark.parametrize(
    ("low", "high", "cut"),
    [(32.4712, 32.5333, 32.5), (0.1, 0.10000000000000002, 0.10000000000000002),
     (-3.0, -1.0, -1.0), (-0.25, 0.25, 0.0), (1e6 - 1, 1e6 + 1, 1e6), (4.0, 5.0, 5.0)],
)  # fmt: skip
def test_cuts_are_round_numbers(low: float, high: float, cut: float) -> None:
    assert round_between(low, high) == cut
    assert low < float(repr(cut)) <= high


def test_borders_are_where_compiled_loops_cut() -> None:
    rng = np.random.default_rng(3)
    ends = rng.normal(0, 1, (500, 2)) * 10.0 ** rng.integers(-12, 12, (500, 1))
    ends = np.concatenate([ends, [[1e300, 1.5e300], [-1.5e300, -1e300], [0.0, 5e-324]]])
    low, high = np.sort(ends, axis=1).T
    expected = [compiled.round_between(*pair) for pair in zip(low, high, strict=True)]
    assert round_numbers(low, high).tolist() == expected


BOX = np.array([0.0, 0.0, 2.0, 2.0])


@pytest.mark.parametrize(
    ("cells", "whole"),
    [
        ([[0, 0, 2, 2]], True),
        ([[0, 0, 1, 2], [1, 0, 2, 1], [1, 1, 2, 2]], True),
        ([[0, 0, 1, 2], [1, 0, 2, 1]], False),
        ([[0, 0, 1, 2], [1, 0, 2, 1], [1, 0.5, 2, 2]], False),
        ([[0, 0, 1, 2], [1, 0, 2, 1], [1, 1.5, 2, 2]], False),
        ([[0, 0, 1, 2], [0.5, 0, 2, 2]], False),
        ([[0, 0, 1, 2], [1.5, 0, 2, 2]], False),
        ([[0, 0, 2, 2], [0, 0, 2, 2]], False),
        ([[0, 0, 3, 2]], False),
        ([[0, 0, 2, 2], [1, 1, 1, 1]], False),
    ],
)
def test_tilings_are_distinguished_from_others(cells: list[list[float]], whole: bool) -> None:
    assert tiles(np.array(cells, dtype=float), BOX) is whole
