"""Nothing is there before it is revealed, and nothing is left of what failed."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from covey import InvalidInput, OutOfResources
from covey.engine.protocol import Generalization, ToFile, ToFrame, ToParts
from covey.engine.spark import hidden, recoding
from covey.engine.spark.snapshot import SparkSnapshot
from covey.io.layout import Layout
from tests.engine.spark.people import Study, opened
from tests.spark import kept

pytestmark = pytest.mark.xdist_group("spark")


def write_parts(snapshot: SparkSnapshot, folder: Path, order: str = "7" * 64) -> hidden.SparkHidden:
    folder.mkdir(exist_ok=True)
    classes = Generalization(np.zeros(len(snapshot.count()), dtype=int), {"zip": ["all"]})
    return snapshot.recode(classes, ToParts(folder), order=order)


def test_parts_are_numbered_and_counted_from_where_they_lie(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recoding, "ROWS_PER_PART", 100)
    with opened(study.table, zip="text") as snapshot:
        # A folder whose name looks like a pattern, and is hidden as those of releases are.
        folder = study.folder / ".odd [a-z] {b} 100%.part"
        with write_parts(snapshot, folder) as made:
            names = sorted(each.name for each in folder.iterdir())
            assert names == [f"part-{at:05}.parquet" for at in range(3)]
            assert made.count(["zip"]).counts.tolist() == [240]
            (folder / names[1]).unlink()
            with pytest.raises(InvalidInput, match="cannot be read"):
                made.count(["zip"])
        assert not list(folder.iterdir())


def test_a_task_that_fails_in_the_middle_leaves_nothing(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recoding, "mixed", lambda *_: "IF(length(c0) < 7, 1L, raise_error(c0))")
    snapshot = opened(study.table, zip="text")
    with snapshot, pytest.raises(InvalidInput, match="cannot be written") as refused:
        write_parts(snapshot, study.folder / "target")
    assert "Name" not in str(refused.value)
    assert not list((study.folder / "target").iterdir())


def test_a_disk_that_takes_no_more_leaves_nothing(study: Study, spark: Any) -> None:
    """The executors may write files of 100 bytes: the system refuses what is beyond."""
    java = spark.sparkContext._gateway.proc.pid
    snapshot = opened(study.table, zip="text")
    _, most = resource.prlimit(java, resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
    try:
        with snapshot, pytest.raises(OutOfResources, match="cannot be written"):
            write_parts(snapshot, study.folder / "target")
    finally:
        resource.prlimit(java, resource.RLIMIT_FSIZE, (most, most))
    assert not list((study.folder / "target").iterdir())


def test_a_folder_that_cannot_be_written_to_is_said(study: Study) -> None:
    snapshot = opened(study.table, zip="text")
    with snapshot, pytest.raises(InvalidInput, match="/proc cannot be written"):
        write_parts(snapshot, Path("/proc"))


def test_executors_that_write_on_disks_of_their_own_are_found_out(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hidden, "located", lambda path: f"file://{study.folder}/elsewhere")
    snapshot = opened(study.table, zip="text")
    with snapshot, pytest.raises(InvalidInput, match=r"nothing of it is in .*\n.*every executor"):
        write_parts(snapshot, study.folder / "target")
    assert not list((study.folder / "target").iterdir())


def test_a_frame_that_is_not_revealed_is_forgotten(study: Study) -> None:
    before = kept()
    with opened(study.table, zip="text") as snapshot:
        classes = Generalization(np.zeros(len(snapshot.count()), dtype=int), {"zip": ["all"]})
        with snapshot.recode(classes, ToFrame()) as made:
            with pytest.raises(InvalidInput, match="are not listed"):
                made.withheld(ToFile(study.folder / "w.csv", Layout("csv")))
            assert len(kept() - before) == 2
        assert len(kept() - before) == 1
    assert kept() <= before
