from __future__ import annotations

import numpy as np

from covey import IntervalProblem, solve
from tests.problems.intervals import oracle


def test_the_sweep_is_within_the_optimum_plus_k_less_one() -> None:
    rng = np.random.default_rng(3)
    closest = -(10**9)
    for _ in range(300):
        weights = rng.integers(0, int(rng.choice([2, 6, 20])), int(rng.integers(1, 12)))
        weights[-1] += weights.sum() == 0
        k = int(rng.integers(1, int(weights.sum()) + 1))
        best = oracle.optimum(weights, k, "max-size")
        result = solve(IntervalProblem(weights, k), "sweep")
        assert result.cost <= best + k - 1
        assert result.guarantee.at_most(best) is not None
        closest = max(closest, result.cost - best - k + 1)
    assert closest >= -1


def test_auto_and_exact_are_one_method_that_promises_the_optimum() -> None:
    problem = IntervalProblem(np.array([3, 1, 4, 1, 5]), 4)
    for name in ("auto", "exact"):
        result = solve(problem, name)
        assert result.guarantee.ratio == 1
        assert result.cost == oracle.optimum(problem.weights, 4, "max-size")
