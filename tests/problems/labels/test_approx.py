from __future__ import annotations

import numpy as np
import pytest

from covey.problems.labels.approx import Order, arrange, five_halves, fold, spread
from covey.problems.labels.items import Items


def loads(items: Items, bins: np.ndarray) -> list[int]:
    return sorted(items.loads(bins).tolist(), reverse=True)


def test_fold_merges_the_leftover_into_a_bin_of_small_items() -> None:
    items = Items.from_sizes(np.array([29, 9, 9, 9]), k=10)
    assert loads(items, fold(items)) == [29, 27]


def test_fold_merges_the_leftover_into_the_lightest_oversize_item_if_there_is_no_other_bin() -> (
    None
):
    items = Items.from_sizes(np.array([29, 12, 9]), k=10)
    assert loads(items, fold(items)) == [29, 21]


def test_spread_fills_up_to_the_maximum_before_it_deals_out() -> None:
    items = Items.from_sizes(np.array([9, 9, 6, 6, 3, 2, 1]), k=11)
    assert loads(items, spread(items)) == [18, 18]
    assert loads(items, fold(items)) == [18, 18]
    items = Items.from_sizes(np.array([9, 9, 7, 7, 3, 1]), k=14)
    assert loads(items, spread(items)) == [18, 18]
    assert loads(items, fold(items)) == [18, 18]


@pytest.mark.parametrize("order", ["descending", "ascending", "random"])
def test_arrange_takes_every_place_once(order: Order) -> None:
    items = Items.from_sizes(np.array([5, 4, 3, 2, 1]), k=3)
    assert sorted(arrange(items, order, seed=1).tolist()) == [0, 1, 2, 3, 4]


def test_the_random_order_comes_from_the_seed_alone() -> None:
    items = Items.from_sizes(np.arange(100, 0, -1), k=3)
    one, same, other = (arrange(items, "random", seed).tolist() for seed in (1, 1, 2))
    assert one == same != other


@pytest.mark.parametrize(
    ("case", "sizes", "expected"),
    [
        ("1: no leftover", [5, 5, 5, 5], [10, 10]),
        ("2: an oversize item takes it", [20, 5, 5, 4], [24, 10]),
        ("3: one bin", [6, 6, 6], [18]),
        ("4: two bins, leftover of small items", [5, 5, 5, 5, 4, 4], [14, 14]),
        ("5: three parts", [5] * 6 + [3, 3, 3], [13, 13, 13]),
        ("6: swap the first with the leftover's largest", [9, 8, 7, 6, 6, 1], [14, 13, 10]),
        ("7: fold", [6, 6, 6, 6, 6, 1], [19, 12]),
    ],
)
def test_five_halves_case(case: str, sizes: list[int], expected: list[int]) -> None:
    items = Items.from_sizes(np.array(sizes), k=10)
    assert loads(items, five_halves(items)) == expected
