"""The risk of the original of a release."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.core.errors import InvalidInput
from tests.release.tables import K, people, write
from tests.report.page import Page


def test_the_report_says_what_was_unique_before(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    quasi = {"age": covey.Ordered(), "town": covey.Labels()}
    covey.anonymize(table, k=K, quasi=quasi, out=tmp_path / "out")
    before = covey.risk(table, ["age", "town"], k=K)
    text = Page((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).text
    assert before.found.unique > 0
    assert f"unique before, after {before.found.unique:,} → 0" in text
    share = f"{before.found.below:,} ("
    assert f"records in classes below k {share}" in text


def test_the_journalist_of_the_original_looks_into_the_population(tmp_path: Path) -> None:
    table, everybody = tmp_path / "t.csv", tmp_path / "all.csv"
    table.write_text("sex\n" + "f\n" * 4 + "m\n" * 6)
    everybody.write_text("sex,n\nf,50\nm,80\n")
    how: dict[str, Any] = {"k_map": 5, "population": f"{everybody}:n"}
    out = tmp_path / "out"
    covey.anonymize(table, k=4, quasi={"sex": covey.Labels()}, out=out, **how)
    audit = json.loads((out / "audit.json").read_text(encoding="utf-8"))
    (figure,) = [each for each in audit["risk"] if "journalist" in each["figure"]]
    assert (figure["before"], figure["after"]) == ("2 %", "2 %")
    again = covey.verify(out, against=table, population=f"{everybody}:n")
    assert [check for check in again.checks if not check.held] == []


def test_the_population_is_estimated_in_the_report(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    quasi = {"age": covey.Ordered(), "town": covey.Labels()}
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, population_size=100_000, out=out)
    before = covey.risk(table, ["age", "town"], k=K, population_size=100_000).uniqueness
    assert before is not None
    assert before.uniques
    text = Page((out / "report.html").read_text(encoding="utf-8")).text
    assert f"unique in the population {before.uniques:,.0f} (" in text
    again = covey.verify(out, against=table)
    assert again.holds, again.summary()
    for size, words in ((3, "no sample of 3 people"), ("many", "a whole number from 1 on")):
        with pytest.raises(InvalidInput, match=words):
            covey.anonymize(table, k=K, quasi=quasi, population_size=size, out=tmp_path / "no")  # type: ignore[arg-type]


def test_people_are_counted_by_what_others_know_alone(tmp_path: Path) -> None:
    """Forty people with two illnesses each are forty of a population, and no eighty."""
    table: dict[str, list[Any]] = {
        "who": [f"p{at // 2}" for at in range(80)],
        "age": [20 + at // 2 % 4 for at in range(80)],
        "illness": ["ab"[at % 2] for at in range(80)],
    }
    file, out = write(tmp_path / "visits.csv", table), tmp_path / "out"
    how: dict[str, Any] = {"k": 5, "quasi": {"age": covey.Ordered()}, "person": "who"}
    covey.anonymize(file, **how, sensitive=["illness"], population_size=40, out=out)
    assert covey.verify(out, against=file).holds
    page = Page((out / "report.html").read_text(encoding="utf-8")).text
    assert "in which everybody counts once in every class" in page
    moved = {**table, "age": [20 + at % 4 for at in range(80)]}
    again = write(tmp_path / "moved.csv", moved)
    runs: list[Callable[[], Any]] = [
        lambda: covey.anonymize(again, **how, population_size=40, out=tmp_path / "no"),
        lambda: covey.risk(again, ["age"], person="who", population_size=40),
    ]
    for run in runs:
        with pytest.raises(InvalidInput, match="40 people are in 80 combinations"):
            run()
