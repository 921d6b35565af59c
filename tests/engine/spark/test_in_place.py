"""Files that nobody changes are not copied, and those that somebody changes are not published."""

from __future__ import annotations

import os
import shutil
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import covey
from covey import InvalidInput
from covey.core.errors import InternalError
from covey.engine.protocol import Generalization, ToFrame, ToParts
from covey.engine.spark import hidden, in_place
from covey.engine.spark.held import listed_holders
from covey.engine.spark.in_place import stamps_of
from tests.effort import spread
from tests.engine.spark.people import Study, opened
from tests.spark import kept

pytestmark = pytest.mark.xdist_group("spark")


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were written just now count as such that were not."""
    monkeypatch.setattr(in_place, "FRESH", -inf)


CHANGED = "was changed while covey read it; nothing was published"


def extend(table: Path, zip_: str | None = None) -> None:
    """More rows, with a value of their own if one is given."""
    whole = pq.read_table(table)
    more = whole.slice(0, 100)
    if zip_ is not None:
        own = pa.array([zip_] * len(more))
        more = more.set_column(more.column_names.index("zip"), "zip", own)
    pq.write_table(pa.concat_tables([whole, more]), table)


def change(table: Path) -> None:
    """The same bytes, by which nobody sees it, at the same moment, which anybody can set."""
    before = table.stat()
    table.write_bytes(table.read_bytes())
    os.utime(table, ns=(before.st_atime_ns, before.st_mtime_ns))


PEOPLE: dict[str, Any] = {
    "k": 3,
    "drop": [],
    "quasi": {"zip": covey.Labels(), "born": covey.Ordered()},
    "person": "age",
    "pseudonym": "owner",
    "missing": "own",
    "sensitive": {"cost": {"l": 2}},
}


@pytest.mark.parametrize("how", spread([PEOPLE, {}], quick=1))
def test_a_release_is_the_same_with_and_without_a_copy(
    study: Study, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any]
) -> None:
    study.anonymize(**how)
    monkeypatch.setattr(in_place, "FRESH", -inf)
    before = kept()
    with opened(study.table, zip="text"):
        assert kept() <= before
    other = study.folder / "other"
    study.anonymize(out=other, **how)
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
    snapshot = opened(study.table, zip="text")
    one = Generalization(np.zeros(len(snapshot.count()), dtype=int), {"zip": ["all"]})
    with snapshot.recode(one, ToFrame() if as_frame else ToParts(target)) as made:
        assert made.count(["zip"]).records == 240
        change(study.table)
        with pytest.raises(InvalidInput, match=CHANGED):
            made.reveal()
    assert not list(target.iterdir())


@pytest.mark.usefixtures("settled")
def test_a_file_that_is_changed_when_the_release_is_there_changes_nothing(study: Study) -> None:
    target = study.folder / "target"
    target.mkdir()
    with opened(study.table, zip="text") as snapshot:
        one = Generalization(np.zeros(len(snapshot.count()), dtype=int), {"zip": ["all"]})
        snapshot.recode(one, ToParts(target)).reveal()
        change(study.table)


@pytest.mark.usefixtures("settled")
def test_a_file_with_more_rows_than_were_counted_is_refused_as_changed(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a folder whose files somebody replaces between the count and the join."""
    folder = study.folder / "people"
    folder.mkdir()
    shutil.move(study.table, folder / "a.parquet")
    written = hidden._write_parts

    def replaced(*given: Any) -> None:
        extend(folder / "a.parquet")
        written(*given)

    monkeypatch.setattr(hidden, "_write_parts", replaced)
    with pytest.raises(InvalidInput, match=rf"^{folder} {CHANGED}"):
        study.anonymize(folder)
    assert study.left == ["people"]


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("zip_", ["02139", "99999"], ids=["known", "new"])
def test_no_risk_is_told_of_two_states_of_a_file(
    study: Study, monkeypatch: pytest.MonkeyPatch, zip_: str
) -> None:
    """With combinations that were counted, and with one that was not there."""

    def replaced(*given: Any) -> Any:
        extend(study.table, zip_)
        return listed_holders(*given)

    monkeypatch.setattr("covey.engine.spark.snapshot.listed_holders", replaced)
    with pytest.raises(InvalidInput, match=rf"^{study.table} {CHANGED}"):
        covey.risk(study.table, ["zip"], person="name", engine="spark")


@pytest.mark.usefixtures("settled")
def test_people_of_a_combination_that_was_not_counted_are_refused_as_a_change(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replaced(*given: Any) -> Any:
        extend(study.table, "99999")
        return listed_holders(*given)

    monkeypatch.setattr("covey.engine.spark.snapshot.listed_holders", replaced)
    with pytest.raises(InvalidInput, match=rf"^{study.table} {CHANGED}"):
        study.anonymize(**PEOPLE)
    assert study.left == []


@pytest.mark.usefixtures("settled")
def test_what_is_refused_for_another_reason_is_not_called_a_change(study: Study) -> None:
    others: list[BaseException] = [KeyboardInterrupt(), InvalidInput("no such column")]
    for other in others:
        snapshot = opened(study.table, zip="text")
        change(study.table)
        snapshot.__exit__(type(other), other, None)
    for raised in (None, KeyError("a"), InternalError("other rows")):
        snapshot = opened(study.table, zip="text")
        change(study.table)
        with pytest.raises(InvalidInput, match=CHANGED):
            snapshot.__exit__(type(raised), raised, None)


def test_files_are_copied_where_the_system_notes_no_changes(
    spark: Any, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_place, "FRESH", -inf)
    frame = spark.read.parquet(str(study.table))
    monkeypatch.setattr(in_place, "os", SimpleNamespace(name="nt", fstat=os.fstat))
    assert stamps_of(frame) is None


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
