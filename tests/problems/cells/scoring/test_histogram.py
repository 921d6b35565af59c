"""The distinct values of a cell, with their records."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.rows import rows_of
from covey.problems.cells.scoring.histogram import histogram, scratch_for, sort_keys


def test_values_come_ascending_with_the_records_up_to_each() -> None:
    rng = np.random.default_rng(0)
    # Codes that lie close are counted in a table, codes that lie far apart are sorted.
    for size in (5, 10_000):
        codes = rng.integers(-1, size, 60)
        counts = rng.integers(1, 9, 60)
        axis = covey.OrderedAxis(codes, np.arange(float(size)))
        problem = covey.CellProblem([axis], counts, 1)
        scratch = scratch_for(60, problem.axis_table.columns([1.0]))
        distinct, missing = histogram(rows_of(problem), 0, 10, 50, scratch)
        own, records = codes[10:50], counts[10:50]
        values = sorted({code for code in own.tolist() if code >= 0})
        assert missing == records[own < 0].sum()
        assert scratch.values[:distinct].tolist() == values
        sums = [int(records[(own >= 0) & (own <= value)].sum()) for value in values]
        assert scratch.sums[:distinct].tolist() == sums
        assert not scratch.tally.any()


def test_keys_are_sorted() -> None:
    rng = np.random.default_rng(1)
    for count in (0, 1, 23, 24, 25, 200):
        keys = rng.integers(0, 50, count)
        expected = sorted(keys.tolist())
        sort_keys(keys, np.empty(count, np.int64), count)
        assert keys.tolist() == expected
