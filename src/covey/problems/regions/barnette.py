"""Spanning trees of degree at most 3 in 3-connected planar graphs (Barnette 1966).

Kant's canonical ordering (1996) takes a plane graph down from the top, a vertex or a chain of
vertices at a time, so that what remains stays in one piece with a plain outer cycle. Put together
again from the bottom, every group hangs by one edge from the latest group below it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.regions.graph import Graph
from covey.problems.regions.planar import Embedding


def three_tree(embedding: Embedding) -> NDArray[np.int32] | None:
    """Edges, n - 1 rows of two vertices, of a spanning tree of degree at most 3; None if none came.

    There is always one if the graph is 3-connected, or becomes so with one more vertex joined to
    all of its largest face, as Delaunay triangulations do with one outside their hull. Other graphs
    get a tree if the same steps happen to make one. Linear time.
    """
    if embedding.edge_count == max(embedding.count - 1, 0):
        own = np.column_stack([embedding.tails, embedding.heads])[embedding.tails < embedding.heads]
        return own if _is_three_tree(embedding, own) else None
    if not embedding.is_two_connected:
        return None
    outer = embedding.around(int((embedding.faces == embedding.outer_face).argmax()))
    tree = _from_the_top(embedding, int(outer[0]))
    if tree is not None and _is_three_tree(embedding, tree):
        return tree
    beyond = embedding.count
    tree = _from_the_top(*_with_infinity(embedding, outer))
    if tree is None:
        return None
    # The vertex at infinity came last, so it is a leaf.
    inner: NDArray[np.int32] = tree[(tree != beyond).all(axis=1)]
    return inner if _is_three_tree(embedding, inner) else None


def _is_three_tree(embedding: Embedding, tree: NDArray[np.int32]) -> bool:
    """Whether these edges are edges of the graph and a spanning tree of degree at most 3."""
    count = embedding.count
    if tree.shape != (max(count - 1, 0), 2):
        return False
    edges = embedding.tails.astype(np.int64) * count + embedding.heads
    return bool(
        np.isin(tree[:, 0].astype(np.int64) * count + tree[:, 1], edges).all()
        and np.bincount(tree.ravel(), minlength=1).max() <= 3
        and Graph.from_edges(count, tree).components.max(initial=0) == 0
    )


def _with_infinity(embedding: Embedding, outer: NDArray[np.int64]) -> tuple[Embedding, int]:
    """One more vertex in the face that these half-edges go around, joined to all of it.

    With a half-edge of the face: the new vertex comes next but one after it.
    """
    heads = np.insert(embedding.heads, outer, embedding.count)
    heads = np.concatenate([heads, embedding.tails[outer[::-1]]])
    degrees = np.diff(embedding.starts)
    degrees[embedding.tails[outer]] += 1
    starts = np.concatenate([[0], np.cumsum(degrees), [len(heads)]])
    bottom = int(outer[0] + (outer <= outer[0]).sum())
    return Embedding.from_rotations(starts, heads.astype(np.int32)), bottom


def _from_the_top(embedding: Embedding, bottom: int) -> NDArray[np.int32] | None:
    """A tree with the half-edge at the bottom, the face on its left outside, the vertex after it
    on top; None if the order fails. Only in 3-connected graphs it is sure to have degree 3."""
    _, some = np.unique(embedding.faces, return_index=True)
    plane = _Plane(
        embedding.starts,
        embedding.heads.astype(np.int64),
        embedding.tails.astype(np.int64),
        embedding.reverse,
        embedding.following,
        embedding.faces.astype(np.int64),
        some,
    )
    group, place, begins, ends = _canonical_order(plane, bottom)
    if len(begins) == 0:
        return None
    last = np.int32(len(begins) - 1)
    return _hang(
        embedding.starts,
        embedding.heads,
        last - group,
        place,
        begins[::-1].copy(),
        ends[::-1].copy(),
    )


class _Plane(NamedTuple):
    """An embedding, with some half-edge of every face, in integers that compiled lists take."""

    starts: NDArray[np.int64]
    heads: NDArray[np.int64]
    tails: NDArray[np.int64]
    reverse: NDArray[np.int64]
    following: NDArray[np.int64]
    faces: NDArray[np.int64]
    some: NDArray[np.int64]


class _Rest(NamedTuple):
    """What is left of the graph. Its outer cycle runs clockwise, from the left end of the bottom
    over the top to the right end; half-edges along it have the outside on their left.

    A face separates if taking away a vertex of it could leave the rest in two pieces: it has three
    vertices on the outer cycle, or two and no edge.
    """

    alive: NDArray[np.bool_]
    outer_vertices: NDArray[np.int64]
    outer_edges: NDArray[np.int64]
    separates: NDArray[np.bool_]
    separating_at: NDArray[np.int64]
    """Separating faces at every vertex."""
    removed: NDArray[np.bool_]
    removed_beside: NDArray[np.int64]
    """Removed neighbours of every vertex."""
    onward: NDArray[np.int64]
    """The half-edge along the outer cycle from every vertex that is or was there, else -1."""


@kernel
def _canonical_order(
    plane: _Plane, bottom: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Kant's order from the top: the group of every vertex, its place in the group from left to
    right, and for every group its neighbours on the left and on the right. Without groups if at
    some time none can be taken away."""
    count, face_count = len(plane.starts) - 1, len(plane.some)
    rest = _Rest(
        np.ones(face_count, np.bool_),
        np.zeros(face_count, np.int64),
        np.zeros(face_count, np.int64),
        np.zeros(face_count, np.bool_),
        np.zeros(count, np.int64),
        np.zeros(count, np.bool_),
        np.zeros(count, np.int64),
        np.full(count, -1, np.int64),
    )
    group = np.zeros(count, np.int32)
    place = np.zeros(count, np.int32)
    begins = np.full(count + 1, -1, np.int32)
    ends = np.full(count + 1, -1, np.int32)

    left, right = plane.heads[bottom], plane.tails[bottom]
    last_face = plane.faces[plane.reverse[bottom]]
    rest.alive[plane.faces[bottom]] = False
    border = [int(bottom)]
    while plane.following[border[-1]] != bottom:
        border.append(int(plane.following[border[-1]]))
    # Who may have become free to go; looked at again when taken from here.
    vertices = [int(left)]
    faces = [int(last_face)]
    chain = [int(plane.heads[border[1]])]
    fine = _lay_open(plane, rest, border, -1, vertices, faces)
    groups = 0
    remaining = face_count - 1
    while fine and remaining > 1:
        if groups > 0:
            chain = _next_chain(plane, rest, vertices, faces, left, right, last_face)
        if len(chain) == 0:
            return group, place, begins[:0], ends[:0]
        back = _back(plane, rest, chain[0])
        begins[groups], ends[groups] = plane.heads[back], plane.heads[rest.onward[chain[-1]]]
        for at in range(len(chain)):
            group[chain[at]], place[chain[at]] = groups, at
        border, opened = _take_away(plane, rest, chain, back, ends[groups], vertices)
        remaining -= opened
        fine = _lay_open(plane, rest, border, begins[groups], vertices, faces)
        groups += 1
    if not fine or rest.onward.min() < 0:
        return group, place, begins[:0], ends[:0]

    v, at = left, 0
    while v != right:
        group[v], place[v] = groups, at
        v, at = plane.heads[rest.onward[v]], at + 1
    group[v], place[v] = groups, at
    return group, place, begins[: groups + 1], ends[: groups + 1]


