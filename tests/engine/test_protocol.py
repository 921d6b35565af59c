"""Counted combinations: how they are numbered."""

from __future__ import annotations

import numpy as np

from covey.engine.protocol import Counted


def test_distinct_values_are_counted_without_missing_ones_and_those_left_out() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        rows = np.unique(rng.integers(-1, 4, (int(rng.integers(1, 30)), 3)), axis=0)
        values = tuple(np.array(list("abcd"), dtype=object) for _ in range(3))
        counts = np.ones(len(rows), dtype=np.int64)
        counted = Counted(("x", "y", "z"), values, tuple(rows.T), counts)
        among = rng.random(len(rows)) < 0.7
        for columns, at in {("x",): [0], ("y", "z"): [1, 2], ("x", "y", "z"): [0, 1, 2]}.items():
            own = [tuple(row) for row in rows[among][:, at].tolist() if min(row) >= 0]
            assert counted.distinct(columns, among) == len(set(own))
            # What is left of other columns may occur several times.
            assert counted.of(columns).distinct(columns, among) == len(set(own))
