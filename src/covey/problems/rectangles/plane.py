"""Points and cells: equal points, round numbers between points, and what a tiling is.

Who checks a release merges points and rounds borders: both are plain numpy for points in the order
of a table, and load nothing compiled.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def merge_equal(
    x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The location of every point, and the first point of every location. Locations are numbered
    as they first occur.

    >>> merge_equal(np.array([1.0, 0.0, 1.0]), np.array([2.0, 2.0, 2.0]))[0].tolist()
    [0, 1, 0]
    """
    # Tables are counted in the order of one column, then of the other: then equal points are side
    # by side. Who checks a release has such points, and loads nothing compiled.
    if _are_sorted(x, y) or _are_sorted(y, x):
        is_new = np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0))
        location = np.cumsum(is_new, dtype=np.int32) - np.int32(1)
        return location, np.flatnonzero(is_new).astype(np.int32)
    from covey._native import rectangles as native

    return native.merge_equal(x, y)


def _are_sorted(first: NDArray[np.float64], then: NDArray[np.float64]) -> bool:
    """Whether pairs of numbers ascend."""
    step = np.diff(first)
    return bool(((step > 0) | ((step == 0) & (np.diff(then) >= 0))).all())


def all_distinct(values: NDArray[np.float64]) -> bool:
    # Tables are counted in order: then nothing is sorted. Else numpy, which verifying may load,
    # takes a fifth of the time in which equal points are merged.
    ordered = values if (values[1:] >= values[:-1]).all() else np.sort(values)
    return bool((ordered[1:] != ordered[:-1]).all())


def order_of(values: NDArray[np.float64]) -> NDArray[np.int32]:
    """The places of values in ascending order, of equal ones the first one first."""
    from covey._native import rectangles as native

    return native.order_of(values)


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
    return float(round_numbers(np.array([low]), np.array([high]))[0])


def round_numbers(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each pair the roundest decimal above ``low`` and not above ``high``. The compiled loops
    cut at the same numbers.

    >>> round_numbers(np.array([1.0, 0.12]), np.array([12.0, 0.34])).tolist()
    [10.0, 0.3]
    """
    found = high.astype(np.float64)
    left = np.arange(len(found))
    for digits in range(-6, 17):
        # To divide by a power of ten, which is exact up to 10^22, gives the double nearest to the
        # decimal: what is printed is read back as the same number.
        power = 10.0 ** abs(digits)
        upper = high[left]
        with np.errstate(over="ignore"):  # what is infinite is not below the upper end
            cut = (
                np.floor(upper * power) / power if digits >= 0 else np.floor(upper / power) * power
            )
        fits = (low[left] < cut) & (cut <= upper)
        found[left[fits]] = cut[fits]
        left = left[~fits]
    return found
