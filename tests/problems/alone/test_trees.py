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
