from __future__ import annotations

import numpy as np

import covey
from covey import TreeProblem
from covey.core.grouping import quadratic_cost
from covey.core.stop import Stop
from covey.problems.trees import improve
from covey.problems.trees.improve import filled


def test_the_default_is_never_worse_than_two() -> None:
    rng = np.random.default_rng(2)
    for _ in range(60):
        labels, inner = 200, 30
        parents = [*(labels + rng.integers(0, inner, labels)), -1]
        parents += [labels + int(rng.integers(0, node)) for node in range(1, inner)]
        problem = TreeProblem(rng.integers(0, 9, labels), parents, k=int(rng.integers(2, 40)))
        assert covey.solve(problem).cost <= covey.solve(problem, "two").cost


def test_stars_above_the_bound_are_balanced_as_labels_are() -> None:
    """Thirty light labels: too many for subsets, and longest first is not optimal for them."""
    rng = np.random.default_rng(3)
    better = 0
    for _ in range(40):
        weights = rng.integers(20, 50, 30)
        problem = TreeProblem(weights, [*[30] * 30, -1], k=100)
        plain, largest, _ = improve._stars(problem, 100, 0)
        found = filled(problem, Stop().start(), 0, 5)
        cost = problem.cost(problem.solution(found.bins).sizes)
        assert cost <= int(largest.max()) == problem.cost(problem.solution(plain).sizes)
        better += cost < int(largest.max())
    assert better > 0


def test_every_star_may_use_what_the_worst_one_needs() -> None:
    """A heavy label of 40 is a class: elsewhere bins of up to 40 cost nothing, and the tie-break
    prefers small ones."""
    problem = TreeProblem([40, 3, 3, 3, 3], [6, 5, 5, 5, 5, 6, -1], k=6)
    result = covey.solve(problem)
    assert sorted(result.solution.sizes.tolist()) == [6, 6, 40]
    assert quadratic_cost(result.solution.sizes, 6) == 40 * 34
