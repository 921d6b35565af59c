"""A zip gives its Shapefile, and nothing gets out of it elsewhere."""

from __future__ import annotations

import errno
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest

from covey import InvalidInput, OutOfResources
from covey.io.maps import archive as archives
from covey.io.maps.files import read_polygons
from tests.io.maps import worlds
from tests.io.maps.formats import by_gdal

FIELDS = {"zip": ["02139", "02138"]}


def pack(folder: Path, names: dict[str, str], size: float = 1.0) -> dict[str, bytes]:
    """The files of a Shapefile by the names that they are to have, by ending."""
    file = by_gdal("shp")(folder, worlds.grid(2, 1, size), FIELDS, "EPSG:4326")
    return {name: file.with_suffix(ending).read_bytes() for ending, name in names.items()}


def parts(stem: str) -> dict[str, str]:
    return {ending: stem + ending for ending in (".shp", ".shx", ".dbf", ".prj", ".cpg")}


def archive(folder: Path, files: dict[str, bytes]) -> Path:
    target = folder / "in.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return target


def test_a_layer_in_a_folder_of_the_archive(tmp_path: Path) -> None:
    files = pack(tmp_path, parts("maps/2024/zips"))
    files |= {"__MACOSX/maps/2024/._zips.shp": b"\0", "readme.txt": b"hello", "empty/": b""}
    assert read_polygons(archive(tmp_path, files), "zip", layer="zips").keys == FIELDS["zip"]
    upper = {ending: name.upper() for ending, name in parts("zips").items()}
    assert read_polygons(archive(tmp_path, pack(tmp_path, upper)), "zip").keys == FIELDS["zip"]


def test_one_of_several_layers(tmp_path: Path) -> None:
    files = pack(tmp_path, parts("zips")) | pack(tmp_path, parts("tracts"), 2.0)
    file = archive(tmp_path, files)
    with pytest.raises(InvalidInput, match="2 layers: zips, tracts"):
        read_polygons(file, "zip")
    assert read_polygons(file, "zip", layer="tracts").shapes[0].area == 4.0


@pytest.mark.parametrize("stem", ["../zips", "a/../../zips", "/tmp/zips", "C:/zips", "..\\zips"])
def test_names_that_lead_outside_are_refused(tmp_path: Path, stem: str) -> None:
    with pytest.raises(InvalidInput, match="leads outside of the archive"):
        read_polygons(archive(tmp_path, pack(tmp_path, parts(stem))), "zip")


def test_links_are_refused(tmp_path: Path) -> None:
    file = archive(tmp_path, pack(tmp_path, {".shp": "zips.shp", ".shx": "zips.shx"}))
    link = zipfile.ZipInfo("zips.dbf")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(file, "a") as made:
        made.writestr(link, "/etc/hostname")
    with pytest.raises(InvalidInput, match=r"'zips\.dbf' in it is a link"):
        read_polygons(file, "zip")


def test_bombs_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = pack(tmp_path, parts("zips"))
    files["zips.dbf"] += bytes(5_000_000)
    file = archive(tmp_path, files)
    assert read_polygons(file, "zip").keys == FIELDS["zip"], "small enough for any ratio"
    monkeypatch.setattr("covey.io.maps.archive.SPARED", 1_000_000)
    with pytest.raises(InvalidInput, match=r"is not unpacked: it would take 5,00\d,\d{3} bytes"):
        read_polygons(file, "zip")


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_damaged_archives_are_refused(tmp_path: Path, method: int) -> None:
    file = tmp_path / "in.zip"
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in pack(tmp_path, parts("zips")).items():
            made.writestr(name, content * 50 if name.endswith("dbf") else content)
    raw = bytearray(file.read_bytes())
    with zipfile.ZipFile(file) as made:
        start = made.getinfo("zips.dbf").header_offset + 30 + len("zips.dbf")
    raw[start + 9 : start + 40] = b"\xff" * 31
    file.write_bytes(raw)
    with pytest.raises(InvalidInput, match="cannot be unpacked"):
        read_polygons(file, "zip")


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left"), MemoryError()])
def test_limits_of_the_machine_are_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: Any) -> None:
        raise error

    file = archive(tmp_path, pack(tmp_path, parts("zips")))
    monkeypatch.setattr(archives, "copyfileobj", fail)
    with pytest.raises(OutOfResources, match=r"in\.zip cannot be unpacked"):
        read_polygons(file, "zip")


def test_a_member_is_no_longer_than_it_says(tmp_path: Path) -> None:
    files = pack(tmp_path, parts("zips"))
    length = len(files["zips.dbf"]) + 1_000_000
    files["zips.dbf"] += bytes(1_000_000)
    file = archive(tmp_path, files)
    forged = file.read_bytes().replace(length.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    file.write_bytes(forged)
    with pytest.raises(InvalidInput, match="cannot be unpacked"):
        read_polygons(file, "zip")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"map.geojson": b"{}"}, "no Shapefile in it"),
        ({"zips.shp": b"\0\0\x27\x0a"}, "cannot be read as a map"),
        ({"a/zips.shp": b"", "b/zips.shp": b""}, "two layers called 'zips'"),
        ({}, "begins like none"),
    ],
)
def test_archives_without_a_map(tmp_path: Path, files: dict[str, bytes], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read_polygons(archive(tmp_path, files), "zip")
