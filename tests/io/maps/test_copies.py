"""What is read of a map is what its fingerprint is of."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.maps.files import read_polygons
from covey.io.maps.read import read_areas
from covey.io.maps.store import write_graph
from tests.io.maps import worlds
from tests.io.maps.formats import FORMATS, by_gdal

FIELDS = {"zip": ["02139", "é"]}


@pytest.mark.parametrize("kind", FORMATS)
def test_the_fingerprint_is_of_every_file_that_is_read(tmp_path: Path, kind: str) -> None:
    file = FORMATS[kind](tmp_path, worlds.grid(2, 1), FIELDS, "EPSG:25832")
    before = read_polygons(file, "zip").seen
    assert read_polygons(file, "zip").seen == before
    if kind != "Shapefile":
        assert before == f"sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}"
        return
    assert before.startswith("sha256 of sha256:")
    seen = {before}
    for ending in (".cpg", ".prj", ".dbf", ".shx", ".shp"):
        part = file.with_suffix(ending)
        whole = part.read_bytes()
        part.write_bytes(whole + b" ")
        seen.add(read_polygons(file, "zip").seen)
        part.write_bytes(whole)
    (file.with_suffix(".prj")).unlink()
    seen.add(read_polygons(file, "zip").seen)
    assert len(seen) == 7


def test_files_cannot_stand_for_each_other(tmp_path: Path) -> None:
    file = by_gdal("shp")(tmp_path, worlds.grid(2, 1), {"zip": ["1", "2"]}, None)
    before = read_polygons(file, "zip").seen
    file.with_suffix(".cpg").rename(file.with_suffix(".prj"))
    assert read_polygons(file, "zip").seen != before


def test_a_shapefile_is_several_files(tmp_path: Path) -> None:
    file = by_gdal("shp")(tmp_path, worlds.grid(2, 1), FIELDS, None)
    file.with_suffix(".dbf").rename(file.with_suffix(".DBF"))
    assert read_polygons(file, "zip", layer="map").keys == FIELDS["zip"]
    file.with_suffix(".DBF").unlink()
    with pytest.raises(InvalidInput, match=r"there is no map\.dbf beside it"):
        read_polygons(file, "zip")


def test_nothing_is_left_and_nothing_written_beside_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private, maps = tmp_path / "private", tmp_path / "maps"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    for kind, make in FORMATS.items():
        folder = maps / kind
        folder.mkdir(parents=True)
        file = make(folder, worlds.grid(2, 1), FIELDS, "EPSG:4326")
        there = sorted(folder.iterdir())
        read_polygons(file, "zip")
        with pytest.raises(InvalidInput):
            read_polygons(file, "zap")
        assert sorted(folder.iterdir()) == there
    assert list(private.iterdir()) == []


def test_a_saved_graph_has_the_fingerprint_of_its_file(tmp_path: Path) -> None:
    file = FORMATS["GeoJSON"](tmp_path, worlds.grid(2, 1), FIELDS, "EPSG:4326")
    areas = read_areas(areas=file, key="zip")
    saved = tmp_path / "saved.json"
    write_graph(areas, saved)
    expected = hashlib.sha256(saved.read_bytes()).hexdigest()
    assert read_areas(graph_file=saved, islands="own").seen == f"sha256:{expected}"
