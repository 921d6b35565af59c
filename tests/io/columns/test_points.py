"""Points of a table, and the grid they are put on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.io.columns.points import Places, read_points, snapped
from tests.io.from_path import from_path


def points(lon: Any, lat: Any) -> Places:
    x, y = np.array(lon, dtype=float), np.array(lat, dtype=float)
    return Places(x, y, np.ones(len(x), dtype=np.int64))


def test_snapping_gives_the_multiples_as_they_are_written() -> None:
    moved = snapped(points([0.31, 0.249], [-0.04, 7.0]), "0.1")
    assert moved.x.tolist() == [0.3, 0.2]
    assert moved.y.tolist() == [0.0, 7.0]
    assert any("0.1" in note for note in moved.notes)


@pytest.mark.parametrize("resolution", ["0", "-1", "nan", "wide", "inf", "1e-400", "1e400"])
def test_a_resolution_is_a_positive_number(resolution: str) -> None:
    with pytest.raises(InvalidInput, match="resolution"):
        snapped(points([1], [1]), resolution)


@pytest.mark.parametrize("bad", ["", "nan", "inf", "north"])
def test_a_coordinate_that_is_none_is_refused_with_its_row(tmp_path: Path, bad: str) -> None:
    file = tmp_path / "points.csv"
    file.write_text(f"x,y\n1,2\n3,{bad}\n")
    with pytest.raises(InvalidInput, match="row 2 below the header"):
        from_path(read_points)(file, "x", "y")
