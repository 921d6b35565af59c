from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey import InvalidInput
from covey.measures.measures import measure
from covey.measures.risk import risk
from tests.measures import oracle

SIZES = st.lists(st.integers(1, 12), min_size=1, max_size=30)
THRESHOLDS = st.sampled_from([0.0, 0.05, 0.1, 0.2, 0.5, 1.0])


def test_three_classes_by_hand() -> None:
    found = risk([1, 4, 5])
    assert found.prosecutor.highest == 1.0
    assert found.prosecutor.average == found.marketer == pytest.approx(0.3)
    # 1/5 is not above one fifth.
    assert found.prosecutor.at_risk == pytest.approx(0.5)


@given(SIZES, THRESHOLDS)
def test_the_prosecutor_by_brute_force(sizes: list[int], threshold: float) -> None:
    found = risk(sizes, threshold).prosecutor
    assert found.highest == 1 / min(sizes)
    assert found.average == pytest.approx(oracle.average_risk(sizes))
    assert found.at_risk == pytest.approx(oracle.records_at_risk(sizes, threshold))


def test_without_a_population_the_journalist_is_a_prosecutor() -> None:
    found = risk([3, 4])
    assert found.journalist == found.prosecutor
    assert found.population is None


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 40)), min_size=1), THRESHOLDS)
def test_the_journalist_by_brute_force(pairs: list[tuple[int, int]], threshold: float) -> None:
    sizes = [size for size, _ in pairs]
    population = [size + others for size, others in pairs]
    found = risk(sizes, threshold, population)
    attack = found.journalist
    expected = oracle.journalist(sizes, population, threshold)
    assert (attack.highest, attack.average, attack.at_risk) == pytest.approx(expected)
    assert attack.highest <= found.prosecutor.highest
    assert found.marketer <= attack.average
    assert found.population == sum(population)


def test_many_uniques_of_large_classes_are_no_risk_to_the_journalist() -> None:
    """Two classes of one record each, among 10 and 1,000 people."""
    found = risk([1, 1], 0.05, [10, 1000])
    assert found.prosecutor.highest == 1.0
    assert found.journalist.highest == 0.1
    assert found.journalist.at_risk == 0.5
    assert found.marketer == pytest.approx((1 / 10 + 1 / 1000) / 2)


def test_the_order_of_classes_makes_no_difference() -> None:
    assert risk([1, 2, 3], 0.2, [7, 5, 3]) == risk([3, 1, 2], 0.2, [3, 7, 5])


def test_a_risk_is_a_share() -> None:
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        risk([3], 1.5)


def test_everybody_is_one_of_the_population() -> None:
    with pytest.raises(InvalidInput, match="1 class with 4 records of the table has fewer"):
        risk([2, 4], population=[2, 3])
    with pytest.raises(InvalidInput, match="Every class has a size in the population"):
        risk([2, 4], population=[9])


def test_a_table_is_measured_within_its_population() -> None:
    found = measure([2, 8], population=[8, 8], population_records=100).risk
    assert found.journalist.highest == 1 / 8
    assert found.population == 100
