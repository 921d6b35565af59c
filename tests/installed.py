"""The wheel of ``make dist`` in an empty environment, on a path without a compiler, runs the job of
``make demo``. Run by ``make dist``, which builds the wheel first."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import pytest

DIST = Path(__file__).parents[1] / "dist"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds covey and what it needs, from wheels."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    (wheel,) = DIST.glob("covey-*.whl")
    run(programs, folder, "python", "-m", "pip", "install", "--quiet", "--only-binary=:all:", wheel)
    return programs


def run(programs: Path, folder: Path, *command: str | Path) -> str:
    """What a command prints, where no other programs can be found and covey's sources are away."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "CC", "CXX")
    settings = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [programs / command[0], *command[1:]],
        cwd=folder,
        env=settings | {"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_runs_on_every_linux_of_its_tag() -> None:
    (wheel,) = DIST.glob("covey-*.whl")
    assert "manylinux" in wheel.name


def test_the_job_of_the_demo_runs_from_another_folder(environment: Path, tmp_path: Path) -> None:
    where = run(environment, tmp_path, "python", "-c", "import covey; print(covey.__file__)")
    counties = Path(where.strip()).parent / "research" / "data" / "counties.geojson"
    assert environment.parent in counties.parents
    patients = "covey.research.experiments.patients"
    run(environment, tmp_path, "python", "-m", patients, "-n", "20000", "-o", "patients.csv")
    region = ["--region", f"county={counties}:fips", "--islands", "nearest"]
    dropped = ["patient_id", "name", "latitude", "longitude"]
    drop = [option for column in dropped for option in ("--drop", column)]
    job = ["anonymize", "patients.csv", "-k", "100", *region, *drop, "-o", "release"]
    run(environment, tmp_path, "covey", *job)
    said = run(
        environment, tmp_path, "covey", "verify", "release", "--against", "patients.csv", "--map",
        counties,
    )  # fmt: skip
    assert "held" in said
