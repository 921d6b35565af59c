from __future__ import annotations

import numpy as np
import pytest

from covey.cross_tables.cross_table import Sums
from covey.cross_tables.rounding import ranges_of_rounded, rounded
from tests.cross_tables.brute import drawn, table_of


@pytest.mark.parametrize("columns", [1, 2])
def test_numbers_are_beside_their_multiples_and_add_up(columns: int) -> None:
    for seed in range(40):
        table, base = drawn(seed, columns, most=7, mean=9.0), 3 + seed % 5
        found = rounded(table, base)
        assert not (found % base).any()
        assert (np.abs(found - table.flat) < base).all()
        sums = Sums.of(table.values.shape)
        left = np.zeros(sums.count)
        np.add.at(left, sums.row, sums.sign * found[sums.cell])
        assert not left.any()


def test_the_nearest_multiples_are_taken_where_they_add_up() -> None:
    assert rounded(table_of(np.array([9, 1, 10])), 10).tolist() == [10, 0, 10, 20]


def test_multiples_stay_as_they_are() -> None:
    assert rounded(table_of(np.array([5, 10])), 5).tolist() == [5, 10, 15]


def test_a_rounded_number_was_less_than_the_base_away() -> None:
    ranges = ranges_of_rounded((3,), np.array([0, 5, 5]), 5)
    assert [(r.least, r.most) for r in ranges] == [(0, 4), (1, 9), (1, 9)]
