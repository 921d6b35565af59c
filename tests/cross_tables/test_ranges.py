"""Ranges against all tables that are possible."""

from __future__ import annotations

import numpy as np
import pytest

from covey.cross_tables.ranges import ranges_of_hidden
from tests.cross_tables.brute import drawn, possible, table_of


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_ranges_are_those_of_all_possible_tables(columns: int) -> None:
    """Totals are published, so that what is possible is finite."""
    seen = 0
    for seed in range(40):
        table = drawn(seed, columns, most=3 if columns == 3 else 4)
        rng = np.random.default_rng(seed)
        inner = np.zeros(table.values.shape, dtype=bool)
        inner[tuple(slice(-1) for _ in table.values.shape)] = True
        hidden = inner.ravel() & (table.flat > 0) & (rng.random(table.flat.size) < 0.6)
        if not 0 < hidden.sum() <= 3 or table.flat[-1] > 40:
            continue
        tables = possible(table, hidden, int(table.flat[-1]))
        seen += 1
        every = np.array(tables)[:, hidden]
        found = ranges_of_hidden(table.values.shape, table.flat, hidden)
        assert np.allclose([r.least for r in found], every.min(axis=0))
        assert np.allclose([r.most for r in found], every.max(axis=0))
    assert seen > 10


def test_a_hidden_grand_total_has_no_end() -> None:
    hidden = np.array([True, False, True])
    (first, total) = ranges_of_hidden((3,), np.array([3, 4, 7]), hidden)
    assert (first.least, total.least) == (1, 5)
    assert first.most == total.most == np.inf


def test_cells_without_an_end_are_seen_after_others() -> None:
    """HiGHS took the basis of the cell before, and said that it knows nothing of the next."""
    table = table_of(np.array([[1, 0, 0], [8, 1, 3], [6, 4, 4]]))
    hidden = (table.flat > 0) & ~np.isin(table.flat, [14, 15])
    found = ranges_of_hidden(table.values.shape, table.flat, hidden)
    ends = dict(zip(np.flatnonzero(hidden).tolist(), found, strict=True))
    assert ends[15].most == np.inf
    assert all(r.least < r.most for r in found)
