"""The methods for cells: what their answers have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells import methods
from covey.problems.cells.axes import Axis
from covey.problems.cells.forest import Forest
from covey.problems.cells.methods import promised
from covey.problems.cells.sets import ANY_SET, MISSING_SET
from tests.problems.cells import oracle
from tests.problems.cells.tables import random_problem


@pytest.mark.parametrize("method", ["typed", "global"])
def test_sets_hold_their_rows_and_are_apart(method: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(60):
        problem = random_problem(rng, suppress=int(rng.integers(0, 6)))
        result = covey.solve(problem, method)
        solution: Any = result.solution
        classes = solution.classes.tolist()
        oracle.refuse_unless_cells(problem.axes, classes, solution.sets)
        oracle.refuse_unless_cells(problem.axes, classes, solution.tight())
        oracle.refuse_unless_cells(problem.axes, classes, solution.tight(ranges=False))
        assert problem.loss(solution, tight=True) <= problem.loss(solution) + 1e-12
        assert 0 <= problem.loss(solution) <= 1 + 1e-12
        assert int(problem.weights[solution.withheld].sum()) <= problem.suppress


def test_points_through_cells_are_as_good_as_rectangles() -> None:
    rng = np.random.default_rng(0)
    n = 30_000
    x, y = rng.random((2, n))
    axis = covey.PlaceAxis(x.argsort().argsort(), y.argsort().argsort(), np.sort(x), np.sort(y))
    result = covey.solve(covey.CellProblem([axis], np.ones(n, dtype=np.int64), 10))
    assert len(result.solution.sizes) == 3_000
    assert result.cost == 10
    assert result.status is covey.Status.OPTIMAL


@pytest.mark.parametrize("method", ["typed", "global"])
def test_cuts_respect_requirements(method: str) -> None:
    rng = np.random.default_rng(5)
    several = 0
    for _ in range(40):
        rows = 60
        illness = rng.integers(0, 3, rows)
        problem = covey.CellProblem(
            oracle.random_axes(rng, rows),
            rng.integers(1, 4, rows),
            2,
            requirements=[covey.DistinctDiversity("illness", 2), covey.Alpha("illness", 0.7)],
            sensitive=[covey.Sensitive("illness", illness)],
        )
        result = covey.solve(problem, method)
        several += len(result.solution.sizes) > 1
        for number in range(len(result.solution.sizes)):
            own = result.solution.classes == number
            each = np.bincount(illness[own], weights=problem.weights[own])
            assert (each > 0).sum() >= 2
            assert each.max() <= 0.7 * each.sum() + 1e-9
    assert several > 10


def test_hundreds_of_attributes_and_attributes_of_one_value() -> None:
    rng = np.random.default_rng(11)
    axes = [covey.LabelAxis(rng.integers(0, 1 + at % 3, 200), 1 + at % 3) for at in range(300)]
    problem = covey.CellProblem(axes, np.ones(200, dtype=np.int64), 5)
    result = covey.solve(problem)
    assert len(result.solution.sizes) > 10


def test_a_time_limit_leaves_a_valid_answer() -> None:
    rng = np.random.default_rng(12)
    n = 20_000
    axes = [covey.OrderedAxis(rng.permutation(n), np.arange(n)) for _ in range(3)]
    problem = covey.CellProblem(axes, np.ones(n, dtype=np.int64), 5)
    covey.solve(problem)
    result = covey.solve(problem, stop=covey.Stop(seconds=1e-6))
    assert any("time limit" in note for note in result.notes)
    problem.check(result.solution)


def test_missing_values_are_apart_as_soon_as_they_can_be() -> None:
    axis = covey.OrderedAxis([-1, -1, 0, 1], [10, 20])
    solution: Any = covey.solve(covey.CellProblem([axis], [2, 2, 3, 3], 3)).solution
    assert sorted(solution.sets[0].of_class.tolist()) == [MISSING_SET, 0, 1]
    solution = covey.solve(covey.CellProblem([axis], [1, 1, 3, 3], 3)).solution
    assert solution.sets[0].of_class.tolist() == [ANY_SET]


@pytest.mark.parametrize(("suppress", "ratio"), [(0, 5), (1, None)])
def test_the_promise_is_a_ratio_where_nothing_is_withheld(suppress: int, ratio: int | None) -> None:
    """Two ordered attributes: 2 + 2 around the heaviest combination, and that."""
    axes = [covey.OrderedAxis([0, 1, 2, 1], [1, 2, 3]), covey.OrderedAxis([0, 1, 0, 2], [1, 2, 3])]
    problem = covey.CellProblem(axes, [2, 3, 2, 2], 2, suppress=suppress)
    assert promised(problem).ratio == ratio
    assert promised(problem).limit == 3 + 4


def test_slabs_are_taken_where_the_typed_answer_is_not_within_their_promise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(2)
    rows = 200
    axes: list[Axis] = [
        covey.OrderedAxis(rng.integers(0, 30, rows), np.arange(30)),
        covey.LabelAxis(rng.integers(0, 4, rows), 4),
    ]
    problem = covey.CellProblem(axes, np.ones(rows, dtype=np.int64), 5)
    expected = covey.solve(problem, "slabs").cost

    def one_class(*given: Any) -> tuple[Any, bool]:
        forest = Forest(problem)
        return forest.solution(), True

    monkeypatch.setattr(methods, "best_tree", one_class)
    assert covey.solve(problem, "typed").cost == rows
    result = covey.solve(problem)
    assert result.cost == expected
    assert result.guarantee.ratio == 3
