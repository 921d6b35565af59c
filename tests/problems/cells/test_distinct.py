"""Combinations that are equal on every axis."""

from __future__ import annotations

import numpy as np
import pytest

from covey.problems.cells.distinct import numbered


@pytest.mark.parametrize("most", [4, 2**31 - 2])
@pytest.mark.parametrize("columns", [1, 3, 9])
def test_rows_have_the_same_number_if_and_only_if_they_are_equal(columns: int, most: int) -> None:
    """Also if all columns together do not fit into one key."""
    rng = np.random.default_rng(columns)
    few = rng.integers(-1, most, (4, columns)).astype(np.int32)
    codes = few[rng.integers(0, 4, (500, columns)), np.arange(columns)]
    found = numbered(codes.T).tolist()
    rows = [tuple(row) for row in codes.tolist()]
    assert len(set(found)) == len(set(rows)) == len(set(zip(rows, found, strict=True)))
    assert sorted(set(found)) == list(range(len(set(rows))))
