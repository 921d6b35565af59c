"""The borders that covey finds, against the arcs that two areas of a TopoJSON file share.

python -m benchmarks.shared_arcs world-atlas/countries-50m.json:countries:name ...

In TopoJSON a line between two areas is written once, and both refer to it: so the file itself says
which areas are neighbours, without a tolerance. Names of borders on one side only are printed, with
their lengths; they are for a person to judge.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from covey.io.maps.read import read_areas

Pair = tuple[str, str]


@dataclass(frozen=True)
class Comparison:
    """``invented`` are borders of covey, with their lengths in metres, that no arc is shared by;
    ``missed`` are shared by an arc, and covey has none."""

    areas: int
    shared: int
    invented: dict[Pair, float]
    missed: tuple[Pair, ...]
    notes: tuple[str, ...]


def compare(path: Path, layer: str, key: str) -> Comparison:
    """``key`` is a property, or id."""
    found = read_areas(areas=path, layer=layer, key=key, exclude=("",))
    graph = found.graph
    ours = {
        _pair(found.keys[a], found.keys[b]): length
        for (a, b), length in zip(graph.edges.tolist(), graph.lengths.tolist(), strict=True)
    }
    theirs = shared_arcs(json.loads(path.read_text()), layer, key)
    return Comparison(
        len(found.keys),
        len(theirs),
        {pair: ours[pair] for pair in sorted(ours.keys() - theirs)},
        tuple(sorted(theirs - ours.keys())),
        found.notes,
    )


def shared_arcs(topology: dict[str, Any], layer: str, key: str) -> set[Pair]:
    """Pairs of areas that share an arc of some length."""
    owners: defaultdict[int, set[str]] = defaultdict(set)
    for geometry in topology["objects"][layer]["geometries"]:
        code = geometry.get("id") if key == "id" else geometry["properties"].get(key)
        if code is not None:
            for arc in _arcs(geometry.get("arcs", [])):
                owners[arc].add(str(code))
    return {
        _pair(a, b)
        for arc, own in owners.items()
        if _has_length(topology["arcs"][arc], "transform" in topology)
        for a, b in combinations(own, 2)
    }


def _arcs(nested: Any) -> Iterator[int]:
    """The arcs of a geometry; ~n is the arc n backwards."""
    if isinstance(nested, int):
        yield nested if nested >= 0 else ~nested
        return
    for inner in nested:
        yield from _arcs(inner)


def _has_length(arc: list[list[float]], steps: bool) -> bool:
    """With a transform, all places but the first are steps from the one before."""
    return any(any(place) if steps else place != arc[0] for place in arc[1:])


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def main() -> None:
    for given in sys.argv[1:]:
        file, layer, key = given.rsplit(":", 2)
        found = compare(Path(file), layer, key)
        print(f"{Path(file).name}: {found.areas:,} areas, {found.shared:,} pairs share an arc")
        for note in found.notes:
            print(f"  {note}")
        print(f"  {len(found.missed)} of them have no border: {', '.join(map(str, found.missed))}")
        print(f"  {len(found.invented)} borders besides:")
        for (a, b), length in found.invented.items():
            print(f"    {a}, {b}: {length:,.0f}")


if __name__ == "__main__":
    main()
