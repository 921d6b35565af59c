from __future__ import annotations

import numpy as np

from covey import RectangleProblem
from covey.problems.rectangles.grid import Grid


def test_a_grid_has_the_weight_of_every_rectangle() -> None:
    problem = RectangleProblem([5, 5, 7, 9], [2, 1, 1, 2], 1, [1, 2, 3, 4])
    grid = Grid(problem)
    np.testing.assert_array_equal(grid.weights, [[2, 1], [3, 0], [0, 4]])
    np.testing.assert_array_equal(grid.sums[-1], [0, 5, 10])
    assert grid.rectangles == 6 * 3


def test_rectangles_of_a_grid_become_cells() -> None:
    problem = RectangleProblem([5, 5, 7, 9], [2, 1, 1, 2], 1, [1, 2, 3, 4])
    solution = Grid(problem).solution([(1, 3, 0, 2), (0, 1, 0, 2)])
    problem.check(solution)
    assert solution.sizes.tolist() == [3, 7]
    assert solution.classes.tolist() == [0, 0, 1, 1]
