"""The report of new records that were recoded by an existing codebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey.verification.audit import FOLLOWS
from covey.verification.original import REPORT
from tests.release.tables import patients, write
from tests.report.page import Page
from tests.verification.test_verify import Released, failed


@pytest.mark.parametrize("how", [{}, {"person": "cost", "sensitive": ["illness"]}])
def test_the_report_of_new_records_is_written_again(tmp_path: Path, how: dict[str, Any]) -> None:
    table = write(tmp_path / "people.csv", patients())
    quasi = {"age": covey.Ordered(), "town": covey.Labels()}
    covey.anonymize(table, k=3, quasi=quasi, drop=["name"], out=tmp_path / "out", **how)
    new = write(tmp_path / "new.csv", {name: own[::2] for name, own in patients().items()})
    out = tmp_path / "new"
    either: dict[str, Any] = {"unknown": "suppress", "below_k": "suppress"}
    covey.apply(tmp_path / "out", new, out=out, context={"purpose": "a study"}, **either)
    found = covey.verify(out, new)
    held = {check.claim: check.held for check in found.checks}
    assert held[REPORT] is held[FOLLOWS] is True
    assert failed(found) == []
    text = Page((out / "report.html").read_text(encoding="utf-8")).text
    assert "The classes were made for the records of another release" in text
    assert "a study" in text
    assert "are left out, so what is published may not speak for all of them" in text
    released = object.__new__(Released)
    released.table, released.map, released.out = new, None, out
    released.edit("report.html", lambda page: page.replace("a study", "a game"))
    assert failed(released.verify()) == [REPORT]
