from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.sets import MemberSets


def test_a_set_is_what_lies_below_children_of_one_node() -> None:
    axis = covey.TreeAxis([0, 2, 1], 4, [4, 4, 5, 5, 6, 6, -1])
    rows = ClassRows.of(np.array([0, 0, 1], dtype=np.int32), 2)
    found = axis.tight_sets(rows, None)
    assert isinstance(found, MemberSets)
    own = [found.members_of(number).tolist() for number in found.of_class]
    assert own == [[0, 1, 2, 3], [1]]
