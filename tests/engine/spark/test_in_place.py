"""Files that nobody changes are not copied, and those that somebody changes are not published."""

from __future__ import annotations

import os
import shutil
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from covey import InvalidInput
from covey.engine.protocol import Generalization, ToFrame, ToParts
from covey.engine.spark import hidden, in_place
from covey.engine.spark.in_place import stamps_of
from tests.engine.spark.people import Study, opened
from tests.spark import kept

pytestmark = pytest.mark.xdist_group("spark")


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were written just now count as such that were not."""
    monkeypatch.setattr(in_place, "FRESH", -inf)


def change(table: Path) -> None:
    """The same bytes, by which nobody sees it, at the same moment, which anybody can set."""
    before = table.stat()
    table.write_bytes(table.read_bytes())
    os.utime(table, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_release_is_the_same_with_and_without_a_copy(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    study.anonymize()
    monkeypatch.setattr(in_place, "FRESH", -inf)
    before = kept()
    with opened(study.table, zip="text"):
        assert kept() == before
    other = study.folder / "other"
    study.anonymize(out=other)
    for file in ("codebook.csv", "cells.csv"):
        assert (other / file).read_bytes() == (study.out / file).read_bytes()
    tables = [pq.read_table(folder / "part-00000.parquet") for folder in (study.out, other)]
    assert tables[0] == tables[1]


def test_a_file_that_was_changed_just_now_is_copied(study: Study) -> None:
    before = kept()
    with opened(study.table, zip="text"):
        assert len(kept() - before) == 1


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("as_frame", [False, True])
def test_a_file_that_is_changed_before_the_release_appears_is_refused(
    study: Study, as_frame: bool
) -> None:
    target = study.folder / "target"
    target.mkdir()
    with opened(study.table, zip="text") as snapshot:
        one = Generalization(np.zeros(len(snapshot.count()), dtype=int), {"zip": ["all"]})
        with snapshot.recode(one, ToFrame() if as_frame else ToParts(target)) as made:
            assert made.count(["zip"]).records == 240
            change(study.table)
            with pytest.raises(InvalidInput, match="was changed while covey read it"):
                made.reveal()
        assert not list(target.iterdir())


@pytest.mark.usefixtures("settled")
def test_rows_that_are_more_than_those_that_were_counted_are_refused_as_such(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a folder whose files somebody replaces between the count and the join."""
    folder = study.folder / "people"
    folder.mkdir()
    shutil.move(study.table, folder / "a.parquet")
    written = hidden._write_parts

    def replaced(*given: Any) -> None:
        whole = pq.read_table(folder / "a.parquet")
        pq.write_table(whole.slice(0, 100), folder / "a.parquet")
        written(*given)

    monkeypatch.setattr(hidden, "_write_parts", replaced)
    with pytest.raises(InvalidInput, match=r"changed"):
        study.anonymize(folder)
    assert study.left == ["people"]


def test_what_this_machine_cannot_watch_is_copied(
    spark: Any, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_place, "FRESH", -inf)
    frame = spark.read.parquet(str(study.table))
    assert stamps_of(frame) is not None

    def seen(master: str | None, *files: str) -> Any:
        context = None if master is None else SimpleNamespace(master=master)
        session = SimpleNamespace(_sc=context)
        return SimpleNamespace(sparkSession=session, inputFiles=lambda: list(files))

    here = study.table.as_uri()
    assert stamps_of(seen("local[2]", here)) is not None
    for other in (
        seen(None, here),
        seen("yarn", here),
        seen("spark://name:7077", here),
        seen("local[2]", here, "hdfs://name/people.parquet"),
        seen("local[2]", here, "file:///not/there.parquet"),
        seen("local[2]", "file://other/people.parquet"),
        seen("local[2]"),
    ):
        assert stamps_of(other) is None
