"""Pictures in plain text."""

from __future__ import annotations

import numpy as np

from covey.core.picture import BARS_AT_MOST, class_sizes, size_bins


def test_few_classes_have_a_bar_each_and_many_a_histogram() -> None:
    few = class_sizes(np.full(BARS_AT_MOST, 5), 5)
    assert len(few.splitlines()) == 1 + BARS_AT_MOST
    many = class_sizes(np.arange(10, 10 + BARS_AT_MOST + 1), 5)
    assert many.startswith("classes by size (k = 5)")


def test_every_class_is_in_one_bin() -> None:
    rng = np.random.default_rng(0)
    for high in (12, 50, 10_000):
        sizes = rng.integers(5, high, 300)
        bins = size_bins(sizes, 10)
        assert sum(count for _, _, count in bins) == 300
        assert bins[0][0] == sizes.min()
        assert bins[-1][1] == sizes.max() + 1
        for low, end, count in bins:
            assert ((sizes >= low) & (sizes < end)).sum() == count
        assert len(bins) <= 10


def test_no_classes_have_no_bins() -> None:
    assert size_bins(np.zeros(0, dtype=np.int64), 10) == []


def test_a_bin_with_a_class_has_a_bar() -> None:
    sizes = np.array([5] * 1000 + [5000])
    last = class_sizes(sizes, 5).splitlines()[-1]
    assert "#" in last


def test_a_size_of_nobody_is_in_a_bin() -> None:
    sizes = np.array([0, 0, 1, 3, 500])
    bins = size_bins(sizes, 10)
    assert (bins[0][0], bins[-1][1]) == (0, 501)
    assert sum(count for _, _, count in bins) == 5
    assert len(bins) <= 10
