"""How withholding shifts shares."""

from __future__ import annotations

import numpy as np
import pytest

from covey import InvalidInput
from covey.measures.utility.shifts import largest_shift, shift_of


def test_the_value_whose_share_changed_most() -> None:
    found = largest_shift("sex", ["f", "m", None], before=[40, 50, 10], after=[40, 30, 10])
    assert found.value == "m"
    assert found.change == pytest.approx(0.375 - 0.5)
    assert found.total == pytest.approx(0.125)


@pytest.mark.parametrize(("least", "named"), [(1, True), (2, True), (3, False)])
def test_a_value_of_few_published_records_is_not_named(least: int, named: bool) -> None:
    found = largest_shift("town", ["Ulm", "Aarau", "Bern"], [50, 50, 9], [50, 50, 2], least)
    assert (found.value, found.named) == (("Bern" if named else None), named)
    assert found.change == pytest.approx(2 / 102 - 9 / 109)


def test_from_combinations() -> None:
    ranks, counts = np.array([0, 1, -1, 1]), np.array([5, 3, 2, 2])
    found = shift_of("a", ["x", "y"], ranks, counts, np.array([True, True, True, False]))
    assert found.value == "y"
    assert found.before == pytest.approx(5 / 12)
    assert found.after == pytest.approx(3 / 10)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [([1, 2], [1], "before and after"), ([1, 2], [2, 2], "some of all"), ([1, 2], [0, 0], "some")],
)
def test_what_does_not_fit_is_refused(before: list[int], after: list[int], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        largest_shift("a", ["x", "y"], before, after)
