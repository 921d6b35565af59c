"""Every job sees the rows that were counted, or fails."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.engine.protocol import Generalization, ToFrame, ToParts
from covey.engine.spark import snapshot as snapshots
from covey.engine.spark.snapshot import forget
from tests.engine.spark.people import Study, opened
from tests.spark import kept

pytestmark = pytest.mark.xdist_group("spark")


def one_class(count: int) -> Generalization:
    return Generalization(np.zeros(count, dtype=int), {"zip": ["all"]})


def test_a_frame_that_is_another_each_time_is_read_once(spark: Any) -> None:
    """Without a copy, each of these jobs would see other numbers."""
    frame = spark.range(50).selectExpr("CAST(rand() * 1e9 AS BIGINT) AS zip", "id")
    with opened(frame, zip="text") as snapshot:
        count = snapshot.count()
        hidden = snapshot.recode(one_class(len(count)), ToFrame())
        assert hidden.count(["zip"]).records == 50
        assert hidden.suppressed == 0


def test_what_is_lost_is_not_read_again_from_a_source_that_may_have_changed(study: Study) -> None:
    snapshot = opened(study.table, zip="text")
    forget(snapshot.rows)
    target = study.folder / "target"
    target.mkdir()
    with pytest.raises(InvalidInput, match="an executor was lost with the rows that it kept"):
        snapshot.recode(one_class(len(snapshot.count())), ToParts(target))
    assert not list(target.iterdir())


def test_a_closed_snapshot_keeps_nothing(study: Study) -> None:
    before = kept()
    with opened(study.table, zip="text"):
        assert len(kept() - before) == 1
    assert kept() <= before
    with pytest.raises(InvalidInput, match="'zip' is not all"):
        opened(study.table, zip="ordered")
    assert kept() <= before


def test_a_source_that_fails_in_the_middle_is_an_error_without_a_value(spark: Any) -> None:
    frame = spark.range(10).selectExpr("IF(id < 9, id, raise_error('secret')) AS zip")
    with pytest.raises(InvalidInput, match="the Spark frame cannot be read") as refused:
        opened(frame, zip="text")
    assert "secret" not in str(refused.value)


def test_a_table_without_rows_or_values_is_refused(spark: Any) -> None:
    with pytest.raises(InvalidInput, match="no rows"):
        opened(spark.range(0).selectExpr("id AS zip"), zip="text")
    snapshot = opened(spark.sql("SELECT CAST(NULL AS STRING) AS zip"), zip="text")
    with snapshot, pytest.raises(InvalidInput, match="'zip' has no values"):
        snapshot.count()


def test_different_values_are_estimated_in_all_rows(
    spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of columns whose first rows say nothing of the others."""
    monkeypatch.setattr(snapshots, "FIRST_ROWS", 100)
    monkeypatch.setattr(snapshots, "LOOKED_AT", 2_000)
    frame = spark.range(20_000, numPartitions=2).selectExpr(
        "'x' AS zip",
        "id AS all",
        "CAST(id % 5000 AS STRING) AS again",
        "IF(id % 10 < 3 AND id > 100, 'unknown', CAST(id AS STRING)) AS often",
        "IF(id < 100, CAST(id AS DOUBLE), NULL) AS missing",
        "DATE '2024-05-31' + CAST(id % 9 AS INT) AS day",
    )
    with opened(frame, zip="text") as snapshot:
        found = snapshot.distinct(["all", "again", "often", "missing", "day"])
        assert found["all"] == pytest.approx(1, abs=0.06)
        assert found["again"] == pytest.approx(0.25, abs=0.03)
        assert found["often"] == pytest.approx(0.7, abs=0.06)
        assert found["missing"] < 0.01
        assert found["day"] == pytest.approx(0.09, abs=0.01), "by the first rows"
        # Dates were looked for in the job that looked at the first rows.
        monkeypatch.setattr(snapshot, "_of_first", None)
        assert snapshot.dates(["all", "day", "often"]) == ("day",)


def test_no_column_of_different_values_is_taken_for_one_without_any(
    spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are fewer rows than values that would be looked at."""
    monkeypatch.setattr(snapshots, "FIRST_ROWS", 100)
    frame = spark.range(4_000, numPartitions=1).selectExpr("'x' AS zip", "id AS all")
    with opened(frame, zip="text") as snapshot:
        assert snapshot.distinct(["all"])["all"] == pytest.approx(1, abs=0.06)
