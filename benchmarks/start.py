"""How long it takes to get going, against importing numpy, and numpy and DuckDB."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from sysconfig import get_path

from benchmarks.measure import Figure, as_installed, best_of
from benchmarks.release import write_people

RUNS = 15
SMALL = 2_000
"""Rows of a table that is read at once: what a release of it takes is the start."""
SHOWN = """
import atexit, os, runpy, sys

def show():
    for module in list(sys.modules.values()):
        source = getattr(module, "__file__", None) or ""
        compiled = getattr(module, "__cached__", None) or ""
        if os.path.exists(compiled):
            print(source, compiled, sep="\\t")

atexit.register(show)
runpy.run_module("covey", run_name="__main__", alter_sys=True)
"""
"""Runs covey, and prints the files of all modules that it loads."""


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
        command = ["-m", "covey", "anonymize", str(given), *chosen]
        ours = _cpu_seconds(*command)
        first = min(first_run(Path(name) / f"first-{at}", command) for at in range(3))
    libraries = _cpu_seconds("-c", "import duckdb, numpy")
    what = f"covey anonymize, {SMALL:,} rows / import duckdb, numpy: CPU time"
    yield Figure(what, ours / libraries, "x", 4, f"{ours:.2f} s against {libraries:.2f} s")
    what = f"covey anonymize, {SMALL:,} rows, first run after set-up / a later one: CPU time"
    yield Figure(what, first / ours, "x", 1.1, f"{first:.2f} s against {ours:.2f} s")


def first_run(folder: Path, command: Sequence[str]) -> float:
    """CPU seconds of a command that finds compiled modules where set-up has made them, and compiles
    all others. It looks for them below ``folder``, so that ``.venv`` stays as it is."""
    for package, compiled in modules(command):
        if not package or package in set_up():
            target = Path(f"{folder}{compiled}")
            target = target.parents[1] / target.name  # there are no __pycache__ below a prefix
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(compiled, target)
    return _spent({**os.environ, "PYTHONPYCACHEPREFIX": str(folder)}, *command)


def modules(command: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The package that is installed, nothing for covey and Python itself, and the compiled file of
    every module that ``-m covey ...`` loads."""
    shown = [sys.executable, "-c", SHOWN, *command[2:]]
    done = subprocess.run(shown, check=True, capture_output=True, text=True)
    packages = get_path("purelib")
    for line in done.stdout.splitlines():
        source, _, compiled = line.partition("\t")
        if compiled.endswith(".pyc"):
            inside = Path(source).is_relative_to(packages)
            yield Path(source).relative_to(packages).parts[0] if inside else "", compiled


def set_up() -> list[str]:
    """The packages that ``make setup`` compiles."""
    text = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"^LOADED := (.*)$", text, re.MULTILINE)
    assert found is not None
    return found[1].split()


def _seconds(*arguments: str) -> float:
    return best_of(RUNS, lambda: _python(*arguments))


def _cpu_seconds(*arguments: str) -> float:
    return min(_spent(None, *arguments) for _ in range(RUNS))


def _spent(environment: Mapping[str, str] | None, *arguments: str) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    _python(*arguments, environment=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _python(*arguments: str, environment: Mapping[str, str] | None = None) -> None:
    command = [sys.executable, *arguments]
    quiet = subprocess.DEVNULL
    subprocess.run(command, check=True, stdout=quiet, stderr=quiet, env=environment)
