"""Importing covey is quick because what is heavy loads where it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FRAMES = ("pandas", "polars", "pyarrow", "geopandas", "narwhals", "openpyxl")
MAPS = ("shapely", "pyogrio", "pyproj", "networkx", "pymetis")
LATER = ("matplotlib", "jinja2", "cryptography", "psycopg", "pyspark", "starlette", "uvicorn")
HEAVY = ("numpy", "scipy", "highspy", "duckdb", *LATER, *FRAMES, *MAPS)


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split()) & set(HEAVY)


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import covey", set()),
        ("import covey.cli", set()),
        ("import covey.cli.app", set()),
        ("import covey; covey.LabelProblem([3], 1)", {"numpy"}),
        ("import covey; covey.InvalidInput", set()),
        ("import covey.io.maps.read, covey.io.maps.draw, covey.io.maps.files", {"numpy"}),
        ("import covey.signing.private, covey.signing.signers, covey.signing.sshsig", set()),
    ],
)
def test_nothing_heavy_is_loaded(statement: str, allowed: set[str]) -> None:
    assert loaded_by(statement) <= allowed


def test_solving_at_once_needs_no_integer_programs() -> None:
    statement = "import covey; covey.solve(covey.LabelProblem([3, 4], 3))"
    assert loaded_by(statement) <= {"numpy"}


def test_files_need_no_frames(tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    file.write_text("a,b\n1,2\n")
    statement = (
        "from pathlib import Path\n"
        "from tests.engine.steps import Session, release\n"
        "from covey.engine import default_engine\n"
        f"with Session(default_engine()) as engine:\n"
        f"    _, out = release(engine, '{file}', {{'a': 'text'}}, Path('{tmp_path}'))\n"
        "    out.recount()"
    )
    assert loaded_by(statement) & set(FRAMES) == set()


def test_polars_frames_need_no_arrow() -> None:
    statement = (
        "import sys\n"
        "sys.modules['pyarrow'] = None\n"
        "import polars\n"
        "from tests.engine.steps import Session, release\n"
        "from covey.engine import default_engine\n"
        "with Session(default_engine()) as engine:\n"
        "    frame = polars.DataFrame({'a': ['x', None], 'b': [1, 2]})\n"
        "    counted, out = release(engine, frame, {'a': 'text'}, None)\n"
        "    assert out.table['a'].to_list() == ['class 0', 'class 0']\n"
        "    assert out.recount().records == 2"
    )
    assert "pandas" not in loaded_by(statement)


def test_a_release_by_one_column_needs_no_solver_of_cells() -> None:
    code = (
        "import sys, covey, polars\n"
        "ages = polars.DataFrame({'age': [10, 20, 30, 40] * 2})\n"
        "covey.anonymize(ages, k=2, quasi={'age': covey.Ordered()})\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "covey.release.solve.solving" in loaded
    assert loaded.isdisjoint({"covey.problems.cells.methods", "covey.problems.cells.withhold"})
