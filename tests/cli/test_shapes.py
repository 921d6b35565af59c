"""covey solve and compare for intervals and rectangles."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Covey


@pytest.fixture
def people(tmp_path: Path) -> Path:
    rng = np.random.default_rng(0)
    file = tmp_path / "people.csv"
    ages, lat = rng.integers(0, 90, 600), rng.normal(-18, 2, 600)
    lon = (rng.normal(180, 3, 600) + 180) % 360 - 180
    rows = [f"p{i},{ages[i]},{lat[i]:.4f},{lon[i]:.4f}" for i in range(600)]
    file.write_text("name,age,lat,lon\n" + "\n".join(rows) + "\n")
    return file


def read(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as rows:
        return list(csv.DictReader(rows))


def test_intervals_hold_what_they_say(covey: Covey, people: Path, tmp_path: Path) -> None:
    target = tmp_path / "classes.csv"
    ran = covey("solve", "intervals", people, "--column", "age", "-k", 40, "-o", target)
    assert ran.code == 0
    assert "optimal" in ran.out
    rows = read(target)
    assert [row["name"] for row in rows] == [row["name"] for row in read(people)]
    last = max(int(row["class"]) for row in rows)
    for row in rows:
        age, low, high = int(row["age"]), int(row["low"]), int(row["high"])
        assert low <= age < high or (int(row["class"]) == last and age <= high)
    assert min(Counter(row["class"] for row in rows).values()) >= 40


def test_cells_hold_what_they_say(covey: Covey, people: Path, tmp_path: Path) -> None:
    target = tmp_path / "classes.csv"
    where = ["--lat", "lat", "--lon", "lon"]
    ran = covey("solve", "rectangles", people, *where, "-k", 25, "-o", target)
    assert ran.code == 0
    assert "antimeridian" in ran.err
    rows = read(target)
    cells = {
        row["class"]: tuple(float(row[e]) for e in ("west", "south", "east", "north"))
        for row in rows
    }
    for row in rows:
        lat, lon = float(row["lat"]), float(row["lon"])
        inside = []
        for number, (west, south, east, north) in cells.items():
            across = west <= lon < east if west <= east else lon >= west or lon < east
            if across and south <= lat < north:
                inside.append(number)
        assert inside == [row["class"]]
    assert min(Counter(row["class"] for row in rows).values()) >= 25


def test_cells_as_geojson_and_a_picture(covey: Covey, people: Path, tmp_path: Path) -> None:
    target, picture = tmp_path / "cells.geojson", tmp_path / "cells.svg"
    where = ["--lat", "lat", "--lon", "lon", "-k", 25]
    ran = covey("solve", "rectangles", people, *where, "-o", target, "--plot", picture, "--json")
    assert ran.code == 0
    features = json.loads(target.read_text())["features"]
    assert sum(feature["properties"]["size"] for feature in features) == 600
    kinds = {feature["geometry"]["type"] for feature in features}
    assert kinds <= {"Polygon", "MultiPolygon"}
    assert "<svg" in picture.read_text()
    answer = json.loads(ran.out)
    assert len(answer["classes"]) == len(features)
    assert {"west", "south", "east", "north"} <= set(answer["classes"][0])


def test_plain_coordinates_at_a_resolution(covey: Covey, people: Path) -> None:
    where = ["--x", "age", "--y", "lat", "--resolution", "0.5"]
    ran = covey("solve", "rectangles", people, *where, "-k", 25, "--json")
    assert json.loads(ran.out)["input"]["resolution"] == "0.5"
    assert "nearest multiples of 0.5" in ran.err


def test_value_count_rows_of_intervals(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "ages.csv"
    file.write_text("value,count\n30,5\n20,7\n40,6\n")
    ran = covey("solve", "intervals", file, "-k", 6, "--json")
    answer = json.loads(ran.out)
    assert [c["interval"] for c in answer["classes"]] == ["[20, 30)", "[30, 40]"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["intervals", "--column", "name", "-k", "5"], 2, "--order"),
        (["intervals", "--column", "age", "-k", "601"], 3, "600 records"),
        (["intervals", "--column", "agee", "-k", "5"], 2, "Did you mean 'age'"),
        (["rectangles", "--x", "age", "-k", "5"], 2, "name both --x and --y"),
        (["rectangles", "--lat", "lat", "-k", "5"], 2, "--lat and --lon"),
        (["rectangles", "--lat", "lon", "--lon", "lat", "-k", "5"], 2, "swapped"),
        (["rectangles", "--x", "name", "--y", "lat", "-k", "5"], 2, "row 1 below the header"),
        (["rectangles", "--x", "age", "--y", "lat", "-k", "5", "--rule", "median"], 2, "'rule'"),
        (
            ["rectangles", "--x", "age", "--y", "lat", "-k", "5", "--plot", "a.pdf"],
            2,
            ".png or .svg",
        ),
    ],
)
def test_bad_usage(
    covey: Covey, people: Path, arguments: list[str], code: int, message: str
) -> None:
    ran = covey("solve", arguments[0], people, *arguments[1:])
    assert ran.code == code
    assert message in ran.err
    assert list(people.parent.iterdir()) == [people]


@pytest.mark.parametrize(
    "arguments", [["intervals", "--column", "age"], ["rectangles", "--lat", "lat", "--lon", "lon"]]
)
def test_methods_side_by_side(covey: Covey, people: Path, arguments: list[str]) -> None:
    ran = covey("compare", arguments[0], people, *arguments[1:], "-k", 30)
    assert ran.code == 0
    assert "exact" in ran.out
