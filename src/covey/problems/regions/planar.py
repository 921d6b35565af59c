"""Planar graphs in the plane: which neighbours lie next to each other, and the faces between."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey._native import regions as compiled
from covey.core.dataclass import dataclass
from covey.problems.regions.graph import Graph


@dataclass(frozen=True, eq=False)
class Embedding:
    """A planar graph as a rotation system: the neighbours of every vertex in clockwise order.

    A half-edge is a place in ``heads``: those of v are ``starts[v]`` to ``starts[v + 1]``, and
    ``reverse[h]`` is the same edge seen from its other end. On the left of every half-edge lies a
    face; where the graph is not connected, every component has faces of its own.

    >>> square = embed(Graph.from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]))
    >>> square.face_count, square.is_two_connected, square.is_three_connected
    (2, True, False)
    """

    native: compiled.Embedding

    @classmethod
    def from_rotations(cls, starts: NDArray[np.int64], heads: NDArray[np.int32]) -> Embedding:
        """Every edge has to stand at both of its ends, once."""
        return cls(compiled.Embedding(starts, heads))

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        return self.native.starts

    @cached_property
    def heads(self) -> NDArray[np.int32]:
        return self.native.heads

    @cached_property
    def tails(self) -> NDArray[np.int32]:
        return self.native.tails

    @cached_property
    def reverse(self) -> NDArray[np.int64]:
        return self.native.reverse

    @cached_property
    def faces(self) -> NDArray[np.int32]:
        """The number of the face on the left of every half-edge."""
        return self.native.faces

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    @property
    def edge_count(self) -> int:
        return len(self.heads) // 2

    @property
    def face_count(self) -> int:
        return self.native.face_count

    @property
    def is_connected(self) -> bool:
        """By Euler's formula, which a planar graph of c components misses by c - 1."""
        # Two vertices without an edge would have one face, and no half-edge to tell of it.
        if self.edge_count == 0:
            return self.count <= 1
        return self.count - self.edge_count + self.face_count == 2

    @cached_property
    def is_two_connected(self) -> bool:
        """Whether no single vertex holds the graph together: no face comes to a vertex twice."""
        if self.count < 3 or not self.is_connected:
            return False
        incidences = self.tails.astype(np.int64) * self.face_count + self.faces
        return len(np.unique(incidences)) == len(incidences)

    @cached_property
    def is_three_connected(self) -> bool:
        """Whether no two vertices hold the graph together.

        Two vertices that do lie on two faces without being joined by an edge between these: a
        4-cycle more, in the graph of vertices and the faces around them, than the one per edge.
        """
        if self.count < 4 or not self.is_two_connected:
            return False
        return self.native.four_cycles() == self.edge_count

    @property
    def outer_face(self) -> int:
        """The face with the most edges, the first of them."""
        return int(np.bincount(self.faces).argmax())

    def around(self, half_edge: int) -> NDArray[np.int64]:
        """The half-edges around the face on the left of this one, which comes first."""
        return self.native.around(half_edge)


def embed(graph: Graph) -> Embedding | None:
    """Some way to draw the graph without crossings; None if there is none."""
    # No planar graph has more edges than that: it need not be looked at.
    if graph.count >= 3 and len(graph.edges) > 3 * graph.count - 6:
        return None
    import networkx as nx

    plain = nx.Graph()
    plain.add_nodes_from(range(graph.count))
    plain.add_edges_from(graph.edges.tolist())
    planar, drawing = nx.check_planarity(plain)
    if not planar:
        return None
    heads = [u for v in range(graph.count) for u in drawing.neighbors_cw_order(v)]
    return Embedding.from_rotations(graph.starts, np.array(heads, dtype=np.int32))


def embed_points(graph: Graph, x: ArrayLike, y: ArrayLike) -> Embedding | None:
    """The straight drawing with vertices at these points; None if its rotations are not planar.

    Much faster than :func:`embed`, and the face around the drawing stays one face, which in other
    drawings of the same graph it need not.
    """
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    tails = np.repeat(np.arange(graph.count), np.diff(graph.starts))
    heads = graph.neighbours
    angles = np.arctan2(y[heads] - y[tails], x[heads] - x[tails])
    # Clockwise is by falling angle, vertex by vertex.
    clockwise = heads[np.lexsort((-angles, tails))]
    embedding = Embedding.from_rotations(graph.starts, clockwise)
    # Euler's formula, component by component; a vertex alone has no half-edge, and so no face.
    parts = int(graph.components.max(initial=-1)) + 1
    alone = int((np.diff(graph.starts) == 0).sum())
    flat = 2 * parts - alone
    planar = graph.count - embedding.edge_count + embedding.face_count == flat
    return embedding if planar else None
