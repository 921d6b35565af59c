from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey import InvalidInput
from covey.measures.measures import measure
from covey.measures.sizes import (
    average_class_size,
    below,
    discernibility,
    entropy,
    sample_uniques,
)
from tests.measures import oracle

SIZES = st.lists(st.integers(1, 12), min_size=1, max_size=30)


def test_a_table_of_three_classes_by_hand() -> None:
    found = measure([1, 4, 5], k=5)
    assert (found.records, found.classes, found.k, found.largest) == (10, 3, 1, 5)
    assert found.sample_uniques == 1
    assert not found.attained
    assert found.discernibility == 1 + 16 + 25
    assert found.average_class_size == pytest.approx(10 / 15)
    assert found.entropy == pytest.approx(
        0.1 * math.log2(10) + 0.4 * math.log2(2.5) + 0.5 * math.log2(2)
    )


def test_c_avg_is_one_where_all_classes_have_k_records() -> None:
    assert average_class_size([7, 7, 7], 7) == 1


def test_below_counts_classes_and_records() -> None:
    assert below([1, 2, 5, 5], 5) == (2, 3)
    assert below([5, 6], 5) == (0, 0)


@given(SIZES, st.integers(0, 20))
def test_discernibility_by_brute_force(sizes: list[int], suppressed: int) -> None:
    assert discernibility(sizes, suppressed) == oracle.discernibility(sizes, suppressed)


def test_discernibility_is_exact_beyond_64_bits() -> None:
    assert discernibility([2**40]) == 2**80


def test_no_class_is_empty() -> None:
    with pytest.raises(InvalidInput, match="at least one record"):
        measure([3, 0])


def test_sample_uniques_are_records() -> None:
    assert sample_uniques([2, 1, 1, 1]) == 3


def test_the_excess_is_a_share_of_the_bound() -> None:
    assert measure([5, 9], bound=8).excess == 1 / 8
    assert measure([5, 9], bound=9).excess == 0
    assert measure([5, 9]).excess is None


@pytest.mark.parametrize("bound", [0, 10])
def test_a_bound_is_at_most_the_largest_class(bound: int) -> None:
    with pytest.raises(InvalidInput, match="between 1 and its 9 records"):
        measure([5, 9], bound=bound)


def test_one_class_tells_nothing_and_not_less_than_nothing() -> None:
    """-0.0 would be printed as such."""
    assert math.copysign(1, entropy([3000])) == 1
