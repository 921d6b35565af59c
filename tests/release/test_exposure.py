"""The risk of the original of a release."""

from __future__ import annotations

from pathlib import Path

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
