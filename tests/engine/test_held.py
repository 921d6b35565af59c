"""What every engine owes: who the records are of, against plain sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.engine.held import different, listed, ranked
from covey.engine.protocol import Generalization
from tests.engine.backends import Backend, Session

TABLE: dict[str, list[Any]] = {
    "age": [30, 30, None, 41, 41, 41, 30, None, 52],
    "sex": ["f", "f", "m", "m", "m", "m", "f", "m", "f"],
    "id": ["a", "b", "a", "c", "c", None, None, "a", ""],
    "house": [1, 2, 1, 1, 2, 2, 7, None, 1],
}
KINDS = {"age": "integer", "sex": "text"}


def entries() -> set[tuple[Any, ...]]:
    """Every combination with its holders and the records of both."""
    found: dict[tuple[Any, ...], int] = {}
    for at, (age, sex, person, house) in enumerate(zip(*TABLE.values(), strict=True)):
        alone = at if person is None or house is None else None
        key = (age, sex, person, house, alone)
        found[key] = found.get(key, 0) + 1
    return {(*key, count) for key, count in found.items()}


def test_who_is_in_which_combination(engine: Session, backend: Backend, tmp_path: Path) -> None:
    snapshot = engine.open(backend.put(tmp_path, TABLE), KINDS)
    counted, held = snapshot.count(), snapshot.holders(["id", "house"])
    assert held.columns == ("id", "house")
    assert held.missing == (2, 1)
    assert held.total("id") == 4 + 2
    assert held.total("house") == 3 + 1
    assert (np.diff(held.rows) >= 0).all()
    ages, sexes = counted.texts
    expected = entries()
    assert len(held.rows) == len(expected)
    sums = np.zeros(len(counted), dtype=np.int64)
    np.add.at(sums, held.rows, held.counts)
    assert sums.tolist() == counted.counts.tolist()
    for column, at in (("id", 2), ("house", 3)):
        by_number: dict[int, set[Any]] = {}
        for row, number in zip(held.rows.tolist(), held.of(column).tolist(), strict=True):
            age = None if ages[row] is None else int(ages[row])
            by_number.setdefault(number, set()).add((age, sexes[row]))
        by_value: dict[Any, set[Any]] = {}
        for age, sex, *holders, alone, _ in expected:
            name = holders[at - 2]
            own = ("alone", alone) if name is None else name
            by_value.setdefault(own, set()).add((age, sex))
        assert sorted(map(repr, map(sorted_, by_number.values()))) == sorted(
            map(repr, map(sorted_, by_value.values()))
        )


def test_names_that_differ_by_blanks_and_capitals(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    people = ["A1", "a1", " a1", "b", None, "b "]
    table: dict[str, list[Any]] = {"age": [30] * 6, "id": people, "house": [1, 2, 1, None, 1, 1]}
    snapshot = engine.open(backend.put(tmp_path, table), {"age": "integer"})
    assert snapshot.spellings("id") == (5, 2)
    assert snapshot.spellings("house") == (2, 2)


def sorted_(found: set[Any]) -> list[Any]:
    return sorted(found, key=repr)


def test_the_written_rows_are_counted_by_holders(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    """Classes of the published rows; records that are left out have none."""
    snapshot = engine.open(backend.put(tmp_path, TABLE), KINDS)
    counted = snapshot.count()
    of_age = {None: 0, "30": 1, "41": 0, "52": -1}
    classes = np.array([of_age[text] for text in counted.texts[0].tolist()])
    texts = {"age": ["some", "30"], "sex": ["any", "f"]}
    recoded = snapshot.recode(
        Generalization(classes, texts), backend.target(tmp_path), ["id", "house"], "ab" * 32
    )
    with recoded as hidden:
        people, houses = hidden.holders(["id", "house"])
    assert people == {0: 3, 1: 3}
    assert houses == {0: 3, 1: 3}


def test_a_column_that_is_not_there_is_refused(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, TABLE), KINDS)
    with pytest.raises((InvalidInput, KeyError), match="nobody"):
        snapshot.holders(["nobody"])


def test_the_statements() -> None:
    assert different("v0") == "COUNT(DISTINCT v0) + COUNT(*) - COUNT(v0)"
    assert "CASE WHEN a IS NULL OR b IS NULL THEN r END" in listed("t", "p", ["a", "b"], "r")
    assert ranked("e", 1).startswith("SELECT e.place, COALESCE(h0.r, -1) AS r0, e.n FROM e e")
