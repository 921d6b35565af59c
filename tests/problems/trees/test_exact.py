from __future__ import annotations

import numpy as np

import covey
from covey import TreeProblem
from covey.core.grouping import quadratic_cost
from tests.problems.trees import oracle


def test_ties_are_broken_by_the_quadratic_cost() -> None:
    rng = np.random.default_rng(5)
    for _ in range(80):
        labels = int(rng.integers(1, 8))
        weights = rng.integers(1, 12, labels)
        instance = (
            weights,
            oracle.random_parents(rng, labels),
            int(rng.integers(1, weights.sum() + 1)),
        )
        result = covey.solve(TreeProblem(*instance), "exact")
        ways = oracle.solutions(weights.tolist(), instance[1].tolist())
        costs = (
            (max(sizes), quadratic_cost(np.array(sizes), instance[2]))
            for sizes in ways
            if min(sizes) >= instance[2]
        )
        assert (result.cost, quadratic_cost(result.solution.sizes, instance[2])) == min(costs)


def test_what_is_not_finished_does_not_promise_the_optimum() -> None:
    """Thirteen light labels of one node are too many for all subsets."""
    weights = [37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89]
    result = covey.solve(TreeProblem(weights, [*[13] * 13, -1], k=201), "exact")
    assert (result.guarantee.ratio == 1) == (result.status is covey.Status.OPTIMAL)
    quadratic = covey.solve(TreeProblem(weights, [*[13] * 13, -1], 201, "quadratic"), "exact")
    assert quadratic.status is covey.Status.FEASIBLE
    assert "optimal" not in quadratic.guarantee.text
