from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.io.columns.points import Places, Rows
from covey.io.globe import flattened, on_globe, refuse_off_globe


def points(lon: Any, lat: Any) -> Places:
    x, y = np.array(lon, dtype=float), np.array(lat, dtype=float)
    rows = Rows(np.arange(len(x)), "row {}".format)
    return Places(x, y, np.ones(len(x), dtype=np.int64), rows=rows)


def test_points_across_the_antimeridian_stay_neighbours() -> None:
    flat = flattened(points([179, -179, 178, -178.5], [0, 0, 0, 0]))
    assert flat.x.tolist() == [179, 181, 178, 181.5]
    assert any("antimeridian" in note for note in flat.notes)


def test_points_elsewhere_are_left_alone() -> None:
    flat = flattened(points([-10, 20, 30], [1, 2, 3]))
    assert flat.x.tolist() == [-10, 20, 30]
    assert flat.notes == ()


def test_180_and_minus_180_are_one_meridian() -> None:
    flat = flattened(points([180, -180, 170], [1, 1, 1]))
    assert flat.x[0] == flat.x[1]


def test_a_pole_is_one_place() -> None:
    flat = flattened(points([10, 20, 15, -150], [90, 90, 80, -90]))
    assert flat.x[0] == flat.x[1]
    assert any("pole" in note for note in flat.notes)


def test_a_pole_does_not_widen_the_plane() -> None:
    flat = flattened(points([179, 178, -179, -178, 5], [0, 1, 2, 3, 90]))
    assert flat.x.min() >= 178
    assert flat.x.max() <= 182
    assert flat.y.max() < 90


def test_longitudes_from_0_to_360_are_understood() -> None:
    flat = flattened(refuse_off_globe(points([350, 355, 5], [1, 1, 1]), ("lon", "lat")))
    assert sorted(flat.x.tolist()) == [-10, -5, 5]


def test_out_of_range_values_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"latitude.*the first in row 1"):
        refuse_off_globe(points([120, 150], [10, 91]), ("lon", "lat"))
    with pytest.raises(InvalidInput, match="swapped"):
        refuse_off_globe(points([45, 46], [-122, -121]), ("lon", "lat"))
    with pytest.raises(InvalidInput, match=r"Longitudes.*the first in row 1"):
        refuse_off_globe(points([-10, 200], [1, 1]), ("lon", "lat"))


def test_without_a_table_no_row_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"1 in 'lat' do not\."):
        refuse_off_globe(replace(points([120, 150], [10, 91]), rows=None), ("lon", "lat"))


def test_swapped_names_are_noticed() -> None:
    flat = refuse_off_globe(points([45, 46], [10, 11]), ("latitude", "longitude"))
    assert any("swapped" in note for note in flat.notes)


def test_cells_come_back_within_the_globe() -> None:
    cells = np.array([[170.0, -95.0, 190.0, 0.0], [190.0, 0.0, 200.0, 91.0]])
    assert on_globe(cells).tolist() == [[170, -90, -170, 0], [-170, 0, -160, 90]]
