from __future__ import annotations

import numpy as np
import pytest

from covey import RectangleProblem, RectangleSolution, Stop, solve
from covey._native.rectangles import Rule
from covey.problems.rectangles import improve, recut
from covey.problems.rectangles.cuts import grow, search
from covey.problems.rectangles.improve import elongation, proportional
from covey.problems.rectangles.recut import (
    beside_square,
    greatest_aspect,
    more_compact,
    without_long_cells,
)
from tests.problems.rectangles import oracle

Cells = list[tuple[float, float, float, float]]


def random_problem(seed: int) -> RectangleProblem:
    """A few points: all apart, or many of them on the same lines and at the same places."""
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(10, 80)), int(rng.integers(2, 8))
    x, y = rng.integers(0, rng.choice([4, 8, 20, 1000]), (2, n)).astype(float)
    return RectangleProblem(x, y, k, objective="quadratic" if seed % 3 == 0 else "max-size")


def cells_of(solution: RectangleSolution) -> Cells:
    return [tuple(cell) for cell in solution.cells.tolist()]


def without_limit() -> Stop:
    return Stop(seconds=None)


@pytest.mark.parametrize("method", ["auto", "proportional"])
@pytest.mark.parametrize("seconds", [None, 0.0])
def test_no_cell_is_longer_than_all_of_a_plain_split_that_costs_no_more(
    method: str, seconds: float | None
) -> None:
    compared = 0
    for seed in range(60):
        problem = random_problem(seed)
        sizes, cells = oracle.plain_split(
            (problem.x, problem.y, problem.weights), problem.k, problem.box
        )
        result = solve(problem, method, stop=Stop(seconds=seconds))
        if problem.cost(np.array(sizes)) <= result.cost:
            assert isinstance(result.solution, RectangleSolution)
            own = oracle.greatest_aspect(cells_of(result.solution))
            assert float(own) <= float(oracle.greatest_aspect(cells)) * (1 + 1e-12)
            compared += 1
    assert compared >= 20


@pytest.mark.parametrize("seed", range(6))
def test_the_plain_split_is_that_of_the_oracle(seed: int) -> None:
    problem = random_problem(seed)
    found = grow(problem, Rule.PLAIN)
    problem.check(found)
    sizes, cells = oracle.plain_split(
        (problem.x, problem.y, problem.weights), problem.k, problem.box
    )
    assert sorted(cells_of(found)) == sorted(cells)
    assert sorted(found.sizes.tolist()) == sorted(sizes)


def crowded() -> RectangleProblem:
    """Many points on the same lines."""
    rng = np.random.default_rng(3)
    x, y = np.round(rng.normal(0, 40, (2, 5_000)))
    return RectangleProblem(x, y, 20)


def test_parts_become_more_compact_at_no_cost() -> None:
    problem = crowded()
    before = search(problem, 30, 0.5, 10**7, 60.0)
    assert before is not None
    after = more_compact(problem, before, without_limit().start())
    problem.check(after)
    assert after.sizes.max() <= before.sizes.max()
    assert elongation(problem, after) < 0.8 * elongation(problem, before)


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_the_quadratic_cost_does_not_grow(seed: int) -> None:
    problem = random_problem(seed)
    before = grow(problem, Rule.MEDIAN)
    watch = without_limit().start()
    for after in (
        more_compact(problem, before, watch),
        without_long_cells(problem, before, watch),
    ):
        problem.check(after)
        assert problem.cost(after.sizes) <= problem.cost(before.sizes)


def test_the_longest_cells_are_cut_again_with_their_neighbours() -> None:
    problem = crowded()
    long = search(problem, 30, 0.5, 10**7, 60.0)
    assert long is not None
    plain = grow(problem, Rule.PLAIN)
    assert greatest_aspect(problem, long) > greatest_aspect(problem, plain)
    assert problem.cost(plain.sizes) > problem.cost(long.sizes)
    found = without_long_cells(problem, long, without_limit().start())
    problem.check(found)
    assert greatest_aspect(problem, found) <= greatest_aspect(problem, plain)
    assert found.sizes.max() <= long.sizes.max()


def test_when_time_is_over_a_tiling_stays_unless_the_plain_split_is_as_good() -> None:
    problem = crowded()
    long = search(problem, 30, 0.5, 10**7, 60.0)
    assert long is not None
    watch = Stop(seconds=0.0).start()
    assert more_compact(problem, long, watch) is long
    assert without_long_cells(problem, long, watch) is long
    plain = grow(problem, Rule.PLAIN)
    cap = int(plain.sizes.max())
    longer = search(problem, cap, 0.5, 10**7, 60.0)
    assert longer is not None
    assert greatest_aspect(problem, longer) > greatest_aspect(problem, plain)
    # The cost of the tiling is the cap, or else nothing would be compared.
    sizes = longer.sizes.copy()
    sizes[0] = cap
    worse = RectangleSolution(longer.classes, sizes, longer.cells)
    assert cells_of(without_long_cells(problem, worse, watch)) == cells_of(plain)


def test_many_points_with_an_optimal_tiling_are_not_split_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x, y = np.random.default_rng(0).random((2, 500))
    problem = RectangleProblem(x, y, 5)
    asked = []

    def noted(problem: RectangleProblem, best: RectangleSolution, _: object) -> RectangleSolution:
        asked.append(best)
        return best

    monkeypatch.setattr(improve, "without_long_cells", noted)
    proportional(problem, without_limit().start())
    assert len(asked) == 1
    monkeypatch.setattr(improve, "COMPARED_UP_TO", 499)
    proportional(problem, without_limit().start())
    assert len(asked) == 1


def test_where_no_cut_goes_from_side_to_side_there_are_no_parts() -> None:
    pinwheel = [[0, 0, 2, 1], [2, 0, 3, 2], [1, 2, 3, 3], [0, 1, 1, 3], [1, 1, 2, 2]]
    cells = np.array(pinwheel, dtype=float)
    assert list(recut._around(cells, 4)) == [(0, 5)]
    assert list(recut._topmost(cells, 3)) == []


@pytest.mark.parametrize("turned", [False, True])
def test_parts_are_what_a_tree_of_cuts_has(turned: bool) -> None:
    row = np.array([[i, 0, i + 1, 1] for i in range(8)], dtype=float)
    cells = row[::-1].copy() if turned else row
    assert list(recut._topmost(cells, 4)) == [(0, 4), (4, 8)]
    assert list(recut._around(cells, 5)) == [(0, 8), (4, 8), (4, 6)]


def test_a_cell_is_so_many_times_as_long_as_wide() -> None:
    x, y = np.array([1.0, 9.0, 1.0, 9.0]), np.array([1.0, 1.0, 9.0, 9.0])
    problem = RectangleProblem(x, y, 2)
    cells = np.array([[0.0, 0.0, 2.0, 10.0], [2.0, 0.0, 10.0, 10.0]])
    classes = np.array([0, 1, 0, 1], dtype=np.int32)
    solution = RectangleSolution(classes, np.array([2, 2]), cells)
    assert greatest_aspect(problem, solution) == pytest.approx(5.0)
    # Half the perimeter beside that of a square of the same area.
    expected = [12 / (2 * 20**0.5), 18 / (2 * 80**0.5)]
    assert beside_square(problem, cells) == pytest.approx(expected)
