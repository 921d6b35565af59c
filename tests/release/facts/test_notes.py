"""What is said of a release besides its figures."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from covey.core.holders import Holders
from covey.io.marks import words_on_marks
from covey.release.facts.notes import (
    NOBODY,
    unnamed_in,
    warnings_on_loss,
    words_on_spellings,
    words_on_unnamed,
)
from covey.release.facts.notes import notes_on_classes as all_notes
from covey.release.job import Job
from covey.release.publish import plan_job
from tests.release.tables import K, areas, patients, write, zips
from tests.report.page import Page


def notes_on_classes(
    job: Job, total: int, published: int, requirements: bool = False, optimal: bool = False
) -> tuple[str, ...]:
    return all_notes(job, total, published, requirements=requirements, optimal=optimal)


def test_a_weight_of_0_is_said_to_count_for_nothing(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    quasi: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    note = (
        "'age' has weight 0: it counts for nothing in the loss, and may be generalized as far as"
        " the others gain by it"
    )
    assert note in plan_job(Job(str(table), K, quasi, weights={"age": 0})).notes
    assert note not in plan_job(Job(str(table), K, quasi, weights={"age": 0.5})).notes


SMALL = re.compile(rf"\b(1|2|3|4|{K - 1}) (record|person|people|code|label)s?\b")


def test_no_file_of_a_release_tells_a_count_below_k(tmp_path: Path) -> None:
    rows = 120
    columns: dict[str, list[Any]] = {
        "id": [f"p{row}" for row in range(rows)],
        "zip": [f"0{row % 5:04}" for row in range(rows)],
        "area": [f"0{row % 7:04}" for row in range(rows)],
        "age": [30 + row % 4 for row in range(rows)],
        "town": [["Ulm", "Bern"][row % 2] for row in range(rows)],
        "sex": [["f", "m"][row // 60] for row in range(rows)],
    }
    columns["zip"][0], columns["area"][1], columns["age"][2] = "elsewhere", "strange", None
    columns["town"][3], columns["sex"][4], columns["id"][5] = None, "", None
    columns["id"][7] = columns["id"][6]  # whose ages and towns differ
    table = write(tmp_path / "people.csv", columns)
    world = zips(tmp_path / "zips.geojson")
    quasi: dict[str, Any] = {
        "zip": covey.Regions(world, key="code"),
        "area": covey.Tree(areas(tmp_path / "areas.csv")),
        "age": covey.Ordered(),
        "town": covey.Labels(),
        "sex": covey.Labels(),
    }
    out = tmp_path / "out"
    release = covey.anonymize(
        table, k=K, quasi=quasi, person="id", unmapped="suppress", out=out, recoding="global"
    )
    for words in (
        "1 code of 'zip' is not on the map: 1 record suppressed",
        "1 label of 'area' that the tree lacks: 1 record suppressed",
        "1 record has no value in 'age'",
        "1 record has no value in 'town'",
        "1 record has empty text in 'sex'",
        "1 record has no value in 'id'",
        "1 person has records that differ in 'age'",
    ):
        (note,) = [note for note in release.plan.notes if note.startswith(words)]
        assert SMALL.search(note)
        assert note in release.summary()
    for name in ("report.html", "audit.json", "certificate.json"):
        text = html.unescape((out / name).read_text(encoding="utf-8"))
        assert not SMALL.search(text), (name, SMALL.search(text))
    noted = json.loads((out / "audit.json").read_text())["notes"]
    few = [note for note in noted if f"fewer than {K} " in note]
    assert len(few) >= 7
    assert covey.verify(out, table, map=world).holds


def test_many_columns_are_said_to_cost(tmp_path: Path) -> None:
    columns = {f"c{at}": [str((row * (at + 3)) % 7) for row in range(60)] for at in range(20)}
    table = write(tmp_path / "wide.csv", columns)
    release = covey.anonymize(
        table, k=5, quasi={name: covey.Labels() for name in columns}, out=tmp_path / "out"
    )
    assert any("20 quasi-identifiers: few records agree" in note for note in release.plan.notes)
    assert covey.verify(tmp_path / "out", table).holds


@pytest.mark.parametrize(
    ("quasi", "columns"),
    [
        ({"age": covey.Ordered()}, "'age'"),
        ({"place": covey.Points(lat="lat", lon="lon")}, "'lat', 'lon'"),
        ({"town": covey.Labels(), "age": covey.Ordered()}, "'age'"),
    ],
)
def test_tight_ranges_are_said_to_end_at_somebody_s_value(
    quasi: dict[str, Any], columns: str
) -> None:
    (note,) = notes_on_classes(Job("in.csv", K, quasi, tight=True), 9, 9)
    assert note.startswith(f"--tight: ranges and rectangles of {columns} are shrunk to the values")
    assert notes_on_classes(Job("in.csv", K, quasi), 9, 9) == ()


def test_tight_is_not_spoken_of_where_there_are_no_ranges() -> None:
    quasi = {"town": covey.Labels(), "size": covey.Ordered(order=["S", "L"])}
    assert notes_on_classes(Job("in.csv", K, quasi, tight=True), 9, 9) == ()


def test_withheld_records_are_said_to_be_lost() -> None:
    job = Job("in.csv", K, {"age": covey.Ordered()}, suppress=0.5)
    (some,) = notes_on_classes(job, 100, 80)
    assert "20 records withheld" in some
    assert "0.2000 of the loss" in some
    (none,) = notes_on_classes(job, 100, 100)
    assert none.startswith("no record withheld")


def test_the_bound_is_said_to_ignore_requirements() -> None:
    job = Job("in.csv", K, {"age": covey.Ordered()})
    (note,) = notes_on_classes(job, 9, 9, requirements=True)
    assert note.startswith("the lower bound ignores what is asked besides k")


def test_an_optimal_answer_is_so_whatever_the_bound_ignores(tmp_path: Path) -> None:
    job = Job("in.csv", K, {"age": covey.Ordered()})
    assert notes_on_classes(job, 9, 9, requirements=True, optimal=True) == ()
    towns, ills = ["Ulm", "Ulm", "Bern", "Bern"], ["flu", "gout", "flu", "gout"]
    table = write(tmp_path / "in.csv", {"town": towns, "ill": ills})
    release = covey.anonymize(
        table,
        k=2,
        quasi={"town": covey.Labels()},
        sensitive={"ill": {"l": 2}},
        out=tmp_path / "out",
    )
    assert release.plan.status == "optimal"
    assert not [note for note in release.plan.notes if "ignores" in note]
    assert covey.verify(tmp_path / "out", table).holds


def test_k_of_one_is_warned_of_in_the_terminal_and_at_the_top_of_the_page(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", {"town": ["Ulm", "Bern", "Ulm"]})
    release = covey.anonymize(table, k=1, quasi={"town": covey.Labels()}, out=tmp_path / "out")
    assert f"warning      {NOBODY}" in release.summary()
    page = Page((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    assert "k = 1 protects nobody: records may be unique" in page.text
    assert NOBODY not in page.text  # it would be there twice
    assert covey.verify(tmp_path / "out", table).holds
    two = covey.anonymize(table, k=2, quasi={"town": covey.Labels()}, out=tmp_path / "two")
    assert NOBODY not in two.summary()


def test_classes_that_reach_k_only_by_records_that_name_nobody() -> None:
    """Three classes: of three people, of one and two unnamed records, and one that is withheld."""
    rows = np.array([0, 0, 0, 1, 1, 1, 2])
    numbers = np.array([0, 1, 2, 0, 3, 4, 1])
    held = Holders(("id",), rows, (numbers,), np.ones(7, dtype=np.int64), (2,))
    classes = np.array([0, 1, -1])
    assert unnamed_in(held, "id", classes, 3) == (1, 2)
    assert unnamed_in(held, "id", classes, 1) == (0, 2)
    assert unnamed_in(None, "", classes, 3) == (0, 0)
    (words,) = words_on_unnamed("id", 1, 2, 3)
    assert words.startswith("1 of 2 classes reaches k = 3 only because every record without a")
    assert words_on_unnamed("id", 0, 2, 3) == ()


def test_people_who_differ_only_in_how_they_are_written(tmp_path: Path) -> None:
    assert words_on_spellings("id", 5, 5) == ()
    rows = range(80)
    ages = [20 + row // 20 for row in rows]
    said = "'id' has 40 different values, and 20 if blanks"
    quasi = {"age": covey.Ordered()}
    ids = [f"{'pP'[row % 2]}{row // 4}" for row in rows]
    table, out = write(tmp_path / "t.csv", {"id": ids, "age": ages}), tmp_path / "out"
    made = covey.anonymize(table, k=5, quasi=quasi, person="id", out=out)
    assert [each for each in made.plan.warnings if each.startswith(said)]
    found = covey.verify(out, table)
    assert found.holds, found.summary()
    with pytest.raises(covey.CoveyError, match="capital letters do not count"):
        covey.anonymize(table, k=5, quasi=quasi, person="id", strict=True, out=tmp_path / "no")


def test_what_would_leave_more_of_a_column_is_what_can_help() -> None:
    lost = {"age": 1.0}
    (plain,) = warnings_on_loss(lost, {"age": covey.Ordered()})
    assert "allow some records to be withheld" in plain
    (allowed,) = warnings_on_loss(lost, {"age": covey.Ordered()}, 0.01)
    assert "withheld" not in allowed
    (banded,) = warnings_on_loss(lost, {"age": covey.Ordered(bands=[200, 300])})
    assert "its bands (200,300): give narrower ones with --bands" in banded
    assert "smaller k" not in banded


def test_a_mark_that_few_have_is_warned_of_without_being_shown(tmp_path: Path) -> None:
    """Of records, and of people with several records each, which a typed column has, too."""
    assert words_on_marks({"born": (0, 5)}, "", 5) == ()
    rows = range(80)
    table: dict[str, list[Any]] = {
        "id": [row // 4 for row in rows],
        "born": ["31.02.1980" if row < 4 else f"{row % 9 + 1}.1.19{row // 8}9" for row in rows],
        "size": ["N/A" if row < 2 else 40 + row // 8 for row in rows],
    }
    asked: dict[str, Any] = {
        "quasi": {"born": covey.Ordered(), "size": covey.Ordered()},
        "date_format": {"born": "%d.%m.%Y"},
        "na": ["31.02.1980", "N/A", "Smith"],
    }
    given = write(tmp_path / "t.csv", table)
    said = "names a mark of missing values that fewer than 5 records have in 'born'"
    with pytest.raises(covey.CoveyError, match=said):
        covey.anonymize(given, k=5, strict=True, out=tmp_path / "no", **asked)
    # Four records are enough for k = 4, but they are of one person.
    for person in ("", "id"):
        out = tmp_path / f"out{person}"
        made = covey.anonymize(given, k=4, out=out, person=person, **asked)
        warned = [each for each in made.plan.warnings if "mark of missing values" in each]
        assert bool(warned) == bool(person)
        assert not any("1980" in each or "'size'" in each for each in warned)
        found = covey.verify(out, given)
        assert found.holds, found.summary()
    # New records with a mark of their own.
    new = covey.apply(
        out, given, out=tmp_path / "new", na={"born": ["31.02.1980"], "size": ["N/A"]}
    )
    assert any("mark of missing values that fewer than 4 people" in each for each in new.warnings)
    assert covey.verify(tmp_path / "new", given).holds
    typed = pd.DataFrame({"age": [34.0] * 3 + [30.0 + row % 4 for row in rows]})
    made = covey.anonymize(typed, k=5, quasi={"age": covey.Ordered()}, na=["34"])
    assert [each for each in made.plan.warnings if "fewer than 5 records have in 'age'" in each]
    # Of a frame the column of people is not copied before somebody asks for it.
    typed["id"] = [*range(40), *range(43)]
    made = covey.anonymize(
        typed, k=5, quasi={"age": covey.Ordered()}, person="id", na=["2000", "x", "41"]
    )
    assert [each for each in made.plan.warnings if "fewer than 5 people have in 'id'" in each]
