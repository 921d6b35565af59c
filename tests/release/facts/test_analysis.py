"""What an analyst can still find in a published table."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import covey
from covey import InvalidInput
from covey.release.facts.analysis import analyze, certificate_of
from tests.release.tables import write

N = 300


def table(path: Path, records: int = N, gone: int = 0) -> Path:
    ages = [20 + at * 7 % 50 for at in range(records)]
    ill = [at for at, age in enumerate(ages) if age >= 45]
    columns: dict[str, list[Any]] = {
        "id": [f"p{at}" for at in range(records)],
        "age": [None if at in ill[:gone] else age for at, age in enumerate(ages)],
        "town": [("Ulm", "Bern", "Chur")[at % 3] for at in range(records)],
        "ill": ["yes" if age >= 45 else "no" for age in ages],
        "rare": ["odd" if at % 25 == 0 else "even" for at in range(records)],
    }
    return write(path, columns)


QUASI = {"age": covey.Ordered(), "town": covey.Labels()}


def test_a_shuffled_release_is_measured_by_its_codebook(tmp_path: Path) -> None:
    original = table(tmp_path / "in.csv")
    covey.anonymize(original, k=5, quasi=QUASI, drop=["id"], out=tmp_path / "out")
    published = tmp_path / "out" / "table.csv"
    assert certificate_of(published) is not None
    found = analyze(published, original, target="ill")
    assert {name for name, _ in found.marginals} == {"age", "town"}
    assert found.shifts == ()
    assert [each.model for each in found.models] == ["linear", "tree"]
    assert all(each.release > each.majority + 0.2 for each in found.models)
    assert found == analyze(str(published), original, target="ill")


def test_any_other_table_is_measured_row_by_row(tmp_path: Path) -> None:
    original = table(tmp_path / "in.csv")
    with original.open(newline="") as file:
        rows = list(csv.DictReader(file))
    decades = [f"{int(row['age']) // 10 * 10}s" for row in rows]
    other = {"age": decades, "town": [r["town"] for r in rows], "ill": [r["ill"] for r in rows]}
    published = write(tmp_path / "other.csv", other)
    found = analyze(published, original, ["age", "town"], target="ill")
    assert dict(found.marginals)["town"] == 0.0
    assert dict(found.marginals)["age"] < 0.1
    assert found.models[0].release > 0.8
    assert analyze(published, original, ["age"], labels=["age"]).marginals[0][1] < 0.2
    with pytest.raises(InvalidInput, match="found row by row"):
        analyze(published, table(tmp_path / "more.csv", N + 1), ["age", "town"])
    with pytest.raises(InvalidInput, match="Which columns were generalized"):
        analyze(published, original)


def test_withholding_shifts_other_columns(tmp_path: Path) -> None:
    # Ages of some who are ill are missing, and these are left out.
    original = table(tmp_path / "in.csv", gone=20)
    release = covey.anonymize(
        original, k=5, quasi=QUASI, drop=["id"], missing="suppress", out=tmp_path / "out"
    )
    assert release.plan.suppressed == 20
    found = analyze(tmp_path / "out" / "table.csv", original)
    assert {shift.column for shift in found.shifts} == {"ill", "rare"}
    # The owner is told of the generalized columns, too.
    assert {shift.column for shift in release.plan.shifts} == {"age", "town", "ill", "rare"}
    told = {shift.column: shift for shift in found.shifts}
    for shift in release.plan.shifts:
        if shift.column in told:
            assert abs(shift.change) == pytest.approx(abs(told[shift.column].change))
            assert shift.total == pytest.approx(told[shift.column].total)
    assert "shifted      " in release.plan.summary()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("il", "no column 'il'"),
        ("age", "was generalized"),
        ("id", "is not published"),
    ],
)
def test_targets_that_are_none(tmp_path: Path, target: str, message: str) -> None:
    original = table(tmp_path / "in.csv")
    covey.anonymize(original, k=5, quasi=QUASI, drop=["id"], out=tmp_path / "out")
    with pytest.raises(InvalidInput, match=message):
        analyze(tmp_path / "out" / "table.csv", original, target=target)


def test_an_identifier_is_no_target(tmp_path: Path) -> None:
    original = table(tmp_path / "in.csv")
    covey.anonymize(original, k=5, quasi=QUASI, out=tmp_path / "out")
    with pytest.raises(InvalidInput, match="300 different values in 300 records"):
        analyze(tmp_path / "out" / "table.csv", original, target="id")


def test_a_certificate_that_is_about_another_table(tmp_path: Path) -> None:
    original = table(tmp_path / "in.csv")
    covey.anonymize(original, k=5, quasi=QUASI, out=tmp_path / "out")
    assert certificate_of(tmp_path / "out" / "cells.csv") is None
    assert certificate_of(original) is None
    assert certificate_of(object()) is None
