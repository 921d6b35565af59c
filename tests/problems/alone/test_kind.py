"""What holds for all kinds of attributes alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.core.errors import InvalidInput
from covey.problems.alone import KINDS, kind_of
from covey.problems.alone.kind import OwnKind
from covey.problems.registry import PROBLEM_KINDS
from tests.problems.test_constrained import PROBLEM_KINDS as MADE
from tests.problems.test_constrained import random_problem


def made(name: str, seed: int) -> tuple[OwnKind[Any], Any]:
    """A problem of a kind, and the answer of its own solver."""
    problem = random_problem(name, np.random.default_rng(seed))[0]
    kind = kind_of(problem)
    assert kind is not None
    return kind, covey.solve(problem).solution


def test_every_kind_of_problem_is_known_except_cells() -> None:
    assert {each.problem_kind for each in KINDS} == {*PROBLEM_KINDS} - {"cells"}
    cells = covey.CellProblem([covey.LabelAxis([0], 1)], [3], 3)
    assert kind_of(cells) is None


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("seed", range(5))
def test_merged_classes_are_an_answer(name: str, seed: int) -> None:
    kind, own = made(name, seed)
    apart = [(number,) for number in range(len(own.sizes))]
    kind.problem.check(kind.merged(own, apart))
    group = next(iter(kind.unions(own).unions(0)), None)
    if group is None:
        return
    left = [each for each in apart if each[0] not in group]
    found = kind.merged(own, sorted([tuple(sorted(group)), *left], key=min))
    kind.problem.check(found)
    assert len(found.sizes) == len(own.sizes) - len(group) + 1


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("seed", range(5))
def test_cells_are_turned_back_into_an_answer(name: str, seed: int) -> None:
    kind, _ = made(name, seed)
    items = np.flatnonzero(kind.problem.weights > 0)
    cells = covey.CellProblem([kind.axis(items)], kind.problem.weights[items], kind.problem.k)
    found = covey.solve(cells).solution
    assert isinstance(found, covey.CellSolution)
    kind.problem.check(kind.turned_back(found))


@pytest.mark.parametrize("name", MADE)
def test_other_weights_leave_the_rest_of_a_problem_as_it_is(name: str) -> None:
    kind, own = made(name, 1)
    again = kind.with_weights(kind.problem.weights, kind.problem.k)
    assert type(again) is type(kind.problem)
    assert np.array_equal(covey.solve(again).solution.classes, own.classes)
    assert kind.with_weights(2 * kind.problem.weights, 2 * kind.problem.k).k == 2 * kind.problem.k


def test_a_second_threshold_does_not_go_with_requirements() -> None:
    graph = covey.Graph.from_edges(2, [(0, 1)])
    problem = covey.RegionProblem([3, 3], graph, 3, second=([3, 3], 3))
    kind = kind_of(problem)
    assert kind is not None
    with pytest.raises(InvalidInput, match="second threshold"):
        kind.refuse_unfit((), None)  # type: ignore[arg-type]
