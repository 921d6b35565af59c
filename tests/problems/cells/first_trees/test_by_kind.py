"""What the first trees of all kinds of axes have in common."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.core.stop import Stop
from covey.problems.cells.first_trees.by_kind import fitted
from covey.problems.cells.first_trees.tree import Fitted
from covey.problems.cells.sets import ANY
from tests.problems.cells.tables import KINDS, made_axis


@pytest.mark.parametrize("kind", [*KINDS, "regions", "trees"])
def test_every_row_is_in_its_leaf_and_cuts_divide_nodes(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(40):
        rows = int(rng.integers(2, 40))
        axis = made_axis(rng, kind, rows)
        problem = covey.CellProblem([axis], np.ones(rows, dtype=np.int64), int(rng.integers(1, 4)))
        tree: Fitted = fitted(problem, 0, None, Stop(seconds=None).start())
        made = tree.hierarchy()
        inner = {int(node) for node in made.parents if node >= 0}
        assert not inner & set(tree.leaves.tolist())
        for node in inner:
            cut, children = tree.cut(made, node), made.children[node]
            assert cut.first in children or len(cut.keys) == len(children)
            assert (made.kind[node] == ANY) >= any(made.kind[child] < 0 for child in children)
