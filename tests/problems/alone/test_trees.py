from __future__ import annotations

import numpy as np

from covey.problems.alone.trees import Subtrees
from covey.problems.trees.problem import TreeProblem, TreeSolution


def test_siblings_are_merged_or_all_below_a_node() -> None:
    problem = TreeProblem([3, 3, 3, 3], [4, 4, 5, 5, 6, 6, -1], 3)
    own = TreeSolution(np.arange(4, dtype=np.int32), np.full(4, 3))
    trees = Subtrees(problem, own)
    assert list(trees.unions(0)) == [(0, 1), (0, 1), (0, 1, 2, 3)]
    trees.merge((0, 1), 4)
    assert list(trees.unions(2))[-1] == (2, 3, 4)


def test_what_was_all_below_a_node_is_a_sibling_of_its_uncles() -> None:
    """Labels 0 and 1 are below one node, 2 and 3 below another, both below a third; 4 and 5 are
    beside that."""
    problem = TreeProblem([3] * 6, [6, 6, 7, 7, 9, 9, 8, 8, 9, -1], 3)
    own = TreeSolution(np.arange(6, dtype=np.int32), np.full(6, 3))
    trees = Subtrees(problem, own)
    trees.merge((0, 1, 2, 3), 6)
    assert list(trees.unions(6)) == [(6, 4), (6, 5), (4, 5, 6)]
    assert (4, 6) in list(trees.unions(4))
