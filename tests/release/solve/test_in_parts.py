"""Cells of a table part by part. ``tests/engine/test_kept.py`` runs the same on every engine."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import covey
from covey import Infeasible, InvalidInput
from covey.engine.kept import Kept
from covey.release.job import Job
from covey.release.solve.in_parts import cells_in_parts

QUASI = {"age": covey.Ordered(bands=5), "job": covey.Labels(), "day": covey.Ordered()}


def people(rows: int = 400) -> Any:
    rng = np.random.default_rng(9)
    days = np.datetime64("2024-01-01") + rng.integers(0, 300, rows)
    jobs = [
        None if at == 11 else f"job {number}" for at, number in enumerate(rng.zipf(1.6, rows) % 9)
    ]
    ages = [
        None if at in (5, 50) else age for at, age in enumerate(rng.integers(0, 90, rows).tolist())
    ]
    return pa.table({"age": ages, "job": jobs, "day": pa.array(days)})


@pytest.mark.parametrize("how", [{}, {"tight": True}, {"weights": {"age": 5.0}}])
def test_they_are_the_classes_of_a_release_in_parts(how: dict[str, Any], tmp_path: Path) -> None:
    """Bands, dates, weights, tight ranges, and missing values that are too few for a class."""
    table, out = people(), tmp_path / "cells.csv"
    found = cells_in_parts(Job(table, 4, QUASI, part_size=70, **how), out)
    release = covey.anonymize(table, k=4, quasi=QUASI, part_size=70, **how)
    assert release.certificate.method == "parts"
    assert len(found.parts) > 2
    assert all(part.records >= 70 for part in found.parts)
    assert found.loss == pytest.approx(release.plan.loss, rel=1e-12)
    assert (found.classes, found.largest) == (release.plan.classes, release.plan.largest)
    with out.open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    assert header == ["part", "records", "age", "job", "day"]
    rows = zip(*release.table.to_pydict().values(), strict=True)
    counts: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple(text or "" for text in row)
        counts[key] = counts.get(key, 0) + 1
    assert {tuple(line[2:]): int(line[1]) for line in lines} == counts
    assert found.to_dict()["classes"] == len(lines)


def ordered(missing: int, rows: int = 1500) -> Any:
    """Two columns, of each of which so many values are missing."""
    rng = np.random.default_rng(4)
    made = {name: rng.integers(0, 200, rows).tolist() for name in ("age", "income")}
    for own in made.values():
        for at in rng.choice(rows, missing, replace=False).tolist():
            own[at] = None
    return pa.table(made)


@pytest.mark.parametrize("missing", [0, 4, 20])
def test_missing_values_of_every_column_leave_the_rest_to_be_cut(missing: int) -> None:
    """Too few for a class, or enough for one and too few for a part."""
    quasi = {"age": covey.Ordered(), "income": covey.Ordered()}
    table = ordered(missing)
    found = cells_in_parts(Job(table, 5, quasi, part_size=180))
    own = [part.records for part in found.parts]
    assert len([records for records in own if records >= 180]) >= 6
    assert max(own) <= 2 * 180
    assert not any("more than twice" in note for note in found.notes)
    small = [records for records in own if records < 180]
    assert len(small) == (2 if missing == 20 else 0)
    said = [note for note in found.notes if "no value in 'income'" in note]
    assert [note.split()[0] for note in said] == ([str(missing)] if missing else [])
    release = covey.anonymize(table, k=5, quasi=quasi, part_size=180)
    assert found.loss == pytest.approx(release.plan.loss, rel=1e-12)
    assert found.classes == release.plan.classes


def test_a_value_that_most_records_have_makes_a_large_part_and_a_note() -> None:
    quasi = {"one": covey.Labels(), "two": covey.Ordered()}
    table = pa.table({"one": ["a"] * 400 + ["b"] * 100, "two": [7] * 400 + [8] * 99 + [900]})
    found = cells_in_parts(Job(table, 5, quasi, part_size=90))
    assert sorted(part.records for part in found.parts) == [100, 400]
    (note,) = (note for note in found.notes if "more than twice" in note)
    assert note.startswith("1 of 2 parts with more than twice 90 records, the largest with 400")
    assert found.to_dict()["notes"] == list(found.notes)


def test_values_far_from_the_rest_are_told_without_naming_them() -> None:
    quasi = {"age": covey.Ordered(), "job": covey.Labels()}
    ages = [*range(20, 80), *range(20, 80), 9999]
    table = pa.table({"age": ages, "job": ["x", ""] * 60 + ["x"]})
    found = cells_in_parts(Job(table, 5, quasi, part_size=30))
    assert any("'age' lie far outside of the rest" in note for note in found.notes)
    assert any("empty text in 'job'" in note for note in found.notes)
    assert not any("9999" in note for note in found.notes)


def test_a_level_is_asked_for_at_once_as_far_as_it_may_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No question has more answers than a part has records, or than there are values."""
    asked: list[int] = []
    tallies = Kept.tallies

    def watched(self: Kept, tree: Any, nodes: Any) -> Any:
        asked.append(len(nodes))
        return tallies(self, tree, nodes)

    monkeypatch.setattr(Kept, "tallies", watched)
    quasi = {"one": covey.Labels(), "two": covey.Labels()}
    rng = np.random.default_rng(1)
    table = pa.table({name: [f"{n}" for n in rng.integers(0, 8, 600)] for name in quasi})
    found = cells_in_parts(Job(table, 3, quasi, part_size=60))
    assert max(asked) > 1
    assert found.most_rows <= 60
    assert len(asked) < len(found.parts)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"suppress": 0.1}, "solved for k alone; given: suppress="),
        ({"missing": "suppress"}, "given: missing="),
        ({"part_size": 0}, "asks for no parts"),
        ({"header": False}, "--no-header|header=False"),
        ({"quasi": {"age": covey.Ordered(), "x": covey.Points("a", "b")}}, "something else: x"),
    ],
)
def test_what_takes_the_whole_table_is_refused(how: dict[str, Any], message: str) -> None:
    job = Job(**{"table": people(), "k": 4, "quasi": QUASI, "part_size": 70, **how})
    with pytest.raises(InvalidInput, match=message):
        cells_in_parts(job)


def test_a_table_of_fewer_than_k_is_refused() -> None:
    with pytest.raises(Infeasible, match="fewer than k = 500"):
        cells_in_parts(Job(people(), 500, QUASI, part_size=600))
