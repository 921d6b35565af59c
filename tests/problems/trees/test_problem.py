from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput, TreeProblem, TreeSolution


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
