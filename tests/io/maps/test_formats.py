"""A map is what it begins with and what it is called, or it is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.maps.files import read_polygons
from tests.conftest import Covey
from tests.io.maps import worlds
from tests.io.maps.formats import FORMATS
from tests.io.maps.test_links import collection
from tests.loopback import Loopback

SECRET = "somebody else's"
VIRTUAL = (
    "<OGRVRTDataSource><OGRVRTLayer name='map'><SrcDataSource>{source}</SrcDataSource>"
    "</OGRVRTLayer></OGRVRTDataSource>"
)
JSON_ENDINGS = ["geojson", "json", "topojson"]
ENDINGS = [*JSON_ENDINGS, "gpkg", "shp", "zip", "parquet", "vrt", "gml", "fgb", ""]


def others(url: str, source: Path) -> dict[str, str]:
    """Files of formats that name other files, which GDAL would open by what they begin with."""
    pipeline = {"type": "gdal_streamed_alg", "command_line": f"gdal vector convert {url}/a.json"}
    return {
        "virtual": VIRTUAL.format(source=f"/vsicurl/{url}/a.geojson"),
        "virtual, local": VIRTUAL.format(source=source),
        "below a blank": "\n " + VIRTUAL.format(source=source),
        "in JSON": json.dumps({**collection(), "name": VIRTUAL.format(source=f"{url}/a.geojson")}),
        "pipeline": json.dumps(pipeline),
        "service": f"<OGRWFSDataSource><URL>{url}/wfs</URL></OGRWFSDataSource>",
        "tiles": json.dumps({"tiles": [f"{url}/{{z}}/{{x}}/{{y}}.pbf"], "tilejson": "2.0.0"}),
        "table": "zip,WKT\n02139,POINT (0 0)\n",
        "address": url,
    }


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("what", others("", Path()))
def test_what_names_other_files_is_no_map(
    covey: Covey, tmp_path: Path, loopback: Loopback, what: str, ending: str
) -> None:
    source = tmp_path / "other.geojson"
    source.write_text(json.dumps(collection()).replace("02139", SECRET))
    file = tmp_path / f"m.{ending}"
    file.write_text(others(loopback.url, source)[what])
    ran = covey("graph", "--areas", file, "--key", "zip")
    assert loopback.asked == []
    assert SECRET not in ran.out + ran.err
    if what == "in JSON" and ending in JSON_ENDINGS:
        assert ran.code == 0, "only its name says so"
    else:
        assert ran.code == 2


FETCHED, NO_FILE = "covey fetches nothing", "There is no file"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("{url}/map.geojson", FETCHED),
        ("/vsicurl/{url}/map.geojson", NO_FILE),
        ("/vsicurl_streaming/{url}/map.geojson", NO_FILE),
        ("zip+{url}/map.zip", FETCHED),
        ("zip://{folder}/map.zip", FETCHED),
        ("GeoJSON:{folder}/map.geojson", FETCHED),
        ("GEOJSON:{url}/map.geojson", NO_FILE),
        ("/vsizip/{folder}/map.zip", NO_FILE),
        ("WFS:{url}", NO_FILE),
        ("{{}}", NO_FILE),
    ],
)
def test_only_paths_lead_to_maps(
    covey: Covey, tmp_path: Path, loopback: Loopback, address: str, words: str
) -> None:
    (tmp_path / "map.geojson").write_text(json.dumps(collection()))
    ran = covey("graph", "--areas", address.format(url=loopback.url, folder=tmp_path))
    assert (ran.code, loopback.asked) == (2, [])
    assert words in ran.err


@pytest.mark.parametrize("kind", FORMATS)
def test_a_map_is_called_what_it_is(tmp_path: Path, kind: str) -> None:
    fields = {"zip": ["02139", "02138"]}
    file = FORMATS[kind](tmp_path, worlds.grid(2, 1), fields, "EPSG:4326")
    fitting = {"GeoJSON": JSON_ENDINGS, "TopoJSON": JSON_ENDINGS}.get(kind, [file.suffix[1:]])
    for ending in set(ENDINGS) - set(fitting):
        other = file.with_name(f"other.{ending}")
        other.write_bytes(file.read_bytes())
        with pytest.raises(InvalidInput, match=r"but its name ends with .*\n.*rename it"):
            read_polygons(other, "zip")
    upper = file.with_suffix(file.suffix.upper())
    for part in [file] if kind != "Shapefile" else list(tmp_path.glob("map.*")):
        part.rename(part.with_suffix(part.suffix.upper()))
    assert read_polygons(upper, "zip").keys == fields["zip"]


def test_a_folder_is_no_map(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"is a folder.*\n.*name the \.shp"):
        read_polygons(tmp_path, "zip")


def test_a_pipe_is_no_map(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.geojson")
    with pytest.raises(InvalidInput, match="not a file on disk"):
        read_polygons(tmp_path / "pipe.geojson", "zip")
