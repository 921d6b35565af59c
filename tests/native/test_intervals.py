from __future__ import annotations

import itertools
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pytest

from covey._native import intervals


def least_squares(weights: list[int], k: int, cap: int) -> int | None:
    """The least sum of squares of intervals from k to cap; None if there are none."""
    sums = [0, *accumulate(weights)]
    cost: list[int | None] = [0]
    for end in range(1, len(sums)):
        found = [
            before + (sums[end] - sums[start]) ** 2
            for start, before in enumerate(cost)
            if before is not None and k <= sums[end] - sums[start] <= cap
        ]
        cost.append(min(found, default=None))
    return cost[-1]


def lengths(weights: list[int], starts: list[int]) -> list[int]:
    return [sum(weights[a:b]) for a, b in pairwise([*starts, len(weights)])]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_every_class_but_the_last_ends_as_soon_as_it_has_k(count: int) -> None:
    for weights in itertools.product(range(4), repeat=count):
        for k in range(1, sum(weights) + 1):
            starts = intervals.sweep(np.array(weights), k).tolist()
            classes = [weights[a:b] for a, b in itertools.pairwise([*starts, count])]
            assert all(sum(members) >= k for members in classes)
            assert all(sum(members[:-1]) < k for members in classes[:-1])
            # What is left over joins the last class.
            *_, last = classes
            ends = [at for at in range(len(last)) if sum(last[: at + 1]) >= k]
            assert sum(last[ends[0] + 1 :]) < k


def check_chain(weights: list[int], k: int, cap: int) -> None:
    expected = least_squares(weights, k, cap)
    if expected is None:
        with pytest.raises(ValueError, match="no chain"):
            intervals.cheapest_chain(np.array(weights), k, cap)
        return
    sizes = lengths(weights, intervals.cheapest_chain(np.array(weights), k, cap).tolist())
    assert all(k <= size <= cap for size in sizes)
    assert sum(size * size for size in sizes) == expected


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_cheapest_chain_is_that_of_plain_loops(count: int) -> None:
    for weights in itertools.product(range(4), repeat=count):
        for k in range(1, sum(weights) + 1):
            for cap in range(k, sum(weights) + 2):
                check_chain(list(weights), k, cap)


@pytest.mark.parametrize("widest", [3, 300])
def test_few_and_many_starts_of_an_interval_find_the_same_costs(widest: int) -> None:
    """Up to eight starts for each end are all looked at; of more, a hull is kept."""
    random = np.random.default_rng(2)
    for _ in range(200):
        most = int(random.choice([2, 9, 60]))
        weights = random.integers(0, most, int(random.integers(1, 80))).tolist()
        k = int(random.integers(1, 30))
        check_chain(weights, k, k + int(random.integers(0, widest)))


def least_lost(weights: list[int], low: Any, high: Any, k: int, cap: int) -> float:
    """The least sum of weight times width of intervals from k to cap."""
    sums = [0, *accumulate(weights)]
    cost = [0.0]
    for end in range(1, len(sums)):
        found = [
            before + (sums[end] - sums[start]) * (high[end - 1] - low[start])
            for start, before in enumerate(cost)
            if k <= sums[end] - sums[start] <= cap
        ]
        cost.append(min(found, default=float("inf")))
    return cost[-1]


@pytest.mark.parametrize("widest", [3, 300])
def test_the_narrowest_chain_is_that_of_plain_loops(widest: int) -> None:
    """Up to sixteen starts for each end are all looked at; of more, those that may still be best
    are kept."""
    random = np.random.default_rng(4)
    for _ in range(300):
        most = int(random.choice([2, 9, 60]))
        weights = random.integers(0, most, int(random.integers(1, 80)))
        # Whole numbers: sums of them are exact, and ties are frequent.
        ends = np.sort(random.integers(0, 60, 2 * len(weights)))
        low, high = (np.array(ends[first::2], dtype=np.float64) for first in (0, 1))
        k = int(random.integers(1, 30))
        cap = k + int(random.integers(0, widest))
        expected = least_lost(weights.tolist(), low, high, k, cap)
        if expected == float("inf"):
            with pytest.raises(ValueError, match="no chain"):
                intervals.narrowest_chain(weights, low, high, k, cap)
            continue
        starts = intervals.narrowest_chain(weights, low, high, k, cap)
        sizes = lengths(weights.tolist(), starts.tolist())
        assert all(k <= size <= cap for size in sizes)
        widths = high[np.append(starts[1:], len(weights)) - 1] - low[starts]
        assert float(widths @ sizes) == expected


