"""Shapes of a release, with the sizes of other records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import covey
from tests.release.tables import (
    K,
    people,
    write,
    zips,
)


@pytest.mark.parametrize("several", [False, True])
def test_shapes_are_applied_with_the_sizes_of_new_records(tmp_path: Path, several: bool) -> None:
    table = write(tmp_path / "people.csv", people())
    quasi: dict[str, Any] = {"place": covey.Points(lat="lat", lon="lon")}
    quasi |= {"town": covey.Labels()} if several else {}
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=tmp_path / "out")
    assert (tmp_path / "out" / "classes.geojson").exists()
    more = write(tmp_path / "more.csv", {name: own * 2 for name, own in people().items()})
    applied = covey.apply(tmp_path / "out", more, out=tmp_path / "new")
    assert "classes.geojson" in applied.files
    before, after = (
        json.loads((tmp_path / name / "classes.geojson").read_text()) for name in ("out", "new")
    )
    for one, other in zip(before["features"], after["features"], strict=True):
        assert other["properties"].pop("size") == 2 * one["properties"].pop("size")
    assert before == after
    assert covey.verify(applied, more).holds


def test_shapes_of_two_columns_on_one_map_keep_their_sizes(tmp_path: Path) -> None:
    """Sets of both columns may have the same names."""
    areas = zips(tmp_path / "zips.geojson")
    codes = ["00000"] * 30 + ["00024"] * 30
    columns = {"home": codes, "work": codes[::-1]}
    table = write(tmp_path / "t.csv", columns)
    quasi: dict[str, Any] = {name: covey.Regions(str(areas), key="code") for name in columns}
    covey.anonymize(table, k=20, quasi=quasi, out=tmp_path / "out")
    fewer = {name: own[5:] for name, own in columns.items()}
    new = write(tmp_path / "new.csv", fewer)
    applied = covey.apply(tmp_path / "out", new, out=tmp_path / "new")
    assert covey.verify(applied, new, map=str(areas)).holds
