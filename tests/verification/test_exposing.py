"""People whom other columns expose, in a release of which nobody knows what was withheld."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import covey
from covey.core.holders import Holders
from covey.measures.dependence import Exposed
from covey.release.audit import AUDIT_FILE
from covey.release.risks.dependence import Dependence
from covey.release.risks.identifiers import words_on_one_repeated
from covey.report.parts import REPORT_FILE
from covey.verification.audit import FOLLOWS
from covey.verification.exposing import (
    possible_on_dependences,
    possible_on_repeated,
    recorded_of,
)
from covey.verification.original import REPORT
from tests.release.tables import write

K = 8
NONE = np.zeros(0, dtype=np.int64)


def dependence(quasi: str, tells: bool = True) -> Dependence:
    return Dependence(("born",), (quasi,), tells, 0.9, False, NONE, NONE, NONE)


def test_recorded_numbers_are_taken_and_no_other_words() -> None:
    age, year = dependence("age"), dependence("year")
    possible = possible_on_dependences([age, year], K)
    some = age.words(Exposed(1_200, 3), K, "record")
    both = f"{some}; {year.words(Exposed(7, 0), K, 'record')}"
    for words in (some, both):
        assert recorded_of(["another", words], possible) == {("born",): words}
    for wrong in (some.replace("90 %", "1 %"), some.replace("1,200", "no"), f"{some}; and more"):
        assert recorded_of([wrong], possible) == {}


def test_many_forms_are_matched_at_once() -> None:
    many = [dependence(f"q{each}") for each in range(40)]
    words = "; ".join(each.words(Exposed(9, 1), K, "record") for each in many[::2])
    possible = possible_on_dependences(many, K)
    assert recorded_of([words], possible) == {("born",): words}
    assert recorded_of([f"{words}; ", ""], possible) == {}


def test_the_same_for_identifiers_that_come_again() -> None:
    held = Holders(("household",), np.arange(3), (np.array([0, 1, 1]),), np.ones(3, dtype=np.int64))
    words = words_on_one_repeated(held, "household", K, 1, 1, 0)
    assert recorded_of([words], possible_on_repeated(held, K)) == {"household": words}


@pytest.fixture
def withheld(tmp_path: Path) -> tuple[Path, Path]:
    """A table in which the year of birth tells the age, and a release without some of it."""
    draw = random.Random(1)
    ages = [
        draw.choice([10, 20, 30, 40, 50]) if draw.random() > 0.04 else draw.randint(60, 140)
        for _ in range(300)
    ]
    born = [2020 - age if draw.random() > 0.1 else 1950 for age in ages]
    zips = [draw.choice("abcde") for _ in ages]
    table = write(tmp_path / "people.csv", {"age": ages, "zip": zips, "born": born})
    quasi = {"age": covey.Ordered(), "zip": covey.Labels()}
    made = covey.anonymize(
        table, k=K, quasi=quasi, suppress=0.1, recoding="global", out=tmp_path / "out"
    )
    assert made.plan.suppressed
    assert any("can be singled out" in words for words in made.plan.warnings)
    return table, tmp_path / "out"


def held(out: Path, table: Path, claim: str) -> bool | None:
    (found,) = [each.held for each in covey.verify(out, table).checks if each.claim == claim]
    return found


def test_an_honest_release_holds(withheld: tuple[Path, Path]) -> None:
    table, out = withheld
    assert held(out, table, REPORT)
    assert held(out, table, FOLLOWS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<ul>\n", "<ul>\n<li>nobody can be singled out, and all is well</li>\n"),
        ("<ul>\n", "<ul>\n<script>'can be singled out, and'</script>\n"),
        ("decision caution", "decision safe"),
        (", but other columns may give people away", ""),
        (", but other columns", ", but otherwise approved, and other columns"),
    ],
)
def test_a_changed_report_does_not(withheld: tuple[Path, Path], old: str, new: str) -> None:
    table, out = withheld
    page = (out / REPORT_FILE).read_text()
    assert old in page
    (out / REPORT_FILE).write_text(page.replace(old, new))
    assert held(out, table, REPORT) is False


def test_a_changed_record_does_not(withheld: tuple[Path, Path]) -> None:
    table, out = withheld
    text = (out / AUDIT_FILE).read_text()
    (out / AUDIT_FILE).write_text(text.replace("can be singled out, and", "are safe, and", 1))
    assert held(out, table, FOLLOWS) is False
