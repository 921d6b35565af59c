from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from covey.problems.labels.pairs import rebalance


@given(
    st.lists(st.integers(1, 10**6), min_size=4, max_size=120), st.integers(2, 5), st.integers(0, 9)
)
def test_rebalancing_never_raises_the_sum_of_squares(
    sizes: list[int], classes: int, seed: int
) -> None:
    weights = np.array(sizes)
    start = (np.arange(len(sizes)) % classes).astype(np.int32)

    def loads(bins: np.ndarray) -> np.ndarray:
        return np.bincount(bins, weights=weights, minlength=classes).astype(np.int64)

    bins, equal = rebalance(weights, start, classes, 500, seed)
    assert (loads(bins) ** 2).sum() <= (loads(start) ** 2).sum()
    assert equal == (loads(bins).max() - loads(bins).min() <= 1)
    again, _ = rebalance(weights, start, classes, 500, seed)
    np.testing.assert_array_equal(bins, again)


def test_two_classes_of_few_labels_are_split_exactly() -> None:
    sizes = np.array([31, 28, 25, 20, 17, 13, 11, 9, 8, 6])
    bins, equal = rebalance(sizes, np.zeros(10, dtype=np.int32), 2, 10, 0)
    assert equal
    assert sorted(np.bincount(bins, weights=sizes).tolist()) == [84, 84]
