"""Which records are withheld."""

from __future__ import annotations

import dataclasses
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.withhold import rank, rare_gaps, withheld
from tests.problems.cells import oracle
from tests.problems.cells.tables import random_problem


def least_largest_when_withheld(problem: covey.CellProblem) -> int:
    """Over everything that may be withheld, by brute force."""
    rows = range(len(problem.weights))
    best = problem.total
    for many in range(len(rows)):
        for gone in combinations(rows, many):
            kept = [row for row in rows if row not in gone]
            if problem.total - int(problem.weights[kept].sum()) > problem.suppress:
                continue
            if int(problem.weights[kept].sum()) >= problem.k:
                axes = tuple(part_of(axis, kept) for axis in problem.axes)
                weights = problem.weights[kept].tolist()
                best = min(best, oracle.optimum(axes, weights, problem.k, "max-size"))
    return best


def part_of(axis: Any, rows: list[int]) -> Any:
    if isinstance(axis, covey.PlaceAxis):
        return covey.PlaceAxis(
            axis.x_codes[rows], axis.y_codes[rows], axis.x_positions, axis.y_positions
        )
    if isinstance(axis, covey.AreaAxis):
        return covey.AreaAxis(axis.codes[rows], axis.graph)
    if isinstance(axis, covey.OrderedAxis):
        return covey.OrderedAxis(axis.codes[rows], axis.positions)
    return covey.LabelAxis(axis.codes[rows], axis.size)


def test_the_bound_holds_whatever_is_withheld() -> None:
    rng = np.random.default_rng(7)
    lowered = 0
    for _ in range(40):
        rows = int(rng.integers(2, 6))
        axes = oracle.random_axes(rng, rows)
        weights = rng.integers(1, 6, rows)
        k = int(rng.integers(1, min(int(weights.sum()), 6) + 1))
        allowed = int(rng.integers(1, 5))
        problem = covey.CellProblem(axes, weights, k, suppress=allowed, suppress_for="largest")
        result = covey.solve(problem)
        best = least_largest_when_withheld(problem)
        assert result.lower_bound <= best <= result.cost
        assert result.certificate.holds(problem)
        assert not dataclasses.replace(result.certificate, bound=best + 1).holds(problem)
        free = covey.CellProblem(axes, weights, k)
        lowered += result.cost < covey.solve(free).cost
    assert lowered


def test_an_outlier_is_withheld_where_that_saves_loss() -> None:
    axis = covey.OrderedAxis(range(9), [*range(8), 1000])
    counts = [1] * 9
    problem = covey.CellProblem([axis], counts, 5, suppress=1)
    result = covey.solve(problem)
    solution: Any = result.solution
    assert solution.withheld.tolist() == [8]
    free = covey.CellProblem([axis], counts, 5)
    before: Any = covey.solve(free).solution
    assert problem.loss(solution, tight=True) < free.loss(before, tight=True)


def test_a_handful_without_values_is_withheld_rather_than_all_others_blurred() -> None:
    """Of 203 records without an age three lack the area, too, so that no other area can be told."""
    ages = np.repeat([0, 1, 2, -1, -1], [100, 100, 100, 200, 3])
    labels = np.concatenate([np.arange(500) % 5, [-1, -1, -1]])
    axes = (
        OrderedAxis(ages, np.arange(3.0)),
        OrderedAxis(labels, np.arange(5.0)),
    )
    sizes = {}
    for suppress in (0, 2, 3):
        problem = CellProblem(axes, np.ones(503, dtype=np.int64), k=10, suppress=suppress)
        result = covey.solve(problem)
        sizes[suppress] = int(result.solution.sizes.max())
        gone = result.solution.classes < 0
        assert int(gone.sum()) <= suppress
    assert gone[-3:].all()
    assert sizes[0] >= sizes[2] > 200 > 100 > sizes[3]


def gap_problem(suppress: int) -> CellProblem:
    codes = np.array([0, 1, 2, 3, -1, -1, -1])
    other = np.array([0, 0, 1, 1, -1, 0, 0])
    axes = (OrderedAxis(codes, np.arange(4.0)), OrderedAxis(other, np.arange(2.0)))
    return CellProblem(axes, [5, 5, 5, 5, 1, 1, 1], k=4, suppress=suppress)


@pytest.mark.parametrize(
    ("suppress", "left_out"), [(0, []), (1, [[4]]), (2, [[4]]), (3, [[4], [4, 5, 6]])]
)
def test_rare_patterns_of_missing_values_are_left_out_one_after_the_other(
    suppress: int, left_out: list[list[int]]
) -> None:
    found = [np.flatnonzero(each).tolist() for each in rare_gaps(gap_problem(suppress))]
    assert found == left_out


def test_missing_labels_below_the_root_are_such_a_pattern() -> None:
    """Cut off or withheld, they let the others be cut; where another node has them, they do not
    stand in the way."""
    parents = [5, 5, 5, 5, 6, 6, -1]
    for missing, left_out in ((4, [[4]]), (None, [])):
        axis = covey.TreeAxis(range(5), 5, parents, missing=missing)
        problem = CellProblem([axis], [5, 5, 5, 5, 1], 4, suppress=1)
        assert [np.flatnonzero(each).tolist() for each in rare_gaps(problem)] == left_out


def test_light_combinations_have_their_turn_where_a_heavy_one_exceeds_the_allowance() -> None:
    """The outlier of 9 records would save most, but only 3 may be withheld."""
    axis = OrderedAxis(range(7), [0, 900, 1000, 1010, 1020, 1030, 2000])
    problem = CellProblem([axis], [1, 20, 20, 20, 20, 20, 9], 100, suppress=3)
    solution: Any = covey.solve(problem).solution
    assert solution.withheld.tolist() == [0]


def test_pinned_combinations_stay() -> None:
    axis = OrderedAxis(range(9), [*range(8), 1000])
    pinned = np.arange(9) == 8
    problem = CellProblem([axis], [1] * 9, 5, suppress=1, pinned=pinned)
    solution: Any = covey.solve(problem).solution
    assert 8 not in solution.withheld


def test_records_are_withheld_only_where_that_saves_loss() -> None:
    rng = np.random.default_rng(8)
    saved = 0
    for _ in range(30):
        problem = random_problem(rng, suppress=6)
        free: Any = covey.solve(without_allowance(problem), stop=covey.Stop(seconds=None)).solution
        watch = covey.Stop(seconds=None).start()
        found = withheld(problem, free, watch)
        problem.check(found)
        before, after = (problem.loss(each, tight=True) for each in (free, found))
        assert after <= before + 1e-12
        saved += after < before - 1e-9
    assert saved


def without_allowance(problem: CellProblem) -> CellProblem:
    return CellProblem(problem.axes, problem.weights, problem.k)


def test_a_missing_area_is_withheld_only_if_the_region_is_worth_it() -> None:
    """Without the missing value the class has the whole map, which loses as much as any value."""
    graph = covey.Graph.from_edges(3, [(0, 1), (1, 2)])
    axis = covey.AreaAxis([0, 2, -1], graph)
    problem = CellProblem([axis], [5, 5, 1], 10, suppress=1)
    solution: Any = covey.solve(problem).solution
    assert problem.loss(solution, tight=True) <= 1.0
    free = CellProblem([axis], [5, 5, 1], 10)
    without: Any = covey.solve(free).solution
    assert rank(problem, solution) <= rank(free, without)
