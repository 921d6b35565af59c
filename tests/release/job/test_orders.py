"""What the types of a frame's columns state: orders, and that values are booleans."""

from __future__ import annotations

from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import covey

LEVELS = ["low", "mid", "high", "top"]
VALUES = ["mid", "low", "top", "high", "mid", "low", "high", "mid", "low", "low", "top"] * 4


def frame(kind: str) -> Any:
    if kind == "polars":
        return pl.DataFrame({"level": pl.Series(VALUES, dtype=pl.Enum(LEVELS)), "ok": [True] * 44})
    level = pd.Categorical(VALUES, categories=LEVELS, ordered=True)
    return pd.DataFrame({"level": level, "ok": [True] * len(VALUES)})


@pytest.mark.parametrize("kind", ["pandas", "polars"])
@pytest.mark.parametrize("shuffle", [None, True])
def test_an_ordered_column_needs_no_order_and_comes_back_ordered(
    kind: str, shuffle: bool | None
) -> None:
    given = frame(kind)
    release = covey.anonymize(given, k=14, quasi={"level": covey.Ordered()}, shuffle=shuffle)
    assert release.certificate.quasi["level"].order == tuple(LEVELS)
    found = release.table["level"]
    expected = ["low to mid", "high to top"]
    if kind == "polars":
        assert found.dtype == pl.Enum(expected)
    else:
        assert (list(found.cat.categories), found.cat.ordered) == (expected, True)
    assert found.to_list().count("low to mid") == 28
    assert release.sets("level")["text"].to_list() == expected
    # What is not recoded keeps its type.
    assert release.table["ok"].dtype == given["ok"].dtype


def test_categories_without_an_order_have_none() -> None:
    given = pd.DataFrame({"level": pd.Categorical(VALUES)})
    with pytest.raises(covey.InvalidInput, match="not all numbers, dates or timestamps"):
        covey.anonymize(given, k=12, quasi={"level": covey.Ordered()})


def test_a_stated_order_wins_and_bands_are_refused() -> None:
    turned = covey.Ordered(order=LEVELS[::-1])
    release = covey.anonymize(frame("pandas"), k=14, quasi={"level": turned})
    assert release.certificate.quasi["level"].order == tuple(LEVELS[::-1])
    with pytest.raises(covey.InvalidInput, match="not for labels in a stated order"):
        covey.anonymize(frame("pandas"), k=14, quasi={"level": covey.Ordered(bands=5)})


def test_explore_knows_the_order() -> None:
    found = covey.explore(frame("pandas"), quasi={"level": covey.Ordered()}, k=[14])
    assert str(found)


def test_a_column_that_a_frame_lacks_is_named() -> None:
    frame = pd.DataFrame({"age": [20, 21, 40, 41]})
    with pytest.raises(covey.InvalidInput, match="no column 'agee'"):
        covey.anonymize(frame, k=2, quasi={"agee": covey.Ordered()})


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_new_records_come_back_ordered(kind: str) -> None:
    release = covey.anonymize(frame(kind), k=14, quasi={"level": covey.Ordered()})
    found = covey.apply(release, frame(kind)).table["level"]
    assert found.dtype == release.table["level"].dtype


SMOKERS = {"smoker": [True] * 6 + [False] * 7, "age": [*range(6), *range(7)]}


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame, pa.table])
def test_booleans_come_back_as_such_if_no_set_has_both(library: Any) -> None:
    given = library(SMOKERS)
    release = covey.anonymize(given, k=5, quasi={"smoker": covey.Labels()})
    new = covey.apply(release, given).table
    for table in (release.table, new):
        found = table["smoker"]
        assert getattr(found, "dtype", None) == getattr(given["smoker"], "dtype", None)
        assert getattr(found, "type", None) == getattr(given["smoker"], "type", None)
        assert [str(value).lower() for value in found] == ["true"] * 6 + ["false"] * 7
    merged = covey.anonymize(given, k=7, quasi={"smoker": covey.Labels()}).table["smoker"]
    assert "true" in str(merged[0])


def test_missing_booleans_are_missing() -> None:
    given = pd.DataFrame({"smoker": pd.array([True] * 5 + [None] * 5, dtype="boolean")})
    found = covey.anonymize(given, k=5, quasi={"smoker": covey.Labels()}).table["smoker"]
    assert (found.dtype, found.isna().sum(), found.sum()) == ("boolean", 5, 5)
