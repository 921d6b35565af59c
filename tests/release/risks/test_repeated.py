"""Numbers of people that nobody named as such: noticed where they are, and only there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import covey
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.release.risks.identifiers import identifies_people
from covey.release.risks.repeated import like_numbers_of_people, with_counted
from tests.release.tables import write

PEOPLE, ROWS = 60, 300
DRAW = np.random.default_rng(2)
WHO = DRAW.permutation(np.arange(ROWS) % PEOPLE)
AGE, SEX, COUNTY = DRAW.integers(0, 40, PEOPLE), DRAW.integers(0, 2, PEOPLE), np.arange(PEOPLE) % 9
QUASI = {"age": AGE[WHO], "sex": SEX[WHO]}


def judged(own: NDArray[np.int64], quasi: dict[str, NDArray[np.int64]] | None = None) -> bool:
    return bool(like_numbers_of_people({"who": own}, quasi or QUASI))


def test_a_number_that_comes_again_and_tells_two_quasi_identifiers() -> None:
    assert judged(WHO)
    assert like_numbers_of_people({"age": AGE[WHO], "who": WHO}, QUASI) == ["who"]


def test_people_who_move_and_grow_older() -> None:
    later = DRAW.integers(0, 3, ROWS)
    moved = np.where(DRAW.random(ROWS) < 0.2, DRAW.integers(0, 6, ROWS), WHO % 6)
    assert judged(WHO, {"age": AGE[WHO] + later, "sex": SEX[WHO], "town": moved})
    assert not judged(WHO, {"age": AGE[WHO] + later, "town": moved}), "neither is sure"


def test_a_quasi_identifier_may_be_one() -> None:
    assert like_numbers_of_people({"who": WHO}, {**QUASI, "who": WHO}) == ["who"]


def test_other_columns_are_not() -> None:
    assert not judged(DRAW.integers(0, 60, ROWS)), "it tells nothing"
    assert not judged(np.arange(ROWS)), "it does not repeat"
    assert not judged(SEX[WHO]), "it has few values"
    assert not judged(AGE[WHO] * 2), "a quasi-identifier says the same"


def test_a_place_tells_its_county_and_its_state_and_nobody() -> None:
    place = DRAW.integers(0, 60, ROWS)
    assert not judged(place, {"county": place // 5, "state": place // 20})
    assert judged(place, {"county": place // 5, "colour": place % 7})


def test_counted_columns_are_holders_too() -> None:
    ranks = np.array([0, 1, -1])
    counted = Counted(("id",), (np.array(["a", "b"]),), (ranks,), np.array([2, 1, 1]))
    held = with_counted(None, counted, ["id"])
    assert held.of("id").tolist() == [0, 1, 2]
    other = Holders(("x",), np.array([0, 0, 2]), (np.array([0, 1, 1]),), np.ones(3, dtype=np.int64))
    both = with_counted(other, counted, ["id"])
    assert (both.columns, both.of("id").tolist()) == (("x", "id"), [0, 0, 1])


@pytest.mark.parametrize("name", ["patid", "subjid", "nhsnumber", "kundennr", "hhid", "PatNo"])
def test_joined_words(name: str) -> None:
    assert identifies_people(name)


@pytest.mark.parametrize("name", ["paid", "valid", "covid", "number", "lipid", "fluid", "casino"])
def test_words_that_only_end_like_it(name: str) -> None:
    assert not identifies_people(name)


@pytest.mark.parametrize("how", [{}, {"drop": ["who"]}, {"label": True}])
def test_it_is_said_whatever_becomes_of_the_column(tmp_path: Path, how: dict[str, Any]) -> None:
    columns = {name: codes.tolist() for name, codes in QUASI.items()}
    table = write(tmp_path / "t.csv", {"who": [f"w{each}" for each in WHO], **columns})
    quasi: dict[str, Any] = {"age": covey.Ordered(), "sex": covey.Labels()}
    if how.pop("label", False):
        quasi["who"] = covey.Labels()
    release = covey.anonymize(table, k=5, quasi=quasi, out=tmp_path / "out", **how)
    (words,) = [each for each in release.plan.warnings if "if it identifies people" in each]
    assert words.startswith(f"'who' has {PEOPLE} different values in {ROWS} records")
    found = covey.verify(tmp_path / "out", table)
    assert found.holds, found.summary()


def test_nothing_is_said_of_a_column_that_tells_nobody_apart(tmp_path: Path) -> None:
    columns = {name: codes.tolist() for name, codes in QUASI.items()}
    table = write(tmp_path / "t.csv", {"x": DRAW.integers(0, 60, ROWS).tolist(), **columns})
    quasi: dict[str, Any] = {"age": covey.Ordered(), "sex": covey.Labels()}
    release = covey.anonymize(table, k=5, quasi=quasi, out=tmp_path / "out")
    assert not [each for each in release.plan.warnings if "if it identifies people" in each]
