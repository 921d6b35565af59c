"""Ugly maps, each with its story: how it came to be, and what covey makes of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

Ring = list[tuple[float, float]]
Rows = list[tuple[str | None, Ring | None]]


@dataclass(frozen=True)
class UglyMap:
    """A map that is read with the options ``how``: its ``borders``, and ``notes`` that say what was
    done; or that is refused with these ``words``."""

    story: str
    content: str
    name: str = "map.geojson"
    how: dict[str, Any] = field(default_factory=dict)
    borders: frozenset[tuple[str, str]] = frozenset()
    notes: tuple[str, ...] = ()
    words: str = ""


def box(west: float, south: float, east: float, north: float) -> Ring:
    return [(west, south), (east, south), (east, north), (west, north), (west, south)]


def geojson(rows: Rows, **more: Any) -> str:
    features = [
        {
            "type": "Feature",
            "properties": {"id": code},
            "geometry": None if ring is None else {"type": "Polygon", "coordinates": [ring]},
        }
        for code, ring in rows
    ]
    return json.dumps({"type": "FeatureCollection", "features": features, **more})


def topojson(rows: Rows) -> str:
    kept = [(code, ring) for code, ring in rows if ring is not None]
    areas = [{"type": "Polygon", "id": code, "arcs": [[at]]} for at, (code, _) in enumerate(kept)]
    layer = {"type": "GeometryCollection", "geometries": areas}
    arcs = [ring for _, ring in kept]
    return json.dumps({"type": "Topology", "objects": {"areas": layer}, "arcs": arcs})


FIJI: Rows = [
    ("west", box(170, -20, 179, -10)),
    ("fiji", [(179, -20), (-179, -20), (-179, -10), (179, -10), (179, -20)]),
    ("brazil", box(-60, -25, -40, -5)),
]
ROW: Rows = [(code, box(at, 0, at + 1, 1)) for at, code in enumerate(("51001", "51600", "54001"))]

MAPS = [
    UglyMap(
        "Fiji lies on both sides of the antimeridian, and must not border Brazil",
        geojson(FIJI),
        borders=frozenset({("fiji", "west")}),
        notes=("1 area across the antimeridian cut there: fiji",),
    ),
    UglyMap(
        "an ocean is in the middle: longitudes go from 0 to 360",
        geojson([("a", box(170, 0, 180, 9)), ("b", box(180, 0, 190, 9)), ("c", box(1, 0, 9, 9))]),
        borders=frozenset({("a", "b")}),
        notes=("1 area across the antimeridian cut there: b",),
    ),
    UglyMap(
        "a city became a line when the map was made coarser, and has no shape",
        geojson([*ROW, ("51610", None)]),
        how={"islands": "nearest"},
        borders=frozenset({("51001", "51600"), ("51600", "54001"), ("51600", "51610")}),
        notes=(
            "1 area has no shape and so no neighbours: 51610",
            "1 area without a shape joined to the nearest code: 51610 to 51600",
        ),
    ),
    UglyMap(
        "a code of the table was never on the map",
        geojson(ROW),
        how={"assign": {"51999": "51001"}, "exclude": ["54001"]},
        borders=frozenset({("51001", "51600"), ("51001", "51999")}),
        notes=("1 area left out of the map: 54001",),
    ),
    UglyMap(
        "land in dispute has a shape and no code",
        geojson([*ROW, (None, box(3, 0, 4, 1))]),
        words="--exclude ''",
    ),
    UglyMap(
        "the same, left out",
        geojson([*ROW, (None, box(3, 0, 4, 1))]),
        how={"exclude": [""]},
        borders=frozenset({("51001", "51600"), ("51600", "54001")}),
        notes=("1 shape without a code in 'id' left out",),
    ),
    UglyMap(
        "a page for the web projected it to dots, with y downwards",
        topojson([("north", box(0, 0, 900, 300)), ("south", box(0, 300.5, 900, 600))]),
        "map.topojson",
        borders=frozenset({("north", "south")}),
        notes=("map.topojson has the places of a picture, with y downwards: turned upright",),
    ),
    UglyMap(
        "metres of a country, and nothing says so",
        geojson([("a", box(500_000, 5_000_000, 600_000, 5_100_000))]),
        words="another coordinate system",
    ),
    UglyMap("an editor crossed the lines of a polygon",
        geojson([("a", box(0, 0, 1, 1)), ("b", [(1, 0), (2, 1), (2, 0), (1, 1), (1, 0)])]),
        borders=frozenset({("a", "b")}),
        notes=("1 area has an invalid polygon, repaired: b",),
    ),
    UglyMap("a code stands twice", geojson([ROW[0], ROW[0]]), words="stand more than once"),
    UglyMap("half a download", geojson(ROW)[:200], words="cannot be read as a map"),
]  # fmt: skip
