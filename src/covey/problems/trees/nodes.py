"""The nodes of a tree, a whole level at a time.

Who checks a release reads its tree with this module: it is plain numpy, and loads nothing compiled.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Parents = NDArray[np.int32]
"""The parent of every node, -1 for the root."""
Numbers = NDArray[np.int64]


def depths(parents: Parents) -> Numbers:
    """The levels above every node; -1 for those that no root is above, as on a cycle.

    >>> depths(np.array([2, 2, 3, -1, 4], dtype=np.int32)).tolist()
    [2, 2, 1, 0, -1]
    """
    # found[v] counts the steps from v to up[v], until up[v] is above the root. Every round doubles
    # the steps: after these rounds they are more than there are nodes, unless there is a cycle.
    up = parents.astype(np.int64)
    found = (up >= 0).astype(np.int64)
    for _ in range(len(parents).bit_length()):
        there = np.flatnonzero(up >= 0)
        if not len(there):
            break
        found[there] += found[up[there]]
        up[there] = up[up[there]]
    found[up >= 0] = -1
    return found


def top_down(parents: Parents) -> Numbers:
    """The nodes, each after its parent: level by level, and by their numbers."""
    return np.concatenate([np.flatnonzero(parents < 0), *_levels(parents)])


def gathered(add: np.ufunc, parents: Parents, own: Numbers) -> Numbers:
    """For every node, what ``add`` makes of its own number and of those of all nodes below it.

    >>> gathered(np.add, np.array([2, 2, -1], dtype=np.int32), np.array([5, 1, 0])).tolist()
    [5, 1, 6]
    """
    found = own.copy()
    for level in reversed(_levels(parents)):
        add.at(found, parents[level], found[level])
    return found


def smallest_able(parents: Parents, weights: Numbers, k: int) -> int:
    """The label that is reached from the root down, each time by the smallest branch that can be a
    class of k records; where none can, by the largest one. ``weights`` are those of the labels, the
    first nodes of the tree; some of them has records. Of equal branches it is that of the first
    label.

    >>> smallest_able(np.array([4, 5, 5, 4, -1, 4], dtype=np.int32), np.array([9, 3, 4, 8]), 5)
    2
    """
    if not weights.any():
        raise ValueError("no label has records")
    labels = len(weights)
    own = np.zeros(len(parents), dtype=np.int64)
    own[:labels] = weights
    size = gathered(np.add, parents, own)
    # By labels: the numbers of inner nodes depend on what these are called.
    first = gathered(np.minimum, parents, np.minimum(np.arange(len(parents)), labels))
    node = int(np.argmin(parents))
    while node >= labels:
        below = np.flatnonzero(parents == node)
        able = below[size[below] >= k]
        if len(able):
            node = int(able[np.lexsort((first[able], size[able]))[0]])
        else:
            node = int(below[np.lexsort((first[below], -size[below]))[0]])
    return node


def depth_first(parents: Parents) -> Numbers:
    """The place of every node of a tree if each is followed by all nodes below it, and siblings
    stand in the order of their numbers.

    >>> depth_first(np.array([4, 5, 5, 4, -1, 4], dtype=np.int32)).tolist()
    [1, 4, 5, 2, 0, 3]
    """
    sizes = gathered(np.add, parents, np.ones(len(parents), dtype=np.int64))
    place = np.zeros(len(parents), dtype=np.int64)
    for level in _levels(parents):
        # Siblings side by side: each comes after its parent and all that is below earlier siblings.
        nodes = level[np.argsort(parents[level], kind="stable")]
        before = np.cumsum(sizes[nodes]) - sizes[nodes]
        above = parents[nodes]
        first = np.searchsorted(above, above)
        place[nodes] = place[above] + 1 + before - before[first]
    return place


def are_runs(parents: Parents, labels: int) -> bool:
    """Whether the labels below every node follow each other by their numbers. Labels are the first
    nodes of the tree."""
    inner = len(parents) - labels
    own = np.arange(labels)
    low = gathered(np.minimum, parents, np.concatenate([own, np.full(inner, len(parents))]))
    high = gathered(np.maximum, parents, np.concatenate([own, np.full(inner, -1)]))
    count = gathered(np.add, parents, (np.arange(len(parents)) < labels).astype(np.int64))
    return bool(((count == 0) | (high - low + 1 == count)).all())


def _levels(parents: Parents) -> list[Numbers]:
    """The nodes of every level below the root's."""
    depth = depths(parents)
    order = np.argsort(depth, kind="stable")
    # Nodes that are below no root come first: they are on no level.
    ends = np.cumsum(np.bincount(depth + 1))
    return [order[first:end] for first, end in pairwise(ends[1:].tolist())]
