"""A map in JSON is read as it stands: no link in it is followed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from covey import InvalidInput
from covey.io.maps.files import read_polygons
from tests.loopback import Loopback

SQUARE: dict[str, Any] = {
    "type": "Polygon",
    "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]],
}


def collection(geometry: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    feature = {"type": "Feature", "properties": {"zip": "02139"}, "geometry": geometry or SQUARE}
    return {"type": "FeatureCollection", **more, "features": [feature]}


def topology(**more: Any) -> dict[str, Any]:
    shape = {"type": "Polygon", "arcs": [[0]], "properties": {"zip": "02139"}}
    objects = {"zips": {"type": "GeometryCollection", "geometries": [shape]}}
    return {"type": "Topology", **more, "objects": objects, "arcs": SQUARE["coordinates"]}


def link(url: str, kind: str = "link", name: str = "href") -> dict[str, Any]:
    return {"type": kind, "properties": {name: f"{url}/crs"}}


def hostile(url: str) -> dict[str, str]:
    """Maps that GDAL would follow, or might."""
    plain = json.dumps(collection(crs=link(url)))
    twice = f'{{"type": "name", "type": "link", "properties": {{"href": "{url}/crs"}}}}'
    return {
        "a link": plain,
        "the old way": json.dumps(collection(crs=link(url, "url", "url"))),
        "in capitals": json.dumps(collection(CRS=link(url, "LINK", "HREF"))),
        "of a shape": json.dumps(collection({**SQUARE, "crs": link(url)})),
        "of a topology": json.dumps(topology(crs=link(url))),
        "twice": json.dumps(collection()).replace('"features"', f'"crs": {twice}, "features"'),
        "beside a name": json.dumps(
            collection(crs={**link(url), "TYPE": "name", "PROPERTIES": {"name": "EPSG:4326"}})
        ),
        "escaped": plain.replace('"crs"', '"\\u0063rs"'),
        "cut short": plain.replace('"crs"', '"crs\\u0000x"'),
        "with a comment": plain.replace('"crs":', '"crs" /* no */ :'),
        "in other quotes": plain.replace('"crs"', "'crs'"),
    }


@pytest.mark.parametrize("how", hostile(""))
def test_links_are_refused_and_not_followed(tmp_path: Path, loopback: Loopback, how: str) -> None:
    file = tmp_path / "map.json"
    file.write_text(hostile(loopback.url)[how])
    with pytest.raises(InvalidInput, match=r"covey follows no links|escaped letters"):
        read_polygons(file, "zip")
    assert loopback.asked == []


@pytest.mark.parametrize(
    ("crs", "expected"),
    [
        ({"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}, "EPSG:25832"),
        ({"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}, "EPSG:4326"),
        ({"type": "EPSG", "properties": {"code": 25832}}, "EPSG:25832"),
        (None, "EPSG:4326"),
    ],
)
def test_names_of_systems_are_read(tmp_path: Path, crs: Any, expected: str) -> None:
    file = tmp_path / "map.geojson"
    file.write_text(json.dumps(collection(crs=crs), indent=1))
    assert read_polygons(file, "zip").crs == expected


def test_a_field_may_be_called_crs(tmp_path: Path) -> None:
    file = tmp_path / "map.geojson"
    map_ = collection()
    map_["features"][0]["properties"] |= {"crs": "C:\\streets, \u00e9 \n", "kind": "crs"}
    file.write_text(json.dumps(map_))
    features = read_polygons(file, "zip", others=["crs"])
    assert features.fields["crs"] == ["C:\\streets, \u00e9 \n"]


def test_a_name_of_a_system_is_no_address(tmp_path: Path, loopback: Loopback) -> None:
    file = tmp_path / "map.geojson"
    for name in (f"{loopback.url}/crs", f"/vsicurl/{loopback.url}/crs", "/etc/hostname"):
        crs = {"type": "name", "properties": {"name": name}}
        file.write_text(json.dumps(collection(crs=crs)))
        read_polygons(file, "zip")
    assert loopback.asked == []


def test_the_driver_follows_from_the_text(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    for map_ in (topology(), dict(reversed(topology().items()))):
        file.write_text("\n " + json.dumps(map_))
        assert read_polygons(file, "zip").keys == ["02139"]
    map_ = collection(name="zips")
    map_["features"][0]["properties"]["type"] = "Topology"
    file.write_text(json.dumps(map_))
    assert read_polygons(file, "zip", layer="zips").keys == ["02139"]
