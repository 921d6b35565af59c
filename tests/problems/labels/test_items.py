from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from covey.problems.labels.items import SMALL, Items

SIZES = st.lists(
    st.one_of(st.integers(0, 9), st.integers(SMALL - 3, SMALL + 3), st.integers(2**50, 2**53)),
    min_size=1,
    max_size=30,
).filter(any)


@settings(deadline=None)  # the first example may have to compile
@given(SIZES)
def test_order_is_the_stable_descending_one_without_zeros(sizes: list[int]) -> None:
    items = Items.of(np.array(sizes), k=1)
    expected = sorted((i for i, s in enumerate(sizes) if s), key=lambda i: -sizes[i])
    assert items.order.tolist() == expected
    assert items.sizes.tolist() == [sizes[i] for i in expected]
    assert items.total == sum(sizes)


def test_most_classes_counts_oversize_items_one_by_one() -> None:
    assert Items.from_sizes(np.array([30, 12, 9, 9, 9]), k=10).most_classes == 2 + 2


def test_reduced_divides_by_the_common_divisor_and_rounds_k_up() -> None:
    reduced = Items.from_sizes(np.array([12, 8, 4]), k=10).reduced
    assert (reduced.sizes.tolist(), reduced.k) == ([3, 2, 1], 3)


def test_labels_without_records_join_the_lightest_class() -> None:
    items = Items.of(np.array([0, 7, 5, 0]), k=5)
    classes, loads = items.by_label(np.array([0, 1], dtype=np.int32), labels=4)
    assert classes.tolist() == [1, 0, 1, 1]
    assert loads.tolist() == [7, 5]
