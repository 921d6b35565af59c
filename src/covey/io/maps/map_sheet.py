"""How a map of the globe lies on a sheet: sizes are true, and what is far away stands in insets.

Degrees as x and y stretch what is near the poles, and a few islands on the other side of the
antimeridian stretch a map over the whole globe. Here the map begins at its widest gap, its main
part is drawn by a projection that keeps sizes, and parts that are far from it get a frame each
below it, if the main part would else be small.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.io.maps.antimeridian import polygons_of
from covey.problems.regions.graph import Graph

NEAR = 0.03
"""Parts of the map closer than this share of its diagonal are drawn together."""
SMALL = 0.6
"""Insets are drawn if the main part is less than this share of the map across."""
INSETS_AT_MOST = 8
"""An archipelago of more parts is drawn as it lies."""
LEAST_INSET, LARGEST_INSET, GAP = 0.07, 0.24, 0.02
"""Sizes of insets, and the space around them, as shares of the main part's size."""
WIDE = 150
"""Degrees from which a map is one of the world."""
STEPS = 60
"""A line is bent into at least so many pieces across the map, as its parallels are."""

POLYGON = 3
WHOLE_TURN = np.array([360.0, 0.0])

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""West, south, east, north."""


@dataclass(frozen=True)
class Frame:
    """A part of the globe, in longitudes from the widest gap, and where it lies on the sheet:
    ``scale`` times what the projection gives, and moved."""

    part: Box
    scale: float = 1.0
    move: tuple[float, float] = (0.0, 0.0)

    def placed(self, places: Floats) -> Floats:
        """Longitudes and latitudes as places on the sheet."""
        if not len(places):
            return places
        x, y = self._projection(*np.clip(places, [-540, -90], [540, 90]).T)
        return np.column_stack([x, y]) * self.scale + self.move

    @cached_property
    def _projection(self) -> Any:
        """One that keeps sizes: Equal Earth for the world, else Albers' cone, or Lambert's plane
        where a cone does not fit, at the equator and at the poles."""
        import pyproj

        west, south, east, north = self.part
        height, middle = north - south, (west + east) / 2
        if east - west > WIDE:
            how = "+proj=eqearth"
        elif south <= 0 <= north or max(-south, north) > 85:
            how = f"+proj=laea +lat_0={(south + north) / 2!r}"
        else:
            how = f"+proj=aea +lat_1={south + height / 6!r} +lat_2={north - height / 6!r}"
        return pyproj.Proj(f"{how} +lon_0={middle!r} +R=6371008.8")


@dataclass(frozen=True)
class MapSheet:
    """The first frame is the main part; ``insets`` are the borders of the others on the sheet. What
    lies west of ``start`` is drawn east of the rest."""

    start: float
    frames: tuple[Frame, ...]
    insets: tuple[Box, ...] = ()

    @classmethod
    def of(cls, shapes: NDArray[Any], *, insets: bool = True) -> MapSheet:
        """The sheet of a map in longitudes and latitudes; points are shapes as well."""
        import shapely

        parts = shapely.get_parts(shapes)
        parts = parts[~shapely.is_empty(parts)]
        boxes = shapely.bounds(parts)
        start = _after_widest_gap(boxes)
        boxes[boxes[:, 0] < start] += [360, 0, 360, 0]
        whole = Frame(_around(boxes))
        groups = _groups(boxes, whole.part) if insets else [np.arange(len(boxes))]
        if not 2 <= len(groups) <= INSETS_AT_MOST:
            return cls(start, (whole,))
        frames = [Frame(_around(boxes[group])) for group in groups]
        if _diagonal(frames[0].part) >= SMALL * _diagonal(whole.part):
            return cls(start, (whole,))
        outlines = []
        for frame, group in zip(frames, groups, strict=True):
            places = shapely.get_coordinates(parts[group])
            places[places[:, 0] < start] += WHOLE_TURN
            outlines.append(frame.placed(places))
        return cls(start, *_with_insets(frames, outlines))

    def shapes(self, shapes: NDArray[Any]) -> NDArray[Any]:
        """Polygons on the sheet; None for an empty one. What was cut at the antimeridian is joined
        again."""
        import shapely

        parts, owner = self._turned(shapes)
        frames = np.zeros(len(parts), dtype=np.int64)
        if len(parts):
            west, south, east, north = shapely.bounds(parts).T
            frames = self._frames_of((west + east) / 2, (south + north) / 2)
        placed = np.array(parts, dtype=object)
        for number, frame in enumerate(self.frames):
            step = max(_diagonal(frame.part) / STEPS, 1e-9)
            own = frames == number
            # A straight line in degrees is a curve on the sheet.
            bent = shapely.segmentize(parts[own], step)
            # GEOS repairs what touches itself, and may give something else than a polygon.
            bent = np.where(shapely.get_type_id(bent) == POLYGON, bent, parts[own])
            placed[own] = shapely.transform(bent, frame.placed)
        return _united(placed, owner, len(shapes))

    def _turned(self, shapes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """The polygons of all shapes, in longitudes from ``start`` on, and whose they are."""
        import shapely

        outer, of_outer = shapely.get_parts(shapes, return_index=True)
        parts, inside = shapely.get_parts(outer, return_index=True)
        flat = (shapely.get_type_id(parts) == POLYGON) & ~shapely.is_empty(parts)
        parts, owner = parts[flat], of_outer[inside[flat]]
        turned = shapely.bounds(parts).reshape(-1, 4)[:, 0] < self.start
        moved = np.array(parts, dtype=object)
        moved[turned] = shapely.transform(parts[turned], lambda at: at + WHOLE_TURN)
        # These have parts on both sides of the cut: they are made whole again.
        both = np.intersect1d(owner[turned], owner[~turned])
        if not len(both):
            return moved, owner
        whole = _united(moved, owner, len(shapes))
        for place in both.tolist():
            # Digits that were rounded away may have let rings touch themselves.
            joined = shapely.union_all(shapely.make_valid(moved[owner == place]))
            whole[place] = shapely.MultiPolygon(polygons_of(joined))
        found: tuple[NDArray[Any], NDArray[np.int64]] = shapely.get_parts(whole, return_index=True)
        return found

    def points(self, points: Floats) -> Floats:
        """Places on the sheet; NaN stays NaN."""
        places = points + np.where(points[:, :1] < self.start, [[360.0, 0.0]], [[0.0, 0.0]])
        found = np.full(points.shape, np.nan)
        there = np.isfinite(places).all(axis=1)
        frames = self._frames_of(*places.T)
        for number, frame in enumerate(self.frames):
            own = there & (frames == number)
            found[own] = frame.placed(places[own])
        return found

    def _frames_of(self, longitudes: Floats, latitudes: Floats) -> NDArray[np.int64]:
        """The frame of every place: the main one, if it is in no inset."""
        found = np.zeros(len(longitudes), dtype=np.int64)
        for number, frame in enumerate(self.frames[1:], start=1):
            west, south, east, north = frame.part
            across = (west <= longitudes) & (longitudes <= east)
            found[across & (south <= latitudes) & (latitudes <= north)] = number
        return found


def _united(parts: NDArray[Any], owner: NDArray[np.int64], count: int) -> NDArray[Any]:
    """The polygons of every owner in one shape; None without any."""
    import shapely

    found = np.full(count, None, dtype=object)
    there, number = np.unique(owner, return_inverse=True)
    if len(there):
        found[there] = shapely.multipolygons(parts, indices=number)
    return found


def _after_widest_gap(boxes: Floats) -> float:
    """The longitude from which on the map is drawn: that after its widest gap, or the first."""
    # East is the farthest that any box up to here reaches.
    order = np.argsort(boxes[:, 0], kind="stable")
    west, east = boxes[order, 0], np.maximum.accumulate(boxes[order, 2])
    if not len(west):
        return -180.0
    gaps = west[1:] - east[:-1]
    # The gap across the antimeridian.
    around = west[0] + 360 - east[-1]
    if not len(gaps) or gaps.max() <= around:
        return float(west[0])
    return float(west[1 + int(gaps.argmax())])


def _around(boxes: Floats) -> Box:
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    return (*low.tolist(), *high.tolist())


def _diagonal(box: Box) -> float:
    west, south, east, north = box
    across = (east - west) * np.cos(np.radians((south + north) / 2))
    return float(np.hypot(across, north - south))


def _groups(boxes: Floats, whole: Box) -> list[NDArray[np.int64]]:
    """Parts of the map that lie close together; first the group with most land."""
    import shapely

    # Half, since the boxes of both are grown by it.
    reach = NEAR * _diagonal(whole) / 2
    steepest = np.cos(np.radians(np.abs(boxes[:, [1, 3]]).max(axis=1).clip(0, 85)))
    margin = np.column_stack([reach / steepest, np.full(len(boxes), reach)])
    grown = shapely.box(*(boxes[:, :2] - margin).T, *(boxes[:, 2:] + margin).T)
    one, two = shapely.STRtree(grown).query(grown)
    graph = Graph.from_edges(len(boxes), np.column_stack([one, two])[one < two])
    # About: the land of a part is taken for its box.
    across = (boxes[:, 2] - boxes[:, 0]) * np.cos(np.radians(boxes[:, 1]))
    land = np.bincount(graph.components, weights=across * (boxes[:, 3] - boxes[:, 1]))
    order = np.argsort(-land, kind="stable")
    return [np.flatnonzero(graph.components == number) for number in order.tolist()]


def _with_insets(
    frames: list[Frame], outlines: list[Floats]
) -> tuple[tuple[Frame, ...], tuple[Box, ...]]:
    """The frames below the first one, from left to right, as high as its southern edge lets them;
    and their borders. ``outlines`` are the places of the frames before they are moved."""
    main = outlines[0]
    low, high = main.min(axis=0), main.max(axis=0)
    size = float((high - low).max())
    gap = GAP * size
    left, found, insets = float(low[0]), [frames[0]], []
    for frame, outline in zip(frames[1:], outlines[1:], strict=True):
        at, to = outline.min(axis=0), outline.max(axis=0)
        # In metres: a single place has no size.
        own = max(float((to - at).max()), 1.0)
        scale = float(np.clip(own, LEAST_INSET * size, LARGEST_INSET * size)) / own
        width, height = ((to - at) * scale + gap).tolist()
        # What of the main part lies above the inset.
        over = (main[:, 0] >= left - gap) & (main[:, 0] <= left + width + gap)
        top = float(main[over, 1].min(initial=float(high[1]))) - gap
        move = np.array([left, top - height]) + gap / 2 - at * scale
        found.append(Frame(frame.part, scale, (float(move[0]), float(move[1]))))
        insets.append((left, top - height, left + width, top))
        left += width + gap
    return tuple(found), tuple(insets)
