"""The whole command, from a file to a verified release, against DuckDB's own read, GROUP BY, JOIN
and write of the same file: whole processes, both of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import NamedTuple

import numpy as np

from benchmarks.measure import Figure, as_installed
from benchmarks.memory import PEAK

GIGABYTE = 1 << 30
WIDE, HIGH = 200, 150
CLASSES = 1000
"""k is chosen for so many."""
ROWS = f"""
SELECT i AS id, lpad(CAST(hash(i) % {WIDE * HIGH} AS VARCHAR), 5, '0') AS zip,
    CAST(hash(i + 1) % 90 AS INTEGER) AS age, 'D' || hash(i + 2) % 500 AS diagnosis,
    hash(i + 3) % 1000000 / 7.0 AS cost
FROM range({{}}, {{}}) t(i)
"""

OURS = "from covey.cli import main\nmain()"

THEIRS = """
import sys
import duckdb

given, target = sys.argv[1:]
ending = given.rpartition(".")[2]
with duckdb.connect() as connection:
    connection.execute("SET enable_progress_bar = false")
    if ending == "csv":
        connection.execute(f"CREATE TABLE t AS FROM read_csv('{given}', all_varchar=true)")
    else:
        connection.execute(f"CREATE VIEW t AS FROM '{given}'")
    connection.execute(
        "CREATE TABLE codebook AS SELECT zip,"
        " 'area ' || (row_number() OVER (ORDER BY zip) - 1) // 10 AS area, n"
        " FROM (SELECT zip, count(*) AS n FROM t GROUP BY zip)"
    )
    connection.execute(
        f"COPY (SELECT area AS zip, age, diagnosis, cost FROM t JOIN codebook USING (zip){order})"
        f" TO '{target}/theirs.{ending}'"
    )
    if recounted:
        connection.execute(
            f"SELECT zip, count(*) FROM '{target}/theirs.{ending}' GROUP BY zip"
        ).fetchall()
"""
SAME = 'order, recounted = " ORDER BY hash(t)", True\n' + THEIRS
"""The same with what every release owes: rows in an order that says nothing, and a recount."""
THEIRS = 'order, recounted = "", False\n' + THEIRS


class Whole(NamedTuple):
    """What a process took, from its start to its end, and at its peak."""

    seconds: float
    peak: float
    """In gigabytes."""
    cpu: float
    """Seconds of all its threads, which other load on the machine changes less."""


def run() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        labels, regions = ["--label", "zip"], ["--region", f"zip={zip_map(folder)}"]
        people = write_people(folder, "csv", 10**6)
        yield from side_by_side("labels", people, labels, 10**6, 1.6, 2, 5)
        yield from side_by_side("regions", people, regions, 10**6, 1.9, 2, 5)
        people = write_people(folder, "parquet", 10**7)
        yield from side_by_side("labels", people, labels, 10**7, 1.4, 2, 3)


def run_large() -> Iterator[Figure]:
    """A hundred files of a million rows each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in range(100):
            write_people(folder, "parquet", 10**6, part)
        given = f"{folder}/people-*.parquet"
        seconds, peak, _ = ours(given, folder, ["--label", "zip"], 10**8)
        what = "covey anonymize, labels, 100,000,000 rows, parquet"
        yield Figure(f"{what}, peak memory", peak, "GB", 8, f"in {seconds:.1f} s")


def side_by_side(
    role: str,
    given: Path,
    options: Sequence[str],
    rows: int,
    limit: float,
    gigabytes: float,
    times: int,
) -> Iterator[Figure]:
    folder = given.parent
    as_installed()
    ours(str(given), folder, options, rows)  # reads the programs from the disk
    mine, duckdb, same = [], [], []
    for _ in range(times):  # by turns, so that other load falls on all
        mine.append(ours(str(given), folder, options, rows))
        duckdb.append(measured(THEIRS, [str(given), str(folder)]))
        same.append(measured(SAME, [str(given), str(folder)]))
    seconds, plain, owed = (min(each.seconds for each in runs) for runs in (mine, duckdb, same))
    cpu, plain_cpu, owed_cpu = (min(each.cpu for each in runs) for runs in (mine, duckdb, same))
    peak, plain_peak = (max(each.peak for each in runs) for runs in (mine, duckdb))
    what = f"covey anonymize, {role}, {rows:,} rows, {given.suffix[1:]}"
    remark = f"{seconds:.2f} s against {plain:.2f} s"
    yield Figure(f"{what}, / DuckDB alone", seconds / plain, "x", limit, remark)
    remark = (
        f"{cpu:.2f} s against {plain_cpu:.2f} s; in a new order and counted again {owed_cpu:.2f} s"
    )
    yield Figure(f"{what}, / DuckDB alone: CPU time", cpu / plain_cpu, "x", limit, remark)
    remark = f"{owed:.2f} s, which is {owed / plain:.2f} x DuckDB alone"
    what_owed = f"{what}, / DuckDB that puts rows in a new order and counts them again"
    yield Figure(what_owed, seconds / owed, "x", None, remark)
    remark = f"DuckDB alone {plain_peak:.2f} GB"
    yield Figure(f"{what}, peak memory", peak, "GB", gigabytes, remark)


def ours(given: str, folder: Path, options: Sequence[str], rows: int) -> Whole:
    # A new folder, as for DuckDB: a release that is there would be read first, since one that was
    # changed by hand is not overwritten.
    shutil.rmtree(folder / "release", ignore_errors=True)
    out = ["-o", str(folder / "release")]
    return measured(
        OURS, ["anonymize", given, "-k", str(rows // CLASSES), *options, "--drop", "id", *out]
    )


def measured(code: str, arguments: Sequence[str]) -> Whole:
    peak = f"import atexit, sys\natexit.register(lambda: print({PEAK}))\n"
    began, before = time.perf_counter(), getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", peak + code, *arguments], capture_output=True, text=True, check=True
    )
    seconds, after = time.perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Whole(seconds, int(done.stdout.split()[-1]) * 1024 / GIGABYTE, cpu)


def write_people(folder: Path, ending: str, rows: int, part: int = 0) -> Path:
    import duckdb

    given = folder / f"people-{part}.{ending}"
    with duckdb.connect() as connection:
        query = ROWS.format(part * rows, (part + 1) * rows)
        connection.execute(f"COPY ({query}) TO '{given}'")
    return given


def zip_map(folder: Path) -> Path:
    """A saved graph of zip-codes that lie in rows and columns."""
    from covey.io.maps.areas import AreaMap
    from covey.io.maps.store import write_graph
    from covey.problems.regions.graph import Graph

    places = np.arange(WIDE * HIGH).reshape(HIGH, WIDE)
    across = np.column_stack([places[:, :-1].ravel(), places[:, 1:].ravel()])
    along = np.column_stack([places[:-1].ravel(), places[1:].ravel()])
    graph = Graph.from_edges(WIDE * HIGH, np.concatenate([across, along]))
    target = folder / "zips.json"
    write_graph(AreaMap([f"{place:05}" for place in range(WIDE * HIGH)], graph), target)
    return target
