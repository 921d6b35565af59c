"""Sets of fewer values, held against plain Python sets."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from covey.problems.cells.narrow import new_codes, renumbered
from covey.problems.cells.sets import ANY_SET, MISSING_SET, MemberSets, OrderedSets, PlaceSets, Sets

SIZE = 8
left_over = st.sets(st.integers(0, SIZE - 1), min_size=1)


def values_of(sets: Any, number: int) -> frozenset[int]:
    if isinstance(sets, MemberSets):
        return frozenset(sets.members_of(number).tolist())
    return frozenset(range(int(sets.low[number]), int(sets.high[number]) + 1))


def of_classes(sets: Sets) -> list[Any]:
    return [number if number < 0 else values_of(sets, number) for number in sets.of_class.tolist()]


def check(sets: Sets, left: set[int]) -> Sets:
    """What is left of every class's set, renumbered, each distinct set once."""
    numbers = renumbered(np.array(sorted(left)), SIZE)
    expected = [
        own if isinstance(own, int) else frozenset(int(numbers[v]) for v in own & left)
        for own in of_classes(sets)
    ]
    found = sets.narrowed(numbers)
    assert of_classes(found) == expected
    named = {own for own in expected if not isinstance(own, int)}
    count = len(found.sizes if isinstance(found, MemberSets) else found.low)  # type: ignore[union-attr]
    assert count == len(named)
    return found


@given(st.lists(st.sets(st.integers(0, SIZE - 1), min_size=1), min_size=1), left_over)
def test_members(given: list[set[int]], left: set[int]) -> None:
    given = [own | {min(left)} for own in given]  # a class keeps somebody
    starts = np.concatenate([[0], np.cumsum([len(own) for own in given])])
    members = np.concatenate([sorted(own) for own in given]).astype(np.int32)
    classes = np.array([*range(len(given)), MISSING_SET, ANY_SET, 0], dtype=np.int32)
    found = check(MemberSets.from_members(classes, starts, members), left)
    assert isinstance(found, MemberSets)
    assert found.sizes.tolist() == [len(found.members_of(at)) for at in range(len(found.sizes))]


def test_members_as_runs_without_others() -> None:
    order = np.array([5, 0, 3, 1, 7, 2, 6, 4], dtype=np.int32)
    without = np.array([[2, 4], [5, 6]], dtype=np.int32)
    sets = MemberSets(
        np.array([0, 1], dtype=np.int32),
        np.array([5, 3]),
        order,
        np.array([0, 1], dtype=np.int32),
        np.array([8, 4], dtype=np.int32),
        np.array([0, 2, 2]),
        without,
    )
    assert of_classes(sets) == [{5, 0, 7, 6, 4}, {0, 3, 1}]
    check(sets, {0, 3, 5, 6})
    check(sets, {0, 1, 2, 3, 4, 5, 6, 7})


@given(st.lists(st.tuples(*[st.integers(0, SIZE - 1)] * 2), min_size=1), left_over)
def test_ranges(pairs: list[tuple[int, int]], left: set[int]) -> None:
    first = min(left)
    low = np.array([min(*pair, first) for pair in pairs], dtype=np.int32)
    high = np.array([max(*pair, first) for pair in pairs], dtype=np.int32)
    classes = np.array([*range(len(pairs)), ANY_SET], dtype=np.int32)
    check(OrderedSets(classes, low, high), left)


@given(left_over, left_over)
def test_places_are_ranges_in_both_coordinates(x: set[int], y: set[int]) -> None:
    ends = [np.array([end], dtype=np.int32) for end in (0, SIZE - 1, 0, SIZE - 1)]
    sets = PlaceSets(np.array([0, MISSING_SET], dtype=np.int32), *ends)
    found = sets.narrowed(*(renumbered(np.array(sorted(left)), SIZE) for left in (x, y)))
    assert isinstance(found, PlaceSets)
    bounds = found.x_low, found.x_high, found.y_low, found.y_high
    assert [int(end[0]) for end in bounds] == [0, len(x) - 1, 0, len(y) - 1]
    assert found.of_class.tolist() == [0, MISSING_SET]


def test_codes_without_a_value_stay_so() -> None:
    numbers = renumbered(np.array([4, 2, -1]), SIZE)
    assert new_codes(numbers, np.array([-1, 2, 4, 3, -2])).tolist() == [-1, 0, 1, -1, -1]
