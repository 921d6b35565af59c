from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey import InvalidInput
from covey.measures.measures import measure
from covey.measures.risk import risk
from covey.measures.sizes import (
    average_class_size,
    below,
    discernibility,
    entropy,
    entropy_loss,
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
    assert found.risk.highest == found.risk.journalist == 1.0
    assert found.risk.average == found.risk.marketer == pytest.approx(0.3)
    # 1/5 is not above one fifth.
    assert found.risk.at_risk == pytest.approx(0.5)
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


@given(SIZES, st.sampled_from([0.0, 0.05, 0.1, 0.2, 0.5, 1.0]))
def test_risks_by_brute_force(sizes: list[int], threshold: float) -> None:
    found = risk(sizes, threshold)
    assert found.highest == 1 / min(sizes)
    assert found.average == pytest.approx(oracle.average_risk(sizes))
    assert found.at_risk == pytest.approx(oracle.records_at_risk(sizes, threshold))


def test_a_risk_is_a_share() -> None:
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        risk([3], 1.5)


def test_no_class_is_empty() -> None:
    with pytest.raises(InvalidInput, match="at least one record"):
        measure([3, 0])


def test_sample_uniques_are_records() -> None:
    assert sample_uniques([2, 1, 1, 1]) == 3


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(-1, 4)), min_size=1, max_size=20))
def test_entropy_loss_is_arx_s(values: list[tuple[int, int]]) -> None:
    counts, classes = [n for n, _ in values], [c for _, c in values]
    expected = oracle.entropy_loss(counts, classes)
    assert entropy_loss(counts, classes) == pytest.approx(expected, abs=1e-9)


def test_entropy_loss_is_the_drop_in_entropy() -> None:
    before, after = entropy([3, 1, 2, 2]), entropy([4, 4])
    assert entropy_loss([3, 1, 2, 2], [0, 0, 1, 1]) == pytest.approx(1 - after / before)


def test_every_value_needs_a_class() -> None:
    with pytest.raises(InvalidInput, match="Every value has a class"):
        entropy_loss([1, 2], [0])
