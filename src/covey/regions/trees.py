"""Spanning trees of low degree, verified, for any graph and for planar ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.errors import InternalError
from covey.regions.furer import lower_degree
from covey.regions.graph import Graph
from covey.regions.repair import repair
from covey.regions.walk import degrees, depth_first, pockets

PATIENCE = 20_000
"""Areas that the repair of one area may look at."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A spanning forest: one tree for each component of the graph.

    ``chosen`` is a mask over the graph's borders, ``degree`` how many of them each area has,
    ``least_degree`` a degree that no spanning forest can stay below, and ``source`` what made it.
    """

    chosen: NDArray[np.bool_]
    degree: NDArray[np.int64]
    least_degree: int
    source: str


def searched(graph: Graph) -> Tree:
    """For any graph: depth-first search, local repair, then Fürer and Raghavachari.

    The degree is at most one above the least possible, and mostly 3 or less on maps.
    """
    chosen = depth_first(graph.rows)
    degree = degrees(graph.rows, chosen)
    parts, _ = pockets(graph.rows, np.zeros(graph.count, dtype=np.int64), 1)
    least = least_degree(graph, parts)
    repair(graph.rows, chosen, degree, np.maximum(parts, 3), PATIENCE)
    if degree.max() > max(3, least):
        lower_degree(graph.rows, chosen, degree, max(3, least))
    return verified(graph, Tree(chosen, degree, least, "search"))


def least_degree(graph: Graph, parts: NDArray[np.int64]) -> int:
    """An area whose removal leaves so many parts must reach each of them."""
    if len(graph.edges) == 0:
        return 0
    of_a_path = 1 if int(np.bincount(graph.components).max()) == 2 else 2
    return max(int(parts.max()), of_a_path)


def from_edges(graph: Graph, edges: NDArray[np.int32], source: str) -> Tree:
    """A tree given as pairs of areas."""
    low, high = edges.min(axis=1).astype(np.int64), edges.max(axis=1)
    known = graph.edges[:, 0].astype(np.int64) * graph.count + graph.edges[:, 1]
    chosen = np.isin(known, low * graph.count + high)
    parts, _ = pockets(graph.rows, np.zeros(graph.count, dtype=np.int64), 1)
    degree = np.bincount(graph.edges[chosen].ravel(), minlength=graph.count)
    return verified(graph, Tree(chosen, degree, least_degree(graph, parts), source))


def verified(graph: Graph, tree: Tree) -> Tree:
    """Refuse a forest that is none, or does not span. Shares no code with what makes trees."""
    edges = graph.edges[tree.chosen]
    components = len(np.unique(graph.components))
    forest = Graph(graph.count, edges, graph.lengths[tree.chosen])
    if len(edges) != graph.count - components or not np.array_equal(
        forest.components, graph.components
    ):
        raise InternalError("A spanning tree does not span.")
    if not np.array_equal(np.bincount(edges.ravel(), minlength=graph.count), tree.degree):
        raise InternalError("A spanning tree's degrees are wrong.")
    return tree
