"""Neighbours of areas that are known as places only: the Delaunay triangulation or the Gabriel
graph, without edges that are unusually long for their surroundings."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.problems.regions.graph import Graph

Proximity = Literal["delaunay", "gabriel"]

LONG = 3.0
"""An edge is long if it is this many times as long as the lower quartile of the edges at each of
its two ends. (At the edge of a town half of the edges may be long, so the median is no measure.)
"""

Pairs = NDArray[np.int64]
Floats = NDArray[np.float64]


def build_from_points(
    points: Floats, proximity: Proximity = "delaunay", long: float = LONG
) -> tuple[Graph, tuple[str, ...]]:
    """The graph of places in the plane, and what was done.

    delaunay
        Two places are neighbours if some circle through both has no place inside.
    gabriel
        Two places are neighbours if the circle with both as opposite points has no place inside:
        fewer edges.

    At the outer edge and across water both graphs have edges between distant places. An edge
    longer than ``long`` times the lower quartile of the edges at either of its ends is left out (0
    keeps all), unless the shortest spanning tree needs it: the graph is always connected. Several
    areas at one place are neighbours in a row, and the first of them has the neighbours of the
    place.
    """
    if proximity not in get_args(Proximity):
        raise InvalidInput(
            f"Places are neighbours by delaunay or gabriel; given: {proximity!r}.", given=proximity
        )
    if not (np.isfinite(long) and long >= 0):
        raise InvalidInput(f"How long is long is a number, 0 or more; given: {long}.", given=long)
    # Sorted by x and then y, as _rows expects.
    where, first, place = np.unique(points, axis=0, return_index=True, return_inverse=True)
    place = place.reshape(-1)
    edges = _delaunay(where)
    if proximity == "gabriel":
        edges = edges[~_with_something_between(where, edges)]
    notes = []
    lengths = np.hypot(*(where[edges[:, 0]] - where[edges[:, 1]]).T)
    drop = _long(len(where), edges, lengths, long) & ~_shortest_tree(len(where), edges, lengths)
    if drop.any():
        notes.append(
            f"{plural(int(drop.sum()), 'edge')} left out: longer than {long:g} times what is"
            " usual at both ends"
        )
    # Areas at one place: each is a neighbour of the next one.
    order = np.argsort(place, kind="stable")
    same = place[order[:-1]] == place[order[1:]]
    rows = np.column_stack([order[:-1][same], order[1:][same]])
    if len(rows):
        stand = "area lies" if len(rows) == 1 else "areas lie"
        notes.append(f"{len(rows):,} {stand} at the place of another: neighbours in a row")
    graph = Graph.from_edges(len(points), np.concatenate([first[edges[~drop]], rows]))
    return graph, tuple(notes)


def _delaunay(where: Floats) -> Pairs:
    """Edges as pairs of rows of ``where``, which are distinct."""
    import shapely

    if len(where) < 2:
        return np.zeros((0, 2), dtype=np.int64)
    lines = shapely.get_parts(
        shapely.delaunay_triangles(shapely.multipoints(where), only_edges=True)
    )
    return _rows(where, shapely.get_coordinates(lines)).reshape(-1, 2)


def _rows(where: Floats, places: Floats) -> Pairs:
    """Which rows of ``where``, sorted by x and y, the places are."""
    # x and y as one complex number, of which the order is the same.
    known = np.ascontiguousarray(where).view(np.complex128)[:, 0]
    asked = np.ascontiguousarray(places).view(np.complex128)[:, 0]
    return np.searchsorted(known, asked).astype(np.int64)


def _with_something_between(where: Floats, edges: Pairs) -> NDArray[np.bool_]:
    """Edges of which a triangle's third corner lies inside the circle between the two ends. For a
    Delaunay edge no other place needs to be looked at."""
    import shapely

    triangles = shapely.get_parts(shapely.delaunay_triangles(shapely.multipoints(where)))
    # A ring of a triangle names its first corner again at the end.
    corners = _rows(where, shapely.get_coordinates(triangles)).reshape(-1, 4)[:, :3]
    blunt: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        one, two, third = corners[:, a], corners[:, b], corners[:, c]
        # With an obtuse angle the third corner lies inside of the circle over the edge (Thales).
        dot = ((where[one] - where[third]) * (where[two] - where[third])).sum(axis=1)
        blunt.append(_codes(one, two, len(where))[dot < 0])
    return np.isin(_codes(edges[:, 0], edges[:, 1], len(where)), np.concatenate(blunt))


def _codes(one: Pairs, two: Pairs, count: int) -> Pairs:
    return np.minimum(one, two) * count + np.maximum(one, two)


def _long(count: int, edges: Pairs, lengths: Floats, long: float) -> NDArray[np.bool_]:
    if long == 0 or len(edges) == 0:
        return np.zeros(len(edges), dtype=bool)
    ends = edges.ravel()
    # The edges at every place, the shortest first: the lower quartile is a quarter of the way in.
    order = np.lexsort((np.repeat(lengths, 2), ends))
    degrees = np.bincount(ends, minlength=count)
    starts = np.cumsum(degrees) - degrees
    ordered = np.repeat(lengths, 2)[order]
    # A place without edges may point behind the last one. Nobody asks for its entry.
    usual = ordered[np.minimum(starts + degrees // 4, len(ordered) - 1)]
    beyond: NDArray[np.bool_] = (lengths[:, None] > long * usual[edges]).all(axis=1)
    return beyond


def _shortest_tree(count: int, edges: Pairs, lengths: Floats) -> NDArray[np.bool_]:
    """Which edges are in the shortest spanning tree, by Kruskal's algorithm."""
    leads_to = list(range(count))

    def root(v: int) -> int:
        while leads_to[v] != v:
            # Ways to the root become shorter each time they are gone.
            leads_to[v] = leads_to[leads_to[v]]
            v = leads_to[v]
        return v

    needed = np.zeros(len(edges), dtype=bool)
    # By numbers where lengths are equal, so that the tree is always the same.
    for e in np.lexsort((edges[:, 1], edges[:, 0], lengths)).tolist():
        a, b = root(int(edges[e, 0])), root(int(edges[e, 1]))
        if a != b:
            leads_to[a] = b
            needed[e] = True
    return needed
