"""Facts of every kind, without solving anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import shapely

from covey.attributes import ROLES
from covey.measures.measures import measure
from covey.measures.spread import Spread
from covey.release.facts.inventory import kind_of
from covey.report.facts import Answer, Attribute, Example, Facts


def attribute(sizes: Sequence[int], names: Sequence[str] | None = None, **more: Any) -> Attribute:
    known = names or [f"group {number}" for number in range(1, len(sizes) + 1)]
    plain: dict[str, Any] = {
        "columns": ("diagnosis",),
        "kind": "labels",
        "distinct": 3 * len(sizes),
        "classes": tuple(zip(known, sizes, strict=True)),
    }
    given = {**plain, **more}
    return Attribute(**{**given, "kind": kind_of(ROLES[given["kind"]])})


def answer(cost: int, **more: Any) -> Answer:
    plain: dict[str, Any] = {
        "objective": "max-size",
        "cost": cost,
        "lower_bound": cost,
        "status": "optimal",
        "gap": 0.0,
        "certificate_kind": "heaviest",
        "certificate": "the heaviest value alone has as many records",
        "method": "auto",
        "guarantee": "at most twice the optimum",
        "runtime": 0.25,
        "options": {"eps": 0.1},
    }
    return Answer(**{**plain, **more})


def facts(*attributes: Attribute, k: int = 20, **more: Any) -> Facts:
    sizes = more.pop("sizes", ()) or attributes[0].sizes
    records = sum(sizes)
    illnesses = Spread.from_rows("illness", [0, 0, 0, 1, 1, 1], [1, 2, 3, 1, 1, 2])
    columns = [column for each in attributes for column in each.columns]
    plain: dict[str, Any] = {
        "k": k,
        "records_read": records + 12,
        "records_published": records,
        "suppressed": 12,
        "attributes": attributes,
        "answer": answer(max(sizes)),
        "input_name": "patients.csv",
        "fingerprint": "sha256:" + "3f2a" * 16,
        "covey_version": "0.1.0",
        "python_version": "3.11.7",
        "date": "2024-05-31",
        "sizes": sizes,
        "measures": measure(sizes, [illnesses], quasi=columns, k=k),
        "dropped": ("name",),
        "passing": ("illness", "year"),
    }
    return Facts(**{**plain, **more})


def of_labels(classes: int = 60, k: int = 20) -> Facts:
    sizes = drawn(classes, k)
    syllables = ["ka", "lo", "mi", "ren", "tos", "vu", "shi", "bel"]
    names = [
        "-".join(syllables[(number >> shift) % 8] for shift in (0, 3, 6, 9))
        for number in range(classes)
    ]
    return facts(attribute(sizes, names), k=k)


def of_ages(classes: int = 24, k: int = 20) -> Facts:
    edges = np.cumsum([18, *(1 + np.arange(classes) % 5)]).astype(float)
    names = [f"[{low:g}, {high:g})" for low, high in pairwise(edges)]
    ages = attribute(
        drawn(classes, k),
        names,
        columns=("age",),
        kind="ordered",
        edges=tuple(edges.tolist()),
    )
    return facts(ages, k=k)


def of_ranges(classes: int = 30) -> Facts:
    """As a release has them, the last class being that of missing values."""
    begins = ["", *(str(10 * at) for at in range(2, classes)), ""]
    names = [*(f"from {begin or 'the first'} on" for begin in begins[:-1]), "(missing)"]
    ages = attribute(
        drawn(classes, 20), names, columns=("age",), kind="ordered", begins=tuple(begins)
    )
    return facts(ages)


def of_months(classes: int = 12) -> Facts:
    names = [f"2024-{month:02}" for month in range(1, classes + 1)]
    return facts(attribute(drawn(classes, 20), names, columns=("month",), kind="ordered"))


def of_points(classes: int = 200, k: int = 20) -> Facts:
    """Rectangles that tile the plane, by cutting the largest again and again."""
    random = np.random.default_rng(2)
    boxes = [(7.0, 46.0, 9.5, 47.6)]
    while len(boxes) < classes:
        west, south, east, north = boxes.pop(0)
        share = random.uniform(0.35, 0.65)
        if east - west > north - south:
            cut = west + share * (east - west)
            boxes += [(west, south, cut, north), (cut, south, east, north)]
        else:
            cut = south + share * (north - south)
            boxes += [(west, south, east, cut), (west, cut, east, north)]
    points = attribute(
        drawn(classes, k),
        [f"cell {number}" for number in range(1, classes + 1)],
        columns=("lat", "lon"),
        kind="points",
        shapes=collection([shapely.box(*box) for box in boxes]),
        degrees=True,
    )
    return facts(points, k=k)


def of_regions(classes: int = 150, k: int = 20, corners: int = 0) -> Facts:
    """Cells around random places within a disc; with wiggly borders, if corners are asked for."""
    random = np.random.default_rng(1)
    places = shapely.multipoints(random.normal(size=(classes, 2)) * [1.0, 0.7] + [8.0, 46.8])
    cells = shapely.get_parts(shapely.voronoi_polygons(places))
    land = shapely.Point(8.0, 46.8).buffer(2.4)
    shapes = shapely.intersection(cells, land)
    if corners:
        length = float(np.median(shapely.length(shapes))) / corners
        shapes = shapely.transform(shapely.segmentize(shapes, length), _wiggled)
    shapes = shapes[~shapely.is_empty(shapes)]
    zips = attribute(
        drawn(len(shapes), k),
        [f"8{number:04} and around" for number in range(len(shapes))],
        columns=("zip",),
        kind="regions",
        distinct=12 * classes,
        shapes=collection(shapes),
        degrees=True,
    )
    good = answer(max(zips.sizes), status="feasible", lower_bound=k + 1, gap=0.031)
    return facts(zips, k=k, answer=good)


def of_several() -> Facts:
    zips, ages, names = of_regions(40), of_ages(8), of_labels(15)
    parts = [each.attributes[0] for each in (zips, ages, names)]
    return replace(
        facts(*parts, sizes=tuple(drawn(300, 20))),
        requirements=(
            "at least 3 different values of 'illness'",
            "recursive (2, 3)-diversity of 'x'",
        ),
        example=Example((("zip", "8* (80001 and 4 more)"), ("age", None), ("diagnosis", "ka")), 24),
        warnings=("The column 'year' was published as it is; is it a quasi-identifier?",),
    )


EVERY = {
    "labels": of_labels,
    "ages": of_ages,
    "ranges": of_ranges,
    "months": of_months,
    "points": of_points,
    "regions": of_regions,
    "several": of_several,
}


def drawn(classes: int, k: int) -> list[int]:
    random = np.random.default_rng(classes)
    return (k + random.geometric(0.15, classes) - 1).tolist()  # type: ignore[no-any-return]


def collection(shapes: Sequence[Any]) -> dict[str, Any]:
    features = [
        {
            "type": "Feature",
            "properties": {"class": number},
            "geometry": shapely.geometry.mapping(shape),
        }
        for number, shape in enumerate(shapes, start=1)
    ]
    return {"type": "FeatureCollection", "features": features}


def _wiggled(places: Any) -> Any:
    """Moved by what depends on the place alone, so that shared borders stay shared."""
    x, y = places.T
    return np.column_stack([x + 0.004 * np.sin(90 * y), y + 0.004 * np.sin(80 * x)])
