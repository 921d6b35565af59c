"""Maps in files: GeoJSON, TopoJSON and Shapefile through GDAL, GeoPackage through SQLite,
GeoParquet through DuckDB, and a geopandas frame without geopandas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import FIELD, InvalidInput, closest, surely_meant
from covey.core.words import listed, plural
from covey.io.inputs.paths import no_file, refuse_fetching
from covey.io.maps.areas import area_weights, distinct_keys
from covey.io.maps.copies import Copy, private_copy
from covey.io.maps.formats import (
    GEOPACKAGE,
    GEOPARQUET,
    JSON,
    MAP_FORMATS,
    SHAPEFILE,
    ZIPPED,
    Format,
)
from covey.io.maps.gdal import JsonMap, Shapefile, ZippedShapefile
from covey.io.maps.geopackage import GeoPackage
from covey.io.maps.geoparquet import GeoParquet
from covey.io.maps.layer import Reader
from covey.io.maps.polygons import Features
from covey.io.maps.systems import LONGITUDE_LATITUDE, short_name

LAYERS_TRIED = 3
"""Layers for which a refusal has a command."""
DOTS_AT_LEAST, DOTS_AT_MOST = 100, 10_000
"""How many dots a picture of a map has, across or along."""


def read_polygons(
    path: Path,
    key: str | None = None,
    weight: str | None = None,
    layer: str | None = None,
    others: Sequence[str] = (),
    *,
    need_codes: bool = True,
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
    need_codes
        Whether a shape without a code is refused; else it is left out.
    """
    import shapely

    _refuse_missing(path)
    with private_copy(path) as copy:
        opened = READERS[copy.format](copy)
        layer = _layer(path, opened.layers, layer)
        names = opened.names(layer)
        key = _key(path, names, key)
        roles = _roles(key, weight, others)
        chosen = [_field(path, names, name, role) for name, role in roles.items()]
        found = opened.read(layer, chosen)
        twins = found.shapes is not None and not _are_distinct(found.fields[key])
        # Only for the hint: all fields are read, to find one without twins.
        instead = _other_key(opened.read(layer, names).fields, key) if twins else ""
    if found.shapes is None:
        raise InvalidInput(
            f"{path} has no shapes.",
            hint="A table of areas goes with --nodes. Maps are " + MAP_FORMATS + ".",
        )
    crs, shapes, notes = found.crs, found.shapes, tuple[str, ...]()
    # GeoParquet says on purpose that its system is unknown; others have no place to say it.
    if crs is None and copy.format is not GEOPARQUET:
        crs, notes = _unsaid(path, shapes)
        if crs is None and copy.format is JSON and _is_picture(shapes):
            # North is above everywhere else: in pictures, and in the shapes of a release.
            shapes = shapely.transform(shapes, lambda places: places * np.array([1.0, -1.0]))
            notes = (f"{path.name} has the places of a picture, with y downwards: turned upright",)
    fields = found.fields
    if not need_codes:
        fields, shapes, left_out = _coded(fields, key, shapes)
        notes = (*notes, *left_out)
    return _features(
        str(path), fields, key, weight, shapes, crs, notes, others, copy.fingerprint, instead
    )


def _are_distinct(values: NDArray[Any]) -> bool:
    found = [text for text in _codes(values, "")[0] if text]
    return len(set(found)) == len(found)


def _other_key(fields: dict[str, NDArray[Any]], key: str) -> str:
    """Another field of texts of which every area has one of its own, if there is one."""
    for name, values in fields.items():
        texts = [value for value in values.tolist() if isinstance(value, str) and value]
        if name != key and len(texts) == len(values) and _are_distinct(values):
            return name
    return ""


def read_fields(path: Path) -> tuple[dict[str, list[str | None]], int]:
    """All fields of a map with one layer, as text, and how many areas it has: for somebody who is
    to choose the field with the codes."""
    _refuse_missing(path)
    with private_copy(path) as copy:
        opened = READERS[copy.format](copy)
        layer = _layer(path, opened.layers, None)
        found = opened.read(layer, opened.names(layer))
    if found.shapes is None:
        raise InvalidInput(f"{path.name} cannot be read as a map: it has no shapes.")
    return {name: _codes(own, name)[0] for name, own in found.fields.items()}, len(found.shapes)


def _refuse_missing(path: Path) -> None:
    refuse_fetching(path, "map")
    if not path.exists():
        raise no_file(path)


READERS: dict[Format, Callable[[Copy], Reader]] = {
    JSON: JsonMap,
    GEOPACKAGE: GeoPackage,
    SHAPEFILE: Shapefile,
    ZIPPED: ZippedShapefile,
    GEOPARQUET: GeoParquet,
}


