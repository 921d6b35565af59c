"""Codes that the map lacks and that were left out by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import covey
from tests.release.tables import K, people, write, zips


@pytest.fixture
def table(tmp_path: Path) -> Path:
    columns = people()
    columns["zip"][:2] = ["Ann Smith", "Bob Jones"]
    return write(tmp_path / "in.csv", columns)


@pytest.fixture
def out(tmp_path: Path, table: Path) -> Path:
    path = zips(tmp_path / "zips.geojson")
    role = covey.Regions(path, key="code", exclude=["Ann Smith", "Bob Jones"])
    covey.anonymize(table, k=K, quasi={"zip": role}, out=tmp_path / "out")
    return tmp_path / "out"


def failed(out: Path, table: Path, *, with_map: bool = True) -> list[str]:
    path = out.parent / "zips.geojson"
    found = covey.verify(out, table, map=path if with_map else None)
    return [check.claim for check in found.checks if check.held is False]


@pytest.mark.parametrize("with_map", [True, False])
def test_they_are_found_in_the_table(out: Path, table: Path, with_map: bool) -> None:
    assert not failed(out, table, with_map=with_map)


def test_the_table_has_no_more_of_them_than_are_said(out: Path, table: Path) -> None:
    file = out / "certificate.json"
    said = json.loads(file.read_text())
    said["quasi"]["zip"]["exclude_more"] = 1
    file.write_text(json.dumps(said))
    assert any("lower bound" in claim for claim in failed(out, table))


def test_only_areas_may_have_some(out: Path, table: Path) -> None:
    file = out / "certificate.json"
    said = json.loads(file.read_text())
    said["quasi"]["zip"] = {"role": "labels", "exclude_more": 1, "columns": ["zip"]}
    file.write_text(json.dumps(said))
    with pytest.raises(covey.InvalidInput, match="exclude_more"):
        covey.verify(out, table)
