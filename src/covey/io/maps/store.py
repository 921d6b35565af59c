"""A graph of areas in a file of its own: JSON with one area and one border per line."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from covey.core.errors import InvalidInput
from covey.core.words import listed
from covey.io.inputs.paths import fingerprint, no_file, refuse_special
from covey.io.maps.areas import AreaMap, area_weights, distinct_keys
from covey.io.outputs.files import replacing
from covey.problems.regions.graph import Graph

FORMAT = "covey graph 1"


def write_graph(areas: AreaMap, target: Path) -> None:
    """Everything except the shapes. The same areas give the same bytes."""
    with replacing(target) as file:
        head = {"format": FORMAT, "crs": areas.crs, "notes": list(areas.notes)}
        file.write(_inner(head) + ",\n")
        _write_list(file, "areas", (_area(areas, place) for place in range(len(areas.keys))))
        file.write(",\n")
        _write_list(
            file,
            "borders",
            (
                [areas.keys[a], areas.keys[b], length]
                for (a, b), length in zip(
                    areas.graph.edges.tolist(), areas.graph.lengths.tolist(), strict=True
                )
            ),
        )
        file.write(",\n")
        _write_list(file, "bridges", (list(pair) for pair in areas.bridges))
        file.write("}\n")


def read_graph(path: Path) -> AreaMap:
    """What :func:`write_graph` wrote, checked again: somebody may have edited it."""
    refuse_special(path)
    if not path.is_file():
        raise no_file(path)
    try:
        content = path.read_bytes()
        stored = json.loads(content.decode("utf-8"))
        if not isinstance(stored, dict) or stored.get("format") != FORMAT:
            raise InvalidInput(
                f'{path} is not a saved graph: it does not say "format": "{FORMAT}".',
                hint="covey graph ... -o FILE.json writes one.",
            )
        return replace(_read(path, stored), seen=fingerprint([sha256(content).hexdigest()]))
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise InvalidInput(
            f"{path} is not a saved graph: it is not JSON.",
            hint="covey graph ... -o FILE.json writes one.",
        ) from None
    except (
        AttributeError, KeyError, TypeError, ValueError, IndexError, OverflowError, RecursionError,
    ) as error:  # fmt: skip
        raise InvalidInput(
            f"{path} is a saved graph with an error ({type(error).__name__}: {error}).",
            hint="docs/reference/maps.md describes the format.",
        ) from None


def _read(path: Path, stored: dict[str, Any]) -> AreaMap:
    rows = stored["areas"]
    keys = distinct_keys([row["key"] for row in rows], str(path), '"key"')
    if set(map(type, keys)) - {str}:
        raise TypeError("a key is text, in quotes")
    if not keys:
        raise InvalidInput(f"{path} has no areas.")
    borders, bridges = list(stored["borders"]), tuple((a, b) for a, b in stored["bridges"])
    firsts, seconds, long = zip(*borders, strict=True) if borders else ((), (), ())
    places = {key: place for place, key in enumerate(keys)}
    ends = (*firsts, *seconds)
    named = dict.fromkeys((*ends, *(key for pair in bridges for key in pair)))
    if unknown := [key for key in named if key not in places]:
        raise InvalidInput(
            f"{path} has borders of areas that it does not have: {listed(unknown)}.",
            given=unknown,
        )
    # First the one ends of all borders, then the others.
    pairs = np.fromiter(map(places.__getitem__, ends), np.int64, len(ends)).reshape(2, -1).T
    graph = Graph.from_edges(len(keys), pairs, np.array(long, dtype=np.float64))
    weights, points = None, None
    # A field that any area has; those without it have none.
    fields = set().union(*rows)
    if "weight" in fields:
        weights = area_weights([row.get("weight", np.nan) for row in rows], keys, str(path))
    if "point" in fields:
        nowhere = (np.nan, np.nan)
        points = np.array([row.get("point", nowhere) for row in rows], dtype=np.float64)
        if points.shape != (len(keys), 2) or np.isinf(points).any():
            raise TypeError("a point is two numbers")
    crs, notes = stored["crs"], stored["notes"]
    if not isinstance(crs, str | None):
        raise TypeError("crs is text")
    if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
        raise TypeError("notes are a list of texts")
    return AreaMap(
        keys, graph, weights, points=points, crs=crs, bridges=bridges, notes=tuple(notes)
    )


def _area(areas: AreaMap, place: int) -> dict[str, Any]:
    row: dict[str, Any] = {"key": areas.keys[place]}
    if areas.weights is not None:
        row["weight"] = int(areas.weights[place])
    if areas.points is not None and np.isfinite(areas.points[place]).all():
        row["point"] = areas.points[place].tolist()
    return row


def _inner(fields: dict[str, Any]) -> str:
    """The beginning of an object that goes on, one field per line."""
    lines = [f"{json.dumps(name)}: {_text(value)}" for name, value in fields.items()]
    return "{" + ",\n".join(lines)


def _write_list(file: Any, name: str, rows: Any) -> None:
    file.write(f"{json.dumps(name)}: [")
    for number, row in enumerate(rows):
        file.write((",\n" if number else "\n") + _text(row))
    file.write("]")


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
