"""The children of nodes, as bounds and their checks see them: plain sums over arrays.

Every node of k records or more that is no label has a *star*: its light children, below k, must go
into bins of k or more, each of light children alone or with one heavy child.
docs/reference/trees.md has the theorem that the optimum is that of the worst star.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass

if TYPE_CHECKING:
    from covey.problems.trees.problem import TreeProblem

MOST_LIGHT = 12
"""Light children of a star of which all subsets are looked at. The compiled loops have the same
number; checks must not load them to know it."""


@dataclass(frozen=True, eq=False)
class Star:
    """The weights of a node's children with records: light ones descending, heavy ascending."""

    nodes: NDArray[np.int64]
    light: NDArray[np.int64]
    heavy: NDArray[np.int64]
    heavy_nodes: NDArray[np.int64]

    @classmethod
    def of(cls, problem: TreeProblem, node: int) -> Star:
        weights = problem.node_weights
        children = problem.children(node)
        own = weights[children]
        # Bins are filled with the heaviest light children first, and the lightest heavy child is
        # the best one to take what is left over.
        light = children[own < problem.k]
        light = light[np.argsort(-weights[light], kind="stable")]
        heavy = children[own >= problem.k]
        heavy = heavy[np.argsort(weights[heavy], kind="stable")]
        return cls(light, weights[light], weights[heavy], heavy)


@dataclass(frozen=True, eq=False)
class Stars:
    """All stars with a light child, as sums over each."""

    nodes: NDArray[np.int64]
    light: NDArray[np.int64]
    """The records of all light children."""
    lightest: NDArray[np.int64]
    """Those of the lightest one."""
    heavy: NDArray[np.int64]
    """Those of the lightest heavy child, 0 if there is none."""
    count: NDArray[np.int64]
    """The number of light children."""
    heavy_count: NDArray[np.int64]

    @classmethod
    def of(cls, problem: TreeProblem) -> Stars:
        weights, parents, k = problem.node_weights, problem.parents, problem.k
        size = len(weights)
        below = (parents >= 0) & (weights > 0)
        heavy_parent = np.zeros(size, dtype=bool)
        # Light nodes have no star: what is below them goes where they go.
        heavy_parent[below] = weights[parents[below]] >= k
        light_nodes = np.flatnonzero(heavy_parent & (weights < k))
        heavy_nodes = np.flatnonzero(heavy_parent & (weights >= k))
        above = parents[light_nodes]
        light = np.zeros(size, dtype=np.int64)
        np.add.at(light, above, weights[light_nodes])
        # Stands for "none yet" in both minima.
        most = np.iinfo(np.int64).max
        lightest, heavy = np.full(size, most), np.full(size, most)
        np.minimum.at(lightest, above, weights[light_nodes])
        np.minimum.at(heavy, parents[heavy_nodes], weights[heavy_nodes])
        nodes = np.flatnonzero(light > 0)
        count = np.bincount(above, minlength=size)
        heavy_count = np.bincount(parents[heavy_nodes], minlength=size)
        return cls(
            nodes,
            light[nodes],
            lightest[nodes],
            np.where(heavy[nodes] == most, 0, heavy[nodes]),
            count[nodes],
            heavy_count[nodes],
        )
