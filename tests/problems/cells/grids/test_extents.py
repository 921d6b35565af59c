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
    problem = covey.CellProblem([axis], np.ones(2, dtype=np.int64), 1)
    whole = Region.of(axis, problem.axis_table)
    assert whole.loss == 1
    parts = whole.children(Block(0, ROWS, BY_COMPONENT, keys=(0, 1)))
    assert sorted(part.loss for part in parts) == [0, 0.75]


def test_branches_lose_their_share_of_the_labels() -> None:
    whole = Branches(np.arange(4), 4)
    labels = np.array([1, 2, 3], dtype=np.int32)
    taken, left = whole.children(Block(0, ROWS, BY_MEMBERS, labels=labels))
    assert (whole.loss, taken.loss, left.loss) == (1, 0.75, 0)