def test_the_smallest_cap_is_the_least_with_a_chain() -> None:
    random = np.random.default_rng(3)
    for _ in range(300):
        weights = random.integers(0, int(random.choice([3, 9])), int(random.integers(1, 40)))
        weights[0] += 1
        total = int(weights.sum())
        k = int(random.integers(1, total + 1))
        cap = intervals.smallest_cap(weights, k, 1, total)
        assert least_squares(weights.tolist(), k, cap) is not None
        assert least_squares(weights.tolist(), k, cap - 1) is None


def test_without_values_there_is_nothing_to_cut() -> None:
    nothing = np.array([], dtype=np.int64)
    assert intervals.sweep(nothing, 1).tolist() == [0]
    assert intervals.cheapest_chain(nothing, 1, 1).tolist() == []
    nowhere = np.array([], dtype=np.float64)
    assert intervals.narrowest_chain(nothing, nowhere, nowhere, 1, 1).tolist() == []
    assert intervals.smallest_cap(nothing, 1, 1, 9) == 1


ONES = np.ones(4, dtype=np.int64)
REALS = np.zeros(4)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("sweep", (np.array([3, -1]), 1), "0 or more; given: -1"),
        ("sweep", (np.array([2**62, 2**62]), 1), "less than 2\\^63"),
        ("sweep", (ONES, 0), "k must be 1 or more; given: 0"),
        ("sweep", (ONES, -5), "k must be 1 or more; given: -5"),
        ("smallest_cap", (ONES, 0, 1, 4), "k must be 1 or more; given: 0"),
        ("smallest_cap", (ONES, 1, 0, 4), "low must be from 1 to high; given: 0 and 4"),
        ("smallest_cap", (ONES, 1, 5, 4), "low must be from 1 to high; given: 5 and 4"),
        ("smallest_cap", (-ONES, 1, 1, 4), "0 or more; given: -1"),
        ("cheapest_chain", (ONES, 0, 4), "k must be 1 or more; given: 0"),
        ("cheapest_chain", (ONES, 3, 2), "cap must be k or more; given: 2"),
        ("cheapest_chain", (ONES, 1, 2**58), "less than 2\\^60 / cap; given: 4"),
        ("cheapest_chain", (ONES, 5, 9), "no chain"),
        ("narrowest_chain", (ONES, REALS, REALS, 0, 4), "k must be 1 or more; given: 0"),
        ("narrowest_chain", (ONES, REALS, REALS, 3, 2), "cap must be k or more; given: 2"),
        ("narrowest_chain", (ONES, REALS[1:], REALS, 1, 4), "low must have 4 values; given: 3"),
        ("narrowest_chain", (ONES, REALS, REALS[1:], 1, 4), "high must have 4 values; given: 3"),
        ("narrowest_chain", (ONES, REALS, REALS + np.inf, 1, 4), "high must be finite numbers"),
        ("narrowest_chain", (ONES, REALS + np.nan, REALS, 1, 4), "low must be finite numbers"),
        ("narrowest_chain", (ONES, REALS, REALS, 5, 9), "no chain"),
    ],
)
def test_the_border_refuses_values_out_of_range(
    name: str, arguments: tuple[Any, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        getattr(intervals, name)(*arguments)


@pytest.mark.parametrize("weights", [np.array([1.0, 2.0]), np.arange(10)[::2], [1, 2], None])
def test_the_border_refuses_other_types(weights: Any) -> None:
    with pytest.raises(TypeError):
        intervals.sweep(weights, 1)
    with pytest.raises(TypeError):
        intervals.smallest_cap(weights, 1, 1, 3)
    with pytest.raises(TypeError):
        intervals.cheapest_chain(weights, 1, 3)
    with pytest.raises(TypeError):
        intervals.narrowest_chain(weights, REALS, REALS, 1, 3)
