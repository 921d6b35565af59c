from __future__ import annotations

from covey.problems.alone.unions import Neighbours


def test_neighbours_of_a_union_are_those_of_its_members() -> None:
    path = Neighbours([(0, 1), (1, 2), (2, 3)], 4)
    path.merge((1, 2), 4)
    assert list(path.unions(4)) == [(4, 0), (4, 3)]
    assert list(path.unions(0)) == [(0, 4)]
