"""The map of a release is known by all of its files."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from tests.io.maps.formats import by_gdal
from tests.io.maps.worlds import grid
from tests.release.tables import K, people, write

CLAIM = "the map is the one that was used"


@pytest.mark.parametrize("ending", [".shp", ".dbf", ".shx", ".prj", ".cpg"])
def test_another_companion_of_a_shapefile_is_another_map(tmp_path: Path, ending: str) -> None:
    table = write(tmp_path / "people.csv", people())
    codes = [f"0{place:04}" for place in range(25)]
    file = by_gdal("shp")(tmp_path, grid(5, 5), {"code": codes}, "EPSG:25832")
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi={"zip": covey.Regions(file, key="code")}, out=out)

    def held() -> dict[str, bool | None]:
        return {check.claim: check.held for check in covey.verify(out, map=file).checks}

    assert held()[CLAIM]
    part = file.with_suffix(ending)
    part.write_bytes(part.read_bytes() + b" ")
    assert held()[CLAIM] is False
