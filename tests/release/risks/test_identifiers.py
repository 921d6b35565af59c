"""Columns that are published as they are, and may give people away."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

import covey
from covey.core.holders import Holders
from covey.release.risks.identifiers import (
    MOST_NAMED,
    find_identifying,
    may_repeat,
    words_on_repeated,
)
from tests.release.tables import write
from tests.report.page import Page


def test_identifiers_are_suspected_by_name_and_by_their_values() -> None:
    columns = ["ssn", "Work Phone", "emailAddress", "diagnosis", "visit"]
    found = find_identifying(columns, {"diagnosis": 0.3, "visit": 0.95, "ssn": 1.0}, 100).warnings()
    assert found[0].startswith("'ssn', 'Work Phone', 'emailAddress' look like identifiers by name")
    assert found[1].startswith("'visit' looks like an identifier, almost all values being distinct")
    assert len(found) == 2
    assert find_identifying(["visit"], {"visit": 1.0}, 5).warnings() == [], (
        "five records say nothing"
    )


def test_what_others_know_is_pointed_out_unless_it_was_thought_of() -> None:
    (found,) = find_identifying(["age", "cost", "PLZ"], {}, 100).warnings()
    assert found.startswith("'age', 'PLZ': others may know this")
    assert find_identifying(["age"], {}, 100, sensitive=["age"]).columns == ()


def test_dates_are_pointed_out_by_their_values() -> None:
    columns = ["col7", "dateOfBirth", "passport", "visit", "cost"]
    shares = dict.fromkeys(columns, 1.0)
    found = find_identifying(columns, shares, 100, ["visit"], dates=columns[:4])
    assert found.dates == ["col7"], "the others are known by name, or were thought of"
    assert found.columns == ("passport", "cost", "dateOfBirth", "col7")
    assert found.warnings()[-1].startswith("'col7' holds dates: others may know one of a person")


@pytest.mark.parametrize("form", ["%Y-%m-%d", "%d.%m.%Y", "%m/%d/%y", "%Y%m%d", "%d %b %Y"])
def test_a_birth_date_is_noticed_whatever_its_column_is_called(tmp_path: Path, form: str) -> None:
    days = [dt.date(1950, 1, 1) + dt.timedelta(days=97 * at) for at in range(60)]
    columns = {"town": ["Ulm", "Bern"] * 30, "col7": [day.strftime(form) for day in days]}
    table, out = write(tmp_path / "in.csv", columns), tmp_path / "out"
    release = covey.anonymize(table, k=5, quasi={"town": covey.Labels()}, out=out)
    assert any("'col7' holds dates" in warning for warning in release.plan.warnings)
    assert covey.verify(out, table).holds, "the report is the same"
    again = covey.apply(out, table, out=tmp_path / "again")
    assert any("'col7' holds dates" in warning for warning in again.warnings)


def test_a_column_without_values_holds_no_dates(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", {"town": ["Ulm", "Bern"] * 5, "visit": [None] * 10})
    release = covey.anonymize(table, k=5, quasi={"town": covey.Labels()}, out=tmp_path / "out")
    assert not any("holds dates" in warning for warning in release.plan.warnings)


@pytest.mark.parametrize("days", ["date", "text"])
def test_dates_of_frames_are_noticed(days: str) -> None:
    values = pandas.date_range("1979-03-12", periods=20)
    frame = pandas.DataFrame({"town": ["Ulm", "Bern"] * 10, "col7": values})
    if days == "text":
        frame["col7"] = frame["col7"].dt.strftime("%d/%m/%Y")
    release = covey.anonymize(frame, k=5, quasi={"town": covey.Labels()})
    assert any("'col7' holds dates" in warning for warning in release.plan.warnings)


@pytest.mark.parametrize(("other", "expected"), [("visits", False), ("age", True)])
def test_the_report_says_whether_other_columns_give_people_away(
    tmp_path: Path, other: str, expected: bool
) -> None:
    """A release that keeps its order has a warning in any case, which is not about a column."""
    table = write(tmp_path / "in.csv", {"town": ["Ulm", "Bern"] * 12, other: [1, 2, 3] * 8})
    quasi = {"town": covey.Labels()}
    covey.anonymize(table, k=5, quasi=quasi, shuffle=False, out=tmp_path / "out")
    page = Page((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    assert "the rows keep the order of the table" in page.text
    assert ("Other columns are published that may give people away" in page.text) == expected
    assert ("'age': others may know this of a person" in page.text) == expected
    assert covey.verify(tmp_path / "out", table).holds


@pytest.mark.parametrize(
    ("shares", "records", "many"),
    [
        ({"code": 0.95}, 20, ["code"]),
        ({"code": 0.89}, 20, []),
        ({"code": 1.0}, 19, []),
        ({}, 20, []),
    ],
)
def test_almost_distinct_values_make_an_identifier_of_enough_records(
    shares: dict[str, float], records: int, many: list[str]
) -> None:
    assert find_identifying(["code"], shares, records).many == many


def test_a_column_is_suspected_once() -> None:
    """By its name first, then by its values, then because others know it."""
    found = find_identifying(
        ["patientID", "code", "age"], dict.fromkeys(("patientID", "code"), 1.0), 50
    )
    assert tuple(found) == (["patientID"], ["code"], ["age"], [], [])
    assert found.columns == ("patientID", "code", "age")
    assert [warning.split()[0] for warning in found.warnings()] == [
        "'patientID'",
        "'code'",
        "'age':",
    ]


def test_what_was_named_as_sensitive_has_been_thought_of() -> None:
    assert find_identifying(["age"], {}, 50, sensitive=["age"]).columns == ()
    assert find_identifying(["name"], {}, 50, sensitive=["name"]).columns == ("name",)


def test_of_very_many_columns_some_are_named() -> None:
    columns = [f"name {at}" for at in range(MOST_NAMED + 5)]
    (warning,) = find_identifying(columns, {}, 50).warnings()
    assert "and 5 more look like identifiers by name" in warning


def repeated(ids: list[int], classes: list[int], k: int) -> list[str]:
    rows = np.arange(len(ids))
    held = Holders(("patient",), rows, (np.array(ids),), np.ones(len(ids), dtype=np.int64))
    return list(words_on_repeated(held, np.array(classes), k).values())


def test_numbers_of_people_that_come_again_are_warned_of() -> None:
    """Thirty people with four records each, ten records in a class: three people each."""
    ids = [row // 4 for row in range(120)]
    (words,) = repeated(ids, [row // 10 for row in range(120)], 5)
    assert "'patient' has 30 different values in 120 records" in words
    assert "fewer than k = 5 of them in 12 of 12 classes, and only one in 0" in words
    (words,) = repeated(ids, [row // 4 for row in range(120)], 3)
    assert "in 30 of 30 classes, and only one in 30" in words


def test_nothing_is_said_where_people_are_enough_or_do_not_repeat() -> None:
    ids = [row // 4 for row in range(120)]
    assert repeated(ids, [0] * 120, 30) == []
    assert repeated(list(range(120)), [row // 10 for row in range(120)], 11) == []
    assert repeated([row % 3 for row in range(120)], [row // 10 for row in range(120)], 11) == []


def test_only_columns_that_may_identify_people_are_looked_at() -> None:
    shares = {"patient": 0.3, "visit_id": 0.99, "diagnosis": 0.3, "family": 0.0, "id": 0.5}
    assert may_repeat(list(shares), shares) == ["patient", "id"]


def test_households_that_are_left_in_are_warned_of(tmp_path: Path) -> None:
    """Their number puts the records of a family together, whatever k counts."""
    rows = range(400)
    columns: dict[str, list[Any]] = {
        "patient": [f"P{row // 2}" for row in rows],
        "household": [f"H{row // 6}" for row in rows],
        "family": ["yes" if row % 3 else "no" for row in rows],
        "age": [20 + row // 10 for row in rows],
    }
    table, out = write(tmp_path / "in.csv", columns), tmp_path / "out"
    how: dict[str, Any] = {"k": 5, "quasi": {"age": covey.Ordered()}, "person": "patient"}
    said = "'household', published as it is, identifies people or households"
    left = covey.anonymize(table, **how, out=out)
    assert [each for each in left.plan.warnings if "people or households" in each] == [
        each for each in left.plan.warnings if each.startswith(said)
    ]
    page = Page((out / "report.html").read_text(encoding="utf-8")).text
    assert said in page
    assert "but other columns may give people away" in page
    assert covey.verify(out, table).holds
    with pytest.raises(covey.CoveyError, match="strict=True: 'household', published as it is"):
        covey.anonymize(table, **how, strict=True, out=tmp_path / "no")
    aways: list[dict[str, Any]] = [{"drop": ["household"]}, {"groups": {"household": 2}}]
    for away in aways:
        done = covey.anonymize(table, **how, **away, strict=True, out=tmp_path / next(iter(away)))
        assert not any("people or households" in each for each in done.plan.warnings)
