"""The problem of cells: bad input, weights, what it says of itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey

AXIS = covey.LabelAxis([0, 1], 2)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: covey.CellProblem([], [1], 1), "one attribute or more"),
        (lambda: covey.CellProblem([AXIS], [1, 0], 1), "position 1 is 0"),
        (lambda: covey.CellProblem([AXIS], [1, 1, 1], 1), "3 counts, but 2 codes"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[-1]), "0 or more"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[float("nan")]), "0 or more"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[0]), "not all 0"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[1, 1]), "1 attributes, but 2"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=["a"]), "are numbers"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, suppress=-1), "0 or more; given: -1"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, population=[1]), "1 of the population"),
        (lambda: covey.LabelAxis([0, 2], 2), "position 1 is 2"),
        (lambda: covey.LabelAxis([0, -1], 2), "codes|Codes"),
        (lambda: covey.OrderedAxis([0, 1], [2, 2]), "each above the one before"),
        (lambda: covey.OrderedAxis([0.5], [2]), "whole numbers"),
        (lambda: covey.PlaceAxis([0, -1], [0, 0], [1], [1]), "-1 in both"),
    ],
)
def test_bad_input_is_refused(build: Any, said: str) -> None:
    with pytest.raises(covey.InvalidInput, match=said):
        build()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"k": 0}, "k is"),
        ({"suppress": -1}, "0 or more; given: -1"),
        ({"weights": [1, -1]}, "0 or more"),
        ({"weights": [1]}, "2 attributes, but 1"),
    ],
)
def test_a_change_is_checked_as_a_new_problem_is(changes: Any, said: str) -> None:
    problem = covey.CellProblem([AXIS, AXIS], [2, 2], 2, weights=[3, 1])
    with pytest.raises(covey.InvalidInput, match=said):
        problem.changed(**changes)
    changed = problem.changed(k=3, suppress=1)
    assert (changed.k, changed.suppress, problem.k, problem.suppress) == (3, 1, 2, 0)
    # What is not given stays to the last bit, and what is kept of the old problem is not used.
    assert changed.axis_weights is problem.axis_weights
    assert problem.distinct.k == 2
    assert changed.distinct.k == 3
    assert problem.changed(weights=[1, 3]).axis_weights.tolist() == [0.25, 0.75]


def test_k_above_the_table_is_infeasible() -> None:
    with pytest.raises(covey.Infeasible, match="fewer than k = 9"):
        covey.solve(covey.CellProblem([AXIS], [4, 4], 9))


def test_weights_decide_what_is_cut_first() -> None:
    codes = np.indices((8, 8)).reshape(2, 64)
    axes = [covey.OrderedAxis(own, np.arange(8)) for own in codes]
    ones = np.ones(64, dtype=np.int64)
    for weights, wide in (([1, 0], 1), ([0, 1], 0)):
        problem = covey.CellProblem(axes, ones, 8, weights=weights)
        solution: Any = covey.solve(problem).solution
        sets = solution.sets
        widths = [(own.high - own.low)[own.of_class].max() for own in sets]
        assert widths[wide] == 7
        assert widths[1 - wide] == 0
        assert problem.loss(solution) == 0
