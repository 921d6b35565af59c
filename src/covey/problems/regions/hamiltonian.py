"""Hamiltonian cycles of 4-connected planar graphs, by Tutte paths."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from covey.problems.regions.planar import Embedding
from covey.problems.regions.tutte import Disk, Plane, tutte_path


def cycle(embedding: Embedding) -> NDArray[np.int32] | None:
    """All vertices in the order of a Hamiltonian cycle; None if none was found.

    It is always found if the graph is 4-connected (Tutte 1956): take away an edge xy and let C go
    around the face that opens. A bridge of a Tutte path from x to y that holds a vertex would part
    it, by at most three others, from the rest of the graph. Of other graphs, only 3-connected ones
    are tried.
    """
    if not embedding.is_three_connected:
        return None
    left_out = int((embedding.faces == embedding.outer_face).argmax())
    x, y = int(embedding.tails[left_out]), int(embedding.heads[left_out])
    order = np.array(tutte_path(_without(embedding, left_out), x, y), dtype=np.int32)
    return order if _is_hamiltonian(embedding, order) else None


def _without(embedding: Embedding, half_edge: int) -> Disk:
    """The graph without an edge, inside the cycle around the face that this opens."""
    heads = embedding.heads.tolist()
    bounds = embedding.starts.tolist()
    rotations = [heads[a:b] for a, b in pairwise(bounds)]
    outer: list[int] = []
    fans: dict[int, list[int]] = {}
    for side in (half_edge, int(embedding.reverse[half_edge])):
        for h in embedding.around(side)[1:].tolist():
            v = int(embedding.tails[h])
            first = h - bounds[v]
            outer.append(v)
            fans[v] = rotations[v][first:] + rotations[v][:first]
    # Outside, between the last neighbour and the first, is the edge that goes.
    for v in (embedding.tails[half_edge], embedding.heads[half_edge]):
        fans[int(v)].pop()
    return Disk(Plane(rotations), outer, fans)


def _is_hamiltonian(embedding: Embedding, order: NDArray[np.int32]) -> bool:
    """Whether every vertex stands there once, and next to a neighbour, also around the end."""
    count = embedding.count
    if len(order) != count or len(np.unique(order)) != count:
        return False
    edges = embedding.tails.astype(np.int64) * count + embedding.heads
    steps = order.astype(np.int64) * count + np.roll(order, -1)
    return bool(np.isin(steps, edges).all())
