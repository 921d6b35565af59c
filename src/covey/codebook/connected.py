"""Whether sets of areas are connected on a map. It shares nothing with the solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.codebook.groups import blocks
from covey.core.components import components
from covey.core.spans import expanded

if TYPE_CHECKING:
    from covey.problems.regions.graph import Graph

Numbers = NDArray[np.int64]


def in_pieces(
    graph: Graph, starts: Numbers, members: NDArray[np.int32], places: Numbers
) -> NDArray[np.bool_]:
    """Which sets of areas are not connected: set s has the areas
    ``places[members[starts[s] : starts[s + 1]]]``, without those below 0.

    >>> from covey.problems.regions.graph import Graph
    >>> row = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> in_pieces(row, np.array([0, 2, 5]), np.array([0, 2, 1, 3, 2]),
    ...           np.array([0, 1, 2, -1])).tolist()
    [True, False]
    """
    # All sets of a block at once: each member is a node of a graph of its own set, so that areas of
    # two sets never join.
    sizes = np.diff(starts)
    parts = np.zeros(len(sizes), dtype=np.int64)
    # Borders are in the order of their first areas.
    ends = np.ascontiguousarray(graph.edges[:, 1])
    borders = np.searchsorted(graph.edges[:, 0], np.arange(graph.count + 1))
    for first, last, owners in blocks(sizes, graph.count):
        here = places[members[starts[first] : starts[last]]]
        own = np.repeat(np.arange(last - first), sizes[first:last])
        if (here < 0).any():
            here, own = here[here >= 0], own[here >= 0]
        # An area of set s has the key s * count + area; `owners` finds which member that is.
        own_keys = own * graph.count
        owners.give(own_keys + here, np.arange(len(here)))
        # For every member, the areas behind its borders, of which only those in the same set count.
        onward = borders[here + 1] - borders[here]
        source = np.repeat(np.arange(len(here)), onward)
        target = np.repeat(own_keys, onward) + ends[expanded(borders[here], onward)]
        found = owners.of(target)
        inside = np.flatnonzero(found >= 0)
        numbers = components(len(here), source[inside], found[inside].astype(np.int64))
        # They are numbered by their first areas.
        begins = np.diff(np.maximum.accumulate(numbers), prepend=-1) > 0
        # Components of each set: one is connected, more are pieces, none is an empty set.
        parts[first:last] = np.bincount(own[begins], minlength=last - first)
    return parts > 1
