"""The problem of a job has all that the job asks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from covey.attributes.coded import CodedTable
from covey.attributes.maps import load_map
from covey.attributes.population import People
from covey.engine import default_engine
from covey.release.job import Job
from covey.release.solve.coding import code_job
from covey.requirements.diversity import DistinctDiversity
from covey.requirements.population import PopulationK
from tests.release.tables import write

QUASI = {"age": covey.Ordered(), "town": covey.Labels()}


def coded(folder: Path, people: int | None = None, **how: Any) -> CodedTable:
    columns: dict[str, list[Any]] = {
        "age": list(range(40)),
        "town": ["Ulm", "Bern"] * 20,
        "ill": ["a", "b", "c", "d"] * 10,
    }
    job = Job(str(write(folder / "in.csv", columns)), 5, QUASI, **how)
    engine = default_engine()
    with engine.open(engine.source(job.table), job.kinds) as snapshot:
        counted = snapshot.count()
        known = None
        if people is not None:
            each = counted.counts * people
            about = {"people": int(each.sum()), "name": "people.csv", "column": ""}
            known = People(each, about)
        return code_job(job, snapshot.staged, counted, load_map, known)


def test_what_is_not_asked_is_not_there(tmp_path: Path) -> None:
    problem = coded(tmp_path).problem
    assert (problem.k, problem.total, problem.objective) == (5, 40, "max-size")
    assert list(problem.requirements) == []
    assert problem.population is None
    assert problem.suppress == 0


def test_everything_that_a_job_asks(tmp_path: Path) -> None:
    found = coded(
        tmp_path,
        people=3,
        objective="quadratic",
        sensitive={"ill": {"l": 2}},
        weights={"town": 3.0},
        suppress=0.1,
        tight=True,
        k_map=15,
        population="people.csv",
    )
    problem = found.problem
    assert problem.objective == "quadratic"
    assert list(problem.requirements) == [DistinctDiversity("ill", 2), PopulationK(15)]
    assert problem.axis_weights.tolist() == pytest.approx([0.25, 0.75])
    assert problem.suppress == 4
    assert found.tight
    assert problem.population is not None
    assert int(problem.population.sum()) == 120


def test_k_map_is_asked_only_where_people_are_known(tmp_path: Path) -> None:
    """As by whoever verifies a release without its population."""
    problem = coded(tmp_path, k_map=15, population="people.csv").problem
    assert list(problem.requirements) == []
