from __future__ import annotations

import pytest

import covey
from covey import TreeProblem
from covey.problems.trees.methods import largest_class


def test_a_light_label_beside_heavy_ones_must_join_one_and_the_proof_says_so() -> None:
    problem = TreeProblem([2, 9, 9, 8, 8], [7, 5, 5, 6, 6, 7, 7, -1], k=5)
    result = covey.solve(problem)
    assert sorted(result.solution.sizes.tolist()) == [9, 9, 18]
    assert result.status is covey.Status.OPTIMAL
    assert result.certificate.kind == "star"
    assert "one child of a node of the tree is below k" in result.certificate.words(problem)


def test_single_nodes_alone_are_far_from_the_best() -> None:
    problem = TreeProblem([1, 4, *[5] * 100], [102] * 102 + [-1], k=5)
    assert covey.solve(problem).cost == 5
    single = covey.solve(problem, "nodes")
    assert single.cost == problem.total
    assert "nothing" in single.guarantee.text


@pytest.mark.parametrize(
    ("weights", "most"),
    [([3, 3, 9], 12), ([1, 1, 9], 11), ([9, 9, 9], 9), ([1, 1, 1, 1, 1, 1], 12)],
)
def test_what_no_class_of_the_plain_plans_is_above(weights: list[int], most: int) -> None:
    problem = TreeProblem(weights, [*[len(weights)] * len(weights), -1], 5, "quadratic")
    assert largest_class(problem) == most
