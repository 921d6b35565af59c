"""To verify a release against the table that it was made of, beside making it: whole processes,
both of them, on tables that are large in every way that a table can be."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Figure, as_installed
from benchmarks.release import OURS, ROWS, measured, zip_map

TIMES = 2
LONGER, MORE = 1.1, 1.1
"""What verifying may take, in time and in memory, for every one that publishing takes: no more than
it, and a tenth for noise."""
WIDE = ", ".join(f"'v' || hash(i * 300 + {at}) % {3 + at % 7} AS c{at}" for at in range(300))
MIXED = """
SELECT lpad(CAST(hash(i) % 30000 AS VARCHAR), 5, '0') AS zip,
    CASE WHEN hash(i + 9) % 50 > 0 THEN CAST(hash(i + 1) % 90 AS INTEGER) END AS age,
    'D' || hash(i + 2) % 50 AS diagnosis, hash(i + 5) % 2 AS sex,
    CAST(hash(i + 6) % 20000 AS INTEGER) AS income, hash(i + 3) % 1000000 / 7.0 AS cost
FROM range(1000000) t(i)
"""


class Case(NamedTuple):
    """A table, by SQL, and the options to publish it; ``{zips}`` is the map, ``{people}`` a table
    of the population."""

    what: str
    query: str
    options: str
    ending: str = "parquet"

    @property
    def on_map(self) -> bool:
        return "{zips}" in self.options

    @property
    def peopled(self) -> bool:
        return "{people}" in self.options


CASES = (
    Case(
        "5,000,000 labels",
        "SELECT 'L' || i % 5000000 AS label, hash(i) % 1000 AS cost FROM range(6000000) t(i)",
        "-k 6000 --label label",
    ),
    Case(
        "1,000,000 ordered values",
        "SELECT CAST(hash(i) % 1000000000 AS BIGINT) AS income FROM range(1000000) t(i)",
        "-k 10 --ordered income",
    ),
    Case(
        "1,000,000 points",
        "SELECT hash(i) % 10000000 / 100000.0 - 50 AS lat,"
        " hash(i + 7) % 30000000 / 100000.0 - 150 AS lon FROM range(1000000) t(i)",
        "-k 10 --point lat,lon",
    ),
    Case(
        "30,000 areas, 1,000,000 rows",
        ROWS.format(0, 10**6),
        "-k 1000 --region zip={zips} --drop id",
        "csv",
    ),
    Case(
        "300 columns of labels, 2,000 rows",
        f"SELECT {WIDE} FROM range(2000) t(i)",
        "-k 10 " + " ".join(f"--label c{at}" for at in range(300)),
        "csv",
    ),
    Case(
        "5 mixed columns, 1,000,000 rows",
        MIXED,
        "-k 10 --region zip={zips} --ordered age --ordered income --label diagnosis --label sex",
    ),
    Case("10,000,000 rows by labels", ROWS.format(0, 10**7), "-k 10000 --label zip --drop id"),
    Case(
        "1,000,000 rows, 3,000,000 people",
        ROWS.format(0, 10**6),
        "-k 10 --label diagnosis --ordered age --drop id --k-map 20 --population {people}",
    ),
)


def run() -> Iterator[Figure]:
    as_installed()
    for case in CASES:
        with tempfile.TemporaryDirectory() as name:
            yield from beside(case, Path(name))


def beside(case: Case, folder: Path) -> Iterator[Figure]:
    table, out = folder / f"table.{case.ending}", folder / "release"
    _copy(case.query, table)
    given = {"zips": folder / "zips.json", "people": folder / "people.parquet"}
    if case.on_map:
        zip_map(folder)
    if case.peopled:
        _copy(ROWS.format(0, 3 * 10**6), given["people"])
    options = case.options.format(**given).split()
    publish = ["anonymize", str(table), *options, "-o", str(out), "--overwrite"]
    alone = ["verify", str(out), *(["--map", str(given["zips"])] if case.on_map else [])]
    against = [*alone, "--against", str(table)]
    against += ["--population", str(given["people"])] if case.peopled else []
    measured(OURS, publish)  # reads the programs from the disk
    # By turns, so that other load falls on all.
    turns = [[measured(OURS, each) for each in (publish, alone, against)] for _ in range(TIMES)]
    runs = dict(zip(("anonymize", "alone", "against"), zip(*turns, strict=True), strict=True))
    seconds = {name: min(each.seconds for each in own) for name, own in runs.items()}
    peaks = {name: max(each.peak for each in own) for name, own in runs.items()}
    for figures, unit, limit, of in ((seconds, "s", LONGER, ""), (peaks, "GB", MORE, ", memory")):
        what = f"covey verify --against / anonymize{of}, {case.what}"
        told = ", ".join(f"{name} {value:.2f} {unit}" for name, value in figures.items())
        yield Figure(what, figures["against"] / figures["anonymize"], "x", limit, told)


def _copy(query: str, target: Path) -> None:
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{target}'")
