from __future__ import annotations

import numpy as np
import pytest

from covey.problems.rectangles.plane import all_distinct, merge_equal, round_between, tiles


def test_equal_points_share_a_location() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 20, (2, 2000)).astype(float)
    rows, places = merge_equal(x, y)
    assert len(places) == len(set(zip(x, y, strict=True)))
    np.testing.assert_array_equal(x[places][rows], x)
    np.testing.assert_array_equal(y[places][rows], y)


def test_values_are_distinct_if_none_occurs_twice() -> None:
    assert all_distinct(np.array([2.0, 1.0, 3.0]))
    assert not all_distinct(np.array([2.0, 1.0, 2.0]))


@pytest.mark.parametrize(
    ("low", "high", "cut"),
    [(32.4712, 32.5333, 32.5), (0.1, 0.10000000000000002, 0.10000000000000002),
     (-3.0, -1.0, -1.0), (-0.25, 0.25, 0.0), (1e6 - 1, 1e6 + 1, 1e6), (4.0, 5.0, 5.0)],
)  # fmt: skip
def test_cuts_are_round_numbers(low: float, high: float, cut: float) -> None:
    assert round_between(low, high) == cut
    assert low < float(repr(cut)) <= high


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
