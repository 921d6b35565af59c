from __future__ import annotations

from covey.problems.alone.labels import AnyGroups


def test_the_smallest_classes_come_first() -> None:
    groups = AnyGroups([5, 3, 9])
    assert list(groups.unions(2)) == [(2, 1), (2, 0)]
    groups.merge((0, 1), 3)
    assert list(groups.unions(2)) == [(2, 3)]
