"""What the laws trust about rectangles: all tilings of the grid, and plain containment."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from covey.problems.rectangles.plane import round_between

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


def plain_split(
    points: Points, k: int, box: tuple[float, float, float, float]
) -> tuple[list[int], list[tuple[float, float, float, float]]]:
    """A plain kd split in a plane: the records in every cell, and the cells. Each is cut across its
    longer side, else across the other one, where both sides keep k: as near as can be to the half
    of the classes that it could hold."""
    rows = list(zip(*(each.tolist() for each in points), strict=True))
    waiting = [(rows, box)]
    sizes, cells = [], []
    while waiting:
        members, cell = waiting.pop()
        total = sum(weight for _, _, weight in members)
        classes = total // k
        aim = total * (classes // 2) // classes
        wide = cell[2] - cell[0] >= cell[3] - cell[1]
        for axis in (0, 1) if wide else (1, 0):
            values = sorted({row[axis] for row in members})
            below = {each: sum(row[2] for row in members if row[axis] < each) for each in values}
            allowed = [each for each in values if k <= below[each] <= total - k]
            if allowed:
                above = min(allowed, key=lambda each: abs(below[each] - aim))
                cut = round_between(values[values.index(above) - 1], above)
                low, high = list(cell), list(cell)
                low[2 + axis] = high[axis] = cut
                for side, its in ((False, low), (True, high)):
                    part = [row for row in members if (row[axis] >= cut) == side]
                    waiting.append((part, (its[0], its[1], its[2], its[3])))
                break
        else:
            sizes.append(total)
            cells.append(cell)
    return sizes, cells


def greatest_aspect(cells: list[tuple[float, float, float, float]]) -> Fraction:
    """How many times as long as wide the longest cell of a plane is."""
    return max(
        max(width, height) / min(width, height)
        for width, height in (
            (Fraction(x_high) - Fraction(x_low), Fraction(y_high) - Fraction(y_low))
            for x_low, y_low, x_high, y_high in cells
        )
    )
