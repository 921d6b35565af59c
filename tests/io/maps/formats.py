"""One map written in every format that covey reads."""

from __future__ import annotations

import json
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import shapely

from covey.io.reading import connect
from tests.io.maps.worlds import Shapes

Fields = dict[str, list[Any]]


def by_gdal(ending: str) -> Callable[[Path, Shapes, Fields, str | None], Path]:
    def write(folder: Path, shapes: Shapes, fields: Fields, crs: str | None) -> Path:
        target = folder / f"map.{ending}"
        data = [np.array(values) for values in fields.values()]
        data = [part.astype(object) if part.dtype.kind == "U" else part for part in data]
        kind = "MultiPolygon" if any(s.geom_type == "MultiPolygon" for s in shapes) else "Polygon"
        names = list(fields)
        with warnings.catch_warnings():
            # That a map without a coordinate system has none.
            warnings.simplefilter("ignore")
            pyogrio.raw.write(
                target, shapely.to_wkb(shapes), data, names, geometry_type=kind, crs=crs
            )
        return target

    return write


def zipped(folder: Path, shapes: Shapes, fields: Fields, crs: str | None) -> Path:
    by_gdal("shp")(folder, shapes, fields, crs)
    target = folder / "map.zip"
    with zipfile.ZipFile(target, "w") as archive:
        for part in sorted(folder.glob("map.*")):
            if part != target:
                archive.write(part, part.name)
                part.unlink()
    return target


def topojson(folder: Path, shapes: Shapes, fields: Fields, crs: str | None) -> Path:
    """Every ring an arc of its own; enough for a reader that joins arcs."""
    arcs: list[Any] = []
    geometries = []
    for number, shape in enumerate(shapes):
        rings = []
        for ring in (shape.exterior, *shape.interiors):
            rings.append([len(arcs)])
            arcs.append([list(place) for place in ring.coords])
        properties = {name: values[number] for name, values in fields.items()}
        geometries.append({"type": "Polygon", "arcs": rings, "properties": properties})
    target = folder / "map.topojson"
    collection = {"type": "GeometryCollection", "geometries": geometries}
    target.write_text(
        json.dumps({"type": "Topology", "arcs": arcs, "objects": {"zips": collection}})
    )
    return target


def geoparquet(folder: Path, shapes: Shapes, fields: Fields, crs: str | None) -> Path:
    import pyproj

    target = folder / "map.parquet"
    column: dict[str, Any] = {"encoding": "WKB", "geometry_types": []}
    if crs != "EPSG:4326":
        column["crs"] = None if crs is None else json.loads(pyproj.CRS(crs).to_json())
    geo = {"version": "1.1.0", "primary_column": "shape", "columns": {"shape": column}}
    with connect() as connection:
        kinds = ["VARCHAR" if isinstance(v[0], str) else "BIGINT" for v in fields.values()]
        columns = ", ".join(f'"{n}" {kind}' for n, kind in zip(fields, kinds, strict=True))
        connection.execute(f"CREATE TABLE map ({columns}, shape BLOB)")
        marks = ", ".join("?" for _ in range(len(fields) + 1))
        for number, shape in enumerate(shapes):
            row = [values[number] for values in fields.values()]
            connection.execute(f"INSERT INTO map VALUES ({marks})", [*row, shapely.to_wkb(shape)])
        metadata = json.dumps(geo).replace("'", "''")
        connection.execute(
            f"COPY map TO '{target}' (FORMAT parquet, KV_METADATA {{geo: '{metadata}'}})"
        )
    return target


FORMATS: dict[str, Callable[[Path, Shapes, Fields, str | None], Path]] = {
    "GeoJSON": by_gdal("geojson"),
    "GeoPackage": by_gdal("gpkg"),
    "Shapefile": by_gdal("shp"),
    "zipped Shapefile": zipped,
    "TopoJSON": topojson,
    "GeoParquet": geoparquet,
}
