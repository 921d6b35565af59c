"""Planar graphs to try things on, made without the code under test.

A drawing is the list of every vertex's neighbours in clockwise order. All the makers of
:data:`THREE_CONNECTED` and :data:`FOUR_CONNECTED` take a source of random numbers and about how
many vertices to make.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeAlias

import networkx as nx
import numpy as np
import shapely
from numpy.typing import NDArray

from covey.problems.regions.graph import Graph

Random: TypeAlias = np.random.Generator
Drawing: TypeAlias = list[list[int]]
Maker: TypeAlias = Callable[[Random, int], Drawing]
Points: TypeAlias = NDArray[np.float64]

INSTANCES = int(os.environ.get("COVEY_INSTANCES", "1000"))
"""Random graphs per guarantee."""

SHARDS = 8


def numbered(drawing: Drawing, rng: Random) -> Graph:
    """The graph, with new numbers for its vertices."""
    numbers = rng.permutation(len(drawing))
    return Graph.from_edges(
        len(drawing), [(numbers[v], numbers[u]) for v, row in enumerate(drawing) for u in row]
    )


def plain(graph: Graph) -> nx.Graph:
    result = nx.Graph()
    result.add_nodes_from(range(graph.count))
    result.add_edges_from(graph.edges.tolist())
    return result


def corners(drawing: Drawing) -> list[list[int]]:
    """The vertices around every face, the face on the left."""
    unseen = {(v, u) for v, row in enumerate(drawing) for u in row}
    faces = []
    while unseen:
        start = v, u = min(unseen)
        face: list[int] = []
        while not face or (v, u) != start:
            unseen.remove((v, u))
            face.append(v)
            row = drawing[u]
            v, u = u, row[(row.index(v) + 1) % len(row)]
        faces.append(face)
    return faces


def wheel(rng: Random, size: int) -> Drawing:
    rim = max(size - 1, 3)
    return [[(v + 1) % rim, rim, (v - 1) % rim] for v in range(rim)] + [list(range(rim))]


def bipyramid(rng: Random, size: int) -> Drawing:
    rim = max(size - 2, 4)
    drawing = [[rim + 1, (v + 1) % rim, rim, (v - 1) % rim] for v in range(rim)]
    return [*drawing, list(range(rim)), list(range(rim))[::-1]]


def prism(rng: Random, size: int) -> Drawing:
    rim = max(size // 2, 3)
    inner = [[(v + 1) % rim, (v - 1) % rim, v + rim] for v in range(rim)]
    outer = [[(v + 1) % rim + rim, v, (v - 1) % rim + rim] for v in range(rim)]
    return inner + outer


def antiprism(rng: Random, size: int) -> Drawing:
    return tower(rng, size, rim=max(size // 2, 3))


def tower(rng: Random, size: int, rim: int = 4) -> Drawing:
    """Rings around each other, neighbours as in an antiprism."""
    rings = max(size // rim, 2)
    drawing = []
    for ring in range(rings):
        for v in range(rim):
            inward = [(ring - 1) * rim + v, (ring - 1) * rim + (v - 1) % rim] if ring else []
            outward = (
                [(ring + 1) * rim + v, (ring + 1) * rim + (v + 1) % rim] if ring < rings - 1 else []
            )
            along = [ring * rim + (v + 1) % rim], [ring * rim + (v - 1) % rim]
            drawing.append(along[0] + inward + along[1] + outward)
    return drawing


def stacked(rng: Random, size: int) -> Drawing:
    """From K4, vertices put into random triangles."""
    drawing = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]]
    triangles = corners(drawing)
    while len(drawing) < size:
        at = int(rng.integers(len(triangles)))
        a, b, c = triangles[at]
        new = len(drawing)
        drawing.append([c, b, a])
        for v, after in ((a, b), (b, c), (c, a)):
            drawing[v].insert(drawing[v].index(after), new)
        triangles[at] = [a, b, new]
        triangles += [[b, c, new], [c, a, new]]
    return drawing


def flipped(rng: Random, drawing: Drawing, flips: int, degree: int) -> Drawing:
    """A triangulation with edges of random pairs of triangles flipped.

    No vertex goes below the degree, and, if that is 4, no triangle separates."""
    for _ in range(flips):
        a = int(rng.integers(len(drawing)))
        row = drawing[a]
        at = int(rng.integers(len(row)))
        b, c, d = row[at], row[at - 1], row[(at + 1) % len(row)]
        if min(len(row), len(drawing[b])) <= degree or c in drawing[d]:
            continue
        if degree == 4 and set(drawing[c]) & set(drawing[d]) != {a, b}:
            continue
        row.remove(b)
        drawing[b].remove(a)
        drawing[c].insert(drawing[c].index(a), d)
        drawing[d].insert(drawing[d].index(b), c)
    return drawing


def flipped_stack(rng: Random, size: int) -> Drawing:
    return flipped(rng, stacked(rng, size), 3 * size, degree=3)


def flipped_bipyramid(rng: Random, size: int) -> Drawing:
    return flipped(rng, bipyramid(rng, size), 8 * size, degree=4)


def grown(rng: Random, size: int) -> Drawing:
    """From the octahedron, vertices split in two with at least four neighbours each: no triangle
    ever separates."""
    drawing = bipyramid(rng, 6)
    while len(drawing) < size:
        v = int(rng.integers(len(drawing)))
        row = drawing[v]
        first = int(rng.integers(len(row)))
        row = row[first:] + row[:first]
        share = int(rng.integers(2, len(row) - 1))
        new = len(drawing)
        drawing[v] = [*row[: share + 1], new]
        drawing.append([*row[share:], row[0], v])
        for u in row[share + 1 :]:
            drawing[u][drawing[u].index(v)] = new
        # Around the first shared neighbour the new one comes after v, around the other before.
        drawing[row[0]].insert(drawing[row[0]].index(v) + 1, new)
        drawing[row[share]].insert(drawing[row[share]].index(v), new)
    return drawing


def delaunay(rng: Random, size: int) -> tuple[Graph, Points]:
    """The Delaunay triangulation of random points, with its hull."""
    points = rng.random((size, 2))
    lines = shapely.delaunay_triangles(shapely.MultiPoint(points), only_edges=True)
    number = {point: v for v, point in enumerate(map(tuple, points.tolist()))}
    ends = shapely.get_coordinates(shapely.get_parts(lines)).reshape(-1, 2, 2).tolist()
    return Graph.from_edges(size, [[number[tuple(end)] for end in line] for line in ends]), points


def closed_delaunay(rng: Random, size: int) -> Drawing:
    """A Delaunay triangulation and a vertex at infinity that sees its hull."""
    graph, points = delaunay(rng, size - 1)
    drawing = []
    for v in range(graph.count):
        row = graph.neighbours[graph.starts[v] : graph.starts[v + 1]].tolist()
        x, y = (points[row] - points[v]).T
        drawing.append([row[i] for i in np.argsort(-np.arctan2(y, x))])
    outside = max(corners(drawing), key=len)
    drawing.append(outside[::-1])
    for v, after in zip(outside, outside[1:] + outside[:1], strict=True):
        drawing[v].insert(drawing[v].index(after), graph.count)
    return drawing


def thinned(rng: Random, drawing: Drawing, connectivity: int, most: int) -> Drawing:
    """Random edges taken away while the graph stays that connected."""
    graph = nx.Graph((v, u) for v, row in enumerate(drawing) for u in row)
    edges = list(graph.edges())
    for at in rng.permutation(len(edges))[:most]:
        v, u = edges[at]
        if min(graph.degree[v], graph.degree[u]) <= connectivity:
            continue
        graph.remove_edge(v, u)
        # What an edge held together fell apart between its ends.
        if nx.connectivity.local_node_connectivity(graph, v, u, cutoff=connectivity) < connectivity:
            graph.add_edge(v, u)
    return [[u for u in row if graph.has_edge(v, u)] for v, row in enumerate(drawing)]


def thinned_triangulation(rng: Random, size: int) -> Drawing:
    whole = flipped_stack(rng, size) if rng.random() < 0.5 else grown(rng, size)
    return thinned(rng, whole, 3, int(rng.integers(1, 2 * size)))


def thinned_four_connected(rng: Random, size: int) -> Drawing:
    whole = grown(rng, size) if rng.random() < 0.5 else flipped_bipyramid(rng, size)
    return thinned(rng, whole, 4, int(rng.integers(1, size)))


def dual(drawing: Drawing) -> Drawing:
    """The faces, neighbours across edges."""
    left = {}
    faces = corners(drawing)
    for number, face in enumerate(faces):
        for edge in zip(face, face[1:] + face[:1], strict=True):
            left[edge] = number
    return [
        [left[u, v] for v, u in zip(face, face[1:] + face[:1], strict=True)][::-1] for face in faces
    ]


def medial(drawing: Drawing) -> Drawing:
    """The edges, neighbours if they follow each other around a face: the line graph of the dual,
    if that is cubic."""
    edges = [(v, u) for v, row in enumerate(drawing) for u in row if v < u]
    number = {edge: e for e, edge in enumerate(edges)}
    number |= {(u, v): e for (v, u), e in number.items()}

    def beside(v: int, u: int) -> list[int]:
        row = drawing[v]
        at = row.index(u)
        return [number[v, row[(at + 1) % len(row)]], number[v, row[at - 1]]]

    return [beside(v, u) + beside(u, v) for v, u in edges]


def dual_of_triangulation(rng: Random, size: int) -> Drawing:
    return dual(flipped_stack(rng, size // 2 + 2))


def dual_of_thinned(rng: Random, size: int) -> Drawing:
    return dual(thinned_triangulation(rng, size * 2 // 3 + 2))


def medial_of_triangulation(rng: Random, size: int) -> Drawing:
    return medial(flipped_stack(rng, max(size // 3 + 2, 4)))


def medial_of_four_connected(rng: Random, size: int) -> Drawing:
    """The line graph of a cubic graph that no three edges part, but around a vertex."""
    return medial(grown(rng, max(size // 3 + 2, 6)))


FOUR_CONNECTED: tuple[Maker, ...] = (
    grown,
    flipped_bipyramid,
    thinned_four_connected,
    medial_of_four_connected,
    bipyramid,
    antiprism,
    tower,
)

THREE_CONNECTED: tuple[Maker, ...] = (
    stacked,
    flipped_stack,
    closed_delaunay,
    thinned_triangulation,
    dual_of_triangulation,
    dual_of_thinned,
    medial_of_triangulation,
    wheel,
    prism,
    *FOUR_CONNECTED,
)
