"""One good file of every format of tables and maps, to be damaged."""

from __future__ import annotations

import json
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from attacks.make.files import FORMATS, write_table
from attacks.make.maps import write_graph
from attacks.recount.asked import Areas, Rows

SIDE = 4
ROWS = 80
K = 3
SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))
CODES = tuple(f"{x}{y}" for x in range(SIDE) for y in range(SIDE))


def sample_table() -> Rows:
    """People with a town, an age, a day, a place and the code of an area."""
    rng = Random(0)
    rows: list[tuple[Any, ...]] = [
        (
            f"r{number:03}", rng.choice(("Ulm", "Bern", "Chur", "a, b", "")), rng.randrange(90),
            f"2024-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}", round(rng.uniform(0, 9), 2),
            round(rng.uniform(0, 9), 2), rng.choice(CODES), rng.choice("uvw"),
        )
        for number in range(ROWS)
    ]  # fmt: skip
    return Rows(("id", "town", "age", "day", "x", "y", "code", "ill"), rows)


def tables(folder: Path) -> dict[str, Path]:
    """The same table in every format; the file of each by its name."""
    found = {}
    for format_ in FORMATS:
        path, _ = write_table(_Plain(), folder, f"table-{format_}", format_, sample_table())
        found[format_] = Path(path)
    return found


class _Plain(Random):
    """Draws nothing: the first of all choices, and never what is rare."""

    def choice(self, seq: Any) -> Any:
        return seq[0]

    def random(self) -> float:
        return 1.0


def maps(folder: Path) -> dict[str, Path]:
    """The same map in every format."""
    drawn = {name: write(folder) for name, write in WRITERS.items()}
    borders = {
        (f"{x}{y}", f"{other[0]}{other[1]}")
        for x in range(SIDE)
        for y in range(SIDE)
        for other in ((x + 1, y), (x, y + 1))
        if max(other) < SIDE
    }
    drawn["graph"] = write_graph(folder / "graph.json", Areas(CODES, frozenset(borders)))[0]
    return drawn


def _squares() -> list[list[list[int]]]:
    corners = [(x, y) for x in range(SIDE) for y in range(SIDE)]
    return [[[10 + x + dx, 45 + y + dy] for dx, dy in SQUARE] for x, y in corners]


def _geojson(folder: Path) -> Path:
    features = [
        {
            "type": "Feature",
            "properties": {"code": code},
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }
        for code, ring in zip(CODES, _squares(), strict=True)
    ]
    target = folder / "map.geojson"
    target.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return target


def _topojson(folder: Path) -> Path:
    shapes = [
        {"type": "Polygon", "arcs": [[at]], "properties": {"code": code}}
        for at, code in enumerate(CODES)
    ]
    objects = {"areas": {"type": "GeometryCollection", "geometries": shapes}}
    target = folder / "map.topojson"
    target.write_text(json.dumps({"type": "Topology", "arcs": _squares(), "objects": objects}))
    return target


def _by_gdal(ending: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        import numpy as np
        import pyogrio
        import shapely

        target = folder / f"map.{ending}"
        shapes = shapely.to_wkb(np.array([shapely.Polygon(ring) for ring in _squares()]))
        codes = [np.array(CODES, dtype=object)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pyogrio.raw.write(
                target, shapes, codes, ["code"], geometry_type="Polygon", crs="EPSG:4326"
            )
        return target

    return write


def _zipped(folder: Path) -> Path:
    inner = folder / "shapefile"
    inner.mkdir(exist_ok=True)
    _by_gdal("shp")(inner)
    target = folder / "map.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for part in sorted(inner.iterdir()):
            archive.write(part, part.name)
    return target


WRITERS: dict[str, Callable[[Path], Path]] = {
    "geojson": _geojson,
    "topojson": _topojson,
    "gpkg": _by_gdal("gpkg"),
    "shapefile": _zipped,
}
