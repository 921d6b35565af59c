"""Sets of labels or areas, kept as runs."""

from __future__ import annotations

import numpy as np

from covey.problems.cells.sets import MemberSets


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
