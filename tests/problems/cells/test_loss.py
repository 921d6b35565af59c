"""The normalized certainty penalty of sets."""

from __future__ import annotations

import numpy as np

import covey
from covey.problems.cells.loss import penalties
from covey.problems.cells.sets import ANY, MISSING, MemberSets, OrderedSets, PlaceSets


def numbers(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(values, dtype=np.int32)


def test_a_range_costs_its_share_of_the_width() -> None:
    axis = covey.OrderedAxis([0, 1, 2, -1], [0, 10, 40])
    sets = OrderedSets(numbers(0, 1, MISSING, ANY), numbers(0, 1), numbers(1, 2))
    assert penalties(axis, sets).tolist() == [0.25, 0.75, 0.0, 1.0]


def test_a_band_costs_its_own_width() -> None:
    axis = covey.OrderedAxis([0, 1, 2], [0, 10, 30], [4, 19, 40])
    sets = OrderedSets(numbers(0, 1, 2), numbers(0, 1, 0), numbers(0, 2, 2))
    assert penalties(axis, sets).tolist() == [0.1, 0.75, 1.0]


def test_a_rectangle_costs_the_mean_of_both_sides() -> None:
    axis = covey.PlaceAxis([0, 1], [0, 1], [0, 1, 2], [0, 3])
    sets = PlaceSets(numbers(0), numbers(0), numbers(1), numbers(0), numbers(1))
    assert penalties(axis, sets).tolist() == [0.75]


def test_labels_cost_their_share_and_a_single_one_nothing() -> None:
    axis = covey.LabelAxis([0, 1, 2, 3], 4)
    sets = MemberSets.from_members(numbers(0, 1), np.array([0, 1, 4]), numbers(0, 1, 2, 3))
    assert penalties(axis, sets).tolist() == [0.0, 0.75]


def test_widths_beyond_all_doubles_are_shares_all_the_same() -> None:
    axis = covey.OrderedAxis([0, 1, 2], [-1.5e308, 0, 1.5e308])
    sets = OrderedSets(numbers(0), numbers(0), numbers(1))
    assert penalties(axis, sets).tolist() == [0.5]


def test_an_axis_of_one_value_costs_nothing() -> None:
    sets = OrderedSets(numbers(0), numbers(0), numbers(0))
    assert penalties(covey.OrderedAxis([0], [7]), sets).tolist() == [0.0]
