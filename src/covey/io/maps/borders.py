"""From polygons to borders. Slivers and small gaps between polygons are tolerated.

Segments that two outlines share to the last digit are borders. All other segments (coasts, and
borders that were drawn twice and differ slightly) are compared by distance: two areas have a border
where one outline stays within the tolerance of the other for at least ten times that tolerance. A
common corner alone is therefore no border.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.io.maps.nearby import Nearby, beside
from covey.io.maps.outlines import Outlines
from covey.io.maps.systems import METRES_PER_DEGREE
from covey.problems.regions.graph import Graph

Contiguity = Literal["rook", "queen"]

TOLERANCE = 1e-3
"""The usual tolerance, as a share of the median area's diameter."""
OF_THE_SMALLER = 1e-2
"""The usual tolerance is at most this share of the smaller area's diameter, so that a single
building on a map of counties has borders too."""
RUN = 10
"""The least length of a border without a shared segment, in tolerances."""

Pairs = NDArray[np.int64]
Floats = NDArray[np.float64]


def usual_tolerance(shapes: NDArray[Any], geographic: bool = False) -> float:
    """A thousandth of the median area's diameter (its box's diagonal): metres on the globe, the
    map's own units elsewhere."""
    across = _diameters(shapes, geographic)
    # The condition is evaluated first. It leaves out areas without an
    # extent, as those without a shape.
    return TOLERANCE * float(np.median(across)) if len(across := across[across > 0]) else 0.0


def build_borders(
    shapes: NDArray[Any],
    contiguity: Contiguity = "rook",
    tolerance: float | None = None,
    *,
    geographic: bool = False,
) -> Graph:
    """Which areas are neighbours, and how long their common borders are.

    shapes
        Valid polygons and multipolygons; None for an area without a shape.
    contiguity
        rook: a border of some length. queen: a corner is enough; its border has length 0.
    tolerance
        Gaps and overlaps up to here are forgiven, in metres on the globe and in the map's own units
        elsewhere; 0 asks for segments that are equal to the last digit. The usual one is
        :func:`usual_tolerance`, less for areas smaller than a tenth of the median one.
    geographic
        Coordinates are degrees. Lengths are metres then: every place is measured on the plane
        that touches the globe at its latitude.

    An area that lies on top of another, such as an enclave without a hole for it, is its neighbour.
    """
    if contiguity not in get_args(Contiguity):
        raise InvalidInput(f"Polygons are neighbours by rook or queen; given: {contiguity!r}.")
    if tolerance is not None and not (np.isfinite(tolerance) and tolerance >= 0):
        raise InvalidInput(
            f"A tolerance is a distance, 0 or more; given: {tolerance}.", given=tolerance
        )
    # Lengths are in units of y below, degrees on the globe, and become metres at the end.
    unit = METRES_PER_DEGREE if geographic else 1.0
    outlines = Outlines.from_shapes(shapes)
    if geographic:
        # The two ends of the map are one line on the globe.
        outlines = outlines.joined_at(-180.0, 180.0)
    pairs, through, shared = outlines.shared_segments()
    found = _Found(len(shapes))
    found.add(pairs, _lengths(outlines.segments[through], geographic))
    reaches = _reaches(shapes, tolerance, geographic) / unit
    if (reaches > 0).any():
        # Only what is not shared to the last digit: on a clean map that is the coast, and the slow
        # search has little to do.
        loose = _Close(outlines.chosen(~shared), reaches, geographic)
        long = loose.lengths > RUN * loose.reach
        found.add(loose.pairs[long], loose.lengths[long])
        # Areas that overlap deeply have outlines far from each other: their border is measured
        # inside of each other.
        rest = loose.meet & ~found.has(loose.pairs)
        across = _overlapping(shapes, loose.pairs[rest], geographic)
        deep = across > RUN * loose.reach[rest]
        found.add(loose.pairs[rest][deep], across[deep])
    # After the measured borders: an enclave that has one already keeps its length.
    found.add_new(*_on_top(shapes, geographic))
    if contiguity == "queen":
        corners = [outlines.shared_corners()]
        if (reaches > 0).any():
            # All segments count here: a third area may touch the end of one that two others share.
            touching = _Close(outlines, reaches, geographic)
            corners.append(touching.pairs[touching.meet])
        for pairs in corners:
            found.add_new(pairs, np.zeros(len(pairs)))
    return found.graph(unit)


