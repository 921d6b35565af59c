from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from covey.problems.labels.items import Items
from covey.problems.labels.pairs import rebalance


@given(
    st.lists(st.integers(1, 10**6), min_size=4, max_size=120), st.integers(2, 5), st.integers(0, 9)
)
def test_rebalancing_never_raises_the_sum_of_squares(
    sizes: list[int], classes: int, seed: int
) -> None:
    weights = np.array(sorted(sizes, reverse=True))
    items = Items.from_sizes(weights, k=1)
    classes = min(classes, len(sizes))
    start = (np.arange(len(sizes)) % classes).astype(np.int32)

    def loads(bins: np.ndarray) -> np.ndarray:
        return np.bincount(bins, weights=weights, minlength=classes).astype(np.int64)

    bins, equal = rebalance(items, start, classes, 500, seed)
    assert (loads(bins) ** 2).sum() <= (loads(start) ** 2).sum()
    assert equal == (loads(bins).max() - loads(bins).min() <= 1)
    again, _ = rebalance(items, start, classes, 500, seed)
    np.testing.assert_array_equal(bins, again)


def test_two_classes_of_few_labels_are_split_exactly() -> None:
    sizes = np.array([31, 28, 25, 20, 17, 13, 11, 9, 8, 6])
    items = Items.from_sizes(sizes, k=1)
    bins, equal = rebalance(items, np.zeros(10, dtype=np.int32), 2, 10, 0)
    assert equal
    assert sorted(np.bincount(bins, weights=sizes).tolist()) == [84, 84]


def test_labels_that_are_alone_stay() -> None:
    items = Items.from_sizes(np.array([90, 5, 4, 3, 2]), k=1)
    start = np.array([0, 1, 1, 2, 2], dtype=np.int32)
    bins, equal = rebalance(items, start, 2, 10, 0, alone=1)
    assert items.loads(bins).tolist() == [90, 7, 7]
    assert equal
