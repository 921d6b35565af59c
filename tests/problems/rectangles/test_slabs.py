from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from covey import RectangleProblem
from covey._native.rectangles import Axis
from covey.problems.rectangles.slabs import along, slabs
from tests.problems.rectangles.oracle import optimum

Grid = NDArray[np.int64]


def problem_of(grid: Grid, k: int) -> RectangleProblem:
    """Columns of the grid are x, its rows are y."""
    x, y = np.nonzero(grid)
    return RectangleProblem(x, y, k, grid[x, y])


def crosses(rng: np.random.Generator, grid: Grid, k: int) -> None:
    """Places of k with lighter ones beside, above and below them."""
    a, b = grid.shape
    for _ in range(int(rng.integers(1, 4))):
        i, u = int(rng.integers(a)), int(rng.integers(b))
        grid[i, u] = k
        for j, v in ((i + 1, u), (i - 1, u), (i, u + 1), (i, u - 1)):
            if 0 <= j < a and 0 <= v < b and grid[j, v] == 0:
                grid[j, v] = max(1, int(rng.choice([k - 1, k - 1, k // 2, 1])))


def staircase(rng: np.random.Generator, grid: Grid, k: int) -> None:
    """Weights along a diagonal, so that no slab has more than a few of them."""
    for i in range(grid.shape[0]):
        u = i % grid.shape[1]
        grid[i, u] = int(rng.choice([1, max(1, k - 1), k]))
        grid[i, (u + 1) % grid.shape[1]] += int(rng.integers(0, k + 1))


def scattered(rng: np.random.Generator, grid: Grid, k: int) -> None:
    grid[:] = np.where(rng.random(grid.shape) < 0.6, rng.integers(1, k + 2, grid.shape), 0)


def nearly_k(rng: np.random.Generator, grid: Grid, k: int) -> None:
    some = rng.choice([1, max(1, k - 1), k, max(1, k // 2)], grid.shape)
    grid[:] = np.where(rng.random(grid.shape) < 0.4, some, 0)


def ones(rng: np.random.Generator, grid: Grid, k: int) -> None:
    grid[:] = np.where(rng.random(grid.shape) < 0.8, 1, rng.integers(0, k + 1, grid.shape))


FAMILIES = (crosses, staircase, scattered, nearly_k, ones)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("axis", [Axis.X, Axis.Y])
def test_no_tiling_is_four_times_as_good(family: object, axis: Axis) -> None:
    assert callable(family)
    rng = np.random.default_rng(FAMILIES.index(family))
    for _ in range(250):
        grid = np.zeros((int(rng.integers(1, 6)), int(rng.integers(1, 5))), dtype=np.int64)
        k = int(rng.choice([1, 2, 3, 4, 6, 10, 30]))
        family(rng, grid, k)
        if grid.sum() < k:
            continue
        problem = problem_of(grid, k)
        found = along(problem, axis)
        problem.check(found)
        best = optimum((problem.x, problem.y, problem.weights), k, "max-size")
        kappa = max(k, int(grid.max()))
        assert int(found.sizes.max()) <= max(kappa + 3 * (k - 1), 4 * best - 1)


def full_crosses(count: int, k: int) -> Grid:
    """Side by side: a centre of k, and k - 1 above, below and on both sides of it. Neighbours have
    the strip between them in common."""
    grid = np.zeros((2 * count + 1, 3), dtype=np.int64)
    grid[::2, 1] = k - 1
    grid[1::2] = [k - 1, k, k - 1]
    return grid


@pytest.mark.parametrize("k", [3, 10])
@pytest.mark.parametrize("count", [1, 2])
def test_where_every_slab_is_a_full_cross_one_of_them_stays_whole(count: int, k: int) -> None:
    """Above kappa + 3 (k - 1), and still below 4 times the optimum, as the proof says."""
    problem = problem_of(full_crosses(count, k), k)
    found = along(problem, Axis.X)
    assert int(found.sizes.max()) == 5 * k - 4 > k + 3 * (k - 1)
    best = optimum((problem.x, problem.y, problem.weights), k, "max-size")
    tiles = 3 * count - 1
    assert best >= problem.total / max(tiles, 1)
    assert int(found.sizes.max()) < 4 * best
    if count == 1:
        assert int(found.sizes.max()) == best


def test_the_last_strip_may_go_to_any_slab() -> None:
    """The last column cannot take it without a large cell; the first, with another one before it,
    can: the slabs between shift by one column."""
    k = 10
    last = full_crosses(1, k)[1:]
    first = np.array([[0, 1, 0], [k, k, k]])
    grid = np.concatenate([first, np.array([[0, k - 1, 0]]), last])
    found = along(problem_of(grid, k), Axis.X)
    # A_1 j_1 A_2 and j_2 A_3: the strip A_2 is at the end of a slab, not at its beginning.
    assert sorted({float(x) for x in found.cells[:, 0]})[1:] == [3.0]
    assert int(found.sizes.max()) <= k + 3 * (k - 1)


def test_a_slab_that_would_be_light_without_its_strip_keeps_it() -> None:
    """The column with which a strip gets k has less than k itself, and nothing follows it."""
    grid = np.array([[3, 0], [3, 0], [0, 3], [3, 1]])
    found = along(problem_of(grid, 6), Axis.X)
    assert sorted(found.sizes.tolist()) == [6, 7]


@pytest.mark.parametrize("k", [10, 30, 300])
def test_slabs_alone_can_be_three_times_the_optimum(k: int) -> None:
    """In one direction; the other has the optimum here."""
    grid = np.array([[1, k, 1], [0, 1, 0], [k - 1, k, k - 1], [1, k, 1]])
    problem = problem_of(grid, k)
    assert int(along(problem, Axis.X).sizes.max()) == 3 * k - 2
    assert int(slabs(problem).sizes.max()) == k + 1


def test_large_tables_are_tiled_in_both_directions() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 300, (2, 20_000))
    problem = RectangleProblem(x, y, 50)
    for axis in (Axis.X, Axis.Y):
        found = along(problem, axis)
        problem.check(found)
        assert int(found.sizes.max()) <= int(problem.weights.max()) + 3 * 49
