"""The maps of plans and releases, as a notebook shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest

import covey
from tests.app.people import write_map


def released(tmp_path: Path, quasi: list[str], **how: Any) -> covey.Release:
    role = covey.Regions(str(write_map(tmp_path)), key="code")
    rows = [(code, age) for code in ("A1", "A2", "B1", "B2") for age in range(20, 40)]
    table = pd.DataFrame(rows, columns=["area", "age"])
    roles: dict[str, covey.Role] = {"area": role, "age": covey.Ordered()}
    return covey.anonymize(table, k=6, quasi={name: roles[name] for name in quasi}, **how)


def titles(shown: str) -> list[str]:
    page = ElementTree.fromstring(shown)
    return [path.findtext("title", "") for path in page.findall(".//path")]


@pytest.mark.parametrize("recoding", ["local", "nested"])
def test_sets_that_overlap_are_drawn_by_how_far_areas_are_blurred(
    tmp_path: Path, recoding: str
) -> None:
    release = released(tmp_path, ["area", "age"], recoding=recoding)
    for shown in (release._repr_html_(), release.plan._repr_html_()):
        assert titles(shown)
        assert all("areas on average" in title for title in titles(shown))


def test_areas_of_one_partition_are_drawn_by_the_records_of_their_region(tmp_path: Path) -> None:
    plan = released(tmp_path, ["area"]).plan
    assert all("in a region of 20 records" in title for title in titles(plan._repr_html_()))
    assert "draw" not in plan.to_dict()
