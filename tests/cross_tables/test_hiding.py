"""Hidden cells against all sets of cells of small tables."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import highspy
import numpy as np
import pytest
from numpy.typing import NDArray

from covey.core.stop import Stop
from covey.cross_tables.cross_table import CrossTable
from covey.cross_tables.hiding import _Search, hide
from covey.cross_tables.ranges import ranges_of_hidden
from tests.cross_tables.brute import drawn, table_of

K = 4


def protects(table: CrossTable, hidden: NDArray[np.bool_], k: int) -> bool:
    small = table.small(k)
    if (small & ~hidden).any():
        return False
    ranges = ranges_of_hidden(table.values.shape, table.flat, hidden)
    cells = np.flatnonzero(hidden).tolist()
    return all(
        r.least <= table.least[cell] + 1e-6 and r.most >= k - 1e-6
        for r, cell in zip(ranges, cells, strict=True)
        if small[cell]
    )


def fewest(table: CrossTable, k: int) -> int:
    """The fewest records of a set of cells that protects, by trying all sets."""
    own = table.small(k)
    others = np.flatnonzero((table.flat > 0) & ~own).tolist()
    best = int(table.flat[table.flat > 0].sum())
    for many in range(len(others) + 1):
        for more in combinations(others, many):
            hidden = own.copy()
            hidden[list(more)] = True
            records = int(table.flat[hidden].sum())
            if records < best and protects(table, hidden, k):
                best = records
    return best


@pytest.mark.parametrize(("columns", "seeds"), [(1, 12), (2, 14)])
def test_as_few_records_are_hidden_as_any_set_of_cells_has(columns: int, seeds: int) -> None:
    tried = 0
    for seed in range(seeds):
        table = drawn(seed, columns, most=3, mean=8.0)
        if not table.small(K).any() or ((table.flat >= K).sum() > 9):
            continue
        tried += 1
        found = hide(table, K, Stop(seconds=None).start())
        assert protects(table, found.cells, K)
        assert found.records == int(table.flat[found.cells].sum())
        best = fewest(table, K)
        assert found.records == best == found.lower_bound
    assert tried


@pytest.mark.parametrize("columns", [2, 3])
def test_larger_tables_are_protected(columns: int) -> None:
    for seed in range(6 if columns == 2 else 2):
        table = drawn(seed, columns, most=6 if columns == 2 else 3, mean=10.0)
        found = hide(table, K, Stop(seconds=None).start())
        assert protects(table, found.cells, K)
        assert found.lower_bound <= found.records


def test_nothing_small_hides_nothing() -> None:
    found = hide(table_of(np.array([[5, 6], [0, 9]])), K, Stop(seconds=None).start())
    assert not found.cells.any()
    assert found.records == found.lower_bound == 0


def test_a_table_of_few_people_is_hidden_as_a_whole() -> None:
    table = table_of(np.array([1, 1]))
    found = hide(table, K, Stop(seconds=None).start())
    assert found.cells.all()
    assert protects(table, found.cells, K)


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_without_time_less_than_everything_is_hidden(columns: int) -> None:
    for seed in range(5):
        table = drawn(seed, columns, most=5, mean=20.0)
        watch = Stop(seconds=0).start()
        found = hide(table, K, watch)
        assert protects(table, found.cells, K)
        assert found.lower_bound <= found.records
        if table.small(K).any():
            assert watch.cut_off
            assert not found.cells[-1]


def test_changes_are_kept_and_meet_other_needs() -> None:
    """Far fewer programs than cells and tries: with three columns all of them were in whole
    numbers, and a table of some hundred cells took a minute."""
    table = drawn(3, columns=3, most=9, mean=4.0)
    search = _Search(table, K, Stop(seconds=None).start())
    hidden = search.patched()
    assert hidden is not None
    assert search._solved < 2 * len(search.needs)
    solved = search._solved
    assert search._protects(hidden)
    assert search._solved == solved


def test_what_no_program_has_answered_is_not_taken_for_protected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A program that ends without an answer gives no cut, which is no proof that none is needed."""
    table = drawn(3, columns=2, most=6, mean=10.0)
    assert not protects(table, table.small(K), K)
    unknown = np.inf, np.zeros(int((table.flat > 0).sum()))
    monkeypatch.setattr(_Search, "_reach", lambda *_: unknown)
    found = hide(table, K, Stop(seconds=None).start())
    assert protects(table, found.cells, K)


def test_a_solver_that_ran_before_has_all_of_the_time_that_is_left() -> None:
    """The clock of HiGHS goes on from run to run: with the seconds left as its limit, a program
    that was used for long would have none."""
    search = _Search(drawn(3, columns=2), K, Stop(seconds=1000).start())
    limits: list[float] = []
    used: Any = SimpleNamespace(
        getRunTime=lambda: 5000.0,
        setOptionValue=lambda _, value: limits.append(value),
        run=lambda: None,
        getModelStatus=lambda: highspy.HighsModelStatus.kOptimal,
    )
    assert search._run(used)
    assert 5000 < limits[0] <= 6000