@kernel
def _lay_open(
    plane: _Plane, rest: _Rest, border: list[int], known: int, vertices: list[int], faces: list[int]
) -> bool:
    """Count what lies newly on the outer cycle, except the first vertex if that is known.

    False if it is no cycle any more.
    """
    touched = [-1]
    for h in border:
        v = plane.tails[h]
        inner = plane.faces[plane.reverse[h]]
        if not rest.alive[inner] or (v != known and rest.onward[v] >= 0):
            return False
        if v != known:
            for side in range(plane.starts[v], plane.starts[v + 1]):
                if rest.alive[plane.faces[side]]:
                    rest.outer_vertices[plane.faces[side]] += 1
                    touched.append(int(plane.faces[side]))
        rest.onward[v] = h
        rest.outer_edges[inner] += 1
        touched.append(int(inner))
        vertices.append(int(v))
    for f in touched[1:]:
        separates = rest.outer_vertices[f] >= 3 or (
            rest.outer_vertices[f] == 2 and rest.outer_edges[f] == 0
        )
        if separates != rest.separates[f]:
            _separate(plane, rest, f, separates, vertices)
        faces.append(f)
    return True


@kernel
def _separate(plane: _Plane, rest: _Rest, f: int, separates: bool, vertices: list[int]) -> None:
    """Let a face separate, or not any more."""
    rest.separates[f] = separates
    first = plane.some[f]
    h = first
    while True:
        rest.separating_at[plane.tails[h]] += 1 if separates else -1
        vertices.append(int(plane.tails[h]))
        h = plane.following[h]
        if h == first:
            break


