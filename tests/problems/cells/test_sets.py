"""Sets of labels or areas, kept as runs."""

from __future__ import annotations

import numpy as np

from covey.problems.cells.sets import MemberSets, OrderedSets, PlaceSets


def test_members_come_ascending_whatever_the_order() -> None:
    of_class = np.array([1, 0], dtype=np.int32)
    order = np.array([5, 2, 9, 1], dtype=np.int32)
    sets = MemberSets.from_members(of_class, np.array([0, 2, 4]), order)
    assert sets.members_of(0).tolist() == [2, 5]
    assert sets.members.tolist() == [2, 5, 1, 9]
    assert sets.starts.tolist() == [0, 2, 4]


def test_no_sets_have_no_members() -> None:
    nothing = np.zeros(0, dtype=np.int32)
    assert not len(MemberSets.from_members(nothing, np.array([0]), nothing).members)


def test_a_set_holds_its_members() -> None:
    number = np.array([0, 0, 1], dtype=np.int32)
    ranges = OrderedSets(number, np.array([0, 3], np.int32), np.array([2, 5], np.int32))
    assert ranges.hold(number, np.array([2, 3, 3], np.int32)).tolist() == [True, False, True]
    lists = MemberSets.from_members(number, np.array([0, 2, 3]), np.array([4, 1, 2], np.int32))
    assert lists.hold(number, np.array([4, 2, 2], np.int32)).tolist() == [True, False, True]
    box = (np.array(each, np.int32) for each in ([0, 3], [2, 5], [0, 0], [1, 1]))
    places = PlaceSets(number, *box)
    x, y = np.array([2, 3, 3], np.int32), np.array([1, 1, 2], np.int32)
    assert places.hold(number, x, y).tolist() == [True, False, False]


def test_sets_that_share_members_hold_them() -> None:
    """Against the members themselves, for runs of an order in which labels may repeat."""
    rng = np.random.default_rng(3)
    for _ in range(50):
        order = rng.permutation(8).astype(np.int32)
        order = np.concatenate([order, rng.permutation(order[:4])])
        ends = np.sort(np.stack([rng.integers(0, 9, 5), rng.integers(0, 9, 5)]), axis=0)
        low, high = ends.astype(np.int32)
        # The second half of every run is taken away from every other set.
        short = np.arange(5) % 2 == 0
        without = np.column_stack([(low + high + 1) // 2, high])[short].astype(np.int32)
        rest = np.concatenate([[0], np.cumsum(short)])
        sizes = np.where(short, (low + high + 1) // 2 - low, high - low).astype(np.int64)
        sets = MemberSets(np.arange(5, dtype=np.int32), sizes, order, low, high, rest, without)
        number = np.repeat(np.arange(5, dtype=np.int32), 10)
        codes = np.tile(np.arange(10, dtype=np.int32), 5)
        expected = [c in sets.members_of(n).tolist() for n in range(5) for c in range(10)]
        assert sets.hold(number, codes).tolist() == expected
        assert not sets.hold(np.full(10, -1, np.int32), codes[:10]).any()
