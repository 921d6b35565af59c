"""Columns that are published as they are, and may give people away."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey.release.identifiers import MOST_NAMED, find_suspects
from tests.release.tables import write
from tests.report.page import Page


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
    assert find_suspects(["code"], shares, records).many == many


def test_a_column_is_suspected_once() -> None:
    """By its name first, then by its values, then because others know it."""
    found = find_suspects(
        ["patientID", "code", "age"], dict.fromkeys(("patientID", "code"), 1.0), 50
    )
    assert found == (["patientID"], ["code"], ["age"])
    assert found.columns == ("patientID", "code", "age")
    assert [warning.split()[0] for warning in found.warnings()] == [
        "'patientID'",
        "'code'",
        "'age':",
    ]


def test_what_was_named_as_sensitive_has_been_thought_of() -> None:
    assert find_suspects(["age"], {}, 50, sensitive=["age"]).columns == ()
    assert find_suspects(["name"], {}, 50, sensitive=["name"]).columns == ("name",)


def test_of_very_many_columns_some_are_named() -> None:
    columns = [f"name {at}" for at in range(MOST_NAMED + 5)]
    (warning,) = find_suspects(columns, {}, 50).warnings()
    assert "and 5 more look like identifiers by name" in warning
