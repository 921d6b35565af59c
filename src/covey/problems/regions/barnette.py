"""Spanning trees of degree at most 3 in 3-connected planar graphs (Barnette 1966).

Kant's canonical ordering (1996) takes a plane graph down from the top, a vertex or a chain of
vertices at a time, so that what remains stays in one piece with a plain outer cycle. Put together
again from the bottom, every group hangs by one edge from the latest group below it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.problems.regions.graph import Graph
from covey.problems.regions.planar import Embedding


def three_tree(embedding: Embedding) -> NDArray[np.int32] | None:
    """Edges, n - 1 rows of two vertices, of a spanning tree of degree at most 3; None if none came.

    There is always one if the graph is 3-connected, or becomes so with one more vertex joined to
    all of its largest face, as Delaunay triangulations do with one outside their hull. Other graphs
    get a tree if the same steps happen to make one. Linear time.
    """
    # The graph is a tree itself: there is no other spanning tree.
    if embedding.edge_count == max(embedding.count - 1, 0):
        own = np.column_stack([embedding.tails, embedding.heads])[embedding.tails < embedding.heads]
        return own if _is_three_tree(embedding, own) else None
    if not embedding.is_two_connected:
        return None
    outer = embedding.around(int((embedding.faces == embedding.outer_face).argmax()))
    tree = embedding.native.canonical_tree(int(outer[0]))
    # The steps are proved for 3-connected graphs. What they make of another graph is looked at.
    if tree is not None and _is_three_tree(embedding, tree):
        return tree
    beyond = embedding.count
    larger, bottom = _with_infinity(embedding, outer)
    tree = larger.native.canonical_tree(bottom)
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
        # Edges stand in both directions, so either order of two ends is found.
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
    # Every neighbour that was inserted before the half-edge moves it on by one.
    bottom = int(outer[0] + (outer <= outer[0]).sum())
    return Embedding.from_rotations(starts, heads.astype(np.int32)), bottom
