from __future__ import annotations

import numpy as np

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
