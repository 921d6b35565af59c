"""Checks of numbers that all problems share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.core import validate


@pytest.mark.parametrize("given", [0, -1, True, 2.0, "3", None, 2**63])
def test_a_threshold_is_a_positive_whole_number(given: Any) -> None:
    with pytest.raises(InvalidInput, match=r"k is "):
        validate.threshold(given)


def test_numbers_of_numpy_are_numbers() -> None:
    assert validate.threshold(np.int32(5)) == 5
    assert validate.counts(np.array([1.0, 2.0])).tolist() == [1, 2]
    assert validate.counts(np.array([1, 2], dtype=object)).tolist() == [1, 2]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "no values"),
        ([[1]], "2 dimensions"),
        (["a"], "of type <U1"),
        ([1.5, 2], r"position 0 \(1.5\) is not a whole number"),
        ([1, float("nan")], "is missing"),
        ([1, float("inf"), float("inf")], "is infinite, and 1 more"),
        ([1, -2], r"position 1 \(-2\) is negative"),
        ([2**53 + 1], "beyond 2\\^53"),
        ([None, 1], "is missing"),
        ([1, {}], "something else"),
    ],
)
def test_counts_are_whole_numbers(given: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        validate.counts(given)


def test_counts_are_an_array_of_their_own() -> None:
    given = np.array([1, 2])
    found = validate.counts(given)
    given[0] = 9
    assert found.tolist() == [1, 2]
    assert not found.flags.writeable


def test_totals_are_exact_or_refused() -> None:
    many = np.full(1024, 2**53 - 1, dtype=np.int64)
    with pytest.raises(InvalidInput, match="add up to"):
        validate.total(np.append(many, [2**53] * 2))
    assert validate.total(many[:1000]) == 1000 * (2**53 - 1)


def test_one_name_is_no_list_of_columns() -> None:
    validate.refuse_one_name(["age"], "quasi")
    with pytest.raises(InvalidInput, match="A list of columns is expected for quasi") as refused:
        validate.refuse_one_name("age", "quasi")
    assert refused.value.hint == "Write quasi=['age']."
