"""Maps in files: GeoJSON, GeoPackage, Shapefile and TopoJSON through GDAL, GeoParquet through
DuckDB, and a geopandas frame without geopandas."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.errors import InvalidInput, closest
from covey.maps.areas import area_weights, distinct_keys
from covey.maps.polygons import Features
from covey.maps.systems import LONGITUDE_LATITUDE, short_name
from covey.table.inputs.paths import refuse_special, unreadable
from covey.table.source import connect, open_source, refusal
from covey.words import listed

KINDS = "GeoJSON, GeoPackage, Shapefile (also zipped), TopoJSON and GeoParquet"


def read_polygons(
    path: Path,
    key: str | None = None,
    weight: str | None = None,
    layer: str | None = None,
    others: Sequence[str] = (),
) -> Features:
    """The areas of a map file.

    key
        The field with their codes, which are text and keep their zeros. Without it the file must
        have just one field, or one named id.
    weight
        The field with their numbers of records.
    layer
        Which of several layers.
    others
        More fields to keep, as text.
    """
    if not path.exists():
        raise InvalidInput(f"There is no file {path}.", given=str(path))
    refuse_special(path)
    if _begins_with(path, b"PAR1"):
        return _read_parquet(path, key, weight, layer, others)
    return _read_gdal(path, key, weight, layer, others)


def _begins_with(path: Path, mark: bytes) -> bool:
    if path.is_dir():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(mark)) == mark
    except OSError as error:
        raise unreadable(path, error) from None


def from_frame(frame: Any, key: str, weight: str | None = None) -> Features:
    """The areas of a geopandas GeoDataFrame, or of anything with the same to_wkb and crs."""
    import shapely

    fields = {name: np.asarray(frame[name], dtype=object) for name in (key, weight) if name}
    crs = None if frame.crs is None else frame.crs.to_wkt()
    shapes = shapely.from_wkb(np.asarray(frame.geometry.to_wkb(), dtype=object))
    return _features("the frame", fields, key, weight, shapes, crs)


def _read_gdal(
    path: Path, key: str | None, weight: str | None, layer: str | None, others: Sequence[str]
) -> Features:
    import pyogrio
    import shapely

    try:
        layer = _layer(path, [str(name) for name, _ in pyogrio.list_layers(path)], layer)
        # Text that looks like a date stays the text that it is.
        options = {"DATE_AS_STRING": "YES"} if path.suffix.lower() in (".geojson", ".json") else {}
        with warnings.catch_warnings():
            # An option that another driver lacks, and layers that are not asked for.
            warnings.simplefilter("ignore")
            names = [str(name) for name in pyogrio.read_info(path, layer=layer)["fields"]]
            key = _key(path, names, key)
            roles = _roles(key, weight, others)
            chosen = [_field(path, names, name, role) for name, role in roles.items()]
            meta, _, shapes, data = pyogrio.raw.read(path, layer=layer, columns=chosen, **options)
    except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError) as error:
        raise InvalidInput(
            f"{path} cannot be read as a map.", hint=f"Maps are {KINDS}.", given=str(error)
        ) from None
    if shapes is None:
        raise InvalidInput(
            f"{path} has no shapes.",
            hint="A table of areas goes with --nodes. Maps are " + KINDS + ".",
        )
    fields = dict(zip((str(name) for name in meta["fields"]), data, strict=True))
    crs: str | None = meta["crs"]
    notes: tuple[str, ...] = ()
    polygons = shapely.from_wkb(shapes, on_invalid="fix")
    if crs is None:
        crs, notes = _unsaid(path, polygons)
    return _features(str(path), fields, key, weight, polygons, crs, notes, others)


def _read_parquet(
    path: Path, key: str | None, weight: str | None, layer: str | None, others: Sequence[str]
) -> Features:
    import duckdb
    import shapely

    _layer(path, [path.stem], layer)
    with connect() as connection:
        try:
            found = connection.execute(
                "SELECT value FROM parquet_kv_metadata(?) WHERE key = 'geo'", [str(path)]
            ).fetchone()
            if found is None:
                raise InvalidInput(
                    f"{path} is Parquet without shapes: GeoParquet has a 'geo' entry.",
                    hint=f"Maps are {KINDS}.",
                )
            primary, crs = _of_geoparquet(path, bytes(found[0]))
            source = open_source(path)
            names = [name for name in source.columns if name != primary]
            key = _key(path, names, key)
            roles = _roles(key, weight, others)
            wanted = [_field(path, names, name, role) for name, role in roles.items()]
            columns = ", ".join(
                f"{source.column(name, 'a field')} AS f{place}" for place, name in enumerate(wanted)
            )
            shape = source.column(primary, "the shapes")
            rows = connection.execute(
                f"SELECT {shape}::BLOB AS shape, {columns} FROM {source.scan}"
            ).fetchall()
        except duckdb.Error as error:
            if "unsupported encoding" in str(error):
                raise _not_wkb(path) from None
            raise refusal(path, error) from None
    blobs = np.array([row[0] for row in rows], dtype=object)
    shapes = shapely.from_wkb(blobs, on_invalid="fix")
    fields = {
        name: np.array([row[place + 1] for row in rows], dtype=object)
        for place, name in enumerate(wanted)
    }
    return _features(str(path), fields, key, weight, shapes, crs, (), others)


def _of_geoparquet(path: Path, metadata: bytes) -> tuple[str, str | None]:
    """The column of shapes and its coordinate system. One that is not said is longitude, latitude;
    null is unknown (GeoParquet 1.1)."""
    geo = json.loads(metadata)
    primary = str(geo["primary_column"])
    column = geo["columns"][primary]
    if column.get("encoding") != "WKB":
        raise _not_wkb(path)
    crs = column.get("crs", LONGITUDE_LATITUDE)
    return primary, json.dumps(crs) if isinstance(crs, dict) else crs


def _not_wkb(path: Path) -> InvalidInput:
    return InvalidInput(
        f"{path}: covey reads WKB, and the shapes are not written in it.",
        hint="Write the file again with the encoding WKB.",
    )


def _layer(path: Path, layers: list[str], wanted: str | None) -> str:
    if wanted is None and len(layers) == 1:
        return layers[0]
    if wanted in layers:
        return str(wanted)
    if wanted is None:
        raise InvalidInput(
            f"{path} has {len(layers)} layers: {listed(layers, 20)}.",
            hint="Name one with --layer.",
            given=layers,
        )
    raise InvalidInput(
        f"{path} has no layer {wanted!r}.", hint=closest(wanted, layers), given=wanted
    )


def _key(path: Path, names: list[str], key: str | None) -> str:
    if key is not None:
        return key
    if len(names) == 1 or "id" in names:
        return "id" if "id" in names else names[0]
    raise InvalidInput(
        f"{path}: which field holds the codes of the areas? There are: {', '.join(names)}.",
        hint="Name it: --key FIELD, or MAP:FIELD in --region.",
    )


def _roles(key: str, weight: str | None, others: Sequence[str]) -> dict[str, str]:
    """What the fields to read are for, each once."""
    roles = dict.fromkeys(others, "another field that was asked for")
    if weight is not None:
        roles[weight] = "named with --weight"
    return roles | {key: "the key"}


def _field(path: Path, names: list[str], name: str, role: str) -> str:
    if name not in names:
        raise InvalidInput(
            f"{path} has no field {name!r} ({role}).", hint=closest(name, names), given=name
        )
    return name


def _unsaid(path: Path, shapes: NDArray[Any]) -> tuple[str | None, tuple[str, ...]]:
    """A coordinate system for a map that names none. TopoJSON has no place to name it and is mostly
    in degrees; others are taken as flat."""
    import shapely

    west, south, east, north = shapely.total_bounds(shapes)
    degrees = west >= -180 and south >= -90 and east <= 180 and north <= 90
    if degrees and path.suffix.lower() in (".topojson", ".json"):
        return LONGITUDE_LATITUDE, ()
    return None, (f"{path} names no coordinate system: it is taken as flat, in units of its own",)


def _features(
    where: str,
    fields: dict[str, NDArray[Any]],
    key: str,
    weight: str | None,
    shapes: NDArray[Any],
    crs: str | None,
    notes: tuple[str, ...] = (),
    others: Sequence[str] = (),
) -> Features:
    if len(shapes) == 0:
        raise InvalidInput(f"{where} has no areas.")
    texts, remarks = _codes(fields[key], key)
    keys = distinct_keys(texts, where, repr(key))
    weights = None
    if weight is not None:
        weights = area_weights(_numbers(fields[weight]), keys, f"{where}, {weight!r},")
    crs = None if crs is None else short_name(crs)
    kept = {name: _codes(fields[name], name)[0] for name in others}
    return Features(where, keys, shapes, crs, weights, kept, (*notes, *remarks))


def _codes(values: NDArray[Any], key: str) -> tuple[list[str | None], tuple[str, ...]]:
    """Codes as text. A number is written without a fraction, and said: its zeros are lost."""
    texts: list[str | None] = []
    numbers = 0
    for value in values.tolist():
        if value is None or value != value:
            texts.append(None)
        elif isinstance(value, str):
            texts.append(value)
        else:
            numbers += 1
            whole = isinstance(value, float) and value.is_integer()
            texts.append(str(int(value)) if whole else str(value))
    if not numbers:
        return texts, ()
    return texts, (
        f"the field {key!r} holds numbers, not text: codes are taken as they are written there,"
        " and a leading zero, if there was one, is lost",
    )


def _numbers(values: NDArray[Any]) -> list[float]:
    """Numbers, NaN where there is none."""

    def number(value: Any) -> float:
        try:
            return float(value)
        except (TypeError, ValueError):
            return float("nan")

    return [number(value) for value in values.tolist()]
