"""The top cuts from the records of every value are those of the whole table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from covey.core.box_tree import BoxTree
from covey.problems.cells.axes import LabelAxis, OrderedAxis
from covey.problems.cells.parts import top_cuts
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.top_cuts import Tally, ValueAxis, cut_at_top


class Table:
    """Combinations in this process, which answer as an engine does."""

    def __init__(self, seed: int, missing: float, everywhere: bool = False) -> None:
        rng = np.random.default_rng(seed)
        rows, many = 400, 40
        line = np.sort(rng.choice(1000, many, replace=False)).astype(float)
        age = rng.integers(0, many, rows)
        age[rng.random(rows) < missing] = -1
        where = np.minimum(rng.geometric(0.1, rows), many) - 1
        if everywhere:
            where[rng.random(rows) < missing] = -1
        sort = rng.integers(0, 7, rows)
        self.values: list[NDArray[np.int64]] = [age, sort, where]
        self.counts = rng.integers(1, 4, rows)
        by_value: list[OrderedAxis | LabelAxis] = [
            OrderedAxis(np.arange(-1 if missing else 0, many), line),
            LabelAxis(np.arange(7), 7),
            OrderedAxis(np.arange(-1 if everywhere else 0, many), np.arange(many)),
        ]
        lacking = bool(missing), False, everywhere
        self.axes = [
            ValueAxis(axis, own, 1 / 3) for axis, own in zip(by_value, lacking, strict=True)
        ]
        of_rows = [own.of(values) for own, values in zip(self.axes, self.values, strict=True)]
        self.problem = CellProblem(of_rows, self.counts, 3)

    def box(self, tree: BoxTree) -> NDArray[np.int64]:
        """The leaf that every combination is in."""
        found = np.zeros(len(self.counts), dtype=np.int64)
        for node, column in enumerate(tree.column):
            if column >= 0:
                here = np.flatnonzero(found == node)
                taken = tree.takes[node][self.values[column][here] + 1]
                found[here] = np.where(taken, tree.first[node], tree.first[node] + 1)
        return found

    def ask(self, tree: BoxTree, nodes: Sequence[int]) -> list[list[Tally]]:
        box = self.box(tree)
        return [[self._tally(own, box == node) for own in self.values] for node in nodes]

    def _tally(self, own: NDArray[np.int64], here: NDArray[np.bool_]) -> Tally:
        values, number = np.unique(own[here], return_inverse=True)
        return Tally(values, np.bincount(number, weights=self.counts[here]).astype(np.int64))


@pytest.mark.parametrize("missing", [0.0, 0.003, 0.02, 0.3])
@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_they_are_those_of_the_whole_table(seed: int, everywhere: bool, missing: float) -> None:
    table = Table(seed, missing, everywhere and missing > 0)
    least = 60
    whole = top_cuts(table.problem, least)
    found = cut_at_top(table.axes, least, table.problem.k, table.ask)
    assert len(found.records) > 1
    leaves = list(found.tree.leaves())
    part = np.searchsorted(np.sort(leaves), table.box(found.tree))
    # The same combinations are together.
    pairs = set(zip(part.tolist(), whole.classes.tolist(), strict=True))
    assert len(pairs) == len(leaves) == len(whole.sizes)
    assert sorted(found.records.tolist()) == sorted(whole.sizes.tolist())
    assert found.records.min() >= (table.problem.k if missing else least)
    # Every combination lies in the codes of its part.
    number = {leaf: at for at, leaf in enumerate(leaves)}
    own = np.array([number[leaf] for leaf in table.box(found.tree).tolist()])
    for column, axis in enumerate(table.problem.axes):
        low, high = found.bounds[own, column].T
        there = axis.codes >= 0
        assert ((low <= axis.codes) & (axis.codes <= high))[there].all()


@pytest.mark.parametrize("missing", [0.0, 0.02, 0.05])
def test_missing_values_of_every_column_leave_the_rest_to_be_cut(missing: float) -> None:
    """They are fewer than a part has records, and enough for a class."""
    table = Table(3, missing, everywhere=missing > 0)
    table.axes, table.values = table.axes[::2], table.values[::2]
    least = 60
    lacking = [int(table.counts[own < 0].sum()) for own in table.values]
    assert all(table.problem.k <= many < least for many in lacking) or not missing
    found = cut_at_top(table.axes, least, table.problem.k, table.ask)
    small = found.records[found.records < least]
    assert len(small) == (2 if missing else 0)
    assert small.sum() <= sum(lacking)
    assert found.records.max() < 2 * least + table.counts.max() * 20
    assert len(found.records) >= 8


def test_a_table_of_few_records_is_one_part() -> None:
    table = Table(0, 0.0)
    total = int(table.counts.sum())
    found = cut_at_top(table.axes, total // 2 + 1, table.problem.k, table.ask)
    assert found.records.tolist() == [total]
    assert list(found.tree.leaves()) == [0]