def _coded(
    fields: dict[str, NDArray[Any]], key: str, shapes: NDArray[Any]
) -> tuple[dict[str, NDArray[Any]], NDArray[Any], tuple[str, ...]]:
    """Only what has a code, and a word on the rest."""
    # Zero is a code as well: only empty texts are none.
    coded = np.array([bool(code) for code in _codes(fields[key], key)[0]], dtype=bool)
    if coded.all():
        return fields, shapes, ()
    note = f"{plural(int((~coded).sum()), 'shape')} without a code in {key!r} left out"
    return {name: values[coded] for name, values in fields.items()}, shapes[coded], (note,)


def from_frame(
    frame: Any,
    key: str,
    weight: str | None = None,
    others: Sequence[str] = (),
    *,
    need_codes: bool = True,
) -> Features:
    """The areas of a geopandas GeoDataFrame, or of anything with the same to_wkb and crs."""
    import shapely

    named = dict.fromkeys(name for name in (key, weight, *others) if name)
    known = [str(column) for column in frame.columns]
    lacking = [name for name in named if name not in known]
    if lacking:
        raise InvalidInput(
            f"The frame of the map has no column {lacking[0]!r}.",
            hint=closest(lacking[0], known),
            given=lacking[0],
        )
    fields = {name: np.asarray(frame[name], dtype=object) for name in named}
    crs = None if frame.crs is None else frame.crs.to_wkt()
    shapes = shapely.from_wkb(np.asarray(frame.geometry.to_wkb(), dtype=object))
    notes: tuple[str, ...] = ()
    if not need_codes:
        fields, shapes, notes = _coded(fields, key, shapes)
    return _features("the frame", fields, key, weight, shapes, crs, notes, others)


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
            choices=[[("--layer", layer)] for layer in layers[:LAYERS_TRIED]],
        )
    raise InvalidInput(
        f"{path} has no layer {wanted!r}.",
        hint=closest(wanted, layers),
        given=wanted,
        remedy=[("--layer", near)] if (near := surely_meant(str(wanted), layers)) else [],
    )


def _key(path: Path, names: list[str], key: str | None) -> str:
    if key is not None:
        return key
    if len(names) == 1 or "id" in names:
        return "id" if "id" in names else names[0]
    raise InvalidInput(
        f"{path}: which field holds the codes of the areas? There are: {', '.join(names)}.",
        hint="Name it: --key FIELD, or MAP:FIELD in --region.",
        choices=[[("--key", name)] for name in names] if len(names) <= LAYERS_TRIED else [],
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
            f"{path} has no field {name!r} ({role}).",
            hint=closest(name, names),
            given=name,
            remedy=[(f"{FIELD}{name}", near)] if (near := surely_meant(name, names)) else [],
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
    return None, (
        f"{path.name} names no coordinate system: it is taken as flat, in units of its own",
    )


def _is_picture(shapes: NDArray[Any]) -> bool:
    """Whether places are those on a screen, as programs for web pages project them: y counts
    downwards, and there are at most some thousand dots. Metres of a country are many more."""
    import shapely

    west, south, east, north = shapely.total_bounds(shapes)
    within = min(west, south) >= -DOTS_AT_MOST and max(east, north) <= DOTS_AT_MOST
    return bool(within and max(east - west, north - south) >= DOTS_AT_LEAST)


def _features(
    where: str,
    fields: dict[str, NDArray[Any]],
    key: str,
    weight: str | None,
    shapes: NDArray[Any],
    crs: str | None,
    notes: tuple[str, ...] = (),
    others: Sequence[str] = (),
    seen: str = "",
    instead: str = "",
) -> Features:
    if len(shapes) == 0:
        raise InvalidInput(f"{where} has no areas.")
    texts, remarks = _codes(fields[key], key)
    keys = distinct_keys(texts, where, repr(key), instead)
    weights = None
    if weight is not None:
        weights = area_weights(_numbers(fields[weight]), keys, f"{where}, {weight!r},")
    crs = None if crs is None else short_name(crs)
    kept = {name: _codes(fields[name], name)[0] for name in others}
    return Features(where, keys, shapes, crs, weights, kept, (*notes, *remarks), seen)


def _codes(values: NDArray[Any], key: str) -> tuple[list[str | None], tuple[str, ...]]:
    """Codes as text. A number is written without a fraction, and said: its zeros are lost."""
    texts: list[str | None] = []
    numbers = 0
    for value in values.tolist():
        # NaN is not equal to itself, and stands for a missing value.
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
