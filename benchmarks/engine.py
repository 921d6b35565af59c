"""The engine: stage, count, upload, publish and recount, against DuckDB's own read, GROUP BY, JOIN
and write of the same file."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure

GIGABYTE = 1 << 30
ROWS = """
SELECT i AS id, lpad(CAST(hash(i) % 30000 AS VARCHAR), 5, '0') AS zip,
    CAST(hash(i + 1) % 90 AS INTEGER) AS age, 'D' || hash(i + 2) % 500 AS diagnosis,
    hash(i + 3) % 1000000 / 7.0 AS cost
FROM range({}) t(i)
"""

OURS = """
import sys, time
from pathlib import Path
import numpy as np
from covey.engine.duckdb import DuckDBEngine
from covey.engine.protocol import Codebook
from covey.table.inputs import open_input
import duckdb, narwhals

began = time.perf_counter()
with DuckDBEngine() as engine:
    engine.stage(open_input(sys.argv[1]), {"zip": "text"})
    counted = engine.count()
    classes = np.arange(len(counted)) // 10
    texts = [f"area {number}" for number in range(int(classes.max()) + 1)]
    engine.upload(Codebook(classes, {"zip": texts}))
    published = engine.publish(Path(sys.argv[2]), drop=["id"])
    again = engine.recount(published)
    assert again.records == counted.records == published.rows
print(time.perf_counter() - began)
"""

THEIRS = """
import sys, time
import duckdb

began = time.perf_counter()
given, target = sys.argv[1:]
with duckdb.connect() as connection:
    connection.execute("SET enable_progress_bar = false")
    if given.endswith("csv"):
        connection.execute(f"CREATE TABLE t AS FROM read_csv('{given}', all_varchar=true)")
    else:
        connection.execute(f"CREATE VIEW t AS FROM '{given}'")
    connection.execute(
        "CREATE TABLE codebook AS SELECT zip,"
        " 'area ' || (row_number() OVER (ORDER BY zip) - 1) // 10 AS area, n"
        " FROM (SELECT zip, count(*) AS n FROM t GROUP BY zip)"
    )
    connection.execute(
        f"COPY (SELECT area AS zip, age, diagnosis, cost FROM t JOIN codebook USING (zip))"
        f" TO '{target}/theirs.{given.rpartition('.')[2]}'"
    )
print(time.perf_counter() - began)
"""


def run() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from side_by_side(folder, "csv", 10**6, 3, 2, 5)
        yield from side_by_side(folder, "parquet", 10**7, 2, 2, 3)


def side_by_side(
    folder: Path, ending: str, rows: int, limit: float, gigabytes: float, times: int
) -> Iterator[Figure]:
    import duckdb

    given = folder / f"people.{ending}"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({ROWS.format(rows)}) TO '{given}'")
    ours, theirs = [], []
    for _ in range(times):  # by turns, so that other load falls on both
        ours.append(measured(OURS, given, folder))
        theirs.append(measured(THEIRS, given, folder))
    seconds, plain = min(ours)[0], min(theirs)[0]
    peak, plain_peak = (max(peak for _, peak in runs) for runs in (ours, theirs))
    what = f"engine / DuckDB alone, {rows:,} rows, {ending}"
    yield Figure(what, seconds / plain, "x", limit, f"{seconds:.2f} s against {plain:.2f} s")
    remark = f"DuckDB alone {plain_peak:.2f} GB"
    yield Figure(f"engine, {rows:,} rows, {ending}, peak memory", peak, "GB", gigabytes, remark)


def measured(code: str, given: Path, target: Path) -> tuple[float, float]:
    """Seconds, without imports, and gigabytes, in a process of its own."""
    peak = "import resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{peak}", str(given), str(target)],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, used = done.stdout.split()
    return float(seconds), int(used) / GIGABYTE
