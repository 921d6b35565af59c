from __future__ import annotations

import numpy as np
import pytest

import covey
from covey import TreeProblem
from covey._native import trees as native
from covey.problems.trees.bound import (
    AllSquares,
    AllSubsets,
    OneStar,
    Squares,
    least_largest,
    least_quadratic,
)
from covey.problems.trees.star import Star
from tests.problems.trees import oracle


def test_the_bound_of_one_node_is_that_of_the_compiled_loops() -> None:
    """Written twice: one finds the node, the other checks it."""
    rng = np.random.default_rng(1)
    for _ in range(400):
        labels = int(rng.integers(1, 25))
        weights = rng.integers(0, int(rng.choice([4, 30])), labels)
        weights[0] += 1
        parents = oracle.random_parents(rng, labels)
        problem = TreeProblem(weights, parents, k=int(rng.integers(1, weights.sum() + 1)))
        bound, node = native.best_bound(problem.parents, problem.weights, problem.k)
        heavy = np.flatnonzero(problem.node_weights >= problem.k)
        own = [
            int(problem.weights[v]) if v < labels else least_largest(Star.of(problem, v), problem.k)
            for v in heavy.tolist()
        ]
        assert bound == max(problem.k, *own)
        assert node < 0 or (OneStar(bound, node).holds(problem))
        assert node < 0 or not OneStar(bound + 1, node).holds(problem)


@pytest.mark.parametrize(
    ("light", "heavy", "k", "expected"),
    [
        ([], [9, 9], 5, 0),
        ([3], [9, 12], 5, 12),
        ([3, 2], [9, 12], 6, 14),
        ([4, 4], [9], 9, 17),
        ([4, 4, 4], [100], 5, 8),
        ([4, 4, 4], [6], 5, 8),
        ([4, 4, 4, 4], [], 5, 8),
    ],
)
def test_stars_by_hand(light: list[int], heavy: list[int], k: int, expected: int) -> None:
    star = Star(np.arange(len(light)), np.array(light), np.array(heavy), np.arange(len(heavy)))
    assert least_largest(star, k) == expected


def test_a_node_proves_nothing_that_all_its_subsets_do_not() -> None:
    """Two light labels of 4 at k = 9 go to one label of 9, or to two of them: the plain bound does
    not see that both cannot be below 13."""
    problem = TreeProblem([4, 4, 9, 9], [4, 4, 4, 4, -1], k=9)
    assert AllSubsets(13, 4).holds(problem)
    assert not AllSubsets(14, 4).holds(problem)
    many = TreeProblem([1] * 13 + [20], [*[14] * 14, -1], k=20)
    assert not AllSubsets(20, 14).holds(many), "thirteen are too many to look at"


def test_the_bound_of_squares_never_exceeds_the_optimum_and_is_often_it() -> None:
    rng = np.random.default_rng(2)
    met = 0
    for _ in range(200):
        labels = int(rng.integers(1, 8))
        weights = rng.integers(1, 12, labels)
        instance = (
            weights,
            oracle.random_parents(rng, labels),
            int(rng.integers(1, weights.sum() + 1)),
        )
        problem = TreeProblem(*instance, "quadratic")
        best = oracle.optimum(instance, "quadratic")
        assert least_quadratic(problem) <= best
        met += least_quadratic(problem) == best
        assert AllSquares(best).holds(problem)
        assert not AllSquares(best + 1).holds(problem)
    assert met > 100


def test_squares_beyond_64_bits() -> None:
    huge = 1 << 50
    problem = TreeProblem([huge, huge, 5], [3, 3, 3, -1], huge, "quadratic")
    result = covey.solve(problem)
    assert result.cost == (huge + 5) * 5
    assert Squares(result.lower_bound).holds(problem)
    assert not AllSquares(0).holds(problem), "its sums are in 64 bits"


def test_the_proof_of_one_node_in_words() -> None:
    one = covey.solve(TreeProblem([9, 10, 3], [3, 3, 3, -1], k=5))
    assert one.certificate.words(one.problem).startswith("one child of a node of the tree is below")
    many = covey.solve(TreeProblem([4, 4, 4], [3, 3, 3, -1], k=5))
    problem = many.problem
    assert OneStar(12, 3).words(problem).startswith("the 3 children below k of one node")
