"""How long two outlines run beside each other, measured in plain shapely."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from covey.io.maps.nearby import beside
from covey.io.maps.outlines import Outlines

ONE = shapely.box(0, 0, 2, 4)


def measured(other: shapely.Polygon, reach: float, stretch: float = 1.0) -> tuple[float, bool]:
    outlines = Outlines.from_shapes(np.array([ONE, other], dtype=object))
    lengths, meet = beside(
        np.array([[0, 1]]),
        np.array([reach]),
        np.array([stretch]),
        np.array([[-100.0, -100.0, 100.0, 100.0]]),
        outlines.starts,
        outlines.segments,
    )
    return float(lengths[0]), bool(meet[0])


@pytest.mark.parametrize("reach", [0.05, 0.2])
@pytest.mark.parametrize(
    "other",
    [
        shapely.box(2, 0, 3, 4),
        shapely.box(2.04, 1, 3, 2.5),
        shapely.Polygon([(2.01, 1), (4, 0), (4, 4)]),
    ],
)
def test_the_length_is_the_mean_of_both_directions(other: shapely.Polygon, reach: float) -> None:
    one, two = ONE.exterior, other.exterior
    around = [each.buffer(reach, quad_segs=256) for each in (two, one)]
    expected = (one.intersection(around[0]).length + two.intersection(around[1]).length) / 2
    length, meet = measured(other, reach)
    assert length == pytest.approx(expected, rel=1e-3)
    assert meet


def test_outlines_out_of_reach_do_not_meet() -> None:
    assert measured(shapely.box(2.3, 0, 3, 4), 0.2) == (0.0, False)


def test_a_unit_of_x_may_be_shorter_than_one_of_y() -> None:
    """As away from the equator: 0.3 of x are 0.15 of y."""
    assert measured(shapely.box(2.3, 0, 3, 4), 0.2, stretch=0.5)[1]
