"""What a notebook shows of measures, risk and verification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest

import covey
from covey.core.notebook import lines_as_html

PEOPLE = pd.DataFrame({"age": [*range(20, 80), 999], "<b>": ["x", "y", "x"] * 20 + ["z"]})
LINES = 24
"""What a small terminal shows at once."""


def test_names_are_text_and_not_markup() -> None:
    page = ElementTree.fromstring(lines_as_html(["<i>title</i>", "loss         0 < 1"], "<p/>"))
    assert page.findtext("strong") == "<i>title</i>"
    assert [page.findtext(".//th"), page.findtext(".//td")] == ["loss", "0 < 1"]
    assert page.find("p") is not None


@pytest.mark.parametrize("which", ["check", "risk", "verify", "verify, without the table"])
def test_results_show_themselves_on_one_screen(which: str) -> None:
    quasi: dict[str, Any] = {"age": covey.Ordered()}
    release = covey.anonymize(PEOPLE, k=5, quasi=quasi, sensitive=["<b>"])
    runs: dict[str, Callable[[], Any]] = {
        "check": lambda: covey.check(PEOPLE, quasi=["age"], sensitive=["<b>"], k=5),
        "risk": lambda: covey.risk(PEOPLE, quasi=["age", "<b>"]),
        "verify": lambda: covey.verify(release, against=PEOPLE),
        "verify, without the table": lambda: covey.verify(release),
    }
    found = runs[which]()
    lines = repr(found).splitlines()
    assert 1 < len(lines) <= LINES
    page = ElementTree.fromstring(found._repr_html_())
    assert "".join(page.itertext()).startswith(lines[0])
    assert len(page.findall(".//tr")) == len(lines) - 1
    assert page.find(".//b") is None
    assert "999" not in repr(found), "a value of the table"


def test_a_claim_that_failed_is_shown_before_one_that_was_not_checked() -> None:
    release = covey.anonymize(PEOPLE, k=5, quasi={"age": covey.Ordered()})
    found = covey.verify(release, against=PEOPLE.iloc[:-1])
    assert not found.holds
    title, held, failed, *_ = repr(found).splitlines()
    assert "FAILED" in title
    assert held.startswith("held         ")
    assert failed.startswith("FAILED       ")
