"""Areas that no border joins to the rest: keep them, bridge them, or refuse the map."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.io.maps.areas import AreaMap, parts_besides_the_largest
from covey.io.maps.settling import bridged, nearest_code
from covey.io.maps.systems import is_geographic
from covey.problems.regions.graph import Graph

Choice = Literal["own", "nearest", "fail"]

FARTHEST = 1e150
"""Beyond such coordinates distances are infinite, and no area is the nearest."""

AT_ONCE = 5_000_000
"""Distances of so many pairs of areas are computed at once."""


def settle_islands(areas: AreaMap, choice: Choice = "own") -> AreaMap:
    """What becomes of the components other than the largest.

    own
        They stay components of their own.
    nearest
        Each is joined by one bridge to the nearest area outside of it, by the distance of the
        polygons or, without polygons, of the places. This is repeated until the map is connected.
        A bridge is an edge of length 0, and is recorded. An area without a shape is joined to the
        one whose code is nearest, if there is one that begins alike.
    fail
        They are an error.
    """
    if choice not in get_args(Choice):
        raise InvalidInput(f"Islands are: own, nearest or fail; given: {choice!r}.", given=choice)
    islands = parts_besides_the_largest(areas.graph)
    if not islands or choice == "own":
        return areas
    if choice == "fail":
        named = listed((areas.keys[part[0]] for part in islands), 10)
        raise InvalidInput(
            f"The map is not connected: {plural(len(islands), 'island')} besides its largest part,"
            f" at {named}.",
            hint="Choose --islands nearest to bridge each to its nearest area, or --islands own to"
            " keep them as they are.",
            given=[[areas.keys[place] for place in part] for part in islands],
        )
    return _bridged(areas)


def _bridged(areas: AreaMap) -> AreaMap:
    shapes, there = _shapes(areas)
    graph = areas.graph
    bridges: list[tuple[int, int]] = []
    while True:
        # Every round joins each part but the largest to its nearest, as in Borůvka's
        # algorithm: few rounds are enough.
        found = _nearest_outside(shapes, there, graph.components)
        if not found:
            break
        bridges += found
        graph = Graph.from_edges(
            graph.count,
            np.concatenate([graph.edges, np.array(found, dtype=np.int64)]),
            np.concatenate([graph.lengths, np.zeros(len(found))]),
        )
    named = tuple((areas.keys[a], areas.keys[b]) for a, b in bridges)
    notes = []
    if named:
        pairs = listed(f"{a} to {b}" for a, b in named)
        notes.append(f"{plural(len(named), 'island')} joined to the nearest area: {pairs}")
    joined = areas.noting(*notes, graph=graph, bridges=areas.bridges + named)
    return joined if there.all() else _by_code(joined, there)


def _by_code(areas: AreaMap, there: NDArray[np.bool_]) -> AreaMap:
    """Areas without a place that nothing joins to one with a place."""
    parts = areas.graph.components
    alone = np.flatnonzero(~np.isin(parts, parts[there])).tolist()
    coded = [areas.keys[place] for place in np.flatnonzero(there).tolist()]
    found = {areas.keys[place]: nearest_code(areas.keys[place], coded) for place in alone}
    pairs = [(code, other) for code, other in found.items() if other is not None]
    nowhere = [code for code, other in found.items() if other is None]
    notes = []
    if pairs:
        named = listed(f"{code} to {other}" for code, other in pairs)
        many = plural(len(pairs), "area")
        notes.append(f"{many} without a shape joined to the nearest code: {named}")
    if nowhere:
        many = plural(len(nowhere), "area")
        notes.append(f"{many} without a place not joined, assign or exclude: {listed(nowhere)}")
    return bridged(areas, pairs).noting(*notes)


def _shapes(areas: AreaMap) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Polygons or places in the plane, and which areas have one."""
    import shapely

    if areas.shapes is None and areas.points is None:
        raise InvalidInput(
            "The nearest area is found by polygons or coordinates; this map has neither.",
            hint="Use a map with polygons, or --islands own.",
        )
    if areas.shapes is not None:
        shapes = areas.shapes
    else:
        assert areas.points is not None
        shapes = shapely.points(areas.points)
        shapes[~np.isfinite(areas.points).all(axis=1)] = None
    if (np.abs(shapely.total_bounds(shapes)) > FARTHEST).any():
        raise InvalidInput(
            f"Distances are between coordinates from -{FARTHEST:g} to {FARTHEST:g}; the map has"
            " some beyond.",
            hint="Correct the map, or choose --islands own.",
        )
    if is_geographic(areas.crs):
        _, south, _, north = shapely.total_bounds(shapes)
        stretch = np.array([np.cos(np.radians((south + north) / 2)), 1.0])
        # A degree of longitude is shorter than one of latitude: without this the nearest area east
        # or west would seem too far.
        shapes = shapely.transform(shapes, lambda places: places * stretch)
    return shapes, ~shapely.is_missing(shapes)


