"""Small maps with known neighbours, as the files that covey reads."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from attacks.recount.asked import Areas

SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))


def draw_map(rng: Random, folder: Path, most: int = 30) -> tuple[Path, Areas]:
    """Squares of a grid, some of them left out, as GeoJSON; or any graph, as covey saves them."""
    if rng.random() < 0.3:
        return _graph(rng, folder, most)
    width, height = rng.randint(1, 6), rng.randint(1, 6)
    hole = rng.choice((0.0, 0.0, 0.15, 0.4))
    places = [(x, y) for x in range(width) for y in range(height) if rng.random() >= hole]
    places = places[:most] or [(0, 0)]
    rng.shuffle(places)
    codes = dict(zip(places, _codes(rng, len(places)), strict=True))
    borders = {
        (codes[x, y], codes[other])
        for x, y in places
        for other in ((x + 1, y), (x, y + 1))
        if other in codes
    }
    features = [
        {
            "type": "Feature",
            "properties": {"code": code, "note": "x"},
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[10 + x + dx, 45 + y + dy] for dx, dy in SQUARE]],
            },
        }
        for (x, y), code in codes.items()
    ]
    target = folder / "map.geojson"
    _write(target, {"type": "FeatureCollection", "features": features})
    return target, Areas(tuple(codes.values()), frozenset(borders))


def _graph(rng: Random, folder: Path, most: int) -> tuple[Path, Areas]:
    count = rng.randint(1, min(most, 20))
    codes = _codes(rng, count)
    borders = {(codes[at], codes[rng.randrange(at)]) for at in range(1, count)}
    borders |= {tuple(rng.sample(codes, 2)) for _ in range(count // 3) if count > 1}  # type: ignore[misc]
    if rng.random() < 0.3:
        borders = {pair for pair in borders if rng.random() < 0.8}
    borders = {pair for pair in borders if pair[::-1] not in borders or pair[0] < pair[1]}
    return write_graph(folder / "map.json", Areas(tuple(codes), frozenset(borders)))


def write_graph(target: Path, areas: Areas) -> tuple[Path, Areas]:
    """A saved graph (docs/reference/maps.md)."""
    stored = {
        "format": "covey graph 1",
        "crs": None,
        "notes": [],
        "areas": [{"key": code} for code in areas.codes],
        "borders": [[a, b, 1.0] for a, b in sorted(areas.borders)],
        "bridges": [],
    }
    _write(target, stored)
    return target, areas


def _codes(rng: Random, count: int) -> list[str]:
    first = rng.choice(("021", "9", "", "Ä-", "a, "))
    codes = [f"{first}{number:02}" for number in rng.sample(range(99), count)]
    if rng.random() < 0.2:
        codes[0] = rng.choice(("*", "x and 3 more", '"', "a'b", "<i>", "(missing)"))
    return codes


def _write(target: Path, stored: dict[str, Any]) -> None:
    target.write_text(json.dumps(stored, ensure_ascii=False), encoding="utf-8")
