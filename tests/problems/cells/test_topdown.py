"""Cells cut from the top."""

from __future__ import annotations

import numpy as np
import pytest

from covey.problems.cells.scoring.score import NOTHING
from covey.problems.cells.topdown import best_column, stored


@pytest.mark.parametrize(("passed", "best"), [(0, 1), (1, 3), (2, 0), (3, 0)])
def test_columns_are_passed_over_from_the_best_on(passed: int, best: int) -> None:
    cuts = np.zeros((4, 4))
    cuts[:, 0] = [0.2, 0.5, NOTHING, 0.5]
    assert best_column(cuts, passed) == best


def test_the_list_of_labels_grows_where_it_is_full() -> None:
    pool, taken = np.array([7, 8], dtype=np.int32), 2
    pool, taken = stored(pool, taken, np.array([1, 4, 5], dtype=np.int32))
    assert pool[:taken].tolist() == [7, 8, 1, 4, 5]
