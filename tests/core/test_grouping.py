"""What all problems and solutions have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import Infeasible, InvalidInput, LabelProblem
from covey.core.errors import InternalError
from covey.core.grouping import Grouping, quadratic_cost


def grouping(classes: list[int], sizes: list[int]) -> Grouping:
    return Grouping(np.array(classes, dtype=np.int32), np.array(sizes))


PROBLEM = LabelProblem([3, 4, 5], k=4)


def test_costs_are_those_of_the_objective() -> None:
    sizes = np.array([7, 5])
    assert PROBLEM.cost(sizes) == 7
    assert LabelProblem([3, 4, 5], 4, "quadratic").cost(sizes) == 7 * 3 + 5 * 1
    assert PROBLEM.highest_cost == 12
    assert LabelProblem([3, 4, 5], 4, "quadratic").highest_cost == 12 * 8


def test_squares_beyond_64_bits_are_exact() -> None:
    size = 2**53
    assert quadratic_cost(np.array([size, size]), 1) == 2 * size * (size - 1)


@pytest.mark.parametrize(
    ("solution", "said"),
    [
        (grouping([0, 0], [7]), "2 values got a class, of 3"),
        (grouping([0, 0, 2], [7, 5]), "class that does not exist"),
        (grouping([0, 0, 1], [8, 4]), "not the sums"),
        (grouping([0, 1, 1], [3, 9]), "3 records, fewer than 4"),
    ],
)
def test_what_is_no_solution_is_refused(solution: Grouping, said: str) -> None:
    with pytest.raises(InternalError, match=said):
        PROBLEM.check(solution)


def test_a_solution_is_accepted_and_cannot_be_changed() -> None:
    solution = grouping([0, 0, 1], [7, 5])
    PROBLEM.check(solution)
    with pytest.raises(ValueError, match="read-only"):
        solution.sizes[0] = 4


def test_a_lower_threshold_may_be_stated() -> None:
    PROBLEM.check(grouping([0, 1, 1], [3, 9]), at_least=3)


def test_bad_problems_are_refused() -> None:
    unknown: Any = "max"
    with pytest.raises(InvalidInput, match="Unknown objective 'max'"):
        LabelProblem([3], 1, objective=unknown)
    with pytest.raises(Infeasible, match="fewer than k = 13"):
        LabelProblem([3, 4, 5], 13).require_feasible()
