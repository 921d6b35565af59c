"""What columns look like becomes what they are, once somebody accepts it."""

from __future__ import annotations

from typing import Any

from covey.app.draft import Draft
from covey.app.proposals import accepted


def draft(*columns: str) -> Draft:
    return Draft.of_table("/x.csv", {}, columns)


def looks(**treatments: str) -> dict[str, dict[str, Any]]:
    return {
        column: {"treatment": treatment, "rules": {"l": 2} if treatment == "sensitive" else {}}
        for column, treatment in treatments.items()
    }


def test_a_place_takes_both_of_its_columns() -> None:
    both = looks(lat="latitude", lon="longitude")
    found = accepted(draft("lon", "lat"), ["lon"], both)
    assert found.data["quasi"] == {"lat, lon": {"role": "points", "lat": "lat", "lon": "lon"}}
    assert found.undecided == []
    # One that has no other is a number like any other.
    alone = accepted(draft("lat"), ["lat"], looks(lat="latitude"))
    assert alone.data["quasi"] == {"lat": {"role": "ordered"}}


def test_one_column_identifies_people() -> None:
    people = looks(number="person", name="person")
    found = accepted(draft("number", "name"), ["number", "name"], people)
    assert (found.data["person"], found.data["drop"]) == ("number", ["name"])


def test_what_somebody_decided_stays_and_nothing_else_is_touched() -> None:
    own = draft("a", "b", "c").treated("a", "keep", {})
    found = accepted(own, ["a", "b", "nowhere"], looks(a="label", b="sensitive", c="label"))
    assert found.data["quasi"] == {}
    assert found.data["sensitive"] == {"b": {"l": 2}}
    assert found.undecided == ["c"]
