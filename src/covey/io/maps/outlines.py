"""Outlines of polygons as segments, and which of them are shared to the last digit."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass


@dataclass(frozen=True, eq=False)
class Outlines:
    """Segments x, y, x, y of ``count`` areas; ``areas`` says whose, in ascending order."""

    count: int
    areas: NDArray[np.int64]
    segments: NDArray[np.float64]

    @classmethod
    def from_shapes(cls, shapes: NDArray[Any]) -> Outlines:
        """All rings of all parts; a shape of None has none."""
        import shapely

        parts, area_of_part = shapely.get_parts(shapes, return_index=True)
        rings, part_of_ring = shapely.get_rings(parts, return_index=True)
        places, ring = shapely.get_coordinates(rings, return_index=True)
        # The coordinates of all rings follow each other: a step within one ring is a segment.
        inside = ring[:-1] == ring[1:]
        segments = np.column_stack([places[:-1], places[1:]])[inside]
        areas = area_of_part[part_of_ring[ring[:-1][inside]]].astype(np.int64)
        proper = (segments[:, :2] != segments[:, 2:]).any(axis=1)
        return cls(len(shapes), areas[proper], segments[proper])

    def chosen(self, mask: NDArray[np.bool_]) -> Outlines:
        return Outlines(self.count, self.areas[mask], self.segments[mask])

    def joined_at(self, west: float, east: float) -> Outlines:
        """With what runs along the western edge of the map moved to the eastern one, which is the
        same line: areas on both sides of it are neighbours."""
        edge = (self.segments[:, 0] == west) & (self.segments[:, 2] == west)
        if not edge.any():
            return self
        moved = self.segments.copy()
        moved[np.ix_(edge, [0, 2])] = east
        return Outlines(self.count, self.areas, moved)

    @property
    def starts(self) -> NDArray[np.int64]:
        """Area v has the segments from ``starts[v]`` to ``starts[v + 1]``."""
        return np.searchsorted(self.areas, np.arange(self.count + 1)).astype(np.int64)

    @cached_property
    def boxes(self) -> NDArray[np.float64]:
        """Lowest and highest x and y of every area's segments: x, y, x, y; NaN without any."""
        found = np.full((self.count, 4), np.nan)
        owners, first = np.unique(self.areas, return_index=True)
        if len(owners):
            low = np.minimum(self.segments[:, :2], self.segments[:, 2:])
            high = np.maximum(self.segments[:, :2], self.segments[:, 2:])
            found[owners, :2] = np.minimum.reduceat(low, first)
            found[owners, 2:] = np.maximum.reduceat(high, first)
        return found

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        """The two ends of every segment as numbers of places, equal for equal coordinates."""
        # x and y as one complex number, which numpy sorts as a whole.
        flat = np.ascontiguousarray(self.segments.reshape(-1, 2)).view(np.complex128)[:, 0]
        _, numbers = np.unique(flat, return_inverse=True)
        return numbers.reshape(-1, 2).astype(np.int64)

    def shared_segments(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """Pairs of areas and the segment that they share, and which segments are shared at all."""
        low, high = self._ends.min(axis=1), self._ends.max(axis=1)
        # Both directions of a segment get one number.
        one, two = _equals(low * (int(high.max(initial=0)) + 1) + high)
        apart = self.areas[one] != self.areas[two]
        one, two = one[apart], two[apart]
        shared = np.zeros(len(self.areas), dtype=bool)
        shared[one] = shared[two] = True
        return np.column_stack([self.areas[one], self.areas[two]]), one, shared

    def shared_corners(self) -> NDArray[np.int64]:
        """Pairs of areas that have a corner in common."""
        # A ring is closed: the first ends of its segments are all of its corners.
        # A pair of a corner and an area as one number, each once.
        own = np.unique(self._ends[:, 0] * self.count + self.areas)
        one, two = _equals(own // max(self.count, 1))
        areas = own % max(self.count, 1)
        return np.column_stack([areas[one], areas[two]])


def _equals(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The positions of all pairs of equal codes."""
    order = np.argsort(codes, kind="stable")
    ordered = codes[order]
    one: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    two: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    # Equal codes are side by side. Where none stands one step farther,
    # none stands two steps farther.
    begin = np.arange(len(codes))
    step = 1
    while len(begin := begin[begin + step < len(codes)]):
        begin = begin[ordered[begin] == ordered[begin + step]]
        one.append(order[begin])
        two.append(order[begin + step])
        step += 1
    return np.concatenate(one), np.concatenate(two)
