from __future__ import annotations

import numpy as np

from covey import IntervalProblem
from covey.problems.intervals.bound import Chain
from tests.problems.intervals import oracle


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
