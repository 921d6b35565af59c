"""Rows as compiled loops move them."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.cut_tree import Cut
from covey.problems.cells.kinds import AREAS, AT_POSITION, BY_MEMBERS, BY_MISSING, LABELS, ORDERED
from covey.problems.cells.rows import empty_rows, rows_of, split_by_component, split_rows


def problem_of(codes: list[int]) -> covey.CellProblem:
    axis = covey.OrderedAxis(codes, np.arange(9.0))
    return covey.CellProblem([axis], np.arange(1, len(codes) + 1), 1)


def split(codes: list[int], cut: Cut, kind: int, taken: tuple[int, ...] = ()) -> list[list[int]]:
    rows = rows_of(problem_of(codes))
    marks = np.zeros(9, dtype=bool)
    marks[list(taken)] = True
    middle = split_rows(rows, empty_rows(rows), 0, len(codes), 0, cut, kind, marks)
    # Whole rows move: the records stay with their codes.
    assert rows.codes[:, 0].tolist() == [codes[i] for i in rows.ids.tolist()]
    assert (rows.weights == rows.ids + 1).all()
    return [rows.ids[:middle].tolist(), rows.ids[middle:].tolist()]


def test_both_sides_keep_their_order() -> None:
    codes = [3, 0, 5, 1, 2]
    assert split(codes, Cut(0.0, AT_POSITION, 2, 0), ORDERED) == [[1, 3, 4], [0, 2]]
    assert split(codes, Cut(0.0, BY_MEMBERS, 0, 0), LABELS, (5, 3)) == [[0, 2], [1, 3, 4]]
    assert split(codes, Cut(0.0, BY_MEMBERS, 1, 4), AREAS) == [[0, 3, 4], [1, 2]]
    assert split([3, -1, 5], Cut(0.0, BY_MISSING, 0, 0), ORDERED) == [[1], [0, 2]]


def test_components_stand_together() -> None:
    graph = covey.Graph.from_edges(6, [(0, 1), (2, 3), (4, 5)])
    axis = covey.AreaAxis([4, 0, 3, 1, 5, 2], graph)
    problem = covey.CellProblem([axis], [1] * 6, 1)
    rows, columns = rows_of(problem), problem.axis_table.columns([1.0])
    split_by_component(rows, empty_rows(rows), 0, 6, 0, columns, np.zeros(6, dtype=np.int64))
    assert rows.ids.tolist() == [1, 3, 2, 5, 0, 4]


def test_rows_that_are_left_out_are_not_there() -> None:
    rows = rows_of(problem_of([3, 0, 5]), np.array([False, True, False]))
    assert rows.ids.tolist() == [0, 2]
    assert rows.weights.tolist() == [1, 3]
