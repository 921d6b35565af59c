"""How large areas are."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.extents import UNITS, extents
from covey.problems.regions.graph import Graph


def areas(*boxes: tuple[float, float, float, float], crs: str | None = None) -> AreaMap:
    shapes = np.array([shapely.box(*box) for box in boxes], dtype=object)
    keys = [str(number) for number in range(len(boxes))]
    return AreaMap(keys, Graph.from_edges(len(boxes), []), shapes=shapes, crs=crs)


def test_a_flat_map_is_measured_as_it_is() -> None:
    found = extents(areas((0, 0, 1, 1), (1, 0, 4, 1)))
    assert found.tolist() == [UNITS // 4, 3 * UNITS // 4]


def test_degrees_shrink_towards_the_poles() -> None:
    equator, north = extents(areas((0, -1, 1, 1), (0, 59, 1, 61), crs="OGC:CRS84")).tolist()
    assert north / equator == pytest.approx(np.cos(np.radians(60)), rel=1e-6)


def test_an_area_without_a_shape_has_no_size() -> None:
    found = areas((0, 0, 1, 1), (1, 0, 4, 1))
    assert found.shapes is not None
    found.shapes[1] = None
    assert extents(found).tolist() == [UNITS, 0]
    found.shapes[0] = shapely.Point(0, 0)
    assert extents(found).tolist() == [1, 1]


def test_a_graph_has_no_shapes() -> None:
    with pytest.raises(InvalidInput, match="no shapes, by whose size"):
        extents(AreaMap(["a"], Graph.from_edges(1, [])))
