"""Points of a table as places on a plane."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.attributes.places import globe_notes, read_places, seam_of
from covey.engine.protocol import Counted, Staged
from tests.engine.tables import counted_rows

GLOBE = covey.Points(lat="lat", lon="lon")
KINDS = {"lat": "double", "lon": "double"}


def places(*rows: tuple[str | None, str | None], role: covey.Points = GLOBE) -> Any:
    counted = counted_rows(KINDS, rows)
    return read_places("place", role, staged(counted), counted), counted


def staged(counted: Counted) -> Staged:
    rows = counted.records
    return Staged("in.csv", ("lat", "lon"), ("DOUBLE", "DOUBLE"), KINDS, rows, lambda: "seen")


def test_half_a_place_is_none() -> None:
    read, counted = places(("10", "20"), ("10", None), (None, "20"))
    assert int((~read.missing).sum()) == 1
    assert (read.x.tolist(), read.y.tolist()) == ([20], [10])
    assert len(counted) == 3


def test_minus_zero_is_the_same_place_as_zero() -> None:
    plain = covey.Points(x="lon", y="lat")
    read, _ = places(("-0.0", "1"), role=plain)
    assert np.signbit(read.y).tolist() == [False]
    assert read.lon is None


def test_a_pole_is_one_place_whatever_the_longitude() -> None:
    read, _ = places(("90", "10.7"), ("90", "-120"), ("80", "11"))
    polar = read.y >= np.nextafter(90, 0)
    assert len(set(read.x[polar].tolist())) == 1
    assert set(read.lon[polar].tolist()) == {read.about["pole"]}
    assert read.about["pole"] == round(read.about["pole"])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("91", "10")], "degrees in 'lat' lie from -90 to 90; those of 1 records do not"),
        ([("120", "10")], "swapped"),
        ([("10", "361")], "degrees in 'lon' lie from -180 to 360"),
        ([("10", "-20"), ("10", "200")], "or all from 0 to 360; these are both"),
    ],
)
def test_what_is_not_on_the_globe_is_refused(rows: list[Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        places(*rows)


def test_a_table_without_a_single_place_is_refused() -> None:
    with pytest.raises(covey.Infeasible, match="no record has a value in 'lat' or 'lon'"):
        places(("10", None))


def test_notes_name_no_longitude() -> None:
    x, y, n = np.array([179.0, 181.0]), np.array([0.0, 90.0]), np.array([1, 3])
    across, pole = globe_notes(GLOBE, x, y, n)
    assert "across the antimeridian" in across
    assert pole == "3 records lie at a pole, one place for all longitudes"
    assert globe_notes(covey.Points(x="lon", y="lat"), x, y, n) == ()
    assert globe_notes(GLOBE, x[:0], y[:0], n[:0]) == ()


def test_the_seam_is_in_the_gap_without_points() -> None:
    x = np.array([-170.0, 0.0, 175.0])
    assert 175 - 360 <= seam_of(x) <= -170
