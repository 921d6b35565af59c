"""What the laws trust about rectangles: all tilings of the grid, and plain containment."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Points = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]


def optimum(points: Points, k: int, objective: str) -> int:
    """Over all tilings: the first uncovered place of the grid is the corner of some rectangle."""
    x, y, weights = points
    xs, column = np.unique(x, return_inverse=True)
    ys, row = np.unique(y, return_inverse=True)
    a, b = len(xs), len(ys)
    grid = [[0] * b for _ in range(a)]
    for i, u, weight in zip(column.tolist(), row.tolist(), weights.tolist(), strict=True):
        grid[i][u] += weight
    best: list[int] = []

    def place(covered: int, cost: int) -> None:
        if best and cost >= best[0]:
            return
        if covered == (1 << (a * b)) - 1:
            best[:] = [cost]
            return
        corner = (~covered & (covered + 1)).bit_length() - 1
        i, u = divmod(corner, b)
        for j in range(i + 1, a + 1):
            for v in range(u + 1, b + 1):
                cells = [(c, r) for c in range(i, j) for r in range(u, v)]
                mask = sum(1 << (c * b + r) for c, r in cells)
                if covered & mask:
                    break
                size = sum(grid[c][r] for c, r in cells)
                if size >= k:
                    more = max(cost, size) if objective == "max-size" else cost + size * (size - k)
                    place(covered | mask, more)

    place(0, 0)
    return best[0]


def refuse_unless_cells(
    points: Points, rows: list[int], classes: list[int], cells: NDArray[np.float64]
) -> None:
    """Every point in its own cell and in no other, read from the text of both; disjoint."""
    bounds = [[Fraction(repr(float(edge))) for edge in cell] for cell in cells]
    for x, y, location in zip(points[0].tolist(), points[1].tolist(), rows, strict=True):
        inside = [
            number
            for number, (x_low, y_low, x_high, y_high) in enumerate(bounds)
            if x_low <= Fraction(repr(x)) < x_high and y_low <= Fraction(repr(y)) < y_high
        ]
        assert inside == [classes[location]]
    for number, (x_low, y_low, x_high, y_high) in enumerate(bounds):
        for left, bottom, right, top in bounds[:number]:
            assert x_high <= left or right <= x_low or y_high <= bottom or top <= y_low
    area = sum((c[2] - c[0]) * (c[3] - c[1]) for c in bounds)
    whole = (max(c[2] for c in bounds) - min(c[0] for c in bounds)) * (
        max(c[3] for c in bounds) - min(c[1] for c in bounds)
    )
    assert area == whole
