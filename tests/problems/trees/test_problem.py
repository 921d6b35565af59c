from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput, TreeProblem, TreeSolution
from tests.problems.trees import oracle


def test_a_node_has_the_records_of_all_labels_below_it() -> None:
    problem = TreeProblem([5, 1, 0, 6], [4, 5, 5, 4, -1, 4], k=4)
    assert problem.node_weights.tolist() == [5, 1, 0, 6, 12, 1]
    assert problem.children(4).tolist() == [0, 3, 5]
    assert problem.children(5).tolist() == [1], "a label without records is nobody's child"


@pytest.mark.parametrize(
    ("parents", "message"),
    [
        ([2, 2], "list of whole numbers"),
        ([3, 3, 3], "that of node 0 is 3"),
        ([[3, 3, 3, -1]], "one list"),
        ([3.0, 3.0, 3.0, -1.0], "whole numbers"),
        ([3, 3, 1, -1], "that of node 2 is 1"),
        ([3, 3, 4, -1], "that of node 2 is 4"),
        ([3, 3, -2, -1], "that of node 2 is -2"),
        ([3, 3, 3, -1, -1], "one root; given: 2"),
        ([3, 3, 3, 4, 3], "one root; given: 0"),
        ([3, 3, 5, -1, 5, 4], "3 nodes are not below the root"),
    ],
)
def test_parents_that_are_no_tree_are_refused(parents: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        TreeProblem([1, 2, 3], parents, k=1)


def test_a_tree_as_deep_as_it_has_nodes() -> None:
    count = 50_000
    parents = [*range(1, count), -1]
    result = covey.solve(TreeProblem([7], parents, k=3))
    assert result.solution.sizes.tolist() == [7]


@pytest.mark.parametrize("classes", [[0, 1, 0, 1], [0, 0, 1, 0], [1, 0, 0, 1]])
def test_a_class_that_is_not_along_the_tree_is_refused(classes: list[int]) -> None:
    """Two labels of each of two nodes: neither one of each, nor three, are children of one node."""
    problem = TreeProblem([3, 3, 3, 3], [4, 4, 5, 5, 6, 6, -1], k=3)
    wrong = TreeSolution(
        np.array(classes, dtype=np.int32), np.bincount(classes, weights=[3] * 4).astype(np.int64)
    )
    with pytest.raises(covey.InternalError, match="several children of one node"):
        problem.check(wrong)


def test_classes_are_numbered_along_the_tree() -> None:
    problem = TreeProblem([9, 9, 9, 9], [5, 4, 5, 4, 6, 6, -1], k=5)
    result = covey.solve(problem)
    assert result.solution.classes.tolist() == [2, 0, 3, 1]


def test_a_label_without_records_gets_the_class_of_one_beside_it() -> None:
    problem = TreeProblem([9, 0, 9, 9, 0], [5, 5, 6, 6, 6, 7, 7, -1], k=5)
    classes = covey.solve(problem).solution.classes.tolist()
    assert classes[1] == classes[0]
    assert classes[4] in (classes[2], classes[3])


def kept(weights: list[int], k: int) -> list[list[int]]:
    """The class sizes of all groupings in which as few common labels as possible share a class."""
    found: dict[int, list[list[int]]] = {}
    labels = [label for label, weight in enumerate(weights) if weight]
    for groups in oracle.partitions(labels):
        sizes = [sum(weights[label] for label in group) for group in groups]
        if min(sizes) >= k:
            sharing = [group for group in groups if len(group) > 1]
            common = sum(weights[label] >= k for group in sharing for label in group)
            found.setdefault(common, []).append(sizes)
    return found[min(found)]


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_common_labels_are_kept_and_the_rest_is_as_good_as_it_can_be(objective: Any) -> None:
    """Against all groupings of labels, from the definition."""
    rng = np.random.default_rng(9)
    absorbed = better = 0
    for _ in range(150):
        weights = rng.integers(0, int(rng.choice([4, 9, 20])), int(rng.integers(1, 8)))
        weights[0] += 1
        k = int(rng.integers(1, min(weights.sum(), weights.max() + 2) + 1))
        problem = TreeProblem.keeping_common(weights, k, objective)
        ways = kept(weights.tolist(), k)
        best = min(problem.cost(np.array(sizes)) for sizes in ways)
        for method in ("auto", "exact", "two"):
            result = covey.solve(problem, method)
            assert sorted(result.solution.sizes.tolist()) in map(sorted, ways)
            if objective == "max-size":
                assert result.cost <= 2 * best
            assert result.lower_bound <= best
            if method == "exact":
                assert result.cost == best
        rare = int(weights[weights < k].sum())
        absorbed += 0 < rare < k
        free = covey.solve(covey.LabelProblem(weights, k, objective)).cost
        assert free <= best
        better += free < best
    assert absorbed > 20
    assert better > 5, "keeping common labels has a price"


def test_the_common_label_with_the_fewest_records_takes_what_is_left() -> None:
    problem = TreeProblem.keeping_common([30, 9, 50, 2, 1], 5)
    classes = covey.solve(problem).solution.classes.tolist()
    assert classes[1] == classes[3] == classes[4]
    assert len(set(classes)) == 3
