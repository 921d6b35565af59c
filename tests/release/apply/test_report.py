"""What the report on new records says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey.release.apply.report import OnIds, Undone, words_for_report
from covey.release.risks.identifiers import IN_ORDER, IdentifyingColumns
from tests.release.tables import write


def test_warnings_on_new_records() -> None:
    nothing = IdentifyingColumns([], [], [], [], []), OnIds((), ()), Undone()
    assert words_for_report(100, 100, *nothing, in_order=False, formulas=()) == ()
    assert words_for_report(96, 100, *nothing, in_order=False, formulas=()) == ()
    few, *more = words_for_report(
        95,
        100,
        IdentifyingColumns(["ssn"], [], [], [], []),
        OnIds(("an id",), ("id",)),
        Undone(words={("degree",): "a degree"}),
        in_order=True,
        formulas=("a formula",),
    )
    assert few.startswith("5 of 100 records (5.0%) are left out")
    assert more[0].startswith("'ssn' looks like an identifier")
    assert more[1:] == ["a degree", "an id", IN_ORDER, "a formula"]


def visits(patients: list[str | None]) -> dict[str, list[Any]]:
    """One age in each class of the release, with four records for each of some patients."""
    return {
        "patient": [patient for patient in patients for _ in range(4)],
        "age": [20 + at // 12 for at, _ in enumerate(patients) for _ in range(4)],
    }


@pytest.mark.parametrize("person", ["", "patient"])
def test_ids_of_new_records_are_looked_at(tmp_path: Path, person: str) -> None:
    """As ``covey anonymize`` does: ids that repeat where records are counted, and where people
    are, ids that are written in two ways and records without one."""
    names = [f"p{at}" for at in range(48)]
    old = write(tmp_path / "old.csv", visits([*names]))
    how: dict[str, Any] = {"quasi": {"age": covey.Ordered()}, "person": person, "k": 12}
    if not person:
        how |= {"k": 40, "drop": ["patient"]}
    covey.anonymize(old, **how, out=tmp_path / "out")
    table = visits([None if at in (5, 6) else name for at, name in enumerate(names)])
    table["patient"] += [f"P{at}" for at in range(0, 48, 12)]
    table["age"] += [20 + at for at in range(4)]
    new = write(tmp_path / "new.csv", table)
    done = covey.apply(tmp_path / "out", new, out=tmp_path / "next")
    expected = (
        ["because every record without a value in 'patient'", "if blanks around them and capital"]
        if person
        else ["make the release that has the codebook again with person="]
    )
    page = (tmp_path / "next" / "report.html").read_text(encoding="utf-8")
    for words in expected:
        assert any(words in each for each in done.warnings), done.warnings
    assert ("one person may have several" in page.lower()) is not bool(person)
    found = covey.verify(tmp_path / "next", against=new)
    assert found.holds, found.summary()


@pytest.mark.parametrize("person", ["", "patient"])
def test_columns_of_new_records_that_undo_others_are_found(tmp_path: Path, person: str) -> None:
    """``born`` tells the age, and was not in the table of the release."""
    ages = [20 + at % 40 for at in range(400)]
    table: dict[str, list[Any]] = {"patient": [f"p{at}" for at in range(400)], "age": ages}
    old = write(tmp_path / "old.csv", table)
    new = write(tmp_path / "new.csv", {**table, "born": [2000 - age for age in ages]})
    quasi = {"age": covey.Ordered()}
    how: dict[str, Any] = {"person": person} if person else {"drop": ["patient"]}
    covey.anonymize(old, k=30, quasi=quasi, **how, out=tmp_path / "out")
    done = covey.apply(tmp_path / "out", new, out=tmp_path / "next")
    assert any("'born' determines 'age' in 100 %" in each for each in done.warnings)
    page = (tmp_path / "next" / "report.html").read_text(encoding="utf-8")
    assert "other columns may give people away" in page
    found = covey.verify(tmp_path / "next", against=new)
    assert found.holds, found.summary()
