"""Who publishes a table: covey on each engine, and each engine alone.

The engines alone read, count, join and write by a codebook that is given. Loading a program is part
of a release. A server of PostgreSQL runs already, and has the table.
"""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.side_by_side.contender import Classes, Contender, Timed
from benchmarks.side_by_side.subjects import Data

if TYPE_CHECKING:
    from tests.postgres import Server


def publishing(publish: Callable[[Path, Path, int], None]) -> Contender:
    """``publish`` takes an empty folder, the file and k."""

    def contender(data: Data, k: int) -> Timed:
        given = Path(str(data["csv"]))

        def solve() -> Classes:
            with tempfile.TemporaryDirectory() as folder:
                publish(Path(folder), given, k)
            return None

        return solve

    return contender


def by_covey(folder: Path, given: Path, k: int) -> None:
    anonymize(given, k, folder / "release")


def by_covey_on_spark(folder: Path, given: Path, k: int) -> None:
    _settings_of_spark()
    anonymize(given, k, folder / "release", "--engine", "spark")


def anonymize(given: Path | str, k: int, out: Path | str, *more: str) -> None:
    from covey.cli import run

    words = ["anonymize", given, "-k", k, "--ordered", "zip", "-o", out, *more]
    if run([str(word) for word in words]):
        raise RuntimeError("covey anonymize failed")


def by_duckdb(folder: Path, given: Path, k: int) -> None:
    import duckdb

    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t AS FROM read_csv('{given}', all_varchar=true)")
        connection.execute(
            "CREATE TABLE book AS SELECT zip, 'zip ' || CAST(zip AS INTEGER) // 10 AS area,"
            " count(*) AS n FROM t GROUP BY zip"
        )
        connection.execute(
            "COPY (SELECT t.* EXCLUDE (zip), area AS zip FROM t JOIN book USING (zip))"
            f" TO '{folder}/release.csv'"
        )


def by_polars(folder: Path, given: Path, k: int) -> None:
    import polars as pl

    table = pl.read_csv(given, infer_schema=False)
    area = pl.lit("zip ") + (pl.col("zip").cast(pl.Int64) // 10).cast(pl.String)
    book = table.group_by("zip").len().with_columns(area=area)
    joined = table.join(book.select("zip", "area"), on="zip").drop("zip")
    joined.rename({"area": "zip"}).write_csv(folder / "release.csv")


def by_spark(folder: Path, given: Path, k: int) -> None:
    _settings_of_spark()
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.getOrCreate()
    spark.read.csv(str(given), header=True).createOrReplaceTempView("t")
    spark.sql(
        "SELECT zip, 'zip ' || CAST(zip AS INT) DIV 10 AS area, count(*) AS n FROM t GROUP BY zip"
    ).createOrReplaceTempView("book")
    found = spark.sql(
        "SELECT age, sex, occupation, education, area AS zip FROM t JOIN book USING (zip)"
    )
    found.write.csv(str(folder / "release"), header=True)
    spark.stop()


def _settings_of_spark() -> None:
    from benchmarks.spark import SETTINGS

    os.environ["PYSPARK_SUBMIT_ARGS"] = SETTINGS


def covey_on_postgres(data: Data, k: int) -> Timed:
    found = server_with(Path(str(data["csv"])))
    receipts = Path(tempfile.mkdtemp()) / "own.jsonl"
    given, out = (found.url("public", name) for name in ("people", "release"))

    def solve() -> Classes:
        anonymize(given, k, out, "--overwrite", "--receipts", str(receipts))
        return None

    return solve


def postgres(data: Data, k: int) -> Timed:
    found = server_with(Path(str(data["csv"])))

    def solve() -> Classes:
        found.run(
            "DROP TABLE IF EXISTS public.release",
            "DROP TABLE IF EXISTS public.book",
            "CREATE TABLE public.book AS SELECT zip, 'zip ' || zip / 10 AS area, count(*) AS n"
            " FROM public.people GROUP BY zip",
            "CREATE TABLE public.release AS SELECT age, sex, occupation, education, area AS zip"
            " FROM public.people JOIN public.book USING (zip)",
        )
        return None

    return solve


def server_with(given: Path) -> Server:
    """A server of its own that ends with this process."""
    from tests.postgres import server, stop

    found = server()
    atexit.register(stop)
    found.run(
        "CREATE TABLE public.people (age int8, zip int8, sex int8, occupation int8, education int8)"
    )
    with found.connect() as connection, connection.cursor() as cursor:
        words = "COPY public.people FROM STDIN (FORMAT csv, HEADER)"
        with cursor.copy(words) as copy, given.open("rb") as file:
            while piece := file.read(1 << 20):
                copy.write(piece)
    found.run("ANALYZE public.people")
    return found


def version_of_postgres() -> str:
    import subprocess

    from tests.postgres import programs

    words = [str((programs() or Path()) / "postgres"), "--version"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[2]


RELEASES: dict[str, Contender] = {
    "covey": publishing(by_covey),
    "duckdb": publishing(by_duckdb),
    "polars": publishing(by_polars),
    "covey-spark": publishing(by_covey_on_spark),
    "spark": publishing(by_spark),
    "covey-postgres": covey_on_postgres,
    "postgres": postgres,
}
