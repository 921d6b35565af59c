"""covey on a PostgreSQL server, against psql doing the same count, join, write and recount there.

Whole processes, both of them, on a server of their own. What is compared are CPU seconds, of the
process and of what the server did for it: other load on the machine says little then.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.postgres import Server, server, stop

from benchmarks.measure import Figure, as_installed
from benchmarks.release import CLASSES, OURS

LIMIT = 1.2
ROWS = """
CREATE TABLE public.people AS SELECT i AS id,
    CASE WHEN i % 1000 = 0 THEN NULL ELSE lpad((hashint8(i) & 32767)::text, 5, '0') END AS zip,
    (hashint8(i + 1) & 63) + 20 AS age, 'D' || (hashint8(i + 2) & 511) AS diagnosis,
    (hashint8(i + 3) & 1048575) / 7.0::float8 AS cost
FROM generate_series(1, {}::int8) i
"""
THEIRS = r"""
BEGIN ISOLATION LEVEL REPEATABLE READ;
LOCK TABLE public.people IN ACCESS SHARE MODE;
SET LOCAL enable_mergejoin = off;
\copy (SELECT zip COLLATE "C" AS zip, count(*) FROM public.people GROUP BY 1) TO 'counted'
CREATE TEMP TABLE counted (zip text COLLATE "C", n int8);
\copy counted FROM 'counted'
CREATE UNLOGGED TABLE public.book AS SELECT COALESCE(zip, '') AS k,
    CASE WHEN zip IS NULL THEN 1 ELSE 0 END AS m,
    'area ' || (row_number() OVER (ORDER BY zip) - 1) / 32 AS area FROM counted;
ANALYZE public.book;
CREATE TABLE public.theirs AS SELECT b.area AS zip, age, diagnosis, cost FROM
    (SELECT *, COALESCE(zip COLLATE "C", '') AS k, CASE WHEN zip IS NULL THEN 1 ELSE 0 END AS m
     FROM public.people) g JOIN public.book b ON g.k = b.k AND g.m = b.m
    ORDER BY hash_record_extended(ROW(b.area, age, diagnosis COLLATE "C", float8send(cost)), 7);
\copy (SELECT zip, count(*) FROM public.theirs GROUP BY 1) TO 'recounted'
DROP TABLE public.theirs, public.book;
COMMIT;
"""


def run() -> Iterator[Figure]:
    yield from side_by_side(10**6, 2)


def run_large() -> Iterator[Figure]:
    yield from side_by_side(10**7, 2)


def side_by_side(rows: int, times: int) -> Iterator[Figure]:
    as_installed()
    try:
        found = server()
        # The server's own housekeeping would fall on whoever runs first, or just then.
        found.run("ALTER SYSTEM SET autovacuum = off", "SELECT pg_reload_conf()")
        found.run(ROWS.format(rows), "VACUUM ANALYZE public.people")
        with tempfile.TemporaryDirectory() as folder:
            runs = [(ours(found, rows, folder), theirs(found, folder)) for _ in range(times)]
    finally:
        stop()
    mine, plain = (min(each) for each in zip(*runs, strict=True))
    what = f"covey anonymize on PostgreSQL, labels, {rows:,} rows, / psql"
    remark = f"{mine[0]:.1f} against {plain[0]:.1f} CPU s; {mine[1]:.1f} and {plain[1]:.1f} s"
    yield Figure(what, mine[0] / plain[0], "x", LIMIT, remark)


Spent = tuple[float, float]
"""CPU seconds, here and on the server, and seconds from start to end."""


def ours(found: Server, rows: int, folder: str) -> Spent:
    out = ["-o", found.url("public", "release"), "--overwrite"]
    receipts = ["--receipts", str(Path(folder) / "own.jsonl")]
    how = ["-k", str(rows // CLASSES), "--label", "zip", "--drop", "id", *receipts, *out]
    table = found.url("public", "people")
    return spent(found, [sys.executable, "-c", OURS, "anonymize", table, *how], folder)


def theirs(found: Server, folder: str) -> Spent:
    (script := Path(folder) / "theirs.sql").write_text(THEIRS)
    return spent(found, ["psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(script)], folder)


def spent(found: Server, command: list[str], folder: str) -> Spent:
    own = {"PGHOST": "127.0.0.1", "PGPORT": str(found.port), "PGUSER": "postgres"}
    before, began = cpu(found), time.perf_counter()
    subprocess.run(
        command,
        check=True,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        env={**os.environ, **own, "PGDATABASE": "postgres"},
    )
    seconds = time.perf_counter() - began
    return cpu(found) - before, seconds


def cpu(found: Server) -> float:
    """CPU seconds of processes that were started here and have ended, and of those that the server
    started, which has one for every connection."""
    time.sleep(0.2)  # until the server has noticed that a connection has ended
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    # The name of a program may hold blanks; behind it the fields are plain.
    fields = Path(f"/proc/{found.process.pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[13]) + int(fields[14])
    return own.ru_utime + own.ru_stime + ticks / os.sysconf("SC_CLK_TCK")
