from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from covey import RectangleProblem, Status, solve
from covey.core.lower_bounds import Arithmetic, certify
from covey.problems.rectangles.bound import (
    EDGES,
    EdgeChain,
    Stabbing,
    Tilings,
    along_edge,
    strongest,
    taken,
)
from covey.problems.rectangles.grid import Grid
from tests.problems.rectangles.oracle import optimum


def problem_of(weights: NDArray[np.int64], k: int) -> RectangleProblem:
    x, y = np.nonzero(weights)
    return RectangleProblem(x, y, k, weights[x, y])


def test_a_search_over_the_tilings_of_a_large_grid_is_no_proof() -> None:
    """It was never finished by anybody, and is not begun."""
    rng = np.random.default_rng(1)
    problem = RectangleProblem(rng.random(3000), rng.random(3000), 10)
    assert Tilings(10).check(problem) is False


def test_nine_places_that_cannot_be_cut_are_proved_optimal() -> None:
    """The average is 9 / 2, but every cell holds the middle."""
    result = solve(problem_of(np.ones((3, 3), dtype=np.int64), 4))
    assert result.certificate == Stabbing(9, columns=1, rows=1)
    assert result.status is Status.OPTIMAL


@pytest.mark.parametrize("seed", range(8))
def test_no_tiling_is_below_a_bound_of_the_plane(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(60):
        shape = int(rng.integers(1, 6)), int(rng.integers(1, 5))
        weights = rng.integers(0, int(rng.choice([3, 7, 21])), shape)
        k = int(rng.choice([2, 4, 8, 25]))
        if weights.sum() < k:
            continue
        problem = problem_of(weights, k)
        best = optimum((problem.x, problem.y, problem.weights), k, "max-size")
        found = strongest(problem, best + 1)
        assert certify(problem, best + 1).bound <= found.bound <= best
        assert found.holds(problem)
        columns, rows = (taken(along, problem.weights, k) for along in (problem.x, problem.y))
        for bound in range(best + 2):
            follows = Stabbing(bound, columns, rows).holds(problem)
            assert follows == (bound <= -(-problem.total // (columns * rows)))
            assert bound <= best or not follows
        for edge in range(len(EDGES)):
            reached = along_edge(Grid(problem), edge)
            assert reached <= best
            assert EdgeChain(reached, edge).holds(problem)
            assert not EdgeChain(reached + 1, edge).holds(problem)


def by_hand(weights: NDArray[np.int64], k: int) -> int:
    """The lower edge, by all its divisions."""
    width = len(weights)
    least = int(weights.sum())
    for cuts in range(2 ** (width - 1)):
        borders = [0, *(i + 1 for i in range(width - 1) if cuts >> i & 1), width]
        heaviest = 0
        for low, high in pairwise(borders):
            sums = np.cumsum(weights[low:high].sum(axis=0))
            heaviest = max(heaviest, int(sums[sums >= k].min(initial=10**9)))
        least = min(least, heaviest)
    return least


@pytest.mark.parametrize("edge", range(len(EDGES)))
def test_the_bound_along_an_edge_is_that_of_all_divisions(edge: int) -> None:
    rng = np.random.default_rng(edge)
    for _ in range(40):
        weights = rng.integers(0, 6, (4, 5)) + np.eye(4, 5, dtype=np.int64)
        turned = (weights, weights[:, ::-1], weights.T, weights.T[:, ::-1])[edge]
        assert along_edge(Grid(problem_of(weights, 7)), edge) == by_hand(turned, 7)


def test_a_bound_that_is_met_needs_no_other() -> None:
    problem = problem_of(np.full((2, 2), 5, dtype=np.int64), 5)
    assert isinstance(strongest(problem, 5), Arithmetic)


def test_wrong_counts_wrong_edges_and_the_other_objective_prove_nothing() -> None:
    weights = np.ones((3, 3), dtype=np.int64)
    problem = problem_of(weights, 4)
    assert not Stabbing(9, columns=1, rows=2).holds(problem)
    assert not Stabbing(4, columns=0, rows=0).holds(problem)
    for edge in (-1, 4, 2**70):
        assert not EdgeChain(4, edge).holds(problem)
    x, y = np.nonzero(weights)
    quadratic = RectangleProblem(x, y, 4, objective="quadratic")
    assert not Stabbing(1, columns=1, rows=1).holds(quadratic)
    assert not EdgeChain(1, 0).holds(quadratic)


def test_edges_of_large_grids_are_not_looked_at() -> None:
    rng = np.random.default_rng(0)
    problem = RectangleProblem(rng.random(3000), rng.random(3000), 10)
    assert EdgeChain(10, 0).check(problem) is False
