"""The names of the 1990 census; README.md beside this file says where they come from."""

from __future__ import annotations

import csv
from importlib.resources import files
from io import StringIO

CENSUS_TABLES = ("female-1990", "male-1990", "last-1990")


def census_names(table: str) -> dict[str, int]:
    """Names and their frequencies in thousandths of a percent, most frequent first.

    >>> census_names("male-1990")["JAMES"]
    3318
    """
    text = files(__package__).joinpath(f"{table}.csv").read_text(encoding="utf-8")
    return {row["value"]: int(row["count"]) for row in csv.DictReader(StringIO(text))}
