from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from covey._native import labels


def as_sizes(descending: list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct sizes and how often each occurs."""
    distinct = sorted(set(descending), reverse=True)
    return longs(distinct), longs([descending.count(size) for size in distinct])


def longs(values: list[int]) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def ints(values: list[int]) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)


def sums(sizes: list[int], bins: list[int]) -> list[int]:
    return [
        sum(size for size, own in zip(sizes, bins, strict=True) if own == b)
        for b in range(max(bins) + 1)
    ]


def random_sizes(random: np.random.Generator) -> list[int]:
    most = int(random.choice([2, 9, 200, 10**6]))
    found: list[int] = random.integers(1, most, int(random.integers(1, 60))).tolist()
    return sorted(found, reverse=True)


def test_small_sizes_are_counted_and_heavy_labels_named() -> None:
    heavy = labels.HEAVY
    distinct, copies, heavier = labels.tally(longs([3, heavy, 0, 70, 3, heavy - 1, heavy + 5]))
    assert distinct.tolist() == [heavy - 1, 70, 3]
    assert copies.tolist() == [1, 1, 2]
    assert heavier.tolist() == [1, 6]


def test_tables_are_tallied_as_by_plain_counting() -> None:
    random = np.random.default_rng(0)
    for _ in range(200):
        weights = random.integers(0, int(random.choice([2, 63, 66, 10**5])), 300)
        distinct, copies, heavy = labels.tally(weights)
        light = [size for size in weights.tolist() if 0 < size < labels.HEAVY]
        assert distinct.tolist() == sorted(set(light), reverse=True)
        assert copies.tolist() == [light.count(size) for size in distinct]
        assert heavy.tolist() == np.flatnonzero(weights >= labels.HEAVY).tolist()


def test_classes_by_label_are_numbered_from_the_heaviest() -> None:
    weights = longs([2, 0, 70_000, 2, 5])
    distinct, copies = as_sizes([70_000, 5, 2, 2])
    classes, loads = labels.by_label(weights, ints([2]), distinct, copies, ints([1, 0, 0, 2]))
    assert classes.tolist() == [1, 2, 0, 2, 1]
    assert loads.tolist() == [70_000, 7, 2]


def test_by_label_refuses_other_weights() -> None:
    distinct, copies = as_sizes([5, 2])
    for weights in ([5, 3], [5, 2, 2], [5, 2, 2**40], [5, 2, -1]):
        with pytest.raises(ValueError, match="not those of the weights"):
            labels.by_label(longs(weights), ints([]), distinct, copies, ints([0, 0]))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_each_label_goes_to_the_bin_that_lacks_most(count: int) -> None:
    for sizes in itertools.product(range(4), repeat=count):
        for targets in itertools.product((-1, 2, 5), repeat=2):
            lack = list(targets)
            for size, home in zip(
                sizes, labels.worst_fit(longs([*sizes]), longs(lack)).tolist(), strict=True
            ):
                assert lack[home] == max(lack)
                lack[home] -= size


def test_fill_meets_the_targets_exactly_when_it_says_so() -> None:
    random = np.random.default_rng(1)
    exact_ones = 0
    for _ in range(500):
        sizes = random_sizes(random)
        alone = int(random.integers(0, 2))
        bins = int(random.integers(1, 6))
        rest = sum(sizes[alone:])
        targets = [rest // bins + (b < rest % bins) for b in range(bins)]
        found, exact = labels.fill(*as_sizes(sizes), alone, longs(targets))
        assert found.tolist()[:alone] == list(range(alone))
        filled = [0] * bins
        for size, home in zip(sizes[alone:], found.tolist()[alone:], strict=True):
            filled[home - alone] += size
        assert exact == (filled == targets)
        exact_ones += exact
    assert exact_ones > 50


def test_rebalancing_two_classes_of_few_labels_is_exact() -> None:
    random = np.random.default_rng(2)
    for _ in range(50):
        sizes = sorted(random.integers(1, 100, 9).tolist(), reverse=True)
        bins, equal = labels.rebalance(*as_sizes(sizes), 0, ints([0] * 9), 2, 100, 7)
        gaps = [
            abs(sum(sizes) - 2 * sum(itertools.compress(sizes, chosen)))
            for chosen in itertools.product((0, 1), repeat=9)
        ]
        high, low = sorted([*sums(sizes, bins.tolist()), 0], reverse=True)[:2]
        assert high - low == min(gaps)
        assert equal == (min(gaps) <= 1)


def test_rebalancing_never_raises_the_sum_of_squares_and_obeys_the_seed() -> None:
    random = np.random.default_rng(3)
    for _ in range(60):
        sizes = random_sizes(random)
        classes = int(random.integers(1, min(6, len(sizes)) + 1))
        start = random.integers(0, classes, len(sizes)).astype(np.int32)
        given = (*as_sizes(sizes), 0, start, classes, 200, 5)
        bins, _ = labels.rebalance(*given)
        before, after = (sums(sizes, each.tolist()) for each in (start, bins))
        assert sum(load**2 for load in after) <= sum(load**2 for load in before)
        assert labels.rebalance(*given)[0].tolist() == bins.tolist()


def test_splits_at_the_largest_weights_do_not_overflow() -> None:
    distinct, copies = longs([2**60, 2**59 + 1]), longs([7, 1])
    bins, equal = labels.rebalance(distinct, copies, 0, ints([0] * 8), 2, 50, 0)
    assert not equal
    assert sorted(np.bincount(bins).tolist()) == [4, 4]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_the_greedy_algorithms_on_all_small_tables(count: int) -> None:
    for sizes in itertools.product(range(4), repeat=count):
        for k in range(1, sum(sizes) + 1):
            check_greedy([*sizes], k)


def check_greedy(sizes: list[int], k: int) -> None:
    bins, loads = labels.next_fit(longs(sizes), k)
    for bin_, load in enumerate(loads.tolist()):
        members = [size for size, own in zip(sizes, bins, strict=True) if own == bin_]
        assert load == sum(members) >= k
        assert sum(members[:-1]) < k
    left = [s for s, own in zip(sizes, bins, strict=True) if own == labels.LEFT_OVER]
    assert sum(left) < k
    folded = sums(sizes, labels.fold(longs(sizes), k).tolist())
    spread = sums(sizes, labels.spread(longs(sizes), k).tolist())
    limit = max(k - 1 + max(sizes), 3 * k - 3, k)
    for found, is_spread in ((folded, False), (spread, True)):
        assert min(found) >= k
        assert max(found) <= limit
        largest, classes = labels.curve(longs(sizes), longs([k]), is_spread)
        assert (largest.tolist(), classes.tolist()) == ([max(found)], [len(found)])


def test_curves_are_those_of_the_algorithms_at_every_k() -> None:
    random = np.random.default_rng(4)
    for _ in range(30):
        sizes = random.permutation(random_sizes(random))
        ks = np.unique(random.integers(1, sizes.sum() + 1, 30))
        for is_spread, algorithm in ((False, labels.fold), (True, labels.spread)):
            largest, classes = labels.curve(sizes, ks, is_spread)
            for k, most, number in zip(ks.tolist(), largest, classes, strict=True):
                found = sums(sizes.tolist(), algorithm(sizes, k).tolist())
                assert (most, number) == (max(found), len(found))


TWO, ONES = as_sizes([3, 2]), longs([1, 1])


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("tally", (longs([1, -1]),), "weights must be 0 or more"),
        ("loads", (ints([0]), *TWO), "bins must have 2 values; given: 1"),
        ("loads", (ints([0, 2]), *TWO), "bins must be from 0 to 1; given: 2"),
        ("loads", (ints([-1, 0]), *TWO), "bins must be from 0 to 1; given: -1"),
        ("loads", (ints([]), longs([]), longs([])), "at least one label"),
        ("loads", (ints([0, 0]), longs([2, 3]), ONES), "positive and descending; given: 3"),
        ("loads", (ints([0, 0]), longs([2, 0]), ONES), "positive and descending; given: 0"),
        ("loads", (ints([0, 0]), longs([3, 2]), longs([3, -1])), "0 or more, .*given: -1"),
        ("loads", (ints([0, 0]), longs([3, 2]), longs([2**40, 1])), "fewer than 2\\^31"),
        ("loads", (ints([0, 0]), longs([2**62, 2]), longs([2, 1])), "less than 2\\^63"),
        ("loads", (ints([0, 0]), longs([3]), ONES), "copies must have 1 values; given: 2"),
        ("by_label", (longs([3, 2]), ints([2]), *TWO, ints([0, 0])), "heavy_labels must be from"),
        ("by_label", (longs([3, 2]), ints([0] * 3), *TWO, ints([0, 0])), "no more than the labels"),
        ("fill", (*TWO, 0, longs([])), "at least one target"),
        ("fill", (*TWO, 0, longs([4])), "sum to what the labels weigh"),
        ("fill", (*TWO, 0, longs([7, -2])), "targets must be 0 or more; given: -2"),
        ("fill", (*TWO, 3, longs([0])), "alone must be from 0 to 2; given: 3"),
        ("fill", (*TWO, -1, longs([5])), "alone must be from 0 to 2; given: -1"),
        ("worst_fit", (longs([1]), longs([])), "at least one target"),
        ("worst_fit", (longs([-1]), longs([3])), "sizes must be 0 or more; given: -1"),
        ("worst_fit", (longs([2]), longs([-(2**63)])), "above -2\\^63"),
        ("rebalance", (*TWO, 0, ints([0, 1]), 3, 9, 0), "classes must be from 1"),
        ("rebalance", (*TWO, 0, ints([0, 1]), 0, 9, 0), "classes must be from 1"),
        ("rebalance", (*TWO, 0, ints([0, 2]), 2, 9, 0), "bins must be from 0 to 1; given: 2"),
        ("rebalance", (*TWO, 1, ints([0, 0]), 1, 9, 0), "bins must be from 1 to 1; given: 0"),
        ("rebalance", (*TWO, 0, ints([0]), 1, 9, 0), "bins must have 2 values; given: 1"),
        ("next_fit", (longs([3]), 0), "k must be from 1"),
        ("fold", (longs([3]), 4), "k must be from 1 to the sum of the sizes; given: 4"),
        ("spread", (longs([]), 1), "k must be from 1"),
        ("spread", (longs([2**62, 2**62]), 1), "less than 2\\^63"),
        ("curve", (longs([3]), longs([1, 0]), True), "ks must be from 1"),
        ("curve", (longs([3]), longs([4]), False), "k must be from 1"),
        ("curve", (longs([2**62, 2**62]), longs([]), False), "less than 2\\^63"),
    ],
)
def test_the_border_refuses_values_out_of_range(
    name: str, arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        getattr(labels, name)(*arguments)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("tally", (np.array([1.0]),)),
        ("tally", (np.arange(9)[::3],)),
        ("tally", ([1, 2],)),
        ("loads", (longs([0, 0]), *TWO)),
        ("fill", (*TWO, 0.5, longs([5]))),
        ("rebalance", (*TWO, 0, ints([0, 0]), 2**31, 9, 0)),
        ("rebalance", (*TWO, 0, ints([0, 0]), 1, 2**63, 0)),
        ("rebalance", (*TWO, 0, ints([0, 0]), 1, 9, -1)),
        ("next_fit", (ints([3]), 1)),
        ("curve", (longs([3]), longs([1]), None)),
    ],
)
def test_the_border_refuses_other_types(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        getattr(labels, name)(*arguments)