class _Found:
    """The borders found so far."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pairs: list[Pairs] = []
        self.lengths: list[Floats] = []

    def add(self, pairs: Pairs, lengths: Floats) -> None:
        self.pairs.append(pairs)
        self.lengths.append(lengths)

    def add_new(self, pairs: Pairs, lengths: Floats) -> None:
        """Add the pairs that have no border yet."""
        new = ~self.has(pairs)
        self.add(pairs[new], lengths[new])

    def has(self, pairs: Pairs) -> NDArray[np.bool_]:
        return np.isin(self._codes(pairs), self._codes(np.concatenate(self.pairs)))

    def graph(self, unit: float) -> Graph:
        lengths = np.concatenate(self.lengths) * unit
        return Graph.from_edges(self.count, np.concatenate(self.pairs), lengths)

    def _codes(self, pairs: Pairs) -> NDArray[np.int64]:
        low, high = np.sort(pairs, axis=1).T
        codes: NDArray[np.int64] = low * self.count + high
        return codes


class _Close:
    """Pairs of areas whose boxes are within reach of each other: the length of their outlines
    within reach, and whether they come within reach at all."""

    def __init__(self, outlines: Outlines, reaches: Floats, geographic: bool) -> None:
        boxes = outlines.boxes
        margins = _margins(boxes, reaches, geographic)
        self.pairs = _near(boxes, margins)
        one, two = self.pairs.T
        # The smaller area decides for both.
        self.reach = np.minimum(reaches[one], reaches[two])
        # Measured in the middle of where both boxes are: only there can the outlines be near each
        # other.
        low, high = (
            np.maximum(boxes[one, 1], boxes[two, 1]),
            np.minimum(boxes[one, 3], boxes[two, 3]),
        )
        stretch = _stretch((low + high) / 2, geographic)
        self.lengths, self.meet = beside(Nearby(outlines, self.pairs, self.reach, stretch, margins))


def _overlapping(shapes: NDArray[Any], pairs: Pairs, geographic: bool) -> Floats:
    """The length of the outlines inside of each other's areas."""
    import shapely

    one, two = shapes[pairs[:, 0]], shapes[pairs[:, 1]]
    crossing = np.flatnonzero(shapely.intersects(one, two))
    one, two = one[crossing], two[crossing]
    inside = [
        _lengths_of(shapely.intersection(shapely.boundary(a), b), geographic)
        for a, b in ((one, two), (two, one))
    ]
    across = np.zeros(len(pairs))
    across[crossing] = np.mean(inside, axis=0)
    return across


def _margins(boxes: Floats, reaches: Floats, geographic: bool) -> Floats:
    """How far each area reaches in units of x and of y."""
    # By the latitude of a box that is nearest to a pole: there a degree of longitude is shortest,
    # and the margin in degrees largest.
    steepest = _stretch(np.maximum(np.abs(boxes[:, 1]), np.abs(boxes[:, 3])), geographic)
    return np.column_stack([reaches / steepest, reaches])


def _near(boxes: Floats, margins: Floats) -> Pairs:
    """Pairs of areas whose boxes come within reach, each once."""
    import shapely

    # Areas without a shape, or without segments of their own, have no box.
    there = np.flatnonzero(np.isfinite(boxes[:, 0]))
    if len(there) < 2:
        return np.zeros((0, 2), dtype=np.int64)
    low, high = boxes[there, :2] - margins[there], boxes[there, 2:] + margins[there]
    grown = shapely.box(*low.T, *high.T)
    one, two = shapely.STRtree(grown).query(grown)
    once = one < two
    return np.column_stack([there[one[once]], there[two[once]]]).astype(np.int64)


def _on_top(shapes: NDArray[Any], geographic: bool) -> tuple[Pairs, Floats]:
    """Areas with their middle in another one: neighbours along the whole shorter outline."""
    import shapely

    middles = shapely.point_on_surface(shapes)
    one, two = shapely.STRtree(shapes).query(middles, predicate="within")
    apart = one != two
    # Each may lie on top of the other: the pair counts once.
    ends = np.sort(np.column_stack([one[apart], two[apart]]).astype(np.int64), axis=1)
    pairs = np.unique(ends, axis=0)
    around = _lengths_of(shapely.boundary(shapes[pairs.ravel()]), geographic)
    return pairs, around.reshape(-1, 2).min(axis=1)


def _reaches(shapes: NDArray[Any], tolerance: float | None, geographic: bool) -> Floats:
    if tolerance is not None:
        return np.full(len(shapes), float(tolerance))
    usual = usual_tolerance(shapes, geographic)
    return np.minimum(usual, OF_THE_SMALLER * _diameters(shapes, geographic))


def _diameters(shapes: NDArray[Any], geographic: bool) -> Floats:
    import shapely

    # A shape of None has bounds of NaN, and gets a diameter of 0.
    bounds = np.nan_to_num(shapely.bounds(shapes))
    width, height = bounds[:, 2] - bounds[:, 0], bounds[:, 3] - bounds[:, 1]
    stretch = _stretch((bounds[:, 1] + bounds[:, 3]) / 2, geographic)
    across: Floats = np.hypot(width * stretch, height)
    return across * (METRES_PER_DEGREE if geographic else 1.0)


def _stretch(latitudes: Floats, geographic: bool) -> Floats:
    """How long a unit of x is in units of y."""
    if not geographic:
        return np.ones(len(latitudes))
    # Never 0, so that a pole has neighbours as well.
    return np.cos(np.radians(np.clip(latitudes, -89.9, 89.9)))


def _lengths(segments: Floats, geographic: bool) -> Floats:
    """Lengths in units of y."""
    stretch = _stretch((segments[:, 1] + segments[:, 3]) / 2, geographic)
    return np.hypot((segments[:, 2] - segments[:, 0]) * stretch, segments[:, 3] - segments[:, 1])


def _lengths_of(lines: NDArray[Any], geographic: bool) -> Floats:
    """Lengths of whole lines, in units of y."""
    import shapely

    parts, owner = shapely.get_parts(lines, return_index=True)
    places, part = shapely.get_coordinates(parts, return_index=True)
    inside = part[:-1] == part[1:]
    each = _lengths(np.column_stack([places[:-1], places[1:]])[inside], geographic)
    sums = np.bincount(owner[part[:-1][inside]], weights=each, minlength=len(lines))
    return sums.astype(np.float64)
