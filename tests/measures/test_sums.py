from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from covey.measures.sums import sums_by_key


@pytest.mark.parametrize(
    ("highest", "largest"), [(50, 5), (10**6, 5), (10**12, 10**5), (2**62, 2**40), (10, 2**50)]
)
def test_sums_are_those_of_a_loop(highest: int, largest: int) -> None:
    rng = np.random.default_rng(highest)
    keys = rng.choice(rng.integers(0, highest, 40), 300)
    counts = rng.integers(0, largest, 300)
    expected: Counter[int] = Counter()
    for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
        expected[key] += count
    found, sums = sums_by_key(keys, counts)
    assert dict(zip(found.tolist(), sums.tolist(), strict=True)) == dict(expected)
    assert (np.diff(found) > 0).all()
    assert found.dtype == sums.dtype == np.int64


def test_nothing_has_no_sums() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert [len(part) for part in sums_by_key(nothing, nothing)] == [0, 0]
