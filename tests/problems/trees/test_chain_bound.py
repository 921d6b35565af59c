from __future__ import annotations

import numpy as np
import pytest

import covey
from covey import TreeProblem
from covey.problems.trees.chain_bound import OneRow, RowSquares, can_be_cut
from tests.problems.trees import oracle


@pytest.mark.parametrize(
    ("row", "k", "cap", "expected"),
    [
        ([3, 3], 3, 0, True),
        ([3, 2, 3], 3, 5, True),
        ([3, 2, 3], 3, 4, False),
        ([2, 2, 2], 4, 5, False),
        ([2, 2, 2], 4, 6, True),
        ([9, 1, 9], 4, 10, True),
        ([9, 1, 9], 4, 9, False),
    ],
)
def test_rows_by_hand(row: list[int], k: int, cap: int, expected: bool) -> None:
    assert can_be_cut(row, k, cap) is expected


def test_no_node_proves_more_than_the_optimum() -> None:
    rng = np.random.default_rng(7)
    reached = 0
    for _ in range(150):
        labels = int(rng.integers(1, 7))
        weights = rng.integers(1, 12, labels)
        parents = oracle.along(oracle.random_parents(rng, labels), labels)
        k = int(rng.integers(1, weights.sum() + 1))
        problem = TreeProblem(weights, parents, k, ordered=True)
        best = oracle.optimum((weights, parents, k), "max-size", ordered=True)
        nodes = range(len(parents))
        assert not any(OneRow(best + 1, node).holds(problem) for node in nodes)
        reached += any(OneRow(best, node).holds(problem) for node in nodes)
        squares = TreeProblem(weights, parents, k, "quadratic", ordered=True)
        least = oracle.optimum((weights, parents, k), "quadratic", ordered=True)
        assert RowSquares(least).holds(squares)
        assert not RowSquares(least + 1).holds(squares)
    assert reached > 100


def test_a_proof_about_an_order_proves_nothing_without_one() -> None:
    weights, parents = [3, 5, 3], [3, 3, 3, -1]
    ordered = TreeProblem(weights, parents, 6, ordered=True)
    assert OneRow(11, 3).holds(ordered)
    assert not OneRow(11, 3).holds(TreeProblem(weights, parents, 6))
    assert not RowSquares(0).holds(TreeProblem(weights, parents, 6, "quadratic"))
    assert not OneRow(11, 4).holds(ordered)
    assert not OneRow(3, 0).holds(ordered), "a light label"


def test_squares_of_large_trees_fall_back_on_a_weaker_proof() -> None:
    count = 300_000
    problem = TreeProblem(np.full(count, 2), [*[count] * count, -1], 100, "quadratic", ordered=True)
    result = covey.solve(problem)
    assert result.certificate.kind != "chain-squares"
    assert result.certificate.holds(problem)
    assert not RowSquares(result.cost).holds(problem)
