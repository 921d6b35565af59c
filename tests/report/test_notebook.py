"""What a notebook shows."""

from __future__ import annotations

from xml.etree import ElementTree

import pandas as pd

import covey
from covey.report.notebook import as_html

PEOPLE = pd.DataFrame({"age": range(20, 80), "<b>note</b>": ["x"] * 60})


def test_a_release_and_a_plan_show_themselves() -> None:
    release = covey.anonymize(PEOPLE, k=5, quasi={"age": covey.Ordered()})
    for shown in (release._repr_html_(), release.plan._repr_html_()):
        page = ElementTree.fromstring(shown)
        words = "".join(page.itertext())
        assert "60 records, k = 5" in words
        assert "optimal" in words
        # Names of columns are text, not markup.
        assert page.find(".//b") is None
        assert "<b>note</b>" in words
    bars = ElementTree.fromstring(release._repr_html_()).findall(".//rect")
    assert len(bars) > 0
    assert repr(release) == release.summary()


def test_an_exploration_shows_itself() -> None:
    found = covey.explore(PEOPLE, quasi={"age": covey.Ordered()}, k=[5, 20])
    page = ElementTree.fromstring(found._repr_html_())
    rows = page.findall(".//tr")
    assert len(rows) == 1 + 2 * 3  # a head, and three recodings of each k
    assert [cell.text for cell in rows[1]][:2] == ["5", "local"]


def test_nothing_is_loaded_or_run() -> None:
    shown = as_html(["<script>", "note         <img src=x onerror=y>"], [5, 6], 5)
    page = ElementTree.fromstring(shown)
    assert page.find(".//script") is None
    assert page.find(".//img") is None
    assert "http" not in shown
