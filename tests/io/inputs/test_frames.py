"""Frames of every kind as inputs; ``tests/engine/test_frames.py`` publishes them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey
from covey import InvalidInput
from covey.engine import default_engine
from covey.io.inputs.frames import FrameColumn, distinct, open_frame, rebuilt

MAKE: dict[str, Any] = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


@pytest.mark.parametrize("kind", MAKE)
def test_columns_are_those_of_the_frame(kind: str) -> None:
    given = open_frame(MAKE[kind]({"a": [1, 2], "b": ["x", None]}))
    assert given.columns == ("a", "b")
    assert given.layout.format == "frame"


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pl.LazyFrame({"a": [1]}), "Collect it first"),
        (pd.DataFrame({1: [1]}), "names of a frame's columns are text"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "two columns of one name"),
        ([1, 2], "A table is a path, .* given: list"),
    ],
)
def test_what_is_no_table_of_rows_is_refused(frame: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        open_frame(frame)


@pytest.mark.parametrize(
    ("values", "sql"),
    [
        ([1, 2], "BIGINT"),
        ([0.5, 2.0], "DOUBLE"),
        ([True, False], "BOOLEAN"),
        (["x", None], "VARCHAR"),
        ([1, None], "BIGINT"),
        ([dt.datetime(2024, 5, 31), dt.datetime(2024, 6, 1)], "TIMESTAMP"),
    ],
)
def test_a_column_has_the_type_that_holds_its_values(values: list[Any], sql: str) -> None:
    column = FrameColumn("the frame", "a", open_frame(pl.DataFrame({"a": values})).frame["a"])
    assert column.sql == sql
    assert [None if each is None else each for each in column.values(0, 2).tolist()] == values


@pytest.mark.parametrize("kind", MAKE)
def test_shares_of_distinct_values(kind: str) -> None:
    given = open_frame(MAKE[kind]({"a": [1, 2, 3, 4], "b": ["x", "x", "y", "y"]}))
    assert distinct(given, ["a", "b"]) == {"a": 1.0, "b": 0.5}


@pytest.mark.parametrize("kind", MAKE)
def test_a_frame_is_rebuilt_from_the_texts_of_its_classes(kind: str) -> None:
    given = open_frame(MAKE[kind]({"a": ["x", "y", "z"], "b": [1, 2, 3], "c": [4, 5, 6]}))
    found = open_frame(rebuilt(given, np.array([1, -1, 0]), {"a": ["Z", "X"]}, drop=["c"]))
    assert found.columns == ("a", "b")
    assert found.frame["a"].to_list() == ["X", "Z"]
    assert found.frame["b"].to_list() == [1, 3]


@pytest.mark.parametrize("kind", MAKE)
def test_a_frame_without_rows_has_no_header_to_blame(kind: str) -> None:
    empty = MAKE[kind]({"a": ["x"]})[:0] if kind != "arrow" else pa.table({"a": ["x"]}).slice(0, 0)
    with pytest.raises(InvalidInput, match="the frame has no rows") as refused:
        covey.anonymize(empty, k=2, quasi={"a": covey.Labels()})
    assert "header" not in str(refused.value)


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([3.0, None, 12.0], ["3", "12"]),
        ([3.0, None, 12.5], ["3.0", "12.5"]),
        ([3.0, 12.0], ["3.0", "12.0"]),
        ([2.0**60, None], ["1.152921504606847e+18"]),
    ],
)
def test_whole_numbers_that_became_floats_since_some_are_missing(
    values: list[float | None], texts: list[str]
) -> None:
    given = pd.DataFrame({"age": pd.Series(values, dtype="float64")})
    engine = default_engine()
    with engine.open(engine.source(given), {"age": "ordered"}) as snapshot:
        assert snapshot.count().values[0].tolist() == texts
