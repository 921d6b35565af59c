"""How large areas are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.systems import is_geographic

UNITS = 1 << 40
"""The whole map in the units of :func:`extents`."""


def extents(areas: AreaMap) -> NDArray[np.int64]:
    """The size of every area as a whole number, so that sums of them are the same in any order:
    its share of the whole map in units of 2^-40. Shapes in degrees are measured on the globe."""
    import shapely

    if areas.shapes is None:
        raise InvalidInput(
            "The map has no shapes, by whose size a loss could be measured.",
            hint="Choose another loss: people or areas.",
        )
    shapes = areas.shapes
    if is_geographic(areas.crs):
        # Lambert's cylinder keeps sizes.
        shapes = shapely.transform(shapes, _on_cylinder)
    sizes = np.nan_to_num(shapely.area(shapes))
    whole = float(sizes.sum())
    if not whole:
        # Without any extent all areas count alike.
        return np.ones(len(sizes), dtype=np.int64)
    return np.asarray(np.rint(sizes / whole * UNITS), dtype=np.int64)


def _on_cylinder(places: NDArray[np.float64]) -> NDArray[np.float64]:
    lon, lat = np.radians(places).T
    # Rounded: the last digits of a sine are those of the machine.
    return np.column_stack([lon, np.round(np.sin(lat), 12)])
