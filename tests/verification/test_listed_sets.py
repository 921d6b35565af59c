from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

import covey
from covey.codebook.book import MISSING_VALUE
from covey.verification.listed_sets import Lists, or_missing


def test_missing_is_taken_from_the_sets_that_share_it_and_stays_where_it_is_alone() -> None:
    values = [None, "a", "b"]
    assert MISSING_VALUE == 0
    sets = Lists(
        np.array([0, 1, 3, 4]), np.array([0, 0, 1, 2], dtype=np.int32), values, np.array([1, 2, 1])
    )
    shared = sets.with_missing
    assert shared.tolist() == [False, True, False]
    bare = sets.bare(shared)
    assert [bare.values_of(number) for number in range(3)] == [[None], ["a"], ["b"]]
    assert bare.sizes.tolist() == [1, 1, 1]
    assert or_missing([None, "a", "b"], shared) == [None, "a or missing", "b"]


def sets_with_missing(second: int) -> tuple[Lists, Any]:
    """Two sets that have missing besides a label: label 1, and the ``second`` one."""
    members = np.array([0, 1, 0, second], dtype=np.int32)
    sets = Lists(np.array([0, 2, 4]), members, [None, "a", "b"], np.array([2, 2]))
    return sets, SimpleNamespace(published=np.array(["a or missing", "b or missing"]))


def test_missing_counts_as_one_value_in_all_sets_that_have_it_besides_others() -> None:
    role = covey.Code()
    assert Lists.joined(*sets_with_missing(1), role).all()
    assert not Lists.joined(*sets_with_missing(2), role).any()


def test_missing_counts_as_no_other_value_where_it_is_a_label() -> None:
    for role in (covey.Labels(), covey.KeepCommon()):
        assert not Lists.joined(*sets_with_missing(1), role).any()
