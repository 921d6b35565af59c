"""A tree from distances between labels: close labels lie below one node.

Clusters are joined by complete linkage, so that the height of a node is the largest distance of two
labels below it. A node stays only if it is less than a third as high as the one above it; the
others leave their children to that one. So few levels remain, and nodes with many children: a light
label has others to be grouped with, and not only a whole cluster beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.io.trees.taxonomy import ROOT, Links, Taxonomy

STEP = 3
"""A node is more than so many times as high as those below it."""


@dataclass(frozen=True, eq=False)
class Cluster:
    """Labels by their numbers, and the largest distance between two of them."""

    labels: tuple[int, ...]
    height: float
    parts: tuple[Cluster, ...] = ()


def complete_linkage(distances: NDArray[np.float64]) -> Cluster:
    """The two closest clusters are joined, again and again: the distance of clusters is the largest
    of their labels. Of equal pairs the first one by the least labels of both is taken.

    >>> complete_linkage(np.array([[0, 1, 9], [1, 0, 8], [9, 8, 0]])).parts[0].labels
    (0, 1)
    """
    count = len(distances)
    own = np.array(distances, dtype=np.float64)
    # No label is joined to itself.
    np.fill_diagonal(own, np.inf)
    clusters = {label: Cluster((label,), 0.0) for label in range(count)}
    nearest = own.argmin(axis=1) if count > 1 else np.zeros(count, dtype=np.int64)
    least = own.min(axis=1) if count > 1 else np.full(count, np.inf)
    while len(clusters) > 1:
        one = int(least.argmin())
        # A joined cluster goes on under the lesser number, so that the last one is left under 0.
        one, other = sorted((one, int(nearest[one])))
        height = float(own[one, other])
        parts = clusters[one], clusters.pop(other)
        clusters[one] = Cluster(parts[0].labels + parts[1].labels, height, parts)
        # The distance of clusters is the largest of their labels.
        joined = np.maximum(own[one], own[other])
        joined[one] = np.inf
        own[one], own[:, one] = joined, joined
        # The other cluster is gone: nothing finds it any more.
        own[other], own[:, other] = np.inf, np.inf
        # Distances only grow. So a nearest cluster is searched again only if it was one of the two.
        stale = np.flatnonzero((nearest == one) | (nearest == other))
        stale = np.unique(np.append(stale, [one, other]))
        nearest[stale] = own[stale].argmin(axis=1)
        least[stale] = own[stale].min(axis=1)
    return clusters[0]


def flattened(cluster: Cluster) -> Cluster:
    """Without the clusters that are a third as high as the one above them, or more."""
    parts: list[Cluster] = []
    waiting = list(reversed(cluster.parts))
    while waiting:
        part = waiting.pop()
        if part.parts and STEP * part.height >= cluster.height:
            # A stack, of which the last comes first: reversed, the parts keep their order.
            waiting += reversed(part.parts)
        else:
            parts.append(flattened(part))
    return Cluster(tuple(sorted(cluster.labels)), cluster.height, tuple(parts))


def from_distances(labels: Sequence[str], distances: NDArray[np.float64], source: str) -> Taxonomy:
    """The tree above labels, which are in order. A node is called by its first label, how many more
    it has, and how far they are apart."""
    links, taken = Links(source), {*labels, ROOT}
    top = flattened(complete_linkage(distances))
    # A single label has no parts, and is below the root itself.
    waiting = [(part, ROOT) for part in top.parts or (top,)]
    while waiting:
        cluster, above = waiting.pop()
        first = labels[cluster.labels[0]]
        name = first
        if cluster.parts:
            name = f"{first} and {len(cluster.labels) - 1:,} more within {cluster.height:g}"
            while name in taken:
                name += "'"
        links.add(name, above, source)
        waiting += [(part, name) for part in reversed(cluster.parts)]
    return links.tree()
