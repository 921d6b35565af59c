from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from covey._native.labels import HEAVY
from covey.problems.labels.items import Items

SIZES = st.lists(
    st.one_of(st.integers(0, 9), st.integers(HEAVY - 3, HEAVY + 3), st.integers(2**50, 2**53)),
    min_size=1,
    max_size=30,
).filter(any)


@given(SIZES)
def test_positions_are_in_the_stable_descending_order_without_zeros(sizes: list[int]) -> None:
    weights = np.array(sizes)
    items = Items.of(weights, k=1)
    expected = sorted((i for i, s in enumerate(sizes) if s), key=lambda i: -sizes[i])
    assert items.sizes.tolist() == [sizes[i] for i in expected]
    assert items.total == sum(sizes)
    # With a class for each position, classes are numbered along the positions.
    each = np.arange(len(items), dtype=np.int32)
    classes, loads = items.by_label(each, weights)
    assert loads.tolist() == items.sizes.tolist()
    assert [classes[label] for label in expected] == each.tolist()


def test_most_classes_counts_oversize_items_one_by_one() -> None:
    assert Items.from_sizes(np.array([30, 12, 9, 9, 9]), k=10).most_classes == 2 + 2


def test_reduced_divides_by_the_common_divisor_and_rounds_k_up() -> None:
    reduced = Items.from_sizes(np.array([12, 8, 4]), k=10).reduced
    assert (reduced.sizes.tolist(), reduced.k) == ([3, 2, 1], 3)


def test_labels_without_records_join_the_lightest_class() -> None:
    weights = np.array([0, 7, 5, 0])
    items = Items.of(weights, k=5)
    classes, loads = items.by_label(np.array([0, 1], dtype=np.int32), weights)
    assert classes.tolist() == [1, 0, 1, 1]
    assert loads.tolist() == [7, 5]


def test_the_heaviest_are_the_first_sizes() -> None:
    items = Items.from_sizes(np.array([9, 7, 7, 7, 2]), k=5)
    assert [items.heaviest(count).tolist() for count in (0, 1, 3, 5)] == [
        [],
        [9],
        [9, 7, 7],
        [9, 7, 7, 7, 2],
    ]
