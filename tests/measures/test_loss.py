"""NCP and non-uniform entropy against hand-made columns and brute force."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey import InvalidInput
from covey.measures.loss import (
    ColumnLoss,
    Loss,
    column_loss,
    entropy_loss,
    global_penalty,
    penalty,
    share_of_labels,
    share_of_ranges,
)
from covey.measures.sizes import entropy
from tests.measures import oracle

PUBLISHED = st.one_of(st.none(), st.integers(0, 4))
LABELS = st.lists(st.tuples(st.integers(0, 6), PUBLISHED), min_size=1, max_size=40)
NUMBERS = st.lists(
    st.tuples(st.sampled_from([None, -2.5, 0.0, 1.0, 8.0]), PUBLISHED), min_size=1, max_size=40
)


def lost(pairs: Sequence[tuple[float | None, int | None]], numbers: bool = False) -> ColumnLoss:
    """From records to entries: values are numbered as they are met."""
    counted = Counter(pairs)
    known = list(dict.fromkeys(value for value, _ in pairs))
    places = [math.nan if value is None else value for value in known] if numbers else None
    return column_loss(
        "c",
        [known.index(value) for value, _ in counted],
        [-1 if published is None else published for _, published in counted],
        list(counted.values()),
        places,
    )


@given(LABELS)
def test_labels_by_brute_force(pairs: list[tuple[int, int | None]]) -> None:
    found = lost(pairs)
    assert found.ncp == pytest.approx(oracle.penalty_of_labels(pairs))
    assert found.entropy == pytest.approx(oracle.entropy_loss(pairs), abs=1e-9)


@given(NUMBERS)
def test_numbers_by_brute_force(pairs: list[tuple[float | None, int | None]]) -> None:
    found = lost(pairs, numbers=True)
    assert found.ncp == pytest.approx(oracle.penalty_of_numbers(pairs))
    assert found.entropy == pytest.approx(oracle.entropy_loss(pairs), abs=1e-9)


def test_a_column_as_it_was_lost_nothing() -> None:
    found = lost([(1, 0), (2, 1), (2, 1), (3, 2)])
    assert (found.ncp, found.entropy) == (0, 0)


def test_a_column_published_as_one_value_lost_everything() -> None:
    for numbers in (False, True):
        found = lost([(1, 0), (2, 0), (2, 0), (3, 0)], numbers)
        assert (found.ncp, found.entropy) == (1, 1)


def test_a_suppressed_record_lost_everything() -> None:
    found = lost([(1, None), (2, None)])
    assert (found.ncp, found.entropy) == (1, 1)
    assert lost([(1, 0), (2, 1), (3, None), (4, None)]).ncp == 0.5


def test_pairs_that_come_several_times_are_one() -> None:
    values, published, counts = [0, 0, 1, 1, 1], [0, 0, 0, 1, -1], [2, 3, 4, 5, 6]
    twice = entropy_loss(values * 2, published * 2, counts * 2)
    assert twice == pytest.approx(entropy_loss(values, published, counts))
    assert entropy_loss([0, 0, 1, 1], [0, 0, 1, 1], [1, 2, 3, 4]) == 0


def test_entropy_loss_is_the_drop_in_entropy_where_every_value_has_one_class() -> None:
    before, after = entropy([3, 1, 2, 2]), entropy([4, 4])
    found = entropy_loss([0, 1, 2, 3], [0, 0, 1, 1], [3, 1, 2, 2])
    assert found == pytest.approx(1 - after / before)


def test_a_value_that_is_published_in_two_ways() -> None:
    """Half of the flus stay what they are, the others are published together with the colds: of
    8 bits, one for each record, those that the group leaves open are lost."""
    found = entropy_loss(values=[0, 0, 1], published=[0, 1, 1], counts=[2, 2, 4])
    group = 2 * math.log2(6 / 2) + 4 * math.log2(6 / 4)
    assert found == pytest.approx(group / 8)


def test_ranges_of_a_column_of_one_number_are_of_no_width() -> None:
    assert share_of_ranges([7], [7], 7, 7).tolist() == [0]


@pytest.mark.parametrize(("low", "high"), [(0, 5), (5, 11), (6, 5), (math.nan, 5)])
def test_a_range_lies_within_its_column(low: float, high: float) -> None:
    with pytest.raises(InvalidInput, match="1 of 2 do not"):
        share_of_ranges([2, low], [3, high], 1, 10)


@pytest.mark.parametrize("members", [0, 4])
def test_labels_are_those_of_the_column(members: int) -> None:
    with pytest.raises(InvalidInput, match="between 1 and all 3"):
        share_of_labels([1, members], 3)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(InvalidInput, match="a share and a size"):
        penalty([0.1], [1, 2])
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        penalty([1.1], [1])
    with pytest.raises(InvalidInput, match="no records"):
        penalty([0.5], [0])
    with pytest.raises(InvalidInput, match="a value, a published value and a count"):
        entropy_loss([0, 1], [0], [1, 1])
    with pytest.raises(InvalidInput, match="numbered from 0 on"):
        entropy_loss([-1], [0], [1])


def test_weights_say_how_much_a_column_matters() -> None:
    columns = (ColumnLoss("age", 0.2, 0.4), ColumnLoss("zip", 0.6, 0.8))
    assert Loss(columns).gcp == pytest.approx(0.4)
    assert Loss(columns).entropy == pytest.approx(0.6)
    assert Loss(columns, weights=(1, 0)).gcp == 0.2


@pytest.mark.parametrize("weights", [(1,), (0, 0), (1, -1), (1, math.inf), (1, math.nan)])
def test_weights_that_do_not_fit_are_refused(weights: tuple[float, ...]) -> None:
    columns = (ColumnLoss("age", 0.2), ColumnLoss("zip", 0.6))
    with pytest.raises(InvalidInput, match=r"[Ww]eight"):
        Loss(columns, weights)


def test_entropy_is_unknown_where_one_column_s_is() -> None:
    assert Loss((ColumnLoss("age", 0.2, 0.4), ColumnLoss("zip", 0.6))).entropy is None


def test_a_loss_is_of_some_column() -> None:
    with pytest.raises(InvalidInput, match="at least one column"):
        Loss(())


def test_a_sum_is_the_same_in_every_order() -> None:
    shares, sizes = [0.1, 0.2, 0.3, 0.7], [3, 10**9, 7, 1]
    assert penalty(shares, sizes) == penalty(shares[::-1], sizes[::-1])
    assert global_penalty([0.1, 0.2, 0.3]) == global_penalty([0.3, 0.2, 0.1])
