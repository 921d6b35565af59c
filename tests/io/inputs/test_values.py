"""The one type of a column of Python values."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.io.inputs.values import ColumnType, refuse_ragged


def type_of(*batches: list[Any]) -> str:
    found, row = ColumnType("in.xlsx", "a"), 1
    for values in batches:
        found.see(values, row)
        row += len(values)
    return found.sql


@pytest.mark.parametrize(
    ("batches", "sql"),
    [
        ([[None, None]], "VARCHAR"),
        ([["x", None]], "VARCHAR"),
        ([[True]], "BOOLEAN"),
        ([[1, 2]], "BIGINT"),
        ([[1], [2.5]], "DOUBLE"),
        ([[2**63]], "HUGEINT"),
        ([[1], [2**63]], "HUGEINT"),
        ([[dt.date(2024, 5, 31)], [dt.datetime(2024, 5, 31, 12)]], "TIMESTAMP"),
        ([[dt.time(12)]], "TIME"),
        ([[b"x"]], "BLOB"),
        ([[Decimal("1.5")]], "VARCHAR"),
        ([[np.int64(3), np.float64(2.5)]], "DOUBLE"),
    ],
)
def test_the_narrowest_type_that_holds_all(batches: list[list[Any]], sql: str) -> None:
    assert type_of(*batches) == sql


def test_a_mixture_is_refused_with_its_row_and_without_its_values() -> None:
    with pytest.raises(InvalidInput, match="numbers and text mixed, first in row 3 below") as error:
        type_of([1, None], ["secret"])
    assert "secret" not in str(error.value)
    assert error.value.shown == ("'secret' in row 3 below the header",)
    assert "--na" not in str(error.value)
    with pytest.raises(InvalidInput, match="mixed, first in row 1 below") as above:
        type_of(["secret", 1])
    assert above.value.shown == ("'secret' in row 1 below the header",)


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ([1], "a list"),
        (2**127, "a number beyond 2\\^127"),
        ({}, "a dict"),
        (dt.timedelta(hours=30), "a length of time"),
    ],
)
def test_what_no_column_holds_is_refused(value: Any, what: str) -> None:
    with pytest.raises(InvalidInput, match=f"holds {what}, first in row 2 below the header"):
        type_of([None, value])


def test_a_row_may_be_shorter_than_the_header_but_not_longer() -> None:
    refuse_ragged("in.xlsx", 2, 3, 3)
    with pytest.raises(InvalidInput, match="names 3 columns, this row has 4"):
        refuse_ragged("in.xlsx", 2, 4, 3)


def mixed(values: list[object]) -> InvalidInput:
    with pytest.raises(InvalidInput) as raised:
        ColumnType("book.xlsx", "weight", marks=True).see(values, 1)
    return raised.value


def test_many_marks_among_numbers_are_all_named() -> None:
    error = mixed([51.5, "N/A", "NA", "-", ".", "?", 60])
    assert error.remedy == (("--na", "weight=N/A,NA,-,.,?"),)


def test_a_frequent_text_among_numbers_is_named_where_values_are_shown() -> None:
    error = mixed([51.5, *["declined"] * 10])
    assert error.shown_choices == ((("--na", "weight=declined"),),)
    assert not error.remedy
    assert not mixed([51.5, *["Ann"] * 9]).shown_choices
