"""The risk of the original of a release."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.core.errors import InvalidInput
from covey.verification.original import REPORT
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


def test_a_population_of_which_nothing_is_asked_is_counted_in_the_report(tmp_path: Path) -> None:
    """It changes no class."""
    table, everybody = people(), tmp_path / "everybody.csv"
    file = write(tmp_path / "people.csv", table)
    write(everybody, {**table, "n": [1 + at % 4 for at in range(len(table["age"]))]})
    quasi = {"age": covey.Ordered(), "town": covey.Labels()}
    plain = covey.anonymize(file, k=K, quasi=quasi, out=tmp_path / "plain")
    asked: dict[str, Any] = {"population": f"{everybody}:n", "out": tmp_path / "out"}
    done = covey.anonymize(file, k=K, quasi=quasi, **asked)
    assert done.plan.sizes == plain.plan.sizes
    before = covey.risk(file, ["age", "town"], k=K, population=f"{everybody}:n")
    assert before.alone
    text = Page((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).text
    assert f"alone in the population {before.alone:,} (" in text
    again = covey.verify(tmp_path / "out", against=file, population=f"{everybody}:n")
    assert [check for check in again.checks if not check.held] == []
    without = covey.verify(tmp_path / "out", against=file)
    assert [check.held for check in without.checks if check.claim == REPORT] == [None]
    covey.apply(tmp_path / "out", file, out=tmp_path / "next")
    next_year = covey.verify(tmp_path / "next", against=file)
    assert next_year.holds, next_year.summary()


def test_sampling_weights_are_counted_in_the_report(tmp_path: Path) -> None:
    table = people()
    table["weight"] = [1.5 + at % 7 for at in range(len(table["age"]))]
    file, out = write(tmp_path / "people.csv", table), tmp_path / "out"
    quasi = {"age": covey.Ordered(), "town": covey.Labels()}
    how: dict[str, Any] = {"k": K, "quasi": quasi, "sampling_weight": "weight"}
    covey.anonymize(file, **how, drop=["weight"], out=out)
    before = covey.risk(file, ["age", "town"], k=K, weight="weight")
    assert before.uniqueness is not None
    assert before.uniqueness.uniques
    text = Page((out / "report.html").read_text(encoding="utf-8")).text
    assert f"by sampling weights, which stand for {before.uniqueness.population:,} people" in text
    assert f"unique in the population {before.uniqueness.uniques:,.0f} (" in text
    # It would be the weight of a single record.
    assert "journalist risk, highest not shown" in text
    again = covey.verify(out, against=file)
    assert again.holds, again.summary()
    for more, words in (
        ({"person": "name"}, "may have several records"),
        ({"population": str(file)}, "both say how many people"),
        ({"sampling_weight": "age"}, "a quasi-identifier and the sampling weight"),
        ({"sampling_weight": "nothing"}, "nothing"),
        ({"sampling_weight": 3}, "the name of a column"),
        ({"population_size": 10**6}, "say how many people the population has"),
    ):
        with pytest.raises(InvalidInput, match=words):
            covey.anonymize(file, **{**how, **more}, out=tmp_path / "no")


def test_published_sampling_weights_are_warned_of(tmp_path: Path) -> None:
    table = people()
    table["weight"] = [1.5 + at % 7 for at in range(len(table["age"]))]
    file, out = write(tmp_path / "people.csv", table), tmp_path / "out"
    release = covey.anonymize(
        file, k=K, quasi={"age": covey.Ordered()}, sampling_weight="weight", out=out
    )
    assert any("'weight' has the sampling weights" in each for each in release.plan.warnings)
    assert covey.verify(out, against=file).holds


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
