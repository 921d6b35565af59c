from __future__ import annotations

import numpy as np

from covey import RectangleProblem, Stop, solve
from covey.core.lower_bounds import least_largest
from covey.problems.rectangles.approx import kd
from covey.problems.rectangles.exact import best_guillotine, guillotine_within, least_guillotine


def test_a_pinwheel_needs_more_than_guillotine_cuts() -> None:
    """Four pieces of 3 around a centre of 3: only the search of all tilings has it."""
    shape = ["AAB", "DEB", "DCC"]
    x, y, weights = [], [], []
    for row, line in enumerate(shape):
        for column, _ in enumerate(line):
            x.append(column)
            y.append(row)
            weights.append(3 if (row, column) == (1, 1) else 1 if (row + column) % 2 else 2)
    problem = RectangleProblem(x, y, 3, weights)
    result = solve(problem, "exact")
    assert result.cost == least_largest(problem)[0] == 3
    assert solve(problem, "proportional").cost > 3


def on_a_grid(side: int, count: int, k: int) -> RectangleProblem:
    x, y = np.random.default_rng(1).integers(0, side, (2, count))
    return RectangleProblem(x, y, k)


def test_two_programs_find_the_same_least_largest_cell() -> None:
    problem = on_a_grid(12, 300, 13)
    table = best_guillotine(problem)
    assert table is not None
    start = kd(problem, "median")
    found, decided = least_guillotine(problem, start, 13, Stop(seconds=None).start())
    problem.check(found)
    assert decided
    assert found.sizes.max() == table.sizes.max() < start.sizes.max()


def test_a_hundred_columns_and_rows_are_searched_whole() -> None:
    problem = on_a_grid(100, 100_000, 3000)
    assert best_guillotine(problem) is None
    result = solve(problem, "exact")
    assert result.cost <= 3060
    assert any("best of all guillotine tilings" in note for note in result.notes)
    assert guillotine_within(problem, result.cost - 1, 10**12, 60.0) == (None, True)


def test_grids_that_are_too_large_and_times_that_are_too_short_are_said() -> None:
    large = on_a_grid(300, 20_000, 50)
    assert guillotine_within(large, 60, 10**9, 60.0) == (None, False)
    problem = on_a_grid(70, 5000, 50)
    start = kd(problem, "median")
    assert least_guillotine(problem, start, 50, Stop(seconds=0.0).start()) == (start, False)
