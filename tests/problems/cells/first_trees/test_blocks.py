"""Trees of places and of areas without nested regions."""

from __future__ import annotations

import numpy as np

import covey
from covey.core.stop import Stop
from covey.problems.cells.first_trees.blocks import BlockTree


def block_tree(axis: covey.PlaceAxis | covey.AreaAxis, k: int) -> BlockTree:
    problem = covey.CellProblem([axis], np.ones(len(axis.codes), dtype=np.int64), k)
    tree = axis.first_tree(problem, 0, None, Stop(seconds=None).start())
    assert isinstance(tree, BlockTree)
    return tree


def test_rectangles_hold_the_places_of_their_rows() -> None:
    rng = np.random.default_rng(4)
    x, y = rng.integers(0, 6, (2, 40))
    tree = block_tree(covey.PlaceAxis(x, y, np.arange(6), np.arange(6)), 3)
    made = tree.hierarchy()
    left, right, bottom, top = made.bounds[tree.leaves].T
    assert tree.count > 1
    assert ((left <= x) & (x <= right) & (bottom <= y) & (y <= top)).all()


def test_regions_hold_the_areas_of_their_rows() -> None:
    codes = np.arange(6).repeat(3)
    graph = covey.Graph.from_edges(6, [(v, v + 1) for v in range(5)])
    tree = block_tree(covey.AreaAxis(codes, graph), 3)
    made = tree.hierarchy()
    assert tree.count > 1
    for code, leaf in zip(codes.tolist(), tree.leaves.tolist(), strict=True):
        low, high = made.bounds[leaf]
        assert code in made.order[low:high]
