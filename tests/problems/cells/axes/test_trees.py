from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey._native import cells as native
from covey.problems.cells import CellProblem
from covey.problems.cells.axes.cut_classes import CutClasses
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.kinds import AT_POSITION, BY_MEMBERS, ColumnKind
from covey.problems.cells.sets import MemberSets
from tests.problems.cells.tables import numbers


def test_a_set_is_what_lies_below_children_of_one_node() -> None:
    axis = covey.TreeAxis([0, 2, 1], 4, [4, 4, 5, 5, 6, 6, -1])
    rows = ClassRows.of(np.array([0, 0, 1], dtype=np.int32), 2)
    found = axis.tight_sets(rows, None)
    assert isinstance(found, MemberSets)
    own = [found.members_of(number).tolist() for number in found.of_class]
    assert own == [[0, 1, 2, 3], [1]]


@pytest.mark.parametrize(
    ("one_partition", "held"),
    [(True, [[0, 1], [0, 1], [2, 3]]), (False, [[0], [1], [2, 3]])],
)
def test_in_one_partition_classes_of_one_block_have_one_set(
    one_partition: bool, held: list[list[int]]
) -> None:
    """Two cuts: labels 0 and 1 from 2 and 3, and then ordered values, which this axis ignores."""
    axis = covey.TreeAxis([0, 1, 2, 3], 4, [4, 4, 5, 5, 6, 6, -1])
    kinds = numbers(ColumnKind.LABELS, ColumnKind.ORDERED)
    path = native.CutPath(
        kinds,
        column=numbers(0, 1, -1, -1, -1),
        how=numbers(BY_MEMBERS, AT_POSITION, 0, 0, 0),
        low=numbers(0, 0, 0, 0, 0),
        high=numbers(2, 0, 0, 0, 0),
        parent=numbers(-1, 0, 0, 1, 1),
        first=numbers(1, 3, -1, -1, -1),
        children=numbers(2, 2, 0, 0, 0),
        key=numbers(0, 0, 0, 0, 0),
        pool=numbers(0, 1),
    )
    cut = CutClasses(
        path=path,
        leaf=np.array([3, 4, 2]),
        pool=numbers(0, 1),
        column=0,
        ways=frozenset({BY_MEMBERS}),
        members=ClassRows.of(numbers(0, 1, 2, 2), 3),
        one_partition=one_partition,
    )
    found: Any = axis.cut_sets(cut)
    assert [found.members_of(number).tolist() for number in found.of_class] == held


@pytest.mark.parametrize("ordered", [False, True])
def test_missing_values_are_cut_off_before_others_keep_the_cell_whole(ordered: bool) -> None:
    """Labels 0 to 3 are below one child of the root, missing ones are the other."""
    parents = [5, 5, 6, 6, 8, 7, 7, 8, -1]
    axis = covey.TreeAxis([0, 1, 2, 3, 4], 5, parents, ordered=ordered, missing=4)
    columns = CellProblem([axis], [1] * 5, 1).axis_table.native_columns([1.0])
    held, records = numbers(0, 1, 2, 3, 4), np.array([50, 50, 50, 50, 5], dtype=np.int64)
    score, how, low, high = columns.best_cut(0, held, records, 5, 0.0, np.inf)
    taken = columns.taken_labels(0, held, records, low, high).tolist()
    assert how == BY_MEMBERS
    assert score == 10
    assert taken in ([4], [0, 1, 2, 3])
    # What comes next, and what is too few for a class, is no haste.
    assert columns.best_cut(0, held, records, 5, 0.0, score)[0] < score
    assert columns.best_cut(0, held, records, 6, 0.0, np.inf)[0] < 0
    # Without anything below a child of the root, missing is a label like any other.
    few = numbers(0, 4), np.array([50, 5], dtype=np.int64)
    assert columns.best_cut(0, *few, 5, 0.0, np.inf)[0] < 10


@pytest.mark.parametrize("missing", [0, 5, -1])
def test_missing_is_a_label_right_below_the_root(missing: int) -> None:
    with pytest.raises(covey.InvalidInput, match="right below the root"):
        covey.TreeAxis([0, 1, 2], 3, [3, 3, 4, 4, -1], missing=missing)
