"""What is said of a release besides its figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey.release.job import Job
from covey.release.notes import NOBODY, without_small_counts
from covey.release.notes import notes_on_classes as all_notes
from covey.release.publish import plan_job
from tests.release.tables import K, patients, write
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


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("1 record has no value in 'a': x", "fewer than 5 records have no value in 'a': x"),
        (
            "4 people have records that differ in 'a'",
            "fewer than 5 people have records that differ",
        ),
        ("5 records have no value in 'a'", "5 records have no value in 'a'"),
        ("1,004 records have no value in 'a'", "1,004 records have no value in 'a'"),
        ("3 quasi-identifiers have no value in the end", "3 quasi-identifiers have"),
    ],
)
def test_small_counts_are_not_told(note: str, told: str) -> None:
    assert without_small_counts([note], 5)[0].startswith(told)


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
