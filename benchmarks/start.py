"""How long it takes to get going, against importing numpy, and numpy and DuckDB."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks.measure import Figure, as_installed, best_of
from benchmarks.release import write_people

RUNS = 15
SMALL = 2_000
"""Rows of a table that is read at once: what a release of it takes is the start."""


def run() -> Iterator[Figure]:
    as_installed()
    numpy = _seconds("-c", "import numpy")
    imported = _seconds("-c", "import covey")
    helped = _seconds("-m", "covey", "--help")
    yield Figure("import covey / import numpy", imported / numpy, "x", 1.5)
    yield Figure("covey --help / import numpy", helped / numpy, "x", 4, f"{helped:.2f} s")
    with tempfile.TemporaryDirectory() as name:
        given = write_people(Path(name), "csv", SMALL)
        out = ["-o", str(Path(name) / "release"), "--overwrite"]
        chosen = ["-k", "20", "--label", "zip", "--drop", "id", *out]
        ours = _cpu_seconds("-m", "covey", "anonymize", str(given), *chosen)
    libraries = _cpu_seconds("-c", "import duckdb, numpy")
    what = f"covey anonymize, {SMALL:,} rows / import duckdb, numpy: CPU time"
    yield Figure(what, ours / libraries, "x", 4, f"{ours:.2f} s against {libraries:.2f} s")


def _seconds(*arguments: str) -> float:
    return best_of(RUNS, lambda: _python(*arguments))


def _cpu_seconds(*arguments: str) -> float:
    found = []
    for _ in range(RUNS):
        before = getrusage(RUSAGE_CHILDREN)
        _python(*arguments)
        after = getrusage(RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def _python(*arguments: str) -> None:
    command = [sys.executable, *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
