"""Cells that are solved in parts."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey.core import workers
from covey.core.stop import Stop
from covey.problems.cells.axes import Axis, JoinedBy
from covey.problems.cells.parts import RECORDS, PartAnswer, can_be_in_parts
from tests.effort import cases
from tests.problems.cells.tables import tables
from tests.problems.trees.oracle import random_parents

FOREVER = Stop(seconds=None, iterations=3)
"""The clock decides nothing, and the search is a short one."""


class Watched:
    """Solves the last part first, and keeps the problems of the parts."""

    def __init__(self) -> None:
        self.problems: list[covey.CellProblem] = []

    def __call__(self, work: workers.Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
        given = list(pieces)
        self.problems = [pickle.loads(piece)[0] for piece in given]
        return [work(piece) for piece in reversed(given)][::-1]


def solved(problem: covey.CellProblem, records: int) -> tuple[Any, list[covey.CellProblem]]:
    watched = Watched()
    with workers.using(watched):
        return covey.solve(problem, "parts", stop=FOREVER, records=records), watched.problems


def large(**more: Any) -> covey.CellProblem:
    """2,000 combinations of every kind of attribute, missing values among them."""
    rng = np.random.default_rng(8)
    rows = 2_000
    missing = rng.random(rows) < 0.05
    parents = random_parents(rng, 12)
    edges = [(v, int(rng.integers(max(0, v - 4), v))) for v in range(1, 30)]
    joined = JoinedBy(np.ones(30, np.int64))
    axes: list[Axis] = [
        covey.OrderedAxis(np.where(missing, -1, rng.integers(0, 40, rows)), np.arange(40)),
        covey.LabelAxis(rng.integers(0, 5, rows), 5),
        covey.TreeAxis(rng.integers(0, 12, rows), 12, parents),
        covey.AreaAxis(
            rng.integers(0, 30, rows), covey.Graph.from_edges(30, edges), joined_by=joined
        ),
    ]
    return covey.CellProblem(axes, rng.integers(1, 4, rows), 6, **more)


def test_a_table_that_is_one_part_is_solved_as_a_whole() -> None:
    problem = large()
    whole = covey.solve(problem, "typed", stop=FOREVER)
    one, parts = solved(problem, RECORDS)
    assert len(parts) == 1
    assert np.array_equal(one.solution.classes, whole.solution.classes)
    assert one.guarantee == whole.guarantee


def test_every_class_lies_inside_of_one_part_and_loses_about_as_little() -> None:
    problem = large()
    whole: Any = covey.solve(problem, "typed", stop=FOREVER)
    found, parts = solved(problem, 800)
    assert len(parts) >= 3
    small = [part for part in parts if part.total < 800]
    assert all((part.axes[0].codes < 0).all() for part in small)
    assert sum(part.total for part in parts) == problem.total
    # The classes of a part are numbered one after the other.
    assert sum(len(solve_alone(part).sizes) for part in parts) == len(found.solution.sizes)
    assert problem.loss(found.solution) < 1.05 * problem.loss(whole.solution)
    assert f"made in {len(parts)} parts of at least 800 records" in found.notes[0]
    assert found.options == {"records": 800}


def solve_alone(part: covey.CellProblem) -> Any:
    return covey.solve(part, "typed", stop=FOREVER).solution


def test_the_sets_of_a_class_are_inside_of_the_box_of_its_part() -> None:
    """The youngest half is one part: no range reaches over its border."""
    rng = np.random.default_rng(2)
    ages = rng.integers(0, 100, 400)
    axes: list[Axis] = [
        covey.OrderedAxis(ages, np.arange(100)),
        covey.LabelAxis(rng.integers(0, 2, 400), 2),
    ]
    problem = covey.CellProblem(axes, np.ones(400, np.int64), 5, weights=[1, 0])
    found, parts = solved(problem, 150)
    assert len(parts) == 2
    border = min(int(part.axes[0].codes.max()) for part in parts)
    own = found.solution.sets[0]
    low, high = own.low[own.of_class], own.high[own.of_class]
    assert ((high <= border) | (low > border)).all()


@settings(max_examples=cases(60, quick=25), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    table=tables(),
    records=st.integers(1, 80),
    objective=st.sampled_from(["max-size", "quadratic"]),
    suppress=st.sampled_from([0, 0, 7]),
    diverse=st.booleans(),
)
def test_what_a_solver_owes_holds_in_parts(
    table: dict[str, Any], records: int, objective: Any, suppress: int, diverse: bool
) -> None:
    """``solve`` has every answer checked by code that shares none with what cut it."""
    more: dict[str, Any] = {"objective": objective, "suppress": suppress}
    if diverse:
        illness = np.arange(len(table["counts"])) % 3
        more["sensitive"] = [covey.Sensitive("illness", illness)]
        more["requirements"] = [covey.DistinctDiversity("illness", 2)]
    problem = covey.CellProblem(**table, **more)
    found, parts = solved(problem, records)
    assert all(part.total >= problem.k for part in parts) or len(parts) == 1
    smaller = sum(part.total < max(records, problem.k) for part in parts)
    apart = any(
        isinstance(axis, covey.AreaAxis) or min(map(np.min, axis.all_codes)) < 0
        for axis in problem.axes
    )
    assert apart or not smaller or len(parts) == 1
    assert sum(part.suppress for part in parts) <= suppress
    assert found.cost <= found.guarantee.limit
    assert found.certificate.holds(problem)


def test_the_parts_of_weighted_attributes_have_their_weights() -> None:
    problem = large(weights=[3, 1, 1, 2])
    _, parts = solved(problem, 800)
    for part in parts:
        assert part.axis_weights == pytest.approx(problem.axis_weights, abs=1e-15)


def test_every_class_stands_for_enough_people_in_parts() -> None:
    people = np.random.default_rng(5).integers(1, 6, 2_000)
    problem = large(population=people, requirements=[covey.PopulationK(40)])
    found, parts = solved(problem, 800)
    assert len(parts) >= 3
    assert np.bincount(found.solution.classes, people).min() >= 40


def test_what_comes_back_is_read_as_arrays_alone() -> None:
    with pytest.raises(ValueError, match="allow_pickle"):
        PartAnswer.from_bytes(pickle.dumps(object()))


def test_closeness_to_the_whole_table_is_not_for_parts() -> None:
    illness = covey.Sensitive("illness", np.arange(2_000) % 4)
    close = large(sensitive=[illness], requirements=[covey.Closeness("illness", 0.3)])
    diverse = large(sensitive=[illness], requirements=[covey.DistinctDiversity("illness", 2)])
    assert can_be_in_parts(diverse)
    assert not can_be_in_parts(close)
    with pytest.raises(covey.InvalidInput, match="compares every class with the whole table"):
        covey.solve(close, "parts")


@pytest.mark.parametrize("records", [0, -1, True, 2.5])
def test_a_part_has_records(records: Any) -> None:
    with pytest.raises(covey.InvalidInput, match="A part has at least one record"):
        covey.solve(large(), "parts", records=records)


def test_a_time_limit_is_that_of_every_part() -> None:
    """Time that is over stops the search in a part, never the cuts between parts."""
    found = covey.solve(large(), "parts", stop=Stop(seconds=0), records=800)
    assert "stopped by the time limit" in found.notes[-1]
    assert "made in" in found.notes[0]
