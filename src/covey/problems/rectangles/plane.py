"""Points and cells: equal points, round numbers between points, and what a tiling is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def merge_equal(
    x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The location of every point, and the first point of every location."""
    from covey._native import rectangles as native

    return native.merge_equal(x, y)


def all_distinct(values: NDArray[np.float64]) -> bool:
    ordered = np.sort(values)
    return bool((ordered[1:] != ordered[:-1]).all())


def all_inside(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    classes: NDArray[np.int32],
    cells: NDArray[np.float64],
) -> bool:
    """Whether every point lies in its cell, its lower borders included, its upper ones not."""
    from covey._native import rectangles as native

    return native.all_inside(x, y, classes, cells)


def tiles(cells: NDArray[np.float64], box: NDArray[np.float64]) -> bool:
    """Whether the cells tile the box.

    Sweep a vertical line from left to right. At the left border the cells that begin there must
    fill it from bottom to top. At every x between, the cells that end and those that begin must
    fill the same stretches, without overlapping; then the line is filled exactly beyond x, too. At
    the right border the cells that end must fill it.
    """
    from covey._native import rectangles as native

    return native.tiles(cells, box)


def round_between(low: float, high: float) -> float:
    """The roundest decimal c with low < c <= high.

    >>> round_between(32.4712, 32.5333), round_between(0.1, 0.10000000000000002)
    (32.5, 0.10000000000000002)
    """
    from covey._native import rectangles as native

    return native.round_between(low, high)
