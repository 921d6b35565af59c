"""Small tables and maps with everything that a release must cope with."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

import covey
from covey.attributes import Role
from tests.io.maps.worlds import grid

K = 12
ROWS = 400


def people(rows: int = ROWS, seed: int = 1) -> dict[str, list[Any]]:
    """Columns of all kinds; codes with leading zeros, some values missing."""
    rng = np.random.default_rng(seed)
    towns = ["Ulm", "Bern", "Chur", "Thun", "Zug", "Linz, upper", "", "Graz", "Aarau"]
    codes = [f"0{place:04}" for place in range(25)]
    shares = rng.dirichlet(np.ones(len(codes)))
    return {
        "name": [f"person {row}" for row in range(rows)],
        "town": [None if rng.random() < 0.05 else towns[int(rng.integers(9))] for _ in range(rows)],
        "zip": [str(code) for code in rng.choice(codes, rows, p=shares)],
        "age": [None if row % 20 == 0 else int(rng.integers(90)) for row in range(rows)],
        "lat": [round(float(x), 4) for x in rng.uniform(46, 48, rows)],
        "lon": [round(float(x), 4) for x in rng.uniform(7, 9, rows)],
        "cost": [round(float(x), 2) for x in rng.gamma(2, 900, rows)],
    }


def write(path: Path, columns: dict[str, list[Any]]) -> Path:
    """As CSV, where missing is an empty field and empty text a quoted one; or as Parquet."""
    if path.suffix == ".parquet":
        types = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE"}
        listed = ", ".join(
            f'"{name}" {types[type(next(v for v in values if v is not None))]}'
            for name, values in columns.items()
        )
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE t ({listed})")
            marks = ", ".join("?" for _ in columns)
            rows = [list(row) for row in zip(*columns.values(), strict=True)]
            connection.executemany(f"INSERT INTO t VALUES ({marks})", rows)
            connection.execute(f"COPY t TO '{path}' (FORMAT parquet)")
        return path

    def field(value: Any) -> str:
        return "" if value is None else '"' + str(value).replace('"', '""') + '"'

    lines = [",".join(columns)]
    lines += [",".join(map(field, row)) for row in zip(*columns.values(), strict=True)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def rows(table: Path) -> list[str]:
    """The lines of a released table, whose order says nothing."""
    return sorted(table.read_text(encoding="utf-8").splitlines())


def zips(path: Path, width: int = 5) -> Path:
    """A map of squares whose codes are those of ``people``, and an island without records."""
    features = []
    for place, square in enumerate([*grid(width, width), *grid(1, 1)]):
        corners = [[float(x), float(y)] for x, y in square.exterior.coords]
        if place == width * width:
            corners = [[x + 40, y] for x, y in corners]
        features.append(
            {
                "type": "Feature",
                "properties": {"code": f"0{place:04}"},
                "geometry": {"type": "Polygon", "coordinates": [corners]},
            }
        )
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def areas(path: Path) -> Path:
    """A tree above the codes of ``people``: five codes of each of five places, in two parts; and
    one that nobody has."""
    places = [(f"0{at:04}", at // 5) for at in range(26)]
    rows = (f"{code};place {own};{'north' if own < 2 else 'south'};*\n" for code, own in places)
    path.write_text("".join(rows), encoding="utf-8")
    return path


def roles(folder: Path) -> dict[str, tuple[str, Role]]:
    """Every role, by its name, with the name of the quasi-identifier."""
    return {
        "labels": ("town", covey.Labels()),
        "ordered": ("age", covey.Ordered()),
        "points": ("place", covey.Points(lat="lat", lon="lon")),
        "regions": ("zip", covey.Regions(str(zips(folder / "zips.geojson")), key="code")),
        "tree": ("zip", covey.Tree(str(areas(folder / "areas.csv")))),
        "code": ("zip", covey.Code()),
        "keep-common": ("town", covey.KeepCommon()),
    }


def together(folder: Path) -> dict[str, Role]:
    """One role for every column; the zip-codes are areas of a map."""
    found = roles(folder)
    return dict(found[kind] for kind in ("labels", "ordered", "points", "regions"))


ROLES = ("labels", "ordered", "points", "regions", "tree", "code", "keep-common")


ILLNESSES = ("flu", "cold", "ulcer", "gout", "burn")


def patients(rows: int = 400) -> dict[str, list[Any]]:
    columns = people(rows)
    ages = columns["age"]
    ill = [ILLNESSES[(row * row + (age or 7)) % 5] for row, age in enumerate(ages)]
    return columns | {"illness": ill}


def texts(file: Path, columns: list[str]) -> list[tuple[str, ...]]:
    with file.open(newline="", encoding="utf-8") as opened:
        return [tuple(row[column] for column in columns) for row in csv.DictReader(opened)]


def released(folder: Path, kind: str) -> tuple[Path, tuple[str, ...]]:
    """A release of these people by a column of some kind, and the columns that it recodes."""
    name, role = roles(folder)[kind]
    table = write(folder / "old.csv", people())
    covey.anonymize(
        table, k=K, quasi={name: role}, drop=["name"], out=folder / "out", missing="suppress"
    )
    return folder / "out", role.columns(name)
