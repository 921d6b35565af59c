"""Combinations that are equal on every axis."""

from __future__ import annotations

import numpy as np

from covey.problems.cells.distinct import numbered


def test_rows_have_the_same_number_if_and_only_if_they_are_equal() -> None:
    rng = np.random.default_rng(1)
    for columns in (1, 3):
        codes = rng.integers(-1, 4, (500, columns)).astype(np.int32)
        found = numbered(codes).tolist()
        known: dict[tuple[int, ...], int] = {}
        expected = [known.setdefault(tuple(row), len(known)) for row in codes.tolist()]
        assert found == expected
