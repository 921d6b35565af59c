"""The tree of an axis, as nested recoding takes and changes it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.problems.cells.axes import Axis
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.sets import Codes

SEARCHED = 4096
"""A tree of more leaves stays as it is."""


@dataclass(frozen=True, eq=False)
class Cut:
    """How a node is cut: the kind of the cut, the column of the axis, its limits or its labels. The
    first side is the child ``first``, the second one the other; or there is a side for each
    component, by its ``keys``, for children in this order."""

    how: int
    column: int = 0
    low: int = 0
    high: int = 0
    labels: Codes | None = None
    first: int = -1
    keys: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Fitted:
    """The tree of an axis, as the search takes and changes it."""

    axis: Axis
    leaves: Codes
    parents: Codes

    def add_to(self, table: native.Nested, weight: float) -> None:
        raise NotImplementedError

    def hierarchy(self) -> Hierarchy:
        raise NotImplementedError

    def cut(self, hierarchy: Hierarchy, node: int) -> Cut:
        """How a node of the tree is cut into its children."""
        raise NotImplementedError

    def with_parents(self, parents: Codes) -> Fitted:
        """The tree as the search has changed it; ``parents`` are those that the search gave."""
        return replace(self, parents=parents)

    def own_nodes(self, nodes: Codes) -> Codes:
        """Nodes as this tree numbers them; the search may have been given others for leaves."""
        return nodes


def ends(parents: Codes, leaves: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last leaf below every node."""
    first = np.full(len(parents), leaves, dtype=np.int64)
    last = np.full(len(parents), -1, dtype=np.int64)
    first[:leaves] = last[:leaves] = np.arange(leaves)
    for node in upwards(parents):
        above = parents[node]
        if above >= 0:
            first[above] = min(first[above], first[node])
            last[above] = max(last[above], last[node])
    return first, last


def upwards(parents: Codes) -> list[int]:
    """All nodes, each after its children."""
    # How many children of each node are still to come.
    left = np.bincount(parents[parents >= 0], minlength=len(parents))
    found, waiting = [], np.flatnonzero(left == 0).tolist()
    while waiting:
        node = waiting.pop()
        found.append(node)
        above = int(parents[node])
        if above >= 0:
            left[above] -= 1
            if not left[above]:
                waiting.append(above)
    return found
