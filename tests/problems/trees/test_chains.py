"""Trees whose siblings are in order, against all answers from the definition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey import TreeProblem
from covey.core.errors import InternalError
from covey.problems.trees.chains import chains
from tests.problems.trees import oracle


def random_instance(rng: np.random.Generator) -> tuple[Any, Any, int]:
    labels = int(rng.integers(1, 9))
    weights = rng.integers(0, int(rng.choice([3, 8, 30])), labels)
    weights[int(rng.integers(labels))] += 1
    parents = oracle.along(oracle.random_parents(rng, labels), labels)
    most = int(weights.sum())
    return weights, parents, int(rng.integers(1, min(most, 3 * int(weights.max()) + 1) + 1))


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_every_answer_is_optimal_and_proved_so(objective: Any) -> None:
    rng = np.random.default_rng(3)
    for _ in range(400):
        instance = random_instance(rng)
        problem = TreeProblem(*instance, objective, ordered=True)
        result = covey.solve(problem)
        best = oracle.optimum(instance, objective, ordered=True)
        assert result.cost == best, instance
        assert result.status == "optimal", instance
        assert result.certificate.holds(problem)


def test_the_tie_break_is_exact() -> None:
    """Of all answers with the least largest class, the one of the least squares."""
    rng = np.random.default_rng(4)
    for _ in range(300):
        weights, parents, k = instance = random_instance(rng)
        best = oracle.optimum(instance, "max-size", ordered=True)
        every = oracle.solutions(weights.tolist(), parents.tolist(), ordered=True)
        least = min(
            sum(size**2 for size in sizes)
            for sizes in every
            if min(sizes) >= k and max(sizes) <= best
        )
        sizes = covey.solve(TreeProblem(*instance, ordered=True)).solution.sizes
        assert int((sizes**2).sum()) == least, instance


def test_an_order_never_helps() -> None:
    rng = np.random.default_rng(5)
    worse = 0
    for _ in range(200):
        instance = random_instance(rng)
        free = covey.solve(TreeProblem(*instance), "exact").cost
        ordered = covey.solve(TreeProblem(*instance, ordered=True)).cost
        assert free <= ordered
        worse += free < ordered
    assert worse > 5


def test_one_row_is_the_problem_of_intervals() -> None:
    rng = np.random.default_rng(6)
    for _ in range(50):
        weights = rng.integers(1, 9, 40)
        k = int(rng.integers(2, 30))
        row = TreeProblem(weights, [*[40] * 40, -1], k, ordered=True)
        assert covey.solve(row).cost == covey.solve(covey.IntervalProblem(weights, k)).cost


def test_children_that_are_no_neighbours_are_refused() -> None:
    problem = TreeProblem([3, 4, 3, 4], [4, 4, 4, 4, -1], k=6, ordered=True)
    good = problem.solution(chains(problem).bins)
    problem.check(good)
    apart = type(good)(np.array([0, 1, 0, 1], dtype=np.int32), np.array([6, 8]))
    TreeProblem([3, 4, 3, 4], [4, 4, 4, 4, -1], k=6).check(apart)
    with pytest.raises(InternalError, match="no neighbours"):
        problem.check(apart)


def test_methods_without_an_order_are_refused_and_not_compared() -> None:
    problem = TreeProblem([3, 4, 3, 4], [4, 4, 4, 4, -1], k=6, ordered=True)
    with pytest.raises(covey.InvalidInput, match="not for trees whose siblings are in order"):
        covey.solve(problem, "two")
    assert [each.method for each in covey.compare(problem)] == ["auto", "exact", "nodes"]


def test_labels_that_are_not_numbered_along_the_tree_are_refused() -> None:
    with pytest.raises(covey.InvalidInput, match="follow each other by their numbers"):
        TreeProblem([1, 1, 1], [3, 4, 3, 4, -1], k=2, ordered=True)
