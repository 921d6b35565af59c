"""Outlines as segments, and what two areas share to the last digit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

from covey.io.maps.outlines import Outlines
from tests.io.maps.worlds import grid


def outlines(*shapes: Any) -> Outlines:
    array = np.empty(len(shapes), dtype=object)
    array[:] = shapes
    return Outlines.from_shapes(array)


def test_segments_of_all_rings_of_all_parts() -> None:
    ring = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 6, 6))
    two = shapely.union_all([shapely.box(20, 0, 21, 1), shapely.box(30, 0, 31, 1)])
    found = outlines(ring, None, two)
    assert np.diff(found.starts).tolist() == [8, 0, 8]
    lengths = np.hypot(*(found.segments[:, 2:] - found.segments[:, :2]).T)
    for area, shape in ((0, ring), (2, two)):
        assert lengths[found.areas == area].sum() == pytest.approx(shape.length)


def test_boxes_are_the_bounds_of_the_shapes() -> None:
    shape = shapely.Polygon([(0, 0), (4, 1), (2, 5)])
    found = outlines(shape, None).boxes
    assert tuple(found[0]) == shape.bounds
    assert np.isnan(found[1]).all()


def test_a_step_that_goes_nowhere_is_no_segment() -> None:
    shape = shapely.Polygon([(0, 0), (1, 0), (1, 0), (0, 1)])
    assert len(outlines(shape).segments) == 3


def test_areas_of_a_grid_share_sides_and_corners() -> None:
    """0 1 in the lower row, 2 3 above."""
    found = Outlines.from_shapes(grid(2, 2))
    pairs, segments, shared = found.shared_segments()
    assert {frozenset(pair) for pair in pairs.tolist()} == {
        frozenset(pair) for pair in ((0, 1), (0, 2), (1, 3), (2, 3))
    }
    assert len(segments) == 4
    assert int(shared.sum()) == 8  # each of the four from both sides
    corners = {frozenset(pair) for pair in found.shared_corners().tolist()}
    assert corners == {frozenset((a, b)) for a in range(4) for b in range(a)}


def test_some_of_the_segments() -> None:
    found = Outlines.from_shapes(grid(2, 1))
    only = found.chosen(found.areas == 1)
    assert np.diff(only.starts).tolist() == [0, 4]
