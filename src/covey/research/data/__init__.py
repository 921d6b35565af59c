"""Public-domain data that covey brings along; README.md beside this file says where it is from."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

CENSUS_TABLES = ("female-1990", "male-1990", "last-1990")

COUNTIES = Path(__file__).with_name("counties.geojson")
"""The counties of the northeastern United States, with the fields fips, name, state, workforce."""


def census_names(table: str) -> dict[str, int]:
    """Names and their frequencies in thousandths of a percent, most frequent first.

    >>> census_names("male-1990")["JAMES"]
    3318
    """
    text = files(__package__).joinpath(f"{table}.csv").read_text(encoding="utf-8")
    return {row["value"]: int(row["count"]) for row in csv.DictReader(StringIO(text))}


def counties() -> dict[str, dict[str, Any]]:
    """The counties of the map by their codes, in ascending order: GeoJSON's features.

    >>> counties()["09001"]["properties"]["name"]
    'Fairfield'
    """
    features = json.loads(COUNTIES.read_text(encoding="utf-8"))["features"]
    return {feature["properties"]["fips"]: feature for feature in features}
