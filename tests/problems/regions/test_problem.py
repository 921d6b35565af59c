"""Problems that are none, and answers that are none."""

from __future__ import annotations

import numpy as np
import pytest

import covey
from covey.core.errors import InternalError
from covey.problems.regions.problem import RegionSolution, Second
from tests.effort import cases
from tests.problems.regions.maps import delaunay, grid

PATH = [(0, 1), (1, 2), (2, 3)]


def test_a_component_below_k_is_named() -> None:
    problem = covey.RegionProblem(
        [5, 5, 2, 1], [(0, 1), (2, 3)], k=4, names=["02139", "02140", "96701", "96706"]
    )
    with pytest.raises(covey.Infeasible, match=r"joins 96701, 96706 to.*only 3 records"):
        covey.solve(problem)


def test_a_second_threshold_that_a_component_cannot_reach() -> None:
    problem = covey.RegionProblem([5, 5], [(0, 1)], k=4, second=([1, 2], 10))
    with pytest.raises(covey.Infeasible, match="second threshold of 10"):
        covey.solve(problem)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (([1, 2], [(0, 2)], 1), "positions are 0 to 1"),
        (([1, -2], [(0, 1)], 1), "-2"),
        (([1, 2], [(0, 1)], 0), "k"),
        (([1, 2], covey.Graph.from_edges(3, []), 1), "2 weights, but 3 areas"),
    ],
)
def test_bad_input(arguments: tuple[object, ...], text: str) -> None:
    with pytest.raises(covey.InvalidInput, match=text):
        covey.RegionProblem(*arguments)  # type: ignore[arg-type]


def test_names_and_second_weights_are_counted() -> None:
    with pytest.raises(covey.InvalidInput, match="3 names"):
        covey.RegionProblem([1, 2], [(0, 1)], 1, names=["a", "b", "c"])
    with pytest.raises(covey.InvalidInput, match="3 second weights"):
        covey.RegionProblem([1, 2], [(0, 1)], 1, second=([1, 2, 3], 2))


@pytest.mark.parametrize(
    ("classes", "sizes", "text"),
    [
        ([0, 1, 0, 1], [6, 6], "not connected"),
        ([0, 0, 0, 1], [9, 3], "fewer than"),
        ([0, 0, 1, 1], [6, 7], "sums"),
        ([0, 0, 1], [6, 6], "got a class"),
    ],
)
def test_answers_that_are_none(classes: list[int], sizes: list[int], text: str) -> None:
    problem = covey.RegionProblem([3, 3, 3, 3], PATH, k=4)
    answer = RegionSolution(np.array(classes, dtype=np.int32), np.array(sizes))
    with pytest.raises(InternalError, match=text):
        problem.check(answer)


def test_an_answer_below_the_second_threshold_is_none() -> None:
    problem = covey.RegionProblem([3, 3, 3, 3], PATH, 4, second=([0, 9, 1, 1], 5))
    answer = RegionSolution(np.array([0, 0, 1, 1], dtype=np.int32), np.array([6, 6]))
    with pytest.raises(InternalError, match="population of 2"):
        problem.check(answer)


def test_connectedness_is_checked_on_winding_regions() -> None:
    """A spiral is one piece, whatever the order of its areas; without one area it is two."""
    rng = np.random.default_rng(1)
    count = 200
    order = rng.permutation(count)
    chain = np.column_stack([order[:-1], order[1:]])
    problem = covey.RegionProblem(np.ones(count, dtype=int), chain, k=1)
    problem.check(RegionSolution(np.zeros(count, dtype=np.int32), np.array([count])))
    cut = np.zeros(count, dtype=np.int32)
    cut[order[100]] = 1
    with pytest.raises(InternalError, match="not connected"):
        problem.check(RegionSolution(cut, np.array([count - 1, 1])))


@pytest.mark.parametrize("method", ["balanced", "exact", "tree", "auto"])
def test_two_thresholds_at_once(method: str) -> None:
    rng = np.random.default_rng(7)
    for _ in range(cases(4, quick=1)):
        graph = delaunay(16, rng)
        people = rng.integers(0, 50, 16)
        problem = covey.RegionProblem(
            rng.integers(0, 9, 16), graph, 12, second=Second(people, 100, "population")
        )
        result = covey.solve(problem, method)
        reached = np.bincount(result.solution.classes, weights=people)
        assert reached.min() >= 100
        assert result.solution.sizes.min() >= 12
        assert result.certificate.holds(problem)


def test_exact_with_two_thresholds_is_never_below_that_with_one() -> None:
    rng = np.random.default_rng(8)
    graph = grid(3, 3)
    for _ in range(20):
        weights, people = rng.integers(1, 9, 9), rng.integers(1, 9, 9)
        one = covey.solve(covey.RegionProblem(weights, graph, 8), "exact")
        two = covey.solve(covey.RegionProblem(weights, graph, 8, second=(people, 12)), "exact")
        assert one.cost <= two.cost
        assert two.status is covey.Status.OPTIMAL
