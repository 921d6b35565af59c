"""The same release from Spark as from DuckDB, and what the other commands do with it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import covey
from covey import InvalidInput, Labels, Ordered
from covey.core.errors import Unanswered
from covey.engine.spark.hidden import SparkHidden
from covey.release.job import Job
from covey.release.solve.in_parts import cells_in_parts
from tests.conftest import Covey
from tests.engine.spark.people import Study
from tests.spark import SETTINGS, as_users_have_it, environment, kept, submitted

pytestmark = pytest.mark.xdist_group("spark")

UNLIKE = {"table", "input", "files"}
"""What a certificate says of files: theirs are others."""
ASKED = ("-k", 5, "--label", "zip", "--ordered", "age", "--ordered", "born", "--drop", "name")


def facts(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "certificate.json").read_text())
    return {name: value for name, value in found.items() if name not in UNLIKE}


def checks(release: Any, **given: Any) -> dict[str, bool | None]:
    return {check.claim: check.held for check in covey.verify(release, **given).checks}


def test_the_release_is_that_of_duckdb_and_holds(study: Study, spark: Any) -> None:
    before = kept()
    sensitive = {"cost": {"l": 2}}
    with as_users_have_it():
        ours = study.anonymize(sensitive=sensitive)
    theirs = study.anonymize(sensitive=sensitive, engine="duckdb", out=study.folder / "duckdb")
    assert ours.folder is not None
    assert theirs.folder is not None
    for name in ("codebook.csv", "cells.csv"):
        assert (ours.folder / name).read_bytes() == (theirs.folder / name).read_bytes(), name
    assert facts(ours.folder) == facts(theirs.folder)
    assert ours.table == study.out / "part-*.parquet"
    assert kept() <= before
    # Verifying needs no Spark. Compared with the table, it finds every record in its class.
    found = checks(ours, against=study.table)
    assert all(found.values()), found
    assert "the table given is the one that the release was made of" in found
    rows, others = (
        sorted(pq.read_table(each).to_pylist(), key=str)
        for each in (study.out / "part-00000.parquet", theirs.table)
    )
    assert rows == others
    _tampered(study.out)


def _tampered(out: Path) -> None:
    """A part that is changed, gone or one too many is found."""
    claim = "the files are those that were released"
    shutil.copytree(out, more := out.with_name("more"))
    shutil.copy(more / "part-00000.parquet", more / "part-00001.parquet")
    assert checks(more)[claim] is False
    shutil.copytree(out, other := out.with_name("other"))
    table = pq.read_table(other / "part-00000.parquet")
    pq.write_table(table.slice(1), other / "part-00000.parquet")
    with pytest.raises(InvalidInput, match="notes of its own"):
        covey.verify(other)
    (other / "part-00000.parquet").unlink()
    with pytest.raises(InvalidInput, match=r"no file part-00000\.parquet"):
        covey.verify(other)


def test_a_frame_comes_back_as_one_or_is_written(study: Study, spark: Any) -> None:
    frame = spark.read.parquet(str(study.table))
    release = study.anonymize(frame, engine=None, out=None)
    assert release.table.columns == [name for name in frame.columns if name != "name"]
    assert release.table.count() == 240
    smallest = release.table.groupBy("zip", "age", "born").count().agg({"count": "min"}).first()
    assert smallest[0] >= 5
    assert release.certificate.table.format == "frame"
    assert release.certificate.shuffled
    choices = covey.explore(frame, quasi={"zip": covey.Labels()}, k=[5], recoding=["local"])
    assert (choices.records, choices.choices[0].smallest >= 5) == (240, True)
    written = study.anonymize(frame, engine=None)
    assert checks(written, against=frame)["the lower bound follows from the table"]


def test_the_command_line_and_a_job_file_name_the_engine(
    study: Study, spark: Any, covey: Covey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(study.folder)
    spark.read.parquet(str(study.table)).createOrReplaceTempView("people")
    done = covey(
        "anonymize", "people", *ASKED, "--engine", "spark", "-o", "out", "--save-job", "job.toml"
    )
    assert done.code == 0, done.err
    assert "part-00000.parquet" in done.out
    assert 'engine = "spark"' in (job := Path("job.toml").read_text())
    assert 'table = "people"' in job
    before = Path("out/codebook.csv").read_bytes()
    done = covey("anonymize", "job.toml")
    assert done.code == 2
    assert "exists already" in done.err
    done = covey("apply", "out", "people", "--engine", "spark", "-o", "again")
    assert done.code == 0, done.err
    assert Path("again/codebook.csv").read_bytes() == before
    assert covey("verify", "again", "--source", "out").code == 0
    done = covey("verify", "out", "--against", "people", "--engine", "spark")
    assert done.code == 0, done.out
    assert "held         the table given is the one that the release was made of" in done.out
    named = ("--label", "zip", "--ordered", "age")
    done = covey("explore", "people", *named, "-k", 5, "--recoding", "local", "--engine", "spark")
    assert done.code == 0, done.err
    assert done.out.splitlines()[0].startswith("people: 240 records")
    done = covey("check", "people", "--engine", "spark", "--quasi", "zip,age", "-k", 5, "--show")
    assert done.code == 3
    assert "k = 5 was asked" in done.err


def test_a_task_that_fails_in_any_command_is_an_error_and_leaves_nothing(
    study: Study, spark: Any
) -> None:
    frame = spark.read.parquet(str(study.table))
    study.anonymize(frame, quasi={"age": covey.Ordered()})
    before, there = kept(), study.left

    def failing(column: str) -> Any:
        """Rows of which one cannot be computed, in a column that is counted, or passes through."""
        named = [
            f"IF(name = 'Name 7', raise_error(name), `{each}`) AS `{each}`"
            if each == column
            else f"`{each.replace('`', '``')}`"
            for each in frame.columns
        ]
        return frame.selectExpr(*named)

    for what in (
        lambda: covey.apply(study.out, failing("age"), out=study.folder / "new"),
        lambda: covey.apply(study.out, failing("cost"), out=study.folder / "new"),
        lambda: covey.check(failing("age"), ["age"]),
        lambda: covey.explore(failing("age"), quasi={"age": covey.Ordered()}, k=[5]),
    ):
        with pytest.raises(Unanswered, match="cannot be") as raised:
            what()
        assert "Name" not in str(raised.value)
        assert kept() <= before
        assert study.left == there


def test_what_spark_cannot_do_is_refused_before_any_work(study: Study, spark: Any) -> None:
    before = kept()
    for how, words in (
        ({"shuffle": False}, "does not keep the order"),
        ({"format": "csv"}, "writes part files"),
        ({"out": "s3a://bucket/out"}, "begins with s3a:"),
        ({"out": study.folder / "no" / "out"}, "no folder"),
        ({"quasi": {"zap": covey.Labels()}}, "no column 'zap'"),
    ):
        with pytest.raises(InvalidInput, match=words):
            study.anonymize(**how)
    assert study.left == []
    assert kept() <= before


def test_a_run_that_is_stopped_leaves_nothing(
    study: Study, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SparkHidden, "count", stopped)
    content, before = study.table.read_bytes(), kept()
    with pytest.raises(KeyboardInterrupt):
        study.anonymize()
    assert study.left == []
    assert study.table.read_bytes() == content
    assert kept() <= before


def test_of_two_runs_at_once_one_publishes(
    study: Study, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second begins and ends when the first has written and counted its rows."""
    reveal = SparkHidden.reveal

    def meanwhile(self: Any) -> Any:
        monkeypatch.setattr(SparkHidden, "reveal", reveal)
        study.anonymize(k=7)
        return reveal(self)

    monkeypatch.setattr(SparkHidden, "reveal", meanwhile)
    before = kept()
    with pytest.raises(InvalidInput, match="exists already"):
        study.anonymize()
    assert study.left == ["out", "out.receipts.jsonl"]
    assert facts(study.out)["k"] == 7
    assert False not in checks(study.out).values()
    assert kept() <= before


