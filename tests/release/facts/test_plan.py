"""What a run does with a table, in a few lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.release.facts.plan import Plan, Quasi, quasi_of
from tests.engine.tables import counted_rows


def plan(**changes: Any) -> Plan:
    plain: dict[str, Any] = {
        "input": "people.csv",
        "records": 60,
        "k": 10,
        "quasi": (Quasi("zip", ("zip",), "labels", 7),),
        "classes": 6,
        "smallest": 10,
        "largest": 10,
        "cost": 10,
        "lower_bound": 10,
        "because": "k itself",
        "status": "optimal",
        "verdict": "optimal: no answer has a smaller largest class",
        "suppressed": 0,
        "requirements": (),
        "sensitive": (),
        "loss": 0.25,
        "dropped": (),
        "unchanged": (),
        "notes": (),
        "warnings": (),
    }
    return Plan(**{**plain, **changes})


@pytest.mark.parametrize(
    ("classes", "smallest", "largest", "line"),
    [
        (1, 3000, 3000, "classes      1, with 3,000 records"),
        (6, 10, 10, "classes      6, with 10 records each"),
        (5, 10, 14, "classes      5, with 10 to 14 records each"),
    ],
)
def test_classes_and_their_records(classes: int, smallest: int, largest: int, line: str) -> None:
    made = plan(classes=classes, smallest=smallest, largest=largest)
    assert line in made.summary().splitlines()


def test_notes_come_before_warnings_and_each_is_one_line() -> None:
    lines = plan(notes=("a\nb",), warnings=("c",)).summary().splitlines()
    assert lines[-2:] == ["note         a\\nb", "warning      c"]


def test_what_there_is_none_of_is_said() -> None:
    text = plan().summary()
    for line in ("suppressed   no record", "dropped      no column", "unchanged    no column"):
        assert line in text
    assert "every class" not in text
    assert "every class  2 values" in plan(requirements=("2 values",)).summary()


def test_distinct_values_are_those_that_are_published() -> None:
    rows: list[tuple[str | None, ...]] = [("Ulm", "1"), ("Bern", "2"), (None, "2")]
    counted = counted_rows({"town": "text", "age": "integer"}, rows)
    roles = {"town": covey.Labels(), "age": covey.Ordered()}
    whole = quasi_of(roles, counted, np.ones(3, dtype=bool))
    assert [each.distinct for each in whole] == [2, 2]
    none_of_ulm = quasi_of(roles, counted, counted.texts[0] != "Ulm")
    assert [each.distinct for each in none_of_ulm] == [1, 1]
    assert whole[1].summary() == "age: ordered values, 2 distinct values"


def test_people_are_said_with_the_records_beside_them() -> None:
    words = plan(classes=3, smallest=10, largest=12, records_per_class=(10, 57)).summary()
    assert "classes      3, with 10 to 12 people each (10 to 57 records)" in words
