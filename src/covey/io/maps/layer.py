"""What every reader of maps provides: names of layers and fields, then values and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput


@dataclass(frozen=True, eq=False)
class Layer:
    """The areas of one layer, in their order. A map that names no coordinate system has None."""

    fields: dict[str, NDArray[Any]]
    shapes: NDArray[Any] | None
    crs: str | None


class Reader(Protocol):
    """A map that was opened."""

    @property
    def layers(self) -> list[str]: ...

    def names(self, layer: str) -> list[str]:
        """The fields of a layer."""

    def read(self, layer: str, names: Sequence[str]) -> Layer:
        """Some fields of a layer, and its shapes."""


def shapes_from(path: Path, blobs: Sequence[bytes | None] | NDArray[Any]) -> NDArray[Any]:
    """Shapes written as WKB; None stays None."""
    import shapely

    # GEOS takes arrays of objects, in which None stays None.
    array = np.empty(len(blobs), dtype=object)
    array[:] = blobs
    try:
        found: NDArray[Any] = shapely.from_wkb(array, on_invalid="fix")
    except (shapely.errors.ShapelyError, TypeError, NotImplementedError, ValueError):
        raise _unreadable(path) from None
    # What cannot be mended comes back as None, which would be an area without a shape.
    if any(shape is None and blob is not None for shape, blob in zip(found, array, strict=True)):
        raise _unreadable(path)
    return found


def _unreadable(path: Path) -> InvalidInput:
    return InvalidInput(
        f"{path} has shapes that cannot be read: they are damaged, or curves.",
        hint="Write it again with straight lines: ogr2ogr -nlt CONVERT_TO_LINEAR NEW OLD",
    )