LOST = """
import sys
import covey
from covey.engine.spark.hidden import SparkHidden
from covey.io.spark.driver import session

count = SparkHidden.count

def lost(self, columns):
    java = session().sparkContext._gateway.proc
    java.kill()
    java.wait()
    return count(self, columns)

SparkHidden.count = lost
try:
    quasi = {"zip": covey.Labels()}
    covey.anonymize(sys.argv[1], k=5, quasi=quasi, engine="spark", out=sys.argv[2])
except covey.InvalidInput as error:
    print(error)
"""


def test_a_cluster_that_is_gone_in_the_middle_leaves_nothing(study: Study) -> None:
    """In a process of its own, whose Spark is killed when the rows are written."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LOST, str(study.table), str(study.out)],
        capture_output=True, text=True, check=False, timeout=600,
        env=submitted(),
    )  # fmt: skip
    assert "The connection to Spark was lost; nothing was published" in done.stdout, done.stderr
    assert study.left == []


CONNECT = """
import json
import sys
import covey
from covey.release.solve.in_parts import cells_in_parts
from covey.release.job import Job
from pyspark.sql import SparkSession

folder, settings = sys.argv[1], json.loads(sys.argv[2])
spark = SparkSession.builder.remote("local[2]")
for name, value in settings.items():
    spark = spark.config(name, value)
