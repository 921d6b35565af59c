"""Areas from a table of places."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.maps.places import read_places, read_points_of
from tests.io.from_path import from_path

TABLE = "id,cases,x,y\na,3,0,0\nb,4,1,0\nc,0,0,1\nd,5,1,1.5\n"


def test_places_have_their_codes_weights_and_neighbours(tmp_path: Path) -> None:
    file = tmp_path / "places.csv"
    file.write_text(TABLE)
    found = from_path(read_places)(file, ("x", "y"), "id", "cases", others=["y"])
    assert found.keys == ["a", "b", "c", "d"]
    assert found.weights is not None
    assert found.weights.tolist() == [3, 4, 0, 5]
    assert found.points is not None
    assert found.points.tolist() == [[0, 0], [1, 0], [0, 1], [1, 1.5]]
    assert found.crs is None
    assert found.fields == {"y": ["0", "0", "1", "1.5"]}
    assert {(0, 1), (0, 2)} <= {(int(a), int(b)) for a, b in found.graph.edges}


def test_degrees_have_a_system_and_stay_together_across_the_antimeridian(tmp_path: Path) -> None:
    file = tmp_path / "places.csv"
    file.write_text("id,lon,lat\na,179.5,0\nb,-179.5,0\nc,178,1\n")
    points, crs, _ = from_path(read_points_of)(file, ("lon", "lat"), True)
    assert crs == "OGC:CRS84"
    assert max(points[:, 0]) - min(points[:, 0]) == pytest.approx(2.5)
    with pytest.raises(InvalidInput, match="swapped"):
        from_path(read_points_of)(file, ("lat", "lon"), True)
