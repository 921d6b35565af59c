"""Tables of sets, each distinct set once."""

from __future__ import annotations

import numpy as np

from covey.problems.cells.distinct_sets import (
    distinct_members,
    distinct_numbers,
    distinct_rows,
    ordered_sets,
)
from covey.problems.cells.sets import ANY_SET, MISSING_SET

NO_RUNS = np.zeros((0, 2), dtype=np.int32)


def test_special_classes_have_no_set_of_their_own() -> None:
    kind = np.array([0, MISSING_SET, 0, ANY_SET, 0], dtype=np.int32)
    ends = np.array([[1, 2], [9, 9], [0, 0], [9, 9], [1, 2]], dtype=np.int32)
    sets = ordered_sets(kind, ends)
    assert sets.of_class.tolist() == [1, MISSING_SET, 0, ANY_SET, 1]
    assert sets.low.tolist() == [0, 1]
    assert sets.high.tolist() == [0, 2]


def test_runs_with_the_same_members_are_one_set() -> None:
    order = np.array([4, 7, 2, 7, 4], dtype=np.int32)
    runs = np.array([[0, 2], [3, 5], [0, 3]], dtype=np.int32)
    sets = distinct_members(order, runs, np.zeros(4, dtype=np.int64), NO_RUNS)
    assert sets.of_class[0] == sets.of_class[1] != sets.of_class[2]
    assert sets.members_of(int(sets.of_class[0])).tolist() == [4, 7]


def test_a_run_without_others_is_the_set_that_is_left() -> None:
    order = np.arange(5, dtype=np.int32)
    runs = np.array([[0, 5], [3, 5]], dtype=np.int32)
    rest = np.array([0, 1, 1], dtype=np.int64)
    sets = distinct_members(order, runs, rest, np.array([[0, 3]], dtype=np.int32))
    assert sets.of_class[0] == sets.of_class[1]
    assert sets.sizes.tolist() == [2]


def test_numbers_and_rows_come_ascending_and_once() -> None:
    assert distinct_numbers(np.array([3, 1, 3, 2])).tolist() == [1, 2, 3]
    number, rows = distinct_rows(np.array([[2, 1], [0, 5], [2, 1]], dtype=np.int32))
    assert number.tolist() == [1, 0, 1]
    assert rows.tolist() == [[0, 5], [2, 1]]
