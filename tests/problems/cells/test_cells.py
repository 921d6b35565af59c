"""Cells: figures, withholding, global recoding, requirements inside of cuts, and bad input."""

from __future__ import annotations

import dataclasses
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.kinds import BY_MEMBERS
from covey.problems.cells.map_tree import MapTree
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.sets import ANY, MISSING
from tests.problems.cells import oracle


def random_problem(rng: np.random.Generator, **more: Any) -> covey.CellProblem:
    rows = int(rng.integers(5, 60))
    axes = oracle.random_axes(rng, rows)
    return covey.CellProblem(axes, rng.integers(1, 5, rows), int(rng.integers(1, 6)), **more)


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


def test_global_recoding_has_one_partition_for_each_axis() -> None:
    rng = np.random.default_rng(3)
    cut = 0
    for _ in range(60):
        problem = random_problem(rng)
        solution: Any = covey.solve(problem, "global").solution
        for axis, sets in zip(problem.axes, solution.sets, strict=True):
            blocks = {oracle.spelled_out(axis, sets, c) for c in range(len(solution.sizes))}
            cut += len(blocks) > 1
            assert all(not (a & b) for a, b in combinations(blocks, 2))
    assert cut > 20


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
        problem = covey.CellProblem(axes, weights, k, suppress=int(rng.integers(1, 5)))
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


def test_missing_values_are_apart_as_soon_as_they_can_be() -> None:
    axis = covey.OrderedAxis([-1, -1, 0, 1], [10, 20])
    solution: Any = covey.solve(covey.CellProblem([axis], [2, 2, 3, 3], 3)).solution
    assert sorted(solution.sets[0].of_class.tolist()) == [MISSING, 0, 1]
    solution = covey.solve(covey.CellProblem([axis], [1, 1, 3, 3], 3)).solution
    assert solution.sets[0].of_class.tolist() == [ANY]


def test_weights_decide_what_is_cut_first() -> None:
    codes = np.indices((8, 8)).reshape(2, 64)
    axes = [covey.OrderedAxis(own, np.arange(8)) for own in codes]
    ones = np.ones(64, dtype=np.int64)
    for weights, wide in (([1, 0], 1), ([0, 1], 0)):
        problem = covey.CellProblem(axes, ones, 8, weights=weights)
        solution: Any = covey.solve(problem).solution
        sets = solution.sets
        widths = [(own.high - own.low)[own.of_class].max() for own in sets]
        assert widths[wide] == 7
        assert widths[1 - wide] == 0
        assert problem.loss(solution) == 0


def test_rows_that_are_alike_count_together_for_the_bound() -> None:
    axis = covey.LabelAxis([0, 0, 1], 2)
    problem = covey.CellProblem([axis], [4, 5, 3], 3)
    result = covey.solve(problem)
    assert result.lower_bound == result.cost == 9
    assert "heaviest combination" in result.certificate.words(problem)


def test_a_broken_solution_is_refused() -> None:
    rng = np.random.default_rng(9)
    refused = 0
    for _ in range(30):
        problem = random_problem(rng)
        solution: Any = covey.solve(problem).solution
        if len(solution.sizes) < 2:
            continue
        classes = solution.classes.copy()
        row = int(rng.integers(len(classes)))
        classes[row] = (classes[row] + 1) % len(solution.sizes)
        sizes = np.bincount(classes, weights=problem.weights).astype(np.int64)
        if len(sizes) < len(solution.sizes) or sizes.min() < problem.k:
            continue
        with pytest.raises(covey.InternalError, match=r"cell of its class|several parts"):
            problem.check(dataclasses.replace(solution, classes=classes, sizes=sizes))
        refused += 1
    assert refused > 5


def test_a_region_that_does_not_hang_together_is_refused() -> None:
    graph = covey.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    axis = covey.AreaAxis([0, 1, 2, 3], graph)
    problem = covey.CellProblem([axis], [1, 1, 1, 1], 2)
    solution: Any = covey.solve(problem).solution
    problem.check(solution)
    nodes = solution.nodes
    assert nodes.how[0] == BY_MEMBERS
    high = nodes.high.copy()
    high[0] -= 1
    with pytest.raises(covey.InternalError, match="not at an edge"):
        problem.check(dataclasses.replace(solution, nodes=nodes._replace(high=high)))
    tree = solution.axis_table.trees[0]
    crossed = MapTree(tree.order[[0, 2, 1, 3]], tree.parent, tree.end)
    with pytest.raises(covey.InternalError, match="no border"):
        crossed.refuse_unless_spanning(graph)


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


AXIS = covey.LabelAxis([0, 1], 2)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: covey.CellProblem([], [1], 1), "one attribute or more"),
        (lambda: covey.CellProblem([AXIS], [1, 0], 1), "position 1 is 0"),
        (lambda: covey.CellProblem([AXIS], [1, 1, 1], 1), "3 counts, but 2 codes"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[-1]), "0 or more"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[float("nan")]), "0 or more"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[0]), "not all 0"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=[1, 1]), "1 attributes, but 2"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, weights=["a"]), "are numbers"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, suppress=-1), "0 or more; given: -1"),
        (lambda: covey.CellProblem([AXIS], [1, 1], 1, population=[1]), "1 of the population"),
        (lambda: covey.LabelAxis([0, 2], 2), "position 1 is 2"),
        (lambda: covey.LabelAxis([0, -1], 2), "codes|Codes"),
        (lambda: covey.OrderedAxis([0, 1], [2, 2]), "each above the one before"),
        (lambda: covey.OrderedAxis([0.5], [2]), "whole numbers"),
        (lambda: covey.PlaceAxis([0, -1], [0, 0], [1], [1]), "-1 in both"),
    ],
)
def test_bad_input_is_refused(build: Any, said: str) -> None:
    with pytest.raises(covey.InvalidInput, match=said):
        build()


def test_k_above_the_table_is_infeasible() -> None:
    with pytest.raises(covey.Infeasible, match="fewer than k = 9"):
        covey.solve(covey.CellProblem([AXIS], [4, 4], 9))


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
