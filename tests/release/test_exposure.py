"""The risk of the original of a release."""

from __future__ import annotations

from pathlib import Path

import covey
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