def _nearest_outside(
    shapes: NDArray[Any], there: NDArray[np.bool_], components: NDArray[np.int32]
) -> list[tuple[int, int]]:
    """For every component but the largest the pair of an area in it and the nearest outside, the
    first of equals; nothing if all is one."""
    import shapely

    parts, sizes = np.unique(components[there], return_counts=True)
    if len(parts) < 2:
        return []
    tree = shapely.STRtree(shapes)
    # The largest part does not look for a neighbour: the others reach it.
    waiting = there & (components != parts[sizes.argmax()])
    reach = _first_reach(tree, shapes, waiting, components)
    best: dict[int, tuple[float, int, int]] = {}
    while waiting.any():
        asking = np.flatnonzero(waiting)
        # In pieces, so that the pairs of a large map fit into memory.
        for some in np.array_split(asking, 1 + len(asking) * len(shapes) // AT_ONCE):
            # All areas of a part look equally far: the nearest that they
            # find is the nearest of all.
            near = tree.query(shapes[some], predicate="dwithin", distance=reach[components[some]])
            for distance, a, b in _nearest_pairs(shapes, some[near[0]], near[1], components):
                part = int(components[a])
                best[part] = min(best.get(part, (np.inf, 0, 0)), (distance, a, b))
        waiting &= ~np.isin(components, list(best))
        # A component that found nobody within reach looks twice as far.
        reach *= 2
    # Two islands that are nearest to each other need one bridge, not two.
    pairs: dict[tuple[int, int], tuple[int, int]] = {}
    for part in sorted(best):
        _, a, b = best[part]
        pairs.setdefault((min(a, b), max(a, b)), (a, b))
    return list(pairs.values())


def _first_reach(
    tree: Any, shapes: NDArray[Any], waiting: NDArray[np.bool_], components: NDArray[np.int32]
) -> NDArray[np.float64]:
    """For every component how far to look at first: as far as two of its neighbours lie apart, so
    that few are within reach wherever the others are."""
    import shapely

    bounds = shapely.total_bounds(shapes)
    # Where areas touch or coincide, nothing tells how far apart they are.
    usual = float(np.hypot(bounds[2] - bounds[0], bounds[3] - bounds[1])) / len(shapes) or 1.0
    asking = np.flatnonzero(waiting)
    (rows, _), apart = tree.query_nearest(
        shapes[asking], exclusive=True, return_distance=True, all_matches=False
    )
    reach = np.full(int(components.max()) + 1, np.inf)
    positive = apart > 0
    np.minimum.at(reach, components[asking[rows[positive]]], apart[positive])
    return np.where(np.isfinite(reach), reach, usual)


def _nearest_pairs(
    shapes: NDArray[Any],
    ones: NDArray[np.int64],
    twos: NDArray[np.int64],
    components: NDArray[np.int32],
) -> list[tuple[float, int, int]]:
    """Of some pairs of areas, for every component the pair that leads out of it to the nearest, the
    first of equals."""
    import shapely

    outside = components[ones] != components[twos]
    one, two = ones[outside], twos[outside]
    distances = shapely.distance(shapes[one], shapes[two])
    # By numbers where distances are equal, so that the bridges do not depend on the order of the
    # search.
    order = np.lexsort((two, one, distances, components[one]))
    first = order[np.flatnonzero(np.diff(components[one[order]], prepend=-1))]
    return list(
        zip(distances[first].tolist(), one[first].tolist(), two[first].tolist(), strict=True)
    )
