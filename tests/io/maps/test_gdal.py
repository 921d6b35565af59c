"""GDAL reads what it is handed, offline, and leaves no setting behind."""

from __future__ import annotations

import json
from pathlib import Path

import pyogrio
import pytest

from covey import OutOfResources
from covey.io.maps import gdal
from covey.io.maps.files import read_polygons
from tests.io.maps.test_links import collection, link
from tests.loopback import Loopback


def test_no_request_gets_out_even_if_a_link_gets_in(
    tmp_path: Path, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(gdal, "driver_for", lambda path, copy: "GeoJSON")
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(collection(crs=link(loopback.url))))
    assert read_polygons(file, "zip").keys == ["02139"]
    assert loopback.asked == []


def test_too_little_memory_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(collection()))
    monkeypatch.setattr(pyogrio.raw, "read", fail)
    with pytest.raises(OutOfResources, match="memory is not enough"):
        read_polygons(file, "zip")


def test_settings_of_the_process_come_back(tmp_path: Path) -> None:
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(collection()))
    mine = {"GDAL_HTTP_PROXY": "http://proxy.example:8080"}
    pyogrio.set_gdal_config_options(mine)
    try:
        read_polygons(file, "zip")
        found = {name: pyogrio.get_gdal_config_option(name) for name in gdal.OFFLINE}
        assert found == {**dict.fromkeys(gdal.OFFLINE), **mine}
    finally:
        pyogrio.set_gdal_config_options(dict.fromkeys(mine))
