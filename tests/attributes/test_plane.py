"""Published longitudes, back on the plane that was cut."""

from __future__ import annotations

import numpy as np
import pytest

from covey.attributes.plane import Plane

NEAR_FIJI = np.array([177.0, 178.5, 181.0, 182.0])
"""The last two are 179 and 178 west, counted on."""


def test_borders_west_of_the_seam_are_counted_on() -> None:
    plane = Plane.of(NEAR_FIJI)
    assert 170 < plane.seam <= 177
    borders = np.array([178.0, -179.5])
    for upper in (False, True):
        assert plane.counted_on(borders, upper).tolist() == [False, True]
        assert plane.flat(borders, upper).tolist() == [178.0, 180.5]


def test_the_seam_is_the_first_border_and_the_last() -> None:
    """A lower border there begins the plane, an upper one ends it."""
    plane = Plane(-30.0)
    seam = np.array([-30.0])
    assert plane.flat(seam, upper=False).tolist() == [-30.0]
    assert plane.flat(seam, upper=True).tolist() == [330.0]


@pytest.mark.parametrize(
    ("border", "below"), [(177.5, 1), (178.0, 1), (180.0, 2), (-179.5, 2), (-178.5, 3), (-170.0, 4)]
)
def test_ranks_count_the_points_below_a_border(border: float, below: int) -> None:
    lon = np.where(NEAR_FIJI >= 180, NEAR_FIJI - 360, NEAR_FIJI)
    found = Plane.of(NEAR_FIJI).ranks(np.array([border]), True, NEAR_FIJI, lon)
    assert found.tolist() == [below]


def test_points_around_the_whole_globe_have_a_seam_in_their_gap() -> None:
    x = np.array([-170.0, -60.0, 0.0, 90.0, 175.0])
    seam = Plane.of(x).seam
    assert 175 - 360 <= seam <= -170
