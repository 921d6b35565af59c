"""The examples run, from the first line to the last; what they assert holds."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tests import spark

EXAMPLES = Path(__file__).parents[2] / "examples"
ON_SPARK = "spark_job.py"


def run(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    runpy.run_path(str(EXAMPLES / name))


@pytest.mark.parametrize(
    "name", sorted(file.name for file in EXAMPLES.glob("*.py") if file.name != ON_SPARK)
)
def test_an_example_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(name, tmp_path, monkeypatch)


@pytest.mark.xdist_group("spark")
def test_the_job_on_spark_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spark.session()  # the example takes the session that is there
    run(ON_SPARK, tmp_path, monkeypatch)


def test_all_are_listed() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(f"({file.name})" in listed for file in EXAMPLES.glob("*.py"))
