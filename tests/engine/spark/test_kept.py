"""Parts that Spark's executors solve where they are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.core.box_tree import BoxTree
from covey.engine.spark import SparkEngine, kept, recoding
from covey.engine.spark.kept import SparkKept
from covey.release.solve import kept as in_engine
from tests.engine.backends import write_parquet
from tests.engine.spark.people import Study
from tests.engine.spark.test_spreading import Abort
from tests.spark import kept as rdds
from tests.spark import session

pytestmark = pytest.mark.xdist_group("spark")


def test_executors_solve_the_parts_or_this_process_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spark, own = session(), os.getpid()
    file = write_parquet(tmp_path, {"a": [1, 2, 3, 4], "b": ["x", "y", "x", "y"]})
    engine, views = SparkEngine(), spark.sql("SHOW VIEWS").count()

    def who(part: int, values: Any, counts: Any) -> tuple[bytes, Any]:
        from pyspark import TaskContext

        task = TaskContext.get()
        where = "here" if task is None else f"task {task.partitionId()}"
        assert (os.getpid() == own) == (task is None)
        return f"{part}: {len(counts)} {where}".encode(), np.zeros(len(counts), np.int32)

    with engine.keep(engine.source(file), {"a": "integer", "b": "text"}) as found:
        assert isinstance(found, SparkKept)
        assert spark.sql("SHOW VIEWS").count() == views + 1
        tree = BoxTree()
        tree.cut(0, 0, np.array([False, True, False, False, False]))
        found.divide(tree)
        assert list(found.solved(who)) == [b"0: 1 task 0", b"1: 3 task 1"]
        assert found.most <= 4
        monkeypatch.setattr(kept, "has_covey", lambda _: False)
        assert list(found.solved(who)) == [b"0: 1 here", b"1: 3 here"]
    # Nothing is left in the session.
    assert spark.sql("SHOW VIEWS").count() == views


def test_a_worker_that_is_killed_in_the_middle_leaves_nothing(
    study: Study, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, before, views = study.table.read_bytes(), rdds(), spark.sql("SHOW VIEWS").count()
    # Executors load the module by itself: what is sent to them is what kills them.
    monkeypatch.setattr(in_engine, "_Solve", lambda problem: Abort())
    with pytest.raises(InvalidInput, match="A part of the table cannot be solved"):
        study.anonymize(part_size=60, keep_combinations=True)
    assert study.left == []
    assert study.table.read_bytes() == content
    assert rdds() <= before
    assert spark.sql("SHOW VIEWS").count() == views


def test_classes_that_come_from_here_are_those_of_the_executors(
    study: Study, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of executors without covey: every part comes here, and its classes go back. They are joined
    without a copy of them on every executor."""
    before = rdds()
    monkeypatch.setattr(kept, "has_covey", lambda _: False)
    monkeypatch.setattr(recoding, "BROADCAST_KEPT", 0)
    made = study.anonymize(part_size=60, keep_combinations=True)
    theirs = study.anonymize(part_size=60, engine="duckdb", out=study.folder / "duckdb")
    assert list(made.codebook) == list(theirs.codebook)
    assert covey.verify(study.out, against=study.table).holds
    assert rdds() <= before
