"""Importing covey is quick because what is heavy loads where it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "duckdb",
    "highspy",
    "matplotlib",
    "networkx",
    "numba",
    "numpy",
    "pandas",
    "pyarrow",
    "pyogrio",
    "pyproj",
    "rich",
    "shapely",
)


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split()) & set(HEAVY)


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import covey", set()),
        ("import covey.cli", set()),
        ("import covey; covey.LabelProblem([3], 1)", {"numpy"}),
        ("import covey; covey.InvalidInput", set()),
        ("import covey.maps.read, covey.maps.draw, covey.maps.files", {"numpy"}),
    ],
)
def test_nothing_heavy_is_loaded(statement: str, allowed: set[str]) -> None:
    assert loaded_by(statement) <= allowed


def test_solving_at_once_needs_no_integer_programs() -> None:
    statement = "import covey; covey.solve(covey.LabelProblem([3, 4], 3))"
    assert loaded_by(statement) <= {"numpy", "numba"}
