"""What a notebook shows."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest

import covey
from covey.report.notebook import as_html
from tests.report.page import Page

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
        bars = page.findall(".//rect")
        assert len(bars) > 0
        assert "k = 5" in [text.text for text in page.findall(".//text")]
        assert page.findall(".//path") == []
    assert repr(release) == release.summary()


def test_classes_on_a_map_are_drawn_and_a_frame_has_a_report(tmp_path: Path) -> None:
    points = pd.DataFrame({"x": [at % 7 for at in range(60)], "y": [at // 7 for at in range(60)]})
    release = covey.anonymize(points, k=5, quasi={"p": covey.Points(x="x", y="y")})
    classes = release.certificate.classes
    page = ElementTree.fromstring(release._repr_html_())
    paths = page.findall(".//path")
    assert len(paths) == classes.count
    assert {path.findtext("title", "").split(": ")[1] for path in paths} == {
        f"{size} records" for size in classes.sizes
    }
    text = release.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == text
    assert "Each of the 60 published records" in Page(text).text
    with pytest.raises(covey.InvalidInput, match=r"\.html"):
        release.report(tmp_path / "report.csv")


def test_the_report_of_a_folder_is_the_one_in_it(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    PEOPLE.to_csv(table, index=False)
    release = covey.anonymize(table, k=5, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    assert release.report() == (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


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
