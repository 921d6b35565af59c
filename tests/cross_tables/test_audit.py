"""Many tables, a thousand in make test-long, and a reader with linear programs of their own: no
hidden number is pinned down further than is stated."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from covey.core.stop import Stop
from covey.cross_tables.cross_table import CrossTable
from covey.cross_tables.hiding import hide
from tests.cross_tables.brute import drawn
from tests.effort import cases

K = 4
PARTS = 4
TABLES = cases(1000, quick=320)
Numbers = NDArray[np.int64]


def pinned_down(table: CrossTable, hidden: NDArray[np.bool_]) -> list[int]:
    """Hidden small cells that cannot be as small as can be, or that cannot be K or more, by all
    that is published: nothing of covey is used but the table and which cells are hidden."""
    shape = table.values.shape
    inner = [cell for cell in product(*map(range, shape)) if all(map(_inside, cell, shape))]
    rows, sides = [], []
    parts = {}
    for flat, cell in enumerate(product(*map(range, shape))):
        own = np.array([_below(part, cell, shape) for part in inner], dtype=float)
        parts[flat] = own
        if not hidden[flat]:
            rows.append(own)
            sides.append(table.flat[flat])
    # A hidden number is 1 or more; a total has as many people as it has hidden parts at least.
    numbers = {cell: flat for flat, cell in enumerate(product(*map(range, shape)))}
    bounds = [(1, None) if hidden[numbers[cell]] else (0, None) for cell in inner]
    found = []
    for flat in np.flatnonzero(hidden & (table.flat > 0) & (table.flat < K)).tolist():
        least = linprog(parts[flat], A_eq=rows or None, b_eq=sides or None, bounds=bounds)
        most = linprog(-parts[flat], A_eq=rows or None, b_eq=sides or None, bounds=bounds)
        there = np.array([table.flat[numbers[cell]] > 0 for cell in inner])
        smallest = int(parts[flat] @ there)
        unbounded = most.status == 3
        if least.fun > smallest + 1e-6 or not (unbounded or -most.fun >= K - 1e-6):
            found.append(flat)
    return found


def _inside(place: int, size: int) -> bool:
    return place < size - 1


def _below(part: tuple[int, ...], cell: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    """Whether an inner cell is one of those that a cell adds up: the last place is the total."""
    return all(at in (own, size - 1) for own, at, size in zip(part, cell, shape, strict=True))


@pytest.mark.parametrize("part", range(PARTS))
def test_no_hidden_number_is_pinned_down(part: int) -> None:
    with_small = 0
    for seed in range(part, TABLES, PARTS):
        table = drawn(seed, columns=1 + seed % 2, most=4, mean=6.0)
        found = hide(table, K, Stop(seconds=None).start())
        assert not (table.small(K) & ~found.cells).any()
        assert pinned_down(table, found.cells) == []
        with_small += bool(table.small(K).any())
    assert with_small > TABLES // PARTS * 0.6


def test_the_audit_finds_what_is_hidden_too_little() -> None:
    """Without the complementary cells, subtraction gives small numbers back; and with one of them
    published after all, too."""
    given_away = less = 0
    for seed in range(30):
        table = drawn(seed, columns=2, most=4, mean=6.0)
        small = table.small(K)
        found = hide(table, K, Stop(seconds=None).start())
        given_away += bool(pinned_down(table, small))
        for cell in np.flatnonzero(found.cells & ~small).tolist()[:1]:
            fewer = found.cells.copy()
            fewer[cell] = False
            less += bool(pinned_down(table, fewer))
    assert given_away > 15
    assert less > 10
