"""Classes of one attribute, merged until they meet requirements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.core.grouping import Grouping
from covey.problems.cells.axes import LabelAxis
from covey.problems.cells.merge import merged
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.single import SingleProblem
from covey.requirements.requirement import offending
from tests.problems.test_constrained import PROBLEM_KINDS, REQUIREMENTS, random_problem


def cells_of(problem: Any, entries: Any, requirement: Any) -> tuple[CellProblem, SingleProblem]:
    """Merging looks at classes and requirements alone, so that any axis will do."""
    axis = LabelAxis(entries.items, len(problem.weights))
    cells = CellProblem(
        [axis],
        entries.counts,
        problem.k,
        requirements=[requirement],
        sensitive=entries.sensitive,
    )
    return cells, SingleProblem(problem, entries.items.astype(np.int64))


@pytest.mark.parametrize("problem_kind", PROBLEM_KINDS)
def test_merged_classes_are_of_their_kind_and_meet_the_requirement(problem_kind: str) -> None:
    rng = np.random.default_rng(6)
    changed = 0
    for requirement in REQUIREMENTS.values():
        for _ in range(8):
            problem, entries = random_problem(problem_kind, rng)
            own = covey.solve(problem).solution
            cells, single = cells_of(problem, entries, requirement)
            every = np.zeros(len(entries.items), dtype=np.int32)
            if unmet(cells, every):
                continue
            found = merged(cells, single, own)
            assert found is not None
            problem.check(found)
            assert not unmet(cells, found.classes[entries.items])
            assert is_coarser(found, own)
            changed += len(found.sizes) < len(own.sizes)
    assert changed > 5


def unmet(cells: CellProblem, classes: Any) -> bool:
    return offending(cells.requirements, cells.sensitive, classes, cells.weights, None) is not None


def is_coarser(found: Grouping, own: Grouping) -> bool:
    pairs = np.unique(np.column_stack([own.classes, found.classes]), axis=0)
    return len(pairs) == len(own.sizes)


@pytest.mark.parametrize("problem_kind", PROBLEM_KINDS)
def test_the_final_answer_is_never_worse_than_the_merged_one(problem_kind: str) -> None:
    rng = np.random.default_rng(22)
    taken = 0
    for requirement in REQUIREMENTS.values():
        for _ in range(8):
            problem, entries = random_problem(problem_kind, rng)
            cells, single = cells_of(problem, entries, requirement)
            if unmet(cells, np.zeros(len(entries.items), dtype=np.int32)):
                continue
            own = merged(cells, single, covey.solve(problem).solution)
            assert own is not None
            result = covey.solve(problem, requirements=[requirement], entries=entries)
            assert result.cost <= problem.cost(own.sizes)
            taken += any("merged" in note for note in result.notes)
    # Cells of an ordered tree are as good in all of these.
    assert taken or problem_kind == "ordered trees"


def test_what_needs_no_merging_stays() -> None:
    problem = covey.LabelProblem([4, 4], 4)
    entries = covey.Entries([0, 0, 1, 1], [2, 2, 2, 2], [covey.Sensitive("illness", [0, 1, 0, 1])])
    own = covey.solve(problem).solution
    cells, single = cells_of(problem, entries, covey.DistinctDiversity("illness", 2))
    found = merged(cells, single, own)
    assert found is not None
    assert found.classes.tolist() == own.classes.tolist()


def test_an_island_that_cannot_meet_it_has_no_answer() -> None:
    problem = covey.RegionProblem([3, 3, 3], [(0, 1)], 3)
    entries = covey.Entries([0, 1, 2], [3, 3, 3], [covey.Sensitive("illness", [0, 1, 0])])
    cells, single = cells_of(problem, entries, covey.DistinctDiversity("illness", 2))
    assert merged(cells, single, covey.solve(problem).solution) is None


def test_the_smallest_union_that_meets_the_requirement_is_taken() -> None:
    problem = covey.IntervalProblem([5, 3, 4], 3)
    illness = covey.Sensitive("illness", [0, 0, 1, 0, 1])
    entries = covey.Entries([0, 1, 2, 2, 0], [4, 3, 1, 3, 1], [illness])
    cells, single = cells_of(problem, entries, covey.DistinctDiversity("illness", 2))
    own = problem.solution(np.array([0, 1, 2]))
    found = merged(cells, single, own)
    assert found is not None
    assert found.classes.tolist() == [0, 1, 1]
