"""Planar graphs in the plane: which neighbours lie next to each other, and the faces between."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.jit import kernel
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

    starts: NDArray[np.int64]
    heads: NDArray[np.int32]
    reverse: NDArray[np.int64]

    @classmethod
    def from_rotations(cls, starts: NDArray[np.int64], heads: NDArray[np.int32]) -> Embedding:
        """Every edge has to stand at both of its ends, once."""
        count = len(starts) - 1
        tails = np.repeat(np.arange(count), np.diff(starts))
        there = tails * count + heads
        back = heads.astype(np.int64) * count + tails
        order = np.argsort(there)
        return cls(starts, heads, order[np.searchsorted(there[order], back)])

    @property
    def count(self) -> int:
        return len(self.starts) - 1

    @property
    def edge_count(self) -> int:
        return len(self.heads) // 2

    @cached_property
    def tails(self) -> NDArray[np.int32]:
        return np.repeat(np.arange(self.count, dtype=np.int32), np.diff(self.starts))

    @cached_property
    def following(self) -> NDArray[np.int64]:
        """The next half-edge around the face on the left."""
        # The leftmost turn is the one clockwise after the way back.
        after = np.arange(1, len(self.heads) + 1)
        filled = np.diff(self.starts) > 0
        after[self.starts[1:][filled] - 1] = self.starts[:-1][filled]
        return after[self.reverse]

    @cached_property
    def faces(self) -> NDArray[np.int32]:
        """The number of the face on the left of every half-edge."""
        return _faces(self.following)

    @property
    def face_count(self) -> int:
        return int(self.faces.max(initial=-1)) + 1

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
        return bool(_four_cycles(self.tails, self.faces, self.count) == self.edge_count)

    @property
    def outer_face(self) -> int:
        """The face with the most edges, the first of them."""
        return int(np.bincount(self.faces).argmax())

    def around(self, half_edge: int) -> NDArray[np.int64]:
        """The half-edges around the face on the left of this one, which comes first."""
        return _around(self.following, half_edge)


def embed(graph: Graph) -> Embedding | None:
    """Some way to draw the graph without crossings; None if there is none."""
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
    clockwise = heads[np.lexsort((-angles, tails))]
    embedding = Embedding.from_rotations(graph.starts, clockwise)
    parts = int(graph.components.max(initial=-1)) + 1
    alone = int((np.diff(graph.starts) == 0).sum())
    flat = 2 * parts - alone
    planar = graph.count - embedding.edge_count + embedding.face_count == flat
    return embedding if planar else None


@kernel
def _faces(following: NDArray[np.int64]) -> NDArray[np.int32]:
    faces = np.full(len(following), -1, np.int32)
    number = 0
    for first in range(len(following)):
        if faces[first] >= 0:
            continue
        h = first
        while faces[h] < 0:
            faces[h] = number
            h = following[h]
        number += 1
    return faces


@kernel
def _around(following: NDArray[np.int64], half_edge: int) -> NDArray[np.int64]:
    length = 1
    h = following[half_edge]
    while h != half_edge:
        length += 1
        h = following[h]
    face = np.empty(length, np.int64)
    for place in range(length):
        face[place] = h
        h = following[h]
    return face


@kernel
def _four_cycles(tails: NDArray[np.int32], faces: NDArray[np.int32], count: int) -> int:
    """The 4-cycles of the bipartite graph of vertices and faces.

    Vertices leave in descending order of degree, each with its cycles counted: linear time in
    planar graphs (Chiba, Nishizeki 1985).
    """
    ends = np.empty((len(tails), 2), np.int64)
    nodes = count
    for h in range(len(tails)):
        ends[h, 0], ends[h, 1] = tails[h], count + faces[h]
        nodes = max(nodes, ends[h, 1] + 1)
    starts = np.zeros(nodes + 1, np.int64)
    for h in range(len(tails)):
        starts[ends[h, 0] + 1] += 1
        starts[ends[h, 1] + 1] += 1
    starts = np.cumsum(starts)
    order = np.argsort(starts[:-1] - starts[1:], kind="mergesort")
    filled = starts[:-1].copy()
    others = np.empty(2 * len(tails), np.int64)
    for h in range(len(tails)):
        a, b = ends[h]
        others[filled[a]] = b
        others[filled[b]] = a
        filled[a] += 1
        filled[b] += 1
    gone = np.zeros(nodes, np.bool_)
    paths = np.zeros(nodes, np.int64)
    cycles = 0
    for a in order:
        gone[a] = True
        for to_b in range(starts[a], starts[a + 1]):
            b = others[to_b]
            if gone[b]:
                continue
            for to_c in range(starts[b], starts[b + 1]):
                c = others[to_c]
                if not gone[c]:
                    cycles += paths[c]
                    paths[c] += 1
        for to_b in range(starts[a], starts[a + 1]):
            b = others[to_b]
            if not gone[b]:
                for to_c in range(starts[b], starts[b + 1]):
                    paths[others[to_c]] = 0
    return cycles
