"""Cells cut from the top, all in one tree."""

from __future__ import annotations

import math

import numpy as np
import pytest

import covey
from covey.problems.cells.forest import Forest
from covey.problems.cells.kinds import LEAF
from covey.problems.cells.problem import CellSolution
from tests.problems.cells.tables import random_problem

WATCH = covey.Stop(seconds=None).start()


def same_classes(one: CellSolution, other: CellSolution) -> bool:
    """Whether the classes are the same, in whatever order they are numbered."""
    pairs = set(zip(one.classes.tolist(), other.classes.tolist(), strict=True))
    return len(pairs) == len(one.sizes) == len(other.sizes)


def large_problem(n: int, weighted: bool = False) -> covey.CellProblem:
    """So large that some cells are cut by all threads together."""
    rng = np.random.default_rng(n)
    side = 12
    number = np.arange(side * side).reshape(side, side)
    pairs = [(number[1:], number[:-1]), (number[:, 1:], number[:, :-1])]
    edges = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])
    # The last column of the map is an island.
    edges = edges[(edges[:, 0] % side == side - 1) == (edges[:, 1] % side == side - 1)]
    axes = (
        covey.AreaAxis(rng.integers(0, side * side, n), covey.Graph.from_edges(side**2, edges)),
        covey.OrderedAxis(rng.integers(-1, 90, n), np.arange(90.0)),
        covey.LabelAxis(np.minimum(rng.zipf(1.4, n) - 1, 19), 20),
        covey.OrderedAxis(rng.integers(0, 10**6, n), np.arange(1e6)),
    )
    counts = rng.integers(1, 9, n) if weighted else np.ones(n, dtype=np.int64)
    return covey.CellProblem(axes, counts, 10)


def test_a_forest_begins_as_one_leaf_with_all_rows() -> None:
    problem = random_problem(np.random.default_rng(1))
    forest = Forest(problem)
    assert forest.leaves().tolist() == [0]
    assert forest.leaves(problem.total).tolist() == [0]
    assert forest.leaves(problem.total + 1).tolist() == []


def test_cells_that_are_cut_in_steps_are_those_that_are_cut_at_once() -> None:
    rng = np.random.default_rng(2)
    for _ in range(40):
        problem = random_problem(rng)
        once, steps = Forest(problem), Forest(problem)
        once.cut(once.leaves(), WATCH)
        steps.cut(steps.leaves(), WATCH, least=problem.total // 2)
        steps.cut(steps.leaves(), WATCH)
        for each in (once, steps):
            problem.check(each.solution())
        assert same_classes(once.solution(), steps.solution())


@pytest.mark.parametrize("weighted", [False, True])
def test_large_cells_are_cut_until_none_can_be_cut(weighted: bool) -> None:
    """Cells above a few thousand rows take another way through the loops."""
    problem = large_problem(20_000, weighted)
    forest = Forest(problem)
    forest.cut(forest.leaves(), WATCH, uneven=0.05)
    whole = forest.solution()
    problem.check(whole)
    largest, _, _ = forest.tried(forest.leaves(), WATCH, passed=0, uneven=0.05)
    assert largest.tolist() == whole.sizes.tolist()
    # To try all rows at once takes the way of small cells.
    largest, lost, _ = Forest(problem).tried(np.zeros(1, np.int32), WATCH, passed=0, uneven=0.05)
    assert largest.tolist() == [whole.sizes.max()]
    assert math.isclose(lost[0] / problem.total, problem.loss(whole, tight=True))


@pytest.mark.parametrize("weighted", [False, True])
def test_the_answer_does_not_depend_on_the_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, weighted: bool
) -> None:
    problem = large_problem(30_000, weighted)
    found = []
    for threads in ("1", "2", "5"):
        monkeypatch.setenv("COVEY_THREADS", threads)
        solution = covey.solve(problem, stop=covey.Stop(seconds=None)).solution
        assert isinstance(solution, CellSolution)
        found.append((solution.classes, solution.pool, *solution.nodes))
    for other in found[1:]:
        assert all(map(np.array_equal, found[0], other))


def test_what_is_tried_is_what_is_cut() -> None:
    """The loss of tried cells is that of the finished solution, with sets shrunk to what occurs."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        problem = random_problem(rng)
        forest = Forest(problem)
        passed = int(rng.integers(0, 3))
        cells = forest.leaves()
        largest, lost, done = forest.tried(cells, WATCH, passed=passed, uneven=0.3)
        assert done
        assert forest.leaves().tolist() == [0]
        forest.cut(cells, WATCH, passed=passed, uneven=0.3)
        solution = forest.solution()
        problem.check(solution)
        assert largest.tolist() == [solution.sizes.max()]
        assert math.isclose(lost[0] / problem.total, problem.loss(solution, tight=True))


def test_better_attributes_are_passed_over_by_the_first_cut() -> None:
    """The first attribute is worth more than the second, which is worth more than the third."""
    codes = np.arange(12)
    axes = [covey.OrderedAxis(codes, np.arange(12.0)) for _ in range(3)]
    problem = covey.CellProblem(axes, [1] * 12, 3, weights=[3, 2, 1])
    for passed, column in ((0, 0), (1, 1), (2, 2), (3, 2)):
        forest = Forest(problem)
        forest.cut(forest.leaves(), WATCH, passed=passed)
        nodes = forest.solution().nodes
        inner = np.flatnonzero(nodes.how != LEAF)
        assert nodes.column[inner].tolist() == [column] + [0] * (len(inner) - 1)


def test_rows_that_are_left_out_have_no_class() -> None:
    problem = random_problem(np.random.default_rng(5))
    gone = np.zeros(len(problem.weights), dtype=bool)
    gone[0] = True
    found = Forest(problem, left_out=gone).solution()
    assert found.classes[0] == -1
    assert found.nodes.how[0] == LEAF


def test_nothing_is_cut_when_time_is_over() -> None:
    problem = large_problem(20_000)
    watch = covey.Stop(seconds=0).start()
    forest = Forest(problem)
    forest.cut(forest.leaves(), watch)
    assert forest.leaves().tolist() == [0]
    assert not forest.done
    assert watch.cut_off
    largest, _, done = forest.tried(forest.leaves(), watch, passed=0, uneven=0.0)
    assert largest.tolist() == [0]
    assert not done
