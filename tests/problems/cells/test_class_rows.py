from __future__ import annotations

import numpy as np

from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.sets import ANY_SET, MISSING_SET

CODES = np.array([-1, -1, 3, -1, 2, 2], dtype=np.int32)
ROWS = ClassRows.of(np.array([0, 0, 1, 1, 2, 2], dtype=np.int32), 3)


def test_rows_of_classes_leave_out_the_withheld() -> None:
    found = ClassRows.of(np.array([1, -1, 0, 1], dtype=np.int32), 2)
    assert found.rows.tolist() == [2, 0, 3]
    assert found.starts.tolist() == [0, 1, 3]
    assert found.classes.tolist() == [0, 1, 1]


def test_missing_and_mixed_classes_are_special() -> None:
    assert ROWS.kind(CODES).tolist() == [MISSING_SET, ANY_SET, 0]


def test_distinct_codes_are_those_of_a_class_or_of_a_block() -> None:
    starts, own = ROWS.distinct(CODES, 4)
    assert (starts.tolist(), own.tolist()) == ([0, 0, 1, 2], [3, 2])
    starts, own = ROWS.distinct(CODES, 4, np.array([0, 1, 1]))
    assert (starts.tolist(), own.tolist()) == ([0, 0, 2], [2, 3])


def test_extremes_leave_missing_codes_out() -> None:
    assert ROWS.extremes(CODES)[1:].tolist() == [[3, 3], [2, 2]]
