"""Coordinate systems: degrees or metres, and the way back to longitudes and latitudes."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput

LONGITUDE_LATITUDE = "OGC:CRS84"
NAMED = re.compile(r"\s*(\{|\w+\[|[A-Za-z][\w.-]*:[\w.:+-]+\s*$)")
"""A system in JSON, in well-known text, or by the name that an authority gave to it."""
METRES_PER_DEGREE = 6_371_008.8 * np.pi / 180
"""On a sphere of the earth's mean radius."""


def is_geographic(crs: str | None) -> bool:
    """Whether coordinates are degrees on the globe; a map that does not say is taken as flat."""
    return crs is not None and bool(_system(crs).is_geographic)


def short_name(crs: str) -> str:
    """EPSG:25832 rather than pages of text, where the system has such a name."""
    system = _system(crs)
    authority = system.to_authority()
    return ":".join(authority) if authority else str(system.to_wkt())


def refuse_off_globe(shapes: NDArray[Any], where: str) -> None:
    """Degrees that are none mean that the map is in another system than it says."""
    import shapely

    west, south, east, north = shapely.total_bounds(shapes)
    # Longitudes may be counted from 0 to 360. Very little beyond the edge is an error of rounding.
    around = west < -360.001 or east > 360.001 or east - west > 360.002
    if around or south < -90.001 or north > 90.001:
        raise InvalidInput(
            f"{where} is said to be in longitudes and latitudes, but its coordinates reach from"
            f" {west:,.6g} to {east:,.6g} and from {south:,.6g} to {north:,.6g}: degrees lie from"
            " -180 to 180 and from -90 to 90.",
            hint="The map is in another coordinate system: state it in the file, or convert it"
            " first, for example with: ogr2ogr -s_srs EPSG:CODE -t_srs EPSG:4326 NEW OLD",
        )


def to_longitude_latitude(shapes: NDArray[Any], crs: str) -> NDArray[Any]:
    """The same shapes in longitudes and latitudes."""
    import pyproj
    import shapely
    from pyproj.network import set_network_enabled  # type: ignore[attr-defined]

    # PROJ could fetch grids of corrections from the network.
    set_network_enabled(False)
    system = _system(crs)
    try:
        # Longitude first, whatever order a system states.
        transformer = pyproj.Transformer.from_crs(system, LONGITUDE_LATITUDE, always_xy=True)
    except pyproj.exceptions.ProjError:  # for example of another planet
        raise InvalidInput(
            "There is no way from the map's coordinate system to longitudes and latitudes of the"
            f" Earth: {crs[:60]!r}.",
            hint="Is the system stated rightly? Else convert the map to EPSG:4326 first.",
            given=crs,
        ) from None
    moved: NDArray[Any] = shapely.transform(shapes, transformer.transform, interleaved=False)
    return moved


def _system(crs: str) -> Any:
    import pyproj

    try:
        # PROJ also takes strings that name files; maps have no use for them.
        if not NAMED.match(crs):
            raise pyproj.exceptions.CRSError(crs)
        return pyproj.CRS.from_user_input(crs)
    except pyproj.exceptions.CRSError:
        raise InvalidInput(
            f"The map's coordinate system is not known: {crs[:60]!r}.",
            hint="Convert the map to longitudes and latitudes (EPSG:4326) first.",
            given=crs,
        ) from None
