"""Two executors, each a process of its own, of which one is killed: ``make test-long``.

In a run of its own, since a process has one session of Spark: pytest tests/engine/spark/cluster.py
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.engine.spark import snapshot
from covey.engine.spark.counting import count_rows
from tests.engine.spark.people import Study, write_people
from tests.spark import JAVA, SETTINGS

OPTIONS = JAVA["SPARK_SUBMIT_OPTS"]
CLUSTER = {
    **SETTINGS,
    "spark.executor.memory": "600m",
    "spark.executor.extraJavaOptions": OPTIONS,
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import pyspark
    from pyspark.sql import SparkSession

    # The workers start their executors from there.
    os.environ.update(
        JAVA, PYSPARK_PYTHON=sys.executable, SPARK_HOME=str(Path(pyspark.__file__).parent)
    )
    builder = SparkSession.builder.master("local-cluster[2,1,600]").appName("covey cluster")
    for name, value in CLUSTER.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    yield made
    made.stop()


def executors(spark: Any) -> list[int]:
    words = f"CoarseGrainedExecutorBackend.*--app-id {spark.sparkContext.applicationId}"
    found = subprocess.run(["pgrep", "-f", words], capture_output=True, text=True, check=False)
    return [int(number) for number in found.stdout.split()]


def test_an_executor_that_is_killed_in_the_middle_leaves_nothing(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both keep rows of the table. Those of one are lost between the count and the join."""
    study = Study(tmp_path, write_people(tmp_path))
    frame = cluster.read.parquet(str(study.table)).repartition(4)
    study.anonymize(frame, engine=None)
    before = executors(cluster)
    assert len(before) == 2
    assert covey.verify(study.out).holds

    def counted_and_killed(*given: Any) -> Any:
        found = count_rows(*given)
        os.kill(before[0], signal.SIGKILL)
        return found

    monkeypatch.setattr(snapshot, "count_rows", counted_and_killed)
    content, left = study.table.read_bytes(), study.left
    with pytest.raises(covey.InvalidInput, match="an executor was lost with the rows"):
        study.anonymize(frame, engine=None, out=tmp_path / "second")
    assert study.left == left
    assert study.table.read_bytes() == content
