"""What is hidden without a search, against the ranges that programs find."""

from __future__ import annotations

import numpy as np
import pytest

from covey.cross_tables.coarse import coarse
from tests.cross_tables.brute import drawn, table_of
from tests.cross_tables.test_hiding import protects
from tests.effort import cases


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_small_numbers_are_protected(columns: int) -> None:
    told = 0
    for seed in range(cases(200, quick=12)):
        k = 2 + seed % 5
        table = drawn(seed, columns, most=5, mean=1.0 + seed % 7)
        hidden = coarse(table, k)
        assert protects(table, hidden, k)
        told += bool((table.flat[~hidden] > 0).any())
    assert told


def test_the_totals_of_a_column_are_told_and_small_ones_are_hidden_with_another() -> None:
    table = table_of(np.array([[9, 1], [6, 7], [1, 1], [40, 3]]))
    hidden = coarse(table, 5).reshape(5, 3)
    assert hidden[:, -1].tolist() == [True, False, True, False, False]
    assert hidden[:-1, :-1].all()


def test_the_grand_total_alone_and_nothing_at_all() -> None:
    table = table_of(np.array([[9, 0], [0, 1]]))
    assert coarse(table, 5).tolist() == [True, False, True, False, True, True, True, True, False]
    assert coarse(table_of(np.array([1, 1])), 5).all()
