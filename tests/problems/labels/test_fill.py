from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from covey.problems.labels.fill import balanced_targets, fill, worst_fit
from covey.problems.labels.items import Items


def tail_test(sizes: list[int], bins: int) -> bool:
    """x <= ceil(R/m) for every item, R the weight from it on."""
    return all(size <= -(-sum(sizes[i:]) // bins) for i, size in enumerate(sizes))


@given(st.lists(st.integers(1, 60), min_size=1, max_size=60), st.integers(1, 6))
def test_where_the_tail_test_holds_every_target_is_met(sizes: list[int], bins: int) -> None:
    sizes = sorted(sizes, reverse=True)
    items = Items.from_sizes(np.array(sizes), k=1)
    targets = balanced_targets(sum(sizes), bins)
    filled, exact = fill(items, targets)
    loads = np.zeros(bins, dtype=np.int64)
    np.add.at(loads, filled, items.sizes)
    assert exact == (loads.tolist() == targets.tolist())
    if tail_test(sizes, bins):
        assert exact


@given(st.integers(1, 40), st.integers(1, 8), st.integers(0, 200))
def test_dealing_out_the_bulk_meets_the_targets_too(large: int, bins: int, ones: int) -> None:
    sizes = [large] * (7 * bins) + [2] * ones + [1] * (bins * large)
    items = Items.from_sizes(np.array(sorted(sizes, reverse=True)), k=1)
    _, exact = fill(items, balanced_targets(items.total, bins))
    assert exact


def test_labels_that_are_alone_have_the_first_bins() -> None:
    items = Items.from_sizes(np.array([9, 9, 4, 3, 2, 1]), k=5)
    bins, exact = fill(items, np.array([5, 5]), alone=2)
    assert bins.tolist() == [0, 1, 2, 3, 3, 2]
    assert exact


def test_balanced_targets_differ_by_one_at_most() -> None:
    assert balanced_targets(11, 3).tolist() == [4, 4, 3]


def test_worst_fit_goes_to_the_bin_that_lacks_most() -> None:
    assert worst_fit(np.array([3, 3, 1]), np.array([4, 5])).tolist() == [1, 0, 1]
