"""Tables as files, and the options of a release that both versions know."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks import parts
from benchmarks.peers.adult import QUASI, adult
from benchmarks.rectangles import taxis
from benchmarks.tables import airline_passengers, zip_records


class Case(NamedTuple):
    """A name, a table and the options."""

    name: str
    table: str
    options: str


ADULT = " ".join(f"--{'ordered' if each == 'age' else 'label'} {each}" for each in QUASI)
AIRLINE = (
    "--label gender --label loyal --ordered age --label business --label cabin --ordered distance"
)

CASES = (
    Case("Adult, local", "adult", f"-k 5 {ADULT}"),
    Case("Adult, tight", "adult", f"-k 5 {ADULT} --tight"),
    Case("Adult, global", "adult", f"-k 5 {ADULT} --recoding global"),
    Case("Adult, global, 5 %", "adult", f"-k 5 {ADULT} --recoding global --suppress 0.05"),
    Case("zips", "zips", "-k 10 --ordered zip --ordered age --label sex --tight"),
    Case("airline", "airline", f"-k 10 {AIRLINE} --sensitive satisfied:t=0.3 --tight"),
    Case("100,000 points", "points", "-k 50 --point lat,lon"),
    Case(
        "1,000,000 rows of five columns",
        "rows",
        "-k 11 --ordered age --label sex --ordered zip --label education --ordered income --tight",
    ),
)


def write(folder: Path) -> None:
    """All tables, as CSV."""
    import duckdb

    adult().to_csv(folder / "adult.csv", index=False)
    _write(folder / "zips.csv", zip_records(), "%d")
    _write(folder / "airline.csv", airline_passengers(), "%d")
    lat, lon = taxis(np.random.default_rng(1), 100_000, 6)
    _write(folder / "points.csv", {"lat": lat, "lon": lon}, "%.6f")
    with duckdb.connect() as connection:
        rows = parts.ROWS.format(0, 10**6)
        connection.execute(f"COPY ({rows}) TO '{folder / 'rows.csv'}'")


def _write(target: Path, columns: Mapping[str, Any], form: str) -> None:
    table = np.column_stack(list(columns.values()))
    np.savetxt(target, table, form, delimiter=",", header=",".join(columns), comments="")
