"""Types of Spark, as the texts and the order that every engine gives them."""

from __future__ import annotations

import pyarrow as pa
import pytest

from covey import InvalidInput
from covey.engine.spark.dialect import hashable, key, mixed


@pytest.mark.parametrize(
    ("type_", "kind", "found"),
    [
        ("string", "text", "text"),
        ("string", "ordered", ""),
        ("int", "ordered", "integer"),
        ("int", "decimal", "integer"),
        ("int", "double", "double"),
        ("decimal(9,2)", "ordered", "decimal"),
        ("decimal(9,2)", "integer", ""),
        ("float", "ordered", "number"),
        ("date", "ordered", "date"),
        ("timestamp", "ordered", "timestamp"),
        ("timestamp_ntz", "ordered", "timestamp"),
        ("timestamp_ntz", "date", ""),
        ("boolean", "ordered", ""),
    ],
)
def test_a_type_is_a_kind_or_is_read_by_its_texts(type_: str, kind: str, found: str) -> None:
    made = key("people", "c", "c0", type_, kind)
    assert made.kind == found
    assert found or made.asked == kind


@pytest.mark.parametrize("type_", ["array<int>", "map<string,int>", "binary", "interval day"])
def test_what_is_neither_text_nor_number_nor_time_is_not_counted(type_: str) -> None:
    with pytest.raises(InvalidInput, match=r"'c' is of Spark's type .* cannot be counted"):
        key("people", "c", "c0", type_, "text")


def test_days_and_moments_of_any_year_have_texts() -> None:
    days = key("people", "c", "c0", "date", "ordered").write(
        pa.array([0, -719529, 3664635], "int32")
    )
    assert days == ["1970-01-01", "0002-12-31 (BC)", "12003-06-07"]
    moments = key("people", "c", "c0", "timestamp", "text").write(
        pa.array([1_500_000, -1], "int64")
    )
    assert moments == ["1970-01-01 00:00:01.5+00", "1969-12-31 23:59:59.999999+00"]


def test_texts_are_compared_by_their_bytes() -> None:
    assert (
        "COLLATE UTF8_BINARY"
        in key("people", "c", "c0", "string collate UNICODE_CI", "text").expression
    )
    assert "COLLATE UTF8_BINARY" in hashable("c0", "string")[1]


def test_two_keys_give_two_orders() -> None:
    assert mixed(["c0"], "1" * 64) != mixed(["c0"], "2" * 64)
    assert mixed(["c0"], "0" * 64).count("xxhash64") == 5
