"""Shapes from the bytes of a map."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from covey import InvalidInput
from covey.io.maps.layer import shapes_from


def test_shapes_come_back_and_none_stays_none() -> None:
    box = shapely.box(0, 0, 1, 1)
    found = shapes_from(Path("map.gpkg"), [shapely.to_wkb(box), None])
    assert found[0].equals(box)
    assert found[1] is None


@pytest.mark.parametrize("blob", [b"", b"\x01\x03", b"no shape"])
def test_damaged_bytes_are_refused(blob: bytes) -> None:
    with pytest.raises(InvalidInput, match="they are damaged, or curves"):
        shapes_from(Path("map.gpkg"), [blob])
