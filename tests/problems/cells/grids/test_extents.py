"""What blocks cover, and the share that is lost by them."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.problems.cells.blocks import Block
from covey.problems.cells.grids.extents import Branches, Rectangle, Region
from covey.problems.cells.kinds import AT_POSITION, BY_COMPONENT, BY_MEMBERS, BY_MISSING

ROWS = np.arange(2)


def test_a_rectangle_loses_the_mean_of_its_sides() -> None:
    whole = Rectangle.of(covey.PlaceAxis([0, 2], [0, 1], [0, 1, 4], [0, 1]))
    assert whole.loss == 1
    left, right = whole.children(Block(0, ROWS, AT_POSITION, column=0, low=1))
    assert left.loss == pytest.approx((1 / 4 + 1) / 2)
    assert right.loss == pytest.approx(1 / 2)


def test_missing_places_lose_nothing_alone_and_everything_with_others() -> None:
    whole = Rectangle.of(covey.PlaceAxis([0, -1], [0, -1], [0], [0]))
    assert whole.loss == 1
    missing, there = whole.children(Block(0, ROWS, BY_MISSING))
    assert (missing.loss, there.loss) == (0, 0)


def test_a_region_loses_its_share_of_the_areas() -> None:
    axis = covey.AreaAxis([0, 3], covey.Graph.from_edges(4, [(0, 1), (1, 2)]))
    whole = Region.of(axis)
    assert whole.loss == 1
    parts = whole.children(Block(0, ROWS, BY_COMPONENT, keys=(0, 1)))
    assert sorted(part.loss for part in parts) == [0, 0.75]


def test_a_region_loses_what_is_measured_of_its_areas() -> None:
    graph = covey.Graph.from_edges(4, [(0, 1), (1, 2)])
    whole = Region.of(covey.AreaAxis([0, 3], graph, measure=[1, 1, 0, 6]))
    parts = whole.children(Block(0, ROWS, BY_COMPONENT, keys=(0, 1)))
    assert sorted(part.loss for part in parts) == [0, 0.25]


def test_branches_lose_their_share_of_the_labels() -> None:
    whole = Branches.of(covey.TreeAxis([0, 1], 4, [4, 4, 4, 4, -1]))
    labels = np.array([1, 2, 3], dtype=np.int32)
    taken, left = whole.children(Block(0, ROWS, BY_MEMBERS, labels=labels))
    assert (whole.loss, taken.loss, left.loss) == (1, 0.75, 0)
