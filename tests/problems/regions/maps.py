"""Graphs that look like maps, made at random."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from covey.problems.regions.graph import Graph


def grid(rows: int, columns: int) -> Graph:
    place = np.arange(rows * columns).reshape(rows, columns)
    across = np.column_stack([place[:, :-1].ravel(), place[:, 1:].ravel()])
    down = np.column_stack([place[:-1].ravel(), place[1:].ravel()])
    return Graph.from_edges(rows * columns, np.concatenate([across, down]))


def delaunay(count: int, rng: np.random.Generator) -> Graph:
    """The Delaunay graph of random points."""
    points = rng.random((count, 2))
    triangles = shapely.get_parts(shapely.delaunay_triangles(shapely.multipoints(points)))
    corners = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    order = np.argsort(points[:, 0])
    place = order[np.searchsorted(points[order, 0], corners[:, :, 0])]
    sides = np.concatenate([place[:, [0, 1]], place[:, [1, 2]], place[:, [0, 2]]])
    return Graph.from_edges(count, sides)


def with_enclaves(graph: Graph, enclaves: int, rng: np.random.Generator) -> Graph:
    """More areas, each inside of one that was there before."""
    hosts = rng.integers(0, graph.count, enclaves)
    inside = np.column_stack([hosts, graph.count + np.arange(enclaves)])
    edges: NDArray[np.int64] = np.concatenate([graph.edges.astype(np.int64), inside])
    return Graph.from_edges(graph.count + enclaves, edges)
