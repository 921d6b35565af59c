"""covey on Spark, against PySpark alone doing the same count, join, write and recount.

Whole processes, both of them, each with a Spark of its own in local mode. What is compared are CPU
seconds, of Python and of Java: other load on the machine says little then.
"""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure, as_installed
from benchmarks.release import CLASSES, OURS

LIMIT = 1.2
SUBREAPER = 36
"""Java outlives the Python that started it by a moment. Whoever asks for this is its parent then,
and hears how long it worked."""
SETTINGS = (
    "--master local[2] --driver-memory 4g --conf spark.ui.enabled=false"
    " --conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1"
    " --conf spark.sql.shuffle.partitions=4 --conf spark.log.level=OFF pyspark-shell"
)
ROWS = """
COPY (SELECT i AS id,
    CASE WHEN i % 1000 = 0 THEN NULL ELSE lpad(CAST(hash(i) & 32767 AS VARCHAR), 5, '0') END AS zip,
    CAST(hash(i + 1) & 63 AS INTEGER) + 20 AS age, 'D' || (hash(i + 2) & 511) AS diagnosis,
    (hash(i + 3) & 1048575) / 7.0::DOUBLE AS cost
FROM range(1, {} + 1) t(i)) TO '{}' (FORMAT parquet)
"""
THEIRS = """
import sys
import pyarrow as pa
from pyspark.sql import SparkSession, functions as f

given, out, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
spark = SparkSession.builder.getOrCreate()
people = spark.read.parquet(given)
counted = people.groupBy("zip").count().toArrow().sort_by("zip")
areas = pa.array([f"area {at // 32}" for at in range(len(counted))])
book = spark.createDataFrame(pa.table({"k": counted["zip"], "area": areas}))
found = people.join(f.broadcast(book), people["zip"].eqNullSafe(f.col("k")))
found = found.select(f.col("area").alias("zip"), "age", "diagnosis", "cost")
found = found.withColumn("o", f.xxhash64("zip", "age", "diagnosis", "cost"))
found = found.repartition(max(1, rows // 500_000), "o").sortWithinPartitions("o").drop("o")
found.write.parquet(out)
assert spark.read.parquet(out).groupBy("zip").count().toArrow().num_rows > 1
spark.stop()
"""


def run() -> Iterator[Figure]:
    yield from side_by_side(10**6, 2)


def run_large() -> Iterator[Figure]:
    yield from side_by_side(10**7, 1)


def side_by_side(rows: int, times: int) -> Iterator[Figure]:
    import duckdb

    as_installed()
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "people.parquet"
        with duckdb.connect() as connection:
            connection.execute(ROWS.format(rows, table))
        runs = [(ours(table, rows, at), theirs(table, rows, at)) for at in range(times)]
    mine, plain = (min(each) for each in zip(*runs, strict=True))
    what = f"covey anonymize on Spark, labels, {rows:,} rows, / PySpark"
    remark = f"{mine[0]:.1f} against {plain[0]:.1f} CPU s; {mine[1]:.1f} and {plain[1]:.1f} s"
    yield Figure(what, mine[0] / plain[0], "x", LIMIT, remark)


Spent = tuple[float, float]
"""CPU seconds of Python and Java, and seconds from start to end."""


def ours(table: Path, rows: int, at: int) -> Spent:
    how = ["--engine", "spark", "-k", str(rows // CLASSES), "--label", "zip", "--drop", "id"]
    out = ["-o", str(table.parent / f"ours{at}")]
    return spent([sys.executable, "-c", OURS, "anonymize", str(table), *how, *out])


def theirs(table: Path, rows: int, at: int) -> Spent:
    out = table.parent / f"theirs{at}"
    return spent([sys.executable, "-W", "ignore", "-c", THEIRS, str(table), str(out), str(rows)])


def spent(command: list[str]) -> Spent:
    own = {"PYSPARK_SUBMIT_ARGS": SETTINGS, "PYSPARK_PYTHON": sys.executable}
    before, began = cpu(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **own})
    seconds = time.perf_counter() - began
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return cpu() - before, seconds


def cpu() -> float:
    """CPU seconds of processes that were started here and have ended."""
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime
