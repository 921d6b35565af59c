from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from covey import IntervalProblem, solve
from covey.core.grouping import Objective
from covey.problems.intervals.exact import least_chain
from tests.problems.intervals import oracle


def test_squares_beyond_64_bits_are_exact() -> None:
    unit = 2**44
    small = solve(IntervalProblem([3, 1, 4, 1, 5, 9, 2, 6], k=7))
    large = solve(IntervalProblem([w * unit for w in (3, 1, 4, 1, 5, 9, 2, 6)], k=7 * unit))
    assert large.cost == small.cost * unit
    assert large.solution.classes.tolist() == small.solution.classes.tolist()


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_the_chain_is_the_best_of_all(objective: Objective) -> None:
    for weights in itertools.product((0, 1, 4), repeat=5):
        for k in range(1, sum(weights) + 1):
            problem = IntervalProblem(weights, k, objective)
            sizes = np.add.reduceat(problem.weights, least_chain(problem))
            assert int(sizes.min()) >= k
            assert problem.cost(sizes) == oracle.optimum(problem.weights, k, objective)


def test_of_the_chains_with_the_smallest_maximum_one_of_least_squares_is_taken() -> None:
    problem = IntervalProblem([3, 3, 3, 1, 5], k=3)
    assert least_chain(problem).tolist() == [0, 1, 2, 4]


def test_where_values_lie_the_chain_of_the_smallest_maximum_that_loses_least_is_taken() -> None:
    for weights in itertools.product((1, 2, 4), repeat=5):
        places = np.array([0.0, 1, 2, 7, 8])
        for k in range(1, sum(weights) + 1):
            problem = IntervalProblem(weights, k, ends=(places, places))
            starts = least_chain(problem)
            sizes = np.add.reduceat(problem.weights, starts)
            least = oracle.optimum(problem.weights, k, "max-size")
            assert problem.cost(sizes) == least
            chains = (
                np.array([0, *cuts])
                for count in range(5)
                for cuts in itertools.combinations(range(1, 5), count)
            )
            within = [
                lost(problem.weights, places, each)
                for each in chains
                if k <= np.add.reduceat(problem.weights, each).min()
                and np.add.reduceat(problem.weights, each).max() <= least
            ]
            assert lost(problem.weights, places, starts) == min(within)


def lost(
    weights: NDArray[np.int64], places: NDArray[np.float64], starts: NDArray[np.int64]
) -> float:
    widths = places[np.append(starts[1:], len(weights)) - 1] - places[starts]
    return float(np.add.reduceat(weights, starts) @ widths)
