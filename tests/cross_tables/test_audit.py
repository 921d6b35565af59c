"""Many tables, a thousand in make test-long, and a reader with linear programs of their own: no
hidden number is pinned down further than is stated."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp

import covey
from covey.core.stop import Stop
from covey.cross_tables.cross_table import CrossTable
from covey.cross_tables.hiding import hide
from tests.cross_tables.brute import drawn
from tests.effort import cases

K = 4
PARTS = 4
TABLES = cases(1000, quick=320)
WHOLE_WAYS = cases(400, quick=10)
MANY = 10_000
"""More records than any of these tables has: where nothing limits a cell, it reaches this."""
Floats = NDArray[np.float64]


def pinned_down(table: CrossTable, hidden: NDArray[np.bool_], k: int = K) -> list[int]:
    """Hidden small cells that cannot be as small as can be, or that cannot be k or more, by all
    that is published: nothing of covey is used but the table and which cells are hidden. With three
    columns the reader looks for whole numbers."""
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
    lowest = np.array([float(hidden[numbers[cell]]) for cell in inner])
    there = np.array([table.flat[numbers[cell]] > 0 for cell in inner])
    whole = len(shape) > 2
    found = []
    for flat in np.flatnonzero(hidden & (table.flat > 0) & (table.flat < k)).tolist():
        least = _fewest(parts[flat], rows, sides, lowest, whole)
        most = -_fewest(-parts[flat], rows, sides, lowest, whole)
        if least > int(parts[flat] @ there) + 1e-6 or most < k - 1e-6:
            found.append(flat)
    return found


def _fewest(
    costs: Floats, rows: list[Floats], sides: list[int], lowest: Floats, whole: bool
) -> float:
    if whole:
        limits = [LinearConstraint(np.array(rows), sides, sides)] if rows else []
        solved = milp(
            costs, constraints=limits, bounds=Bounds(lowest, MANY), integrality=np.ones(len(costs))
        )
    else:
        bounds = [(low, MANY) for low in lowest.tolist()]
        solved = linprog(costs, A_eq=rows or None, b_eq=sides or None, bounds=bounds)
    assert solved.status == 0
    return float(solved.fun)


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


@pytest.mark.parametrize("columns", [2, 3])
def test_no_number_that_tabulate_hides_is_pinned_down(columns: int) -> None:
    """From records to what is published: tables so small that totals are hidden as well."""
    names = [f"c{at}" for at in range(columns)]
    with_hidden = 0
    for seed in range(WHOLE_WAYS // 2):
        rng = np.random.default_rng(seed)
        k, records = int(rng.choice([3, 4, 5, 11])), int(rng.integers(5, 200 if seed % 2 else 40))
        sizes = rng.integers(2, 5 if columns == 2 else 4, columns).tolist()
        shares = [rng.dirichlet(np.full(size, 0.7)) for size in sizes]
        drawn = [rng.choice(len(own), records, p=own) for own in shares]
        rows = {name: [f"v{at}" for at in own] for name, own in zip(names, drawn, strict=True)}
        found = covey.tabulate(pl.DataFrame(rows), names, k=k)
        told = found.published
        assert not ((told > 0) & (told < k)).any()
        assert ((told == found.table.flat) | found.hidden).all()
        assert pinned_down(found.table, found.hidden, k) == []
        with_hidden += bool(found.hidden.any())
    assert with_hidden > WHOLE_WAYS // 4
