"""What all kinds of axes have in common."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.core.stop import Stop
from covey.problems.cells.sets import ANY, MISSING, OrderedSets
from tests.problems.cells.tables import KINDS, made_axis

ALL_KINDS = [*KINDS, "regions", "trees"]


def test_an_axis_keeps_a_copy_that_nobody_can_change() -> None:
    codes = np.array([0, 1, 1])
    axis = covey.OrderedAxis(codes, [1.0, 2.0])
    codes[0] = 1
    assert axis.codes.tolist() == [0, 1, 1]
    with pytest.raises(ValueError, match="read-only"):
        axis.codes[0] = 1


def test_codes_are_one_list() -> None:
    with pytest.raises(covey.InvalidInput, match="one list of whole numbers"):
        covey.LabelAxis([[0, 1]], 2)
    with pytest.raises(covey.InvalidInput, match="one list of numbers"):
        covey.OrderedAxis([0], ["a"])


def test_missing_values_alone_cost_nothing_and_any_value_all() -> None:
    axis = covey.OrderedAxis([0, 1, 2, -1], [0, 10, 40])
    of_class = np.array([0, MISSING, ANY], dtype=np.int32)
    sets = OrderedSets(of_class, np.array([0], np.int32), np.array([1], np.int32))
    assert axis.penalties(sets).tolist() == [0.25, 0.0, 1.0]


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_some_rows_keep_their_values(kind: str) -> None:
    """Also where what follows from the codes was looked at before."""
    rng = np.random.default_rng(2)
    axis = made_axis(rng, kind, 30)
    before = np.stack(axis.column_codes)
    rows = rng.permutation(30)[:9]
    part = axis.of_rows(rows)
    assert np.array_equal(np.stack(part.column_codes), before[:, rows])
    assert np.array_equal(np.stack(axis.column_codes), before)
    assert (part.size, part.extent) == (axis.size, axis.extent)


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_row_is_in_its_leaf_and_cuts_divide_nodes(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        rows = int(rng.integers(2, 40))
        axis = made_axis(rng, kind, rows)
        problem = covey.CellProblem([axis], np.ones(rows, dtype=np.int64), int(rng.integers(1, 4)))
        tree = axis.first_tree(problem, 0, None, Stop(seconds=None).start())
        made = tree.hierarchy()
        inner = {int(node) for node in made.parents if node >= 0}
        assert not inner & set(tree.leaves.tolist())
        for node in inner:
            cut, children = tree.cut(made, node), made.children[node]
            assert cut.first in children or len(cut.keys) == len(children)
            assert (made.kind[node] == ANY) >= any(made.kind[child] < 0 for child in children)
