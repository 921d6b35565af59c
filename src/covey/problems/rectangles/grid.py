"""The grid of distinct coordinates.

Borders matter only by which of the distinct coordinates they lie between, so a tiling is one of the
grid of a columns and b rows that these make.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.problems.rectangles.plane import round_numbers
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution


class Grid:
    """The distinct coordinates, and the weight of every rectangle of them by prefix sums."""

    def __init__(self, problem: RectangleProblem) -> None:
        self.problem = problem
        self.xs, column = np.unique(problem.x, return_inverse=True)
        self.ys, row = np.unique(problem.y, return_inverse=True)
        self.column, self.row = column, row

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """By column and row."""
        weights = np.zeros((len(self.xs), len(self.ys)), dtype=np.int64)
        np.add.at(weights, (self.column, self.row), self.problem.weights)
        return weights

    @cached_property
    def sums(self) -> NDArray[np.int64]:
        """What the columns before i and the rows before u weigh together."""
        return np.pad(self.weights, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)

    @property
    def rectangles(self) -> int:
        a, b = len(self.xs), len(self.ys)
        return (a * (a + 1) // 2) * (b * (b + 1) // 2)

    def solution(self, parts: list[tuple[int, int, int, int]]) -> RectangleSolution:
        """The solution whose cells are these rectangles: columns i to j, rows u to v."""
        x_low, y_low, x_high, y_high = self.problem.box
        x = [x_low, *round_numbers(self.xs[:-1], self.xs[1:]), x_high]
        y = [y_low, *round_numbers(self.ys[:-1], self.ys[1:]), y_high]
        # Classes are numbered from left to right, whatever found the parts.
        parts = sorted(parts)
        classes = np.empty(len(self.problem.x), dtype=np.int32)
        cells = np.empty((len(parts), 4))
        for number, (i, j, u, v) in enumerate(parts):
            inside = (self.column >= i) & (self.column < j) & (self.row >= u) & (self.row < v)
            classes[inside] = number
            cells[number] = (x[i], y[u], x[j], y[v])
        sizes = np.zeros(len(parts), dtype=np.int64)
        np.add.at(sizes, classes, self.problem.weights)
        return RectangleSolution(classes, sizes, cells)