@kernel
def _next_chain(
    plane: _Plane,
    rest: _Rest,
    vertices: list[int],
    faces: list[int],
    left: int,
    right: int,
    last_face: int,
) -> list[int]:
    """A vertex that no face separates, else the outer vertices of one face; nothing if neither."""
    chain = [0]
    chain.clear()
    while len(vertices) > 0 and len(chain) == 0:
        v = vertices.pop()
        if (
            v != left
            and v != right
            and not rest.removed[v]
            and rest.onward[v] >= 0
            and rest.separating_at[v] == 0
            and rest.removed_beside[v] > 0
        ):
            chain.append(v)
    while len(faces) > 0 and len(chain) == 0:
        f = faces.pop()
        edges = rest.outer_edges[f]
        if f == last_face or not rest.alive[f] or edges < 2 or rest.outer_vertices[f] != edges + 1:
            continue
        # Around the face the other way: its outer edges run from right to left.
        h = plane.some[f]
        while rest.alive[plane.faces[plane.reverse[h]]]:
            h = plane.following[h]
        while not rest.alive[plane.faces[plane.reverse[h]]]:
            h = plane.following[h]
        v = plane.tails[h]
        for _ in range(edges - 1):
            v = plane.heads[rest.onward[v]]
            chain.append(int(v))
    return chain


@kernel
def _back(plane: _Plane, rest: _Rest, v: int) -> int:
    """The half-edge from a vertex of the outer cycle to the one before it."""
    for h in range(plane.starts[v], plane.starts[v + 1]):
        u = plane.heads[h]
        if not rest.removed[u] and rest.onward[u] == plane.reverse[h]:
            return h
    return -1


@kernel
def _take_away(
    plane: _Plane, rest: _Rest, chain: list[int], back: int, after: int, vertices: list[int]
) -> tuple[list[int], int]:
    """The half-edges that come to lie on the outer cycle instead of a chain, and how many faces
    open; back is the half-edge from its first vertex to the one before, after the one behind."""
    for v in chain:
        rest.removed[v] = True
        for h in range(plane.starts[v], plane.starts[v + 1]):
            rest.removed_beside[plane.heads[h]] += 1
            vertices.append(int(plane.heads[h]))
    border = [0]
    border.clear()
    opened = 0
    h = back
    while True:
        f = plane.faces[h]
        if rest.separates[f]:
            _separate(plane, rest, f, False, vertices)
        rest.alive[f] = False
        opened += 1
        h = plane.following[h]
        while not rest.removed[plane.heads[h]]:
            border.append(int(h))
            h = plane.following[h]
        if plane.tails[h] == after and plane.heads[h] == chain[-1]:
            return border, opened
        h = plane.reverse[h]


@kernel
def _hang(
    starts: NDArray[np.int64],
    heads: NDArray[np.int32],
    group: NDArray[np.int32],
    place: NDArray[np.int32],
    begins: NDArray[np.int32],
    ends: NDArray[np.int32],
) -> NDArray[np.int32]:
    """The edges inside the groups, and one from each group to the latest group below it.

    Where several vertices of one chain could carry a group, it is the one farthest from the end by
    which that chain hangs itself: so no vertex is asked more often than degree 3 allows.
    """
    count, groups = len(group), len(begins)
    row_of = np.zeros(groups + 1, np.int64)
    for v in range(count):
        row_of[group[v] + 1] += 1
    row_of = np.cumsum(row_of)
    rows = np.empty(count, np.int32)
    for v in range(count):
        rows[row_of[group[v]] + place[v]] = v
    hangs_left = np.zeros(groups, np.bool_)
    tree = np.empty((count - 1, 2), np.int32)
    filled = 0
    for g in range(groups):
        row = rows[row_of[g] : row_of[g + 1]]
        for at in range(1, len(row)):
            tree[filled, 0], tree[filled, 1] = row[at - 1], row[at]
            filled += 1
        if g == 0:
            continue
        if len(row) == 1:
            below = heads[starts[row[0]] : starts[row[0] + 1]]
        else:
            below = np.array([begins[g], ends[g]], np.int32)
        best = -1
        for u in below:
            if group[u] >= g:
                continue
            level = best >= 0 and group[u] == group[best]
            farther = level and (place[u] > place[best]) == hangs_left[group[u]]
            if best < 0 or group[u] > group[best] or farther:
                best = u
        hangs_left[g] = best == begins[g]
        tree[filled, 0] = row[0] if best == begins[g] else row[-1]
        tree[filled, 1] = best
        filled += 1
    return tree
