"""One tree of cuts for each attribute, put together."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.blocks import Block, combined, numbered
from covey.problems.cells.kinds import AT_POSITION


def test_cells_are_combinations_of_blocks_and_small_ones_are_withheld() -> None:
    age = covey.OrderedAxis([0, 0, 1, 1, 1], [20, 40])
    sex = covey.LabelAxis([0, 1, 0, 1, 1], 2)
    problem = covey.CellProblem([age, sex], [4, 1, 3, 2, 2], 3, suppress=1)
    rows = np.arange(5)
    ages = Block(0, rows, AT_POSITION, column=0, low=0)
    ages.children = Block(0, rows[:2]), Block(0, rows[2:])
    whole = Block(1, rows)
    apart = combined(problem, [ages, whole])
    assert apart.sizes.tolist() == [5, 7]
    assert apart.classes.tolist() == [0, 0, 1, 1, 1]
    problem.check(apart)
    strict = covey.CellProblem([age, sex], [4, 1, 3, 2, 2], 6, suppress=5)
    found = combined(strict, [ages, whole])
    assert found.classes.tolist() == [-1, -1, 0, 0, 0]
    strict.check(found)


def test_keys_are_numbered_in_their_order() -> None:
    for size in (8, 2**60):
        distinct, place = numbered(np.array([7, 2, 7, 0]), size)
        assert distinct.tolist() == [0, 2, 7]
        assert place.tolist() == [2, 1, 2, 0]
