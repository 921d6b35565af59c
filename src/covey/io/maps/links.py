"""GeoJSON may name its coordinate system by a link, which GDAL would follow. Such maps are refused
before it sees them."""

from __future__ import annotations

import json
import mmap
import re
from pathlib import Path
from typing import Any

from covey.core.errors import InvalidInput

# In single quotes and in capitals as well, which GDAL may take for the same.
MEMBER = re.compile(rb"""["']crs["']""", re.IGNORECASE)
SCALAR = re.compile(rb"""\s*:\s*["\w.+-]""")
VALUE = re.compile(rb"\s*[,\]}]")
OBJECT = re.compile(rb"\s*:\s*(?=\{)")
LONGEST = 4096
"""Bytes that a coordinate system may take."""
# An escaped NUL, or a plain letter that is escaped without need, is found as several letters, and
# is then none of the needed ones. The letters of crs are \u0063, \u0072 and \u0073.
ESCAPE = re.compile(rb"\\(u00(?:00|[4-7])|.)", re.DOTALL)
NEEDED = frozenset(bytes([letter]) for letter in b'"\\/bfnrtu')
"""The characters that JSON escapes. Other escapes are suspicious: they hide a name from a search in
the bytes, and a NUL ends a name too early."""
TOPOLOGY = re.compile(rb'"type"\s*:\s*"Topology"')
FEATURES = re.compile(rb'"type"\s*:\s*"Feature(Collection)?"')


def driver_for(path: Path, copy: Path) -> str:
    """GeoJSON or TopoJSON; refused, if it asks for more than is in it."""
    with copy.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        if text.find(b"\0") >= 0 or not NEEDED.issuperset(ESCAPE.findall(text)):
            raise InvalidInput(
                f"{path} cannot be read as a map: it has escaped letters or NUL bytes, which JSON"
                " does not need.",
                hint="Write it again with another program.",
            )
        _refuse_links(path, text)
        return "TopoJSON" if TOPOLOGY.search(text) and not FEATURES.search(text) else "GeoJSON"


def _refuse_links(path: Path, text: mmap.mmap) -> None:
    for found in MEMBER.finditer(text):
        after = text[found.end() : found.end() + LONGEST]
        if SCALAR.match(after) or VALUE.match(after):
            continue  # a field of the map, or a value
        start = OBJECT.match(after)
        if start is None or not _is_a_name(after[start.end() :]):
            raise InvalidInput(
                f"{path}: a coordinate system is named as in"
                ' "crs": {"type": "name", "properties": {"name": "EPSG:25832"}}; this one is a link'
                " or something else, and covey follows no links.",
                hint="Convert the map to longitudes and latitudes, and omit crs.",
            )


def _is_a_name(after: bytes) -> bool:
    try:
        # The text may be cut off behind the object, even within a letter.
        system, _ = json.JSONDecoder(object_pairs_hook=_once).raw_decode(
            after.decode("utf-8", errors="ignore")
        )
        kind, said = system["type"], system["properties"]
        known = {"name": (str,), "EPSG": (int, str)}[kind]
        wanted = {"name": "name", "EPSG": "code"}[kind]
        return len(system) == 2 and list(said) == [wanted] and isinstance(said[wanted], known)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name is there twice")  # and readers differ in which they take
    return found
