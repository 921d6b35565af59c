"""Tutte paths: the theorem, bridge by bridge, on random 2-connected plane graphs."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from covey.problems.regions.tutte import Disk, Plane, tutte_path
from tests.problems.regions import planar_graphs
from tests.problems.regions.planar_graphs import (
    INSTANCES,
    SHARDS,
    Drawing,
    Random,
    corners,
    thinned,
)


def random_drawing(rng: Random) -> Drawing:
    size = int(rng.integers(4, 26))
    whole = planar_graphs.closed_delaunay if rng.random() < 0.5 else planar_graphs.flipped_stack
    return thinned(rng, whole(rng, size), 2, int(rng.integers(0, 2 * size)))


def disk_of(drawing: Drawing, outer: list[int]) -> Disk:
    fans = {}
    for v, after in zip(outer, outer[1:] + outer[:1], strict=True):
        first = drawing[v].index(after)
        fans[v] = drawing[v][first:] + drawing[v][:first]
    return Disk(Plane(drawing), outer, fans)


def refuse_unless_tutte_path(drawing: Drawing, outer: list[int], path: list[int]) -> None:
    graph = nx.Graph((v, u) for v, row in enumerate(drawing) for u in row)
    assert len(set(path)) == len(path)
    assert all(graph.has_edge(*step) for step in pairwise(path))
    on_path = set(path)
    for bridge in nx.connected_components(graph.subgraph(set(graph) - on_path)):
        attachments = {u for v in bridge for u in graph[v]} & on_path
        assert len(attachments) <= (2 if bridge & set(outer) else 3)


@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_theorem(shard: int) -> None:
    rng = np.random.default_rng([13, shard])
    for _ in range(INSTANCES // SHARDS // 2):
        drawing = random_drawing(rng)
        faces = corners(drawing)
        outer = faces[int(rng.integers(len(faces)))]
        x, y = rng.choice(outer, 2, replace=False).tolist()
        at = int(rng.integers(len(outer)))
        edge = (outer[at - 1], outer[at]) if rng.random() < 0.5 else (outer[at], outer[at - 1])
        wanted = edge if rng.random() < 0.7 else None
        path = tutte_path(disk_of(drawing, outer), x, y, wanted)
        assert (path[0], path[-1]) == (x, y)
        refuse_unless_tutte_path(drawing, outer, path)
        if wanted is not None:
            assert set(edge) in [set(step) for step in pairwise(path)]


@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_theorem_on_dense_graphs(shard: int) -> None:
    """Triangulations full of separating triangles, and graphs without any: detours in detours."""
    rng = np.random.default_rng([14, shard])
    for number in range(INSTANCES // SHARDS // 4):
        make = planar_graphs.THREE_CONNECTED[number % len(planar_graphs.THREE_CONNECTED)]
        drawing = make(rng, int(rng.integers(6, 41)))
        outer = max(corners(drawing), key=len)
        x, y = rng.choice(outer, 2, replace=False).tolist()
        path = tutte_path(disk_of(drawing, outer), x, y)
        assert (path[0], path[-1]) == (x, y)
        refuse_unless_tutte_path(drawing, outer, path)


def test_a_square_both_ways_round() -> None:
    square = [[1, 3], [2, 0], [3, 1], [0, 2]]
    disk = disk_of(square, [0, 1, 2, 3])
    assert tutte_path(disk, 0, 2, (1, 2)) == [0, 1, 2]
    assert tutte_path(disk, 0, 2, (0, 3)) == [0, 3, 2]
    assert tutte_path(disk, 0, 1, (1, 0)) == [0, 1]
    assert tutte_path(disk, 0, 1) == [0, 3, 2, 1]
