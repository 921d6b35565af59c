"""What every tree of an axis has."""

from __future__ import annotations

import numpy as np

from covey.problems.cells.first_trees.tree import ends, upwards

# Leaves 0 to 3; node 4 has the first two, node 5 the other two, node 6 both nodes.
PARENTS = np.array([4, 4, 5, 5, 6, 6, -1], dtype=np.int32)


def test_every_node_comes_after_its_children() -> None:
    place = {node: at for at, node in enumerate(upwards(PARENTS))}
    assert sorted(place) == list(range(7))
    assert all(place[node] < place[int(above)] for node, above in enumerate(PARENTS[:-1]))


def test_the_first_and_the_last_leaf_below_every_node() -> None:
    first, last = ends(PARENTS, 4)
    assert first.tolist() == [0, 1, 2, 3, 0, 2, 0]
    assert last.tolist() == [0, 1, 2, 3, 1, 3, 3]
