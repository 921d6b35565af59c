"""A table of people that Spark reads, with all that makes engines differ."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import covey
from covey.engine.spark import SparkEngine
from covey.engine.spark.snapshot import SparkSnapshot
from covey.io.inputs.spark import SparkInput

RECORDS = 240
ZIPS = ["02139", "2139", "a", "A", "ä", "a\u0308", None, "", "x\ny", "\U0001f600", " a", "b`c.d"]
QUASI = {"zip": covey.Labels(), "age": covey.Ordered(), "born": covey.Ordered()}


@dataclass(frozen=True)
class Study:
    folder: Path
    table: Path

    @property
    def out(self) -> Path:
        return self.folder / "out"

    def anonymize(self, table: Any = None, **how: Any) -> covey.Release:
        given: dict[str, Any] = {
            "k": 5,
            "quasi": QUASI,
            "drop": ["name"],
            "engine": "spark",
            "out": self.out,
        }
        return covey.anonymize(self.table if table is None else table, **(given | how))

    @property
    def left(self) -> list[str]:
        """What there is besides the table, hidden or not."""
        return sorted(each.name for each in self.folder.iterdir() if each != self.table)


def write_people(folder: Path) -> Path:
    numbers = range(RECORDS)
    table = pa.table(
        {
            "name": [f"Name {n}" for n in numbers],
            "zip": [ZIPS[n * 7 % len(ZIPS)] for n in numbers],
            "age": [None if n % 40 == 0 else 20 + n * 7919 % 60 for n in numbers],
            "born": [dt.date(1950, 1, 1) + dt.timedelta(days=n * 37 % 900) for n in numbers],
            "odd `name`, with\nlines": ["=1"] * RECORDS,
            "cost": [Decimal(100 + n % 7).scaleb(-2) for n in numbers],
            "seen": pa.array([dt.datetime(2024, 5, 31, n % 24) for n in numbers],
                             pa.timestamp("us", "UTC")),
        }
    )  # fmt: skip
    pq.write_table(table, folder / "people.parquet")
    return folder / "people.parquet"


def opened(table: Any, **kinds: str) -> SparkSnapshot:
    engine = SparkEngine()
    given = engine.source(table)
    assert isinstance(given, SparkInput)
    snapshot = engine.open(given, kinds)
    assert isinstance(snapshot, SparkSnapshot)
    return snapshot
