"""Spark counts as DuckDB does, whatever the type."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from covey import InvalidInput
from covey.engine.duckdb import DuckDBEngine
from tests.engine.spark.people import opened
from tests.spark import session

pytestmark = pytest.mark.xdist_group("spark")

NOON = dt.datetime(2024, 5, 31, 12, 30, 0, 250_000)
COLUMNS: dict[str, tuple[Any, Any, str]] = {
    "byte": ([1, -1, None], pa.int8(), "ordered"),
    "long": ([2**62, -(2**62), None], pa.int64(), "text"),
    "money": ([Decimal("0.10"), Decimal("-7.00"), None], pa.decimal128(9, 2), "ordered"),
    "tiny": ([Decimal("0E-18"), Decimal("1E-18"), None], pa.decimal128(38, 18), "text"),
    "float": ([0.1, 1.5, None], pa.float32(), "text"),
    "single": ([0.1, 1e10, None], pa.float32(), "ordered"),
    "double": ([1e7, -0.0, None], pa.float64(), "ordered"),
    "written": ([1e16, 0.1, None], pa.float64(), "text"),
    "truth": ([True, False, None], pa.bool_(), "text"),
    "day": ([dt.date(900, 1, 2), dt.date(9999, 12, 31), None], pa.date32(), "ordered"),
    "moment": ([NOON, dt.datetime(1, 1, 1), None], pa.timestamp("us"), "ordered"),
    "instant": ([NOON, dt.datetime(1900, 1, 1), None], pa.timestamp("us", "UTC"), "ordered"),
    "zoned": ([NOON, dt.datetime(1900, 1, 1), None], pa.timestamp("us", "Asia/Tokyo"), "text"),
    "codes": (["007", " 7 ", ""], pa.string(), "integer"),
    "line\nbreak": (["x\ny", "", None], pa.string(), "text"),
}


def test_every_type_has_the_texts_and_the_kinds_that_duckdb_gives_it(tmp_path: Path) -> None:
    session()
    table = pa.table({name: pa.array(own, type_) for name, (own, type_, _) in COLUMNS.items()})
    pq.write_table(table, file := tmp_path / "types.parquet")
    kinds = {name: kind for name, (_, _, kind) in COLUMNS.items()}
    duckdb = DuckDBEngine()
    with opened(file, **kinds) as ours, duckdb.open(duckdb.source(file), kinds) as theirs:
        assert ours.staged.kinds == theirs.staged.kinds
        found, expected = ours.count(), theirs.count()
        for column, own, other in zip(kinds, found.texts, expected.texts, strict=True):
            assert own.tolist() == other.tolist(), column
        assert found.fingerprint == expected.fingerprint


def test_numbers_that_are_not_finite_are_counted_and_refused_without_the_row() -> None:
    frame = session().createDataFrame([(1.0,), (float("nan"),)], "x double")
    with pytest.raises(InvalidInput, match="1 values of the column 'x' are not finite"):
        opened(frame, x="ordered")


def test_a_collation_merges_nothing() -> None:
    frame = session().sql("SELECT t COLLATE UTF8_LCASE AS t FROM VALUES ('a'), ('A'), ('a') v(t)")
    with opened(frame, t="text") as snapshot:
        assert snapshot.count().texts[0].tolist() == ["A", "a"]
        assert snapshot.count().counts.tolist() == [1, 2]
