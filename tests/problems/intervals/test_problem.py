from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

import covey
from covey import IntervalProblem, InvalidInput, LabelSolution, solve
from covey.problems.intervals.problem import IntervalSolution


def test_equal_values_are_one_value_with_a_weight() -> None:
    problem = IntervalProblem.from_values([3.5, 1.0, 3.5, 2.0, 3.5], k=2)
    assert problem.values is not None
    assert problem.values.tolist() == [1.0, 2.0, 3.5]
    assert problem.weights.tolist() == [1, 1, 3]


@pytest.mark.parametrize(
    "values",
    [
        [5, 1, 3, 3],
        [0.5, 0.1, 0.3, 0.3],
        np.array(["2024-05-01", "2023-01-31", "2024-04-30", "2024-04-30"], dtype="datetime64[D]"),
        np.array(["2024-05-01T10:00", "2023-01-31T09:30"] * 2, dtype="datetime64[s]"),
        [date(2024, 5, 1), date(2023, 1, 31), date(2024, 4, 30), date(2024, 4, 30)],
        ["b", "a", "c", "c"],
    ],
)
def test_values_of_every_ordered_type(values: Any) -> None:
    result = solve(IntervalProblem.from_values(values, k=2))
    assert result.status == "optimal"
    assert int(result.solution.sizes.sum()) == 4


@pytest.mark.parametrize("values", [[], [[1, 2]], [1.0, float("nan")]])
def test_bad_values_are_refused(values: Any) -> None:
    with pytest.raises(InvalidInput):
        IntervalProblem.from_values(values, k=1)


def test_values_must_fit_the_weights_and_be_in_order() -> None:
    with pytest.raises(InvalidInput, match="2 weights, but 3 values"):
        IntervalProblem([1, 2], 1, values=[1, 2, 3])
    with pytest.raises(InvalidInput, match="ascending"):
        IntervalProblem([1, 2], 1, values=[2, 1])


@pytest.mark.parametrize(
    ("ends", "message"),
    [
        (([0], [0]), "2 weights, but 1 and 1 ends"),
        (([0, 1], [2, 1]), "not above where the next begins"),
        (([0, 1], [0, float("nan")]), "not above where the next begins"),
        (([0, 1], [0, float("inf")]), "not above where the next begins"),
    ],
)
def test_values_end_before_the_next_ones_begin(ends: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        IntervalProblem([1, 2], 1, ends=ends)


def test_a_class_that_is_no_interval_is_refused() -> None:
    problem = IntervalProblem([2, 2, 2], k=2)
    wrong = IntervalSolution(np.array([0, 1, 0], dtype=np.int32), np.array([4, 2]))
    with pytest.raises(covey.InternalError, match="not an interval"):
        problem.check(wrong)
    assert not issubclass(LabelSolution, IntervalSolution)


def test_starts_are_where_the_classes_begin() -> None:
    result = solve(IntervalProblem([5, 1, 4, 5], k=5))
    assert result.solution.starts.tolist() == [0, 1, 3]  # type: ignore[attr-defined]
