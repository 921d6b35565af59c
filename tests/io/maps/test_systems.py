"""Coordinate systems go by their names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyproj
import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.systems import is_geographic, short_name, to_longitude_latitude


@pytest.mark.parametrize(
    "crs",
    [
        "EPSG:25832",
        "urn:ogc:def:crs:EPSG::25832",
        pyproj.CRS("EPSG:25832").to_wkt(),
        pyproj.CRS("EPSG:25832").to_wkt("WKT1_ESRI"),
        pyproj.CRS("EPSG:25832").to_json(),
    ],
)
def test_a_system_has_one_short_name(crs: str) -> None:
    assert short_name(crs) == "EPSG:25832"
    assert not is_geographic(crs)


def test_no_system_is_looked_for_in_files(tmp_path: Path) -> None:
    file = tmp_path / "systems"
    file.write_text("<mine> +proj=longlat +datum=WGS84 <>\n")
    for crs in (f"+init={file}:mine", f"init={file}:mine", "+proj=longlat", "+proj=pipeline", ""):
        with pytest.raises(InvalidInput, match="coordinate system is not known"):
            short_name(crs)


def test_a_map_of_another_planet_is_refused() -> None:
    earth = pyproj.CRS("EPSG:4326").to_wkt("WKT1_ESRI")
    with pytest.raises(InvalidInput, match="no way from the map's coordinate system"):
        to_longitude_latitude(
            np.array([shapely.Point(1, 2)]), earth.replace("6378137.0", "63378137.0")
        )
