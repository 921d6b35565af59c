from __future__ import annotations

import pytest

import covey
from covey.problems.cells.sets import PlaceSets
from tests.problems.cells.tables import numbers


def test_coordinates_come_in_pairs() -> None:
    with pytest.raises(covey.InvalidInput, match="2 x codes, but 1 y codes"):
        covey.PlaceAxis([0, 0], [0], [1.0], [1.0])


def test_a_rectangle_costs_the_mean_of_both_sides() -> None:
    axis = covey.PlaceAxis([0, 1], [0, 1], [0, 1, 2], [0, 3])
    sets = PlaceSets(numbers(0), numbers(0), numbers(1), numbers(0), numbers(1))
    assert axis.penalties(sets).tolist() == [0.75]


def test_a_place_is_two_columns() -> None:
    axis = covey.PlaceAxis([0, -1], [1, -1], [0, 1, 2], [0, 3])
    assert len(axis.all_codes) == len(axis.lines) == 2
    assert axis.has_missing
