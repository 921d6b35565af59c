from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

import covey
from covey import IntervalProblem, InvalidInput, LabelSolution, solve
from covey.problems.intervals.bound import Chain
from covey.problems.intervals.exact import (
    NOWHERE,
    allowed_sources,
    chain_exists,
    cheapest_links,
    cheapest_links_by_scanning,
    prefix_sums,
)
from covey.problems.intervals.problem import IntervalSolution
from tests.problems.intervals import oracle


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


def test_a_class_that_is_no_interval_is_refused() -> None:
    problem = IntervalProblem([2, 2, 2], k=2)
    wrong = IntervalSolution(np.array([0, 1, 0], dtype=np.int32), np.array([4, 2]))
    with pytest.raises(covey.InternalError, match="not an interval"):
        problem.check(wrong)
    assert not issubclass(LabelSolution, IntervalSolution)


def test_starts_are_where_the_classes_begin() -> None:
    result = solve(IntervalProblem([5, 1, 4, 5], k=5))
    assert result.solution.starts.tolist() == [0, 1, 3]  # type: ignore[attr-defined]


def test_scanning_and_hulls_find_the_same_costs() -> None:
    rng = np.random.default_rng(2)
    for _ in range(300):
        weights = rng.integers(0, int(rng.choice([2, 9, 60])), int(rng.integers(1, 60)))
        sums = prefix_sums(weights)
        k = int(rng.integers(1, 30))
        cap = k + int(rng.integers(0, 80))
        costs = []
        for links in (cheapest_links, cheapest_links_by_scanning):
            cost = np.full(len(sums), NOWHERE, dtype=np.int64)
            links(sums, k, cap, cost, np.full(len(sums), -1, dtype=np.int64))
            costs.append(cost.tolist())
        assert costs[0] == costs[1]


def test_chain_exists_agrees_with_the_costs() -> None:
    rng = np.random.default_rng(3)
    for _ in range(500):
        weights = rng.integers(0, int(rng.choice([3, 9])), int(rng.integers(1, 40)))
        sums = prefix_sums(weights)
        k = int(rng.integers(1, 20))
        cap = k + int(rng.integers(0, 20))
        cost = np.full(len(sums), NOWHERE, dtype=np.int64)
        cheapest_links(sums, k, cap, cost, np.full(len(sums), -1, dtype=np.int64))
        no_gaps = int(weights.max()) <= cap - k
        found = chain_exists(sums, allowed_sources(sums, k), cap, no_gaps)
        assert found == (cost[-1] < NOWHERE)


def test_squares_beyond_64_bits_are_exact() -> None:
    unit = 2**44
    small = solve(IntervalProblem([3, 1, 4, 1, 5, 9, 2, 6], k=7))
    large = solve(IntervalProblem([w * unit for w in (3, 1, 4, 1, 5, 9, 2, 6)], k=7 * unit))
    assert large.cost == small.cost * unit
    assert large.solution.classes.tolist() == small.solution.classes.tolist()


def test_the_least_cost_of_chains_by_trying_all_links() -> None:
    rng = np.random.default_rng(7)
    for _ in range(300):
        weights = rng.integers(0, int(rng.choice([2, 5, 30])), int(rng.integers(1, 12)))
        weights[-1] += weights.sum() == 0
        k = int(rng.integers(1, weights.sum() + 1))
        best = oracle.optimum(weights, k, "quadratic")
        problem = IntervalProblem(weights, k, "quadratic")
        assert Chain(best).holds(problem)
        assert not Chain(best + 1).holds(problem)


def test_a_chain_of_many_values_with_wide_intervals_is_checked() -> None:
    """One link of each length would be tens of billions."""
    problem = IntervalProblem(np.ones(500_000, dtype=np.int64), 250_000, "quadratic")
    assert Chain(0).holds(problem)
    assert not Chain(1).holds(problem)
