"""Hamiltonian cycles of 4-connected planar graphs, by Tutte paths."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from covey.problems.regions.planar import Embedding
from covey.problems.regions.tutte import Disk, Plane, tutte_path


def cycle(embedding: Embedding) -> NDArray[np.int32] | None:
    """All vertices in the order of a Hamiltonian cycle; None if none was found.

    A 4-connected graph always has one (Tutte 1956). Remove an edge xy; the two faces beside it
    become one, with the cycle C around it. Take a Tutte path from x to y. If it missed a vertex,
    that vertex would be in a bridge with at most three attachments, and these three vertices would
    separate it from the rest, which a 4-connected graph does not allow. So the path has all
    vertices, and xy closes it to a cycle. Other graphs are tried if they are 3-connected, which
    Tutte paths need; there the path may miss vertices.
    """
    if not embedding.is_three_connected:
        return None
    # An edge of the largest face is left out: the face beside it joins it.
    left_out = int((embedding.faces == embedding.outer_face).argmax())
    x, y = int(embedding.tails[left_out]), int(embedding.heads[left_out])
    order = np.array(tutte_path(_without(embedding, left_out), x, y), dtype=np.int32)
    return order if _is_hamiltonian(embedding, order) else None


def _without(embedding: Embedding, half_edge: int) -> Disk:
    """The graph without an edge, inside the cycle around the face that its removal opens."""
    heads = embedding.heads.tolist()
    bounds = embedding.starts.tolist()
    rotations = [heads[a:b] for a, b in pairwise(bounds)]
    outer: list[int] = []
    fans: dict[int, list[int]] = {}
    for side in (half_edge, int(embedding.reverse[half_edge])):
        # The edge that is left out comes first, and is no part of the cycle.
        for h in embedding.around(side)[1:].tolist():
            v = int(embedding.tails[h])
            first = h - bounds[v]
            outer.append(v)
            fans[v] = rotations[v][first:] + rotations[v][:first]
    # The removed edge is the last neighbour of both its ends, as seen from inside.
    for v in (embedding.tails[half_edge], embedding.heads[half_edge]):
        fans[int(v)].pop()
    return Disk(Plane(rotations), outer, fans)


def _is_hamiltonian(embedding: Embedding, order: NDArray[np.int32]) -> bool:
    """Whether every vertex occurs once, and each one is a neighbour of the next; the last one of
    the first."""
    count = embedding.count
    if len(order) != count or len(np.unique(order)) != count:
        return False
    edges = embedding.tails.astype(np.int64) * count + embedding.heads
    steps = order.astype(np.int64) * count + np.roll(order, -1)
    return bool(np.isin(steps, edges).all())
