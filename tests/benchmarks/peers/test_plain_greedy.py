"""The greedy that covey is compared with."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.peers.plain_greedy import Table, greedy


def table(sensitive: list[int], t: float) -> Table:
    age = np.array([1, 2, 3, 11, 12, 13])
    sex = np.array([0, 1, 0, 1, 0, 1])
    return Table([age, sex], [True, False], np.array(sensitive), k=2, t=t)


def test_the_cut_that_removes_most_comes_first() -> None:
    given = table([0, 1, 0, 1, 0, 1], t=1)
    # By sex, each class loses 11 of the 12 years; by age, both sexes and 2 of the years.
    assert sorted(each.tolist() for each in greedy(given)) == [[0, 2, 4], [1, 3, 5]]
    assert given.lost(np.array([0, 2, 4])) == pytest.approx(3 * 11 / 12)
    assert given.lost(np.array([0, 1, 2])) == pytest.approx(3 * (1 + 2 / 12))


@pytest.mark.parametrize(("t", "classes"), [(0.2, 2), (0.1, 1)])
def test_sides_far_from_the_table_are_not_cut_off(t: float, classes: int) -> None:
    # Half of the table are ones, a third of the men, and none of the young.
    assert len(greedy(table([0, 0, 0, 1, 1, 1], t))) == classes
