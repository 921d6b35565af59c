"""Spanning trees of low degree, verified, for any graph and for planar ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput, closest
from covey.problems.regions.graph import Graph

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


SOURCES = ("auto", "search", "barnette", "hamiltonian")

PLANAR_UP_TO = 30_000
"""Areas up to which ``auto`` looks for a planar tree: embedding so many takes some ten seconds."""


def spanning_tree(graph: Graph, source: str = "auto") -> Tree:
    """A spanning tree of low degree.

    ``search`` works for any graph. ``barnette`` is a 3-tree, for planar graphs that are 3-connected
    or become so with a vertex outside; ``hamiltonian`` a path through all areas, for planar graphs
    that are 4-connected. ``auto`` searches, and where the search ends above degree 3 without a
    proof that it must, tries Barnette's tree.
    """
    if source not in SOURCES:
        raise InvalidInput(
            f"Unknown kind of tree {source!r}.", hint=closest(str(source), SOURCES), given=source
        )
    if source in ("auto", "search"):
        tree = searched(graph)
        # Barnette's tree has degree 3: it is of use where the search ended above that, and no proof
        # says that it had to.
        hopeful = graph.count <= PLANAR_UP_TO and tree.least_degree <= 3 < int(tree.degree.max())
        return (_barnette(graph) or tree) if source == "auto" and hopeful else tree
    found = _barnette(graph) if source == "barnette" else _hamiltonian(graph)
    if found is None:
        needed = 3 if source == "barnette" else 4
        raise InvalidInput(
            f"This graph has no tree of the kind {source!r}: that is for planar graphs that are"
            f" {needed}-connected, and real maps often are not.",
            hint="Use the tree 'search', which is for any graph.",
            given=source,
        )
    return found


def _barnette(graph: Graph) -> Tree | None:
    from covey.problems.regions.barnette import three_tree
    from covey.problems.regions.planar import embed

    embedding = embed(graph)
    edges = None if embedding is None else three_tree(embedding)
    return None if edges is None else from_edges(graph, edges, "barnette")


def _hamiltonian(graph: Graph) -> Tree | None:
    from covey.problems.regions.hamiltonian import cycle
    from covey.problems.regions.planar import embed

    embedding = embed(graph)
    order = None if embedding is None else cycle(embedding)
    if order is None:
        return None
    return from_edges(graph, np.column_stack([order[:-1], order[1:]]), "hamiltonian")


def searched(graph: Graph) -> Tree:
    """For any graph: depth-first search, local repair, then Fürer and Raghavachari.

    The degree is at most one above the least possible, and mostly 3 or less on maps.
    """
    parts = parts_without(graph)
    least = least_degree(graph, parts)
    # An area is not asked to have fewer borders than its removal leaves parts.
    chosen = graph.native.spanning_forest(np.maximum(parts, 3), PATIENCE, max(3, least))
    return verified(graph, Tree(chosen, _degrees(graph, chosen), least, "search"))


def parts_without(graph: Graph) -> NDArray[np.int64]:
    """Into how many parts the component of each area falls without it: 0 for an area by itself, 1
    for most, more for a cut vertex."""
    parts, _ = graph.native.pockets(np.zeros(graph.count, dtype=np.int64), 1)
    return parts


def _degrees(graph: Graph, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many chosen borders every area has."""
    return np.bincount(graph.edges[chosen].ravel(), minlength=graph.count)


def least_degree(graph: Graph, parts: NDArray[np.int64]) -> int:
    """An area whose removal leaves so many parts must reach each of them."""
    if len(graph.edges) == 0:
        return 0
    # Two areas are joined by one border; of three or more, some area has two.
    of_a_path = 1 if int(np.bincount(graph.components).max()) == 2 else 2
    return max(int(parts.max()), of_a_path)


def from_edges(graph: Graph, edges: NDArray[np.int32], source: str) -> Tree:
    """A tree given as pairs of areas."""
    low, high = edges.min(axis=1).astype(np.int64), edges.max(axis=1)
    known = graph.edges[:, 0].astype(np.int64) * graph.count + graph.edges[:, 1]
    chosen = np.isin(known, low * graph.count + high)
    least = least_degree(graph, parts_without(graph))
    return verified(graph, Tree(chosen, _degrees(graph, chosen), least, source))


def verified(graph: Graph, tree: Tree) -> Tree:
    """Refuse what is no forest, or does not span. Shares no code with what makes trees."""
    edges = graph.edges[tree.chosen]
    components = int(graph.components.max(initial=-1)) + 1
    forest = Graph(graph.count, edges, graph.lengths[tree.chosen])
    # As many edges as a forest of these components has, and the same components: then no cycle.
    if len(edges) != graph.count - components or not np.array_equal(
        forest.components, graph.components
    ):
        raise InternalError("A spanning tree does not span.")
    if not np.array_equal(np.bincount(edges.ravel(), minlength=graph.count), tree.degree):
        raise InternalError("A spanning tree's degrees are wrong.")
    return tree
