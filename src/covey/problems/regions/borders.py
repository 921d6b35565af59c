"""Borders that regions may not cross, such as those of states, or only where they must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest
from covey.problems.regions.graph import Graph

Crossing = Literal["never", "if-needed"]


@dataclass(frozen=True, eq=False)
class Kept:
    """A graph whose regions cross no border, except over the edges in ``crossings``."""

    graph: Graph
    crossings: list[tuple[int, int]]


def within(
    graph: Graph,
    groups: Sequence[Any],
    crossing: Crossing,
    thresholds: Sequence[tuple[NDArray[np.int64], int]],
) -> Kept:
    """Drop the edges between areas of different groups.

    With ``if-needed``, a connected part of a group that is below a threshold (weights, and what a
    region must have of them) keeps one edge: to the part of another group with which it shares the
    longest border. Such a part is in one region as a whole, because no region fits inside of it. So
    no more regions cross than there are such parts.

    >>> graph = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    >>> kept = within(graph, ["a", "a", "b", "b"], "never", [])
    >>> kept.graph.edges.tolist()
    [[0, 1], [2, 3]]
    >>> weights = np.array([5, 1, 1, 1])
    >>> within(graph, ["a", "a", "b", "b"], "if-needed", [(weights, 4)]).crossings
    [(1, 2)]
    """
    if crossing not in get_args(Crossing):
        raise InvalidInput(
            f"Unknown way to treat borders {crossing!r}.",
            hint=closest(str(crossing), get_args(Crossing)),
            given=crossing,
        )
    if len(groups) != graph.count:
        raise InvalidInput(f"There are {graph.count:,} areas, but {len(groups):,} groups for them.")
    numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    group = np.array([numbers[each] for each in groups])
    across = group[graph.edges[:, 0]] != group[graph.edges[:, 1]]
    chosen: list[int] = []
    if crossing == "if-needed":
        parts = graph.without(across).components
        chosen = _needed(graph, np.flatnonzero(across), parts, thresholds)
        across[chosen] = False
    return Kept(graph.without(across), [tuple(graph.edges[e].tolist()) for e in chosen])


def _needed(
    graph: Graph,
    across: NDArray[np.int64],
    parts: NDArray[np.int32],
    thresholds: Sequence[tuple[NDArray[np.int64], int]],
) -> list[int]:
    """One edge for every part below a threshold, to the part with which it shares the longest
    border. Parts that are joined count as one, which may still be below; so this is repeated."""
    part = parts.astype(np.int64)
    chosen: list[int] = []
    while True:
        # Parts that were joined to others leave numbers without areas, whose sum of 0 must not
        # count.
        low = np.zeros(int(part.max()) + 1, dtype=bool)
        low[part] = _low(part, thresholds)[part]
        edges = across[part[graph.edges[across, 0]] != part[graph.edges[across, 1]]]
        ends = part[graph.edges[edges]]
        usable = low[ends].any(axis=1)
        edges, ends = edges[usable], ends[usable]
        if len(edges) == 0:
            return sorted(chosen)
        # One part at a time, in a fixed order: to join it changes what is left for the others.
        first = int(min(number for number in np.unique(ends).tolist() if low[number]))
        touching = (ends == first).any(axis=1)
        edges, ends = edges[touching], ends[touching]
        # The other end of each edge: one of both is the part itself.
        others = ends.sum(axis=1) - first
        border = np.bincount(others, weights=graph.lengths[edges])
        # An island that was joined to the nearest area shares no border with it: its length is 0.
        candidates = np.unique(others)
        other = int(candidates[np.argmax(border[candidates])])
        between = edges[others == other]
        best = between[int(np.argmax(graph.lengths[between]))]
        chosen.append(int(best))
        part[part == first] = other


def _low(
    part: NDArray[np.int64], thresholds: Sequence[tuple[NDArray[np.int64], int]]
) -> NDArray[np.bool_]:
    low = np.zeros(int(part.max()) + 1, dtype=bool)
    for weights, at_least in thresholds:
        low |= np.bincount(part, weights=weights) < at_least
    return low
