from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import Infeasible, InternalError, InvalidInput, LabelProblem, LabelSolution, solve
from covey.core.grouping import quadratic_cost


@pytest.mark.parametrize("k", [0, -1, 1.5, float("nan"), "3", None, True, 2**63])
def test_k_is_a_positive_whole_number(k: Any) -> None:
    with pytest.raises(InvalidInput, match="k is"):
        LabelProblem([3, 4], k)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([], "no values"),
        ([[1, 2]], "2 dimensions"),
        ([1, -2], "is negative"),
        ([1.5, 2], "not a whole number"),
        ([1, float("nan")], "missing"),
        ([1, float("inf")], "infinite"),
        ([1, None], "missing"),
        ([2**53 + 1], "beyond 2"),
        ([2**70], "beyond 2"),
        (["a"], "whole numbers"),
        ([2**53] * 1024, "add up to"),
    ],
)
def test_counts_are_whole_numbers(weights: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        LabelProblem(weights, 2)


def test_counts_at_the_limit_are_exact() -> None:
    problem = LabelProblem([2**53] * 1023, k=2**60)
    assert problem.total == 1023 * 2**53
    result = solve(problem, "balanced")
    assert int(result.solution.sizes.sum()) == problem.total
    assert result.status == "optimal"


def test_whole_floats_and_small_types_are_accepted() -> None:
    for weights in ([3.0, 4.0], np.array([3, 4], dtype=np.uint8), (3, 4)):
        assert LabelProblem(weights, 2).weights.tolist() == [3, 4]


def test_too_few_records_are_infeasible_and_the_total_is_said() -> None:
    with pytest.raises(Infeasible, match="7 records in all"):
        solve(LabelProblem([3, 4], k=8))


def test_an_unknown_objective_names_the_known_ones() -> None:
    with pytest.raises(InvalidInput, match="quadratic"):
        LabelProblem([3], 1, "quadratc")  # type: ignore[arg-type]


def test_the_problem_keeps_its_own_copy() -> None:
    weights = np.array([3, 4])
    problem = LabelProblem(weights, 2)
    weights[0] = 9
    assert problem.weights.tolist() == [3, 4]
    assert not problem.weights.flags.writeable


def made_up(classes: list[int], sizes: list[int]) -> LabelSolution:
    return LabelSolution(np.array(classes, dtype=np.int32), np.array(sizes))


@pytest.mark.parametrize(
    ("classes", "sizes", "message"),
    [
        ([0, 0], [9], "of 3"),
        ([0, 0, 1], [9], "does not exist"),
        ([0, 0, -1], [9], "does not exist"),
        ([0, 0, 0], [8], "not the sums"),
        ([0, 0, 1], [7, 2], "fewer than 4"),
    ],
)
def test_check_refuses_what_is_no_solution(
    classes: list[int], sizes: list[int], message: str
) -> None:
    with pytest.raises(InternalError, match=message):
        LabelProblem([3, 4, 2], k=4).check(made_up(classes, sizes))


def test_classes_are_numbered_from_the_largest() -> None:
    sizes = solve(LabelProblem([9, 1, 5, 6, 1], k=5), "balanced").solution.sizes
    assert sizes.tolist() == sorted(sizes.tolist(), reverse=True)


def test_quadratic_cost_does_not_overflow() -> None:
    assert quadratic_cost(np.array([2**40, 2**41]), k=1) == 2**80 + 2**82 - 2**40 - 2**41
