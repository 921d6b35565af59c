"""Parts that Spark's executors solve where they are."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from covey.core.box_tree import BoxTree
from covey.engine.spark import SparkEngine, kept
from covey.engine.spark.kept import SparkKept
from tests.engine.backends import write_parquet
from tests.spark import session

pytestmark = pytest.mark.xdist_group("spark")


def test_executors_solve_the_parts_or_this_process_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spark, own = session(), os.getpid()
    file = write_parquet(tmp_path, {"a": [1, 2, 3, 4], "b": ["x", "y", "x", "y"]})
    engine, views = SparkEngine(), spark.sql("SHOW VIEWS").count()

    def who(part: int, values: Any, counts: Any) -> bytes:
        from pyspark import TaskContext

        task = TaskContext.get()
        where = "here" if task is None else f"task {task.partitionId()}"
        assert (os.getpid() == own) == (task is None)
        return f"{part}: {len(counts)} {where}".encode()

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
