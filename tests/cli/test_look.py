"""covey look: tables and maps as covey sees them."""

from __future__ import annotations

import json
import shlex
import zipfile
from pathlib import Path

from tests.conftest import Covey


def test_a_table_and_the_command_to_try_next(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "my table.csv"
    table.write_text("bmi;born\n51,1;16.02.1986\n49,5;N/A\n47,2;1.3.1950\n")
    ran = covey("look", table)
    assert ran.code == 0
    assert "CSV, semicolons between fields, UTF-8; the first row names 2 columns" in ran.out
    tried = shlex.split(ran.out.splitlines()[-1])
    assert tried[:2] == ["Try:", "covey"]
    again = covey(*tried[2:])
    assert "nothing odd" in again.out
    assert "1950-03-01  1986-02-16" in again.out
    assert "Try" not in again.out


def test_a_table_as_json(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("bmi\n51.1\n49.5\n")
    found = json.loads(covey("look", table, "--json").out)
    assert found["columns"][0]["kind"] == "decimals"
    assert found["remedy"] == []


def test_a_map_and_its_picture(covey: Covey, towns: Path, tmp_path: Path) -> None:
    ran = covey("look", towns, "--key", "zip", "--plot", tmp_path / "map.svg")
    assert ran.code == 0, ran.err
    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert ran.out.startswith("areas")
    graph = covey("graph", "--areas", towns, "--key", "zip")
    assert ran.out == graph.out
    data = json.loads(covey("look", towns, "--key", "zip", "--json").out)
    assert data["areas"] == 25


def test_a_map_is_told_from_a_table_by_its_name(covey: Covey, towns: Path, tmp_path: Path) -> None:
    alone = tmp_path / "zipped.zip"
    with zipfile.ZipFile(alone, "w") as archive:
        archive.writestr("areas.shp", b"damaged")
    assert "Shapefile" in covey("look", alone).err
    ran = covey("look", towns)
    assert ran.code == 2
    assert "--key" in ran.err