spark = spark.getOrCreate()
assert type(spark).__module__.startswith("pyspark.sql.connect"), type(spark)
asked = {"k": 5, "drop": ["name"], "quasi": {
    "zip": covey.Labels(), "age": covey.Ordered(), "born": covey.Ordered()}}
frame = spark.read.parquet(f"{folder}/people.parquet")
covey.anonymize(frame, out=f"{folder}/out", **asked)
back = covey.anonymize(frame, **asked)
parts = cells_in_parts(Job(frame, 5, asked["quasi"], part_size=60))
stayed = covey.anonymize(
    frame, part_size=60, keep_combinations=True, out=f"{folder}/stayed", **asked)
assert stayed.plan.classes == parts.classes
assert covey.verify(f"{folder}/stayed").holds
print(back.table.count(), covey.verify(f"{folder}/out", frame).holds, parts.classes, parts.loss)
spark.stop()
"""


def test_connect_gives_the_same_release(study: Study) -> None:
    """In a process of its own: one process has either a classic session or one of Connect."""
    settings = {**SETTINGS, "spark.connect.grpc.binding.address": "127.0.0.1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CONNECT, str(study.folder), json.dumps(settings)],
        capture_output=True, text=True, check=False, timeout=600, env=environment(),
    )  # fmt: skip
    quasi = {"zip": Labels(), "age": Ordered(), "born": Ordered()}
    here = cells_in_parts(Job(str(study.folder / "people.parquet"), 5, quasi, part_size=60))
    expected = ["240", "True", str(here.classes), str(here.loss)]
    assert done.stdout.split() == expected, done.stderr[-3000:]
    assert len(here.parts) > 1
    study.anonymize(engine="duckdb", out=study.folder / "duckdb")
    codebooks = [(study.folder / each / "codebook.csv").read_bytes() for each in ("out", "duckdb")]
    assert codebooks[0] == codebooks[1]


def test_ranges_in_two_columns_are_numbers_and_dates(study: Study, spark: Any) -> None:
    how: dict[str, Any] = {"columns": "low-high", "missing": "suppress"}
    ours = study.anonymize(**how)
    theirs = study.anonymize(**how, engine="duckdb", out=study.folder / "duckdb")
    parts = sorted(map(str, study.out.glob("part-*.parquet")))
    found, other = (pq.read_table(each) for each in (parts, str(theirs.table)))
    assert found.schema.field("age_low").type == other.schema.field("age_low").type == "int64"
    assert found.schema.field("born_high").type == other.schema.field("born_high").type
    assert found.group_by(["age_low", "age_high", "born_low"]).aggregate([]).num_rows > 1
    held = checks(ours, against=study.table)
    assert all(held.values()), held
