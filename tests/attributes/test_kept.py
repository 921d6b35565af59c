"""A description made of the values of columns, against one that is made of all combinations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import covey
from covey.attributes.kept import KeptDescription
from covey.engine.duckdb import DuckDBEngine
from covey.release.job import Job
from covey.release.pipeline import Solved, solved_job
from tests.release.tables import write

QUASI = {"age": covey.Ordered(), "sex": covey.Labels()}


def solved(folder: Path, *, keep: bool) -> Solved:
    """Two ages of a hundred are missing, and one is far from the others."""
    ages: list[int | None] = [None, None, *(20 + at % 40 for at in range(117)), 9999]
    table = write(folder / "people.csv", {"age": ages, "sex": ["f", "m", ""] * 40})
    engine = DuckDBEngine()
    job = Job(str(table), 4, QUASI, part_size=30, keep_combinations=keep)
    with solved_job(engine, job, engine.source(table), lambda _: None) as found:
        return found


def test_values_say_what_combinations_say(tmp_path: Path) -> None:
    ours, theirs = (solved(tmp_path, keep=keep).description for keep in (True, False))
    assert isinstance(ours, KeptDescription)
    assert ours.notes() == theirs.notes()
    assert len(ours.notes()) > 1
    assert [each.words for each in ours.far] == [each.words for each in theirs.far]
    assert len(ours.far) == 1
    assert ours.reading() == theirs.reading()
    assert list(ours.entries) == list(theirs.entries)
    assert ours.loss == pytest.approx(theirs.loss, rel=1e-12)
    # In another order of the classes.
    assert sorted(zip(*ours.texts.values(), ours.sizes, strict=True)) == sorted(
        zip(*theirs.texts.values(), theirs.sizes, strict=True)
    )


def test_the_order_of_rows_follows_from_the_classes_and_none_are_here(tmp_path: Path) -> None:
    own, other = (solved(tmp_path, keep=keep).description for keep in (True, False))
    assert own.classes_here is None
    assert other.classes_here is not None
    assert own.answer_as_bytes == solved(tmp_path, keep=True).description.answer_as_bytes
    (ages, sexes), size = own.sets, np.array(own.solution.sizes)
    changed = replace(ages, of_class=ages.of_class[::-1])
    assert replace(own, sets=(changed, sexes)).answer_as_bytes != own.answer_as_bytes
    assert size.sum() == 120


def test_an_engine_that_keeps_combinations_has_no_list_of_them(tmp_path: Path) -> None:
    kept = solved(tmp_path, keep=True)
    assert kept.counted is None
    assert not hasattr(kept.snapshot, "count")
    assert not hasattr(kept.snapshot, "holders")
