"""Spanning trees of degree at most 3 in 3-connected planar graphs (Barnette 1966).

Kant's canonical ordering (1996) takes a plane graph down from the top, a vertex or a chain of
vertices at a time, so that what remains stays in one piece with a plain outer cycle. Put together
again from the bottom, every group hangs by one edge from the latest group below it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.jit import kernel
from covey.regions.graph import Graph
from covey.regions.planar import Embedding


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
    if tree is not None:
        # The vertex at infinity came last, so it is a leaf.
        tree = tree[(tree != beyond).all(axis=1)]
        if _is_three_tree(embedding, tree):
            return tree
    return None


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
    group, place, begins, ends = _canonical_order(
        embedding.starts,
        embedding.heads,
        embedding.tails,
        embedding.reverse,
        embedding.following,
        embedding.faces,
        bottom,
    )
    if len(begins) == 0:
        return None
    return _hang(embedding.starts, embedding.heads, group, place, begins, ends)


@kernel
def _canonical_order(
    starts: NDArray[np.int64],
    heads: NDArray[np.int32],
    tails: NDArray[np.int32],
    reverse: NDArray[np.int64],
    following: NDArray[np.int64],
    faces: NDArray[np.int32],
    bottom: int,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Kant's order from the bottom: the group of every vertex, its place in the group from left to
    right, and for every group its neighbours on the left and on the right. Without groups if none
    can be taken away.

    The outer cycle runs clockwise, from the left end of the bottom over the top to the right end;
    the half-edges along it have the outside on their left.
    """
    count = len(starts) - 1
    right, left = tails[bottom], heads[bottom]
    top = heads[following[bottom]]
    outside = faces[bottom]
    last_face = faces[reverse[bottom]]
    face_count = faces.max() + 1

    some = np.empty(face_count, np.int64)
    for h in range(len(heads)):
        some[faces[h]] = h
    alive = np.ones(face_count, np.bool_)
    alive[outside] = False
    remaining = face_count - 1
    outer_vertices = np.zeros(face_count, np.int64)
    outer_edges = np.zeros(face_count, np.int64)
    separating = np.zeros(face_count, np.bool_)
    separating_at = np.zeros(count, np.int64)
    removed_beside = np.zeros(count, np.int64)
    onward = np.full(count, -1, np.int64)
    removed = np.zeros(count, np.bool_)

    group = np.zeros(count, np.int32)
    place = np.zeros(count, np.int32)
    begins = np.full(count + 1, -1, np.int32)
    ends = np.full(count + 1, -1, np.int32)
    groups = 0

    free_vertices = [top]
    free_faces = [last_face]
    chain = [top]
    boundary = [np.int64(bottom)]
    h = following[bottom]
    while h != bottom:
        boundary.append(h)
        h = following[h]
    before, after = left, right
    first = True
    while True:
        # What lies newly on the outer cycle.
        touched = [last_face]
        for h in boundary:
            v = tails[h]
            if first or v != before:
                if onward[v] >= 0:
                    return group, place, begins[:0], ends[:0]
                for side in range(starts[v], starts[v + 1]):
                    f = faces[side]
                    if alive[f]:
                        outer_vertices[f] += 1
                        touched.append(f)
            f = faces[reverse[h]]
            if not alive[f]:
                return group, place, begins[:0], ends[:0]
            onward[v] = h
            outer_edges[f] += 1
            touched.append(f)
            free_vertices.append(v)
        for f in touched:
            if not alive[f]:
                continue
            splits = outer_vertices[f] >= 3 or (outer_vertices[f] == 2 and outer_edges[f] == 0)
            if splits != separating[f]:
                separating[f] = splits
                h = some[f]
                while True:
                    separating_at[tails[h]] += 1 if splits else -1
                    free_vertices.append(tails[h])
                    h = following[h]
                    if h == some[f]:
                        break
            free_faces.append(f)
        if remaining == 1:
            break

        # The next to go: the top, else a vertex that no face separates, else a chain of a face.
        chain.clear()
        if first:
            chain.append(top)
        while not chain and free_vertices:
            v = free_vertices.pop()
            if (
                v != left
                and v != right
                and not removed[v]
                and onward[v] >= 0
                and separating_at[v] == 0
                and removed_beside[v] > 0
            ):
                chain.append(v)
        while not chain and free_faces:
            f = free_faces.pop()
            if (
                f == last_face
                or not alive[f]
                or outer_edges[f] < 2
                or outer_vertices[f] != outer_edges[f] + 1
            ):
                continue
            h = some[f]
            while alive[faces[reverse[h]]]:
                h = following[h]
            while not alive[faces[reverse[h]]]:
                h = following[h]
            v = tails[h]
            for _ in range(outer_edges[f] - 1):
                v = heads[onward[v]]
                chain.append(v)
        if not chain:
            return group, place, begins[:0], ends[:0]
        first = False

        after = heads[onward[chain[-1]]]
        h = following[bottom]
        for side in range(starts[chain[0]], starts[chain[0] + 1]):
            if not removed[heads[side]] and onward[heads[side]] == reverse[side]:
                h = side
        before = heads[h]
        begins[groups], ends[groups] = before, after
        for at in range(len(chain)):
            v = chain[at]
            group[v], place[v] = groups, at
            removed[v] = True
            for side in range(starts[v], starts[v + 1]):
                removed_beside[heads[side]] += 1
                free_vertices.append(heads[side])
        groups += 1

        # Around the faces that open, from the left neighbour to the right one.
        boundary.clear()
        while True:
            f = faces[h]
            if not alive[f]:
                return group, place, begins[:0], ends[:0]
            alive[f] = False
            remaining -= 1
            if separating[f]:
                h_f = h
                while True:
                    separating_at[tails[h_f]] -= 1
                    free_vertices.append(tails[h_f])
                    h_f = following[h_f]
                    if h_f == h:
                        break
            h = following[h]
            while not removed[heads[h]]:
                boundary.append(h)
                h = following[h]
            if tails[h] == after and heads[h] == chain[-1]:
                break
            h = reverse[h]

    v = left
    at = 0
    while True:
        group[v], place[v] = groups, at
        if v == right:
            break
        at += 1
        v = heads[onward[v]]
    groups += 1
    for v in range(count):
        if onward[v] < 0:
            return group, place, begins[:0], ends[:0]
        group[v] = groups - 1 - group[v]
    return group, place, begins[:groups][::-1], ends[:groups][::-1]


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
