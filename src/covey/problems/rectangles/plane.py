"""Points and cells: equal points, round numbers between points, and what a tiling is.

Who checks a release merges points and rounds borders: both are plain numpy for points that are in
order, as those of a release are, and load nothing compiled.
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
    # In order, equal points are side by side. For others numpy would take ten times as long as the
    # compiled loop.
    if are_in_order(x, y):
        is_new = np.ones(len(x), dtype=bool)
        is_new[1:] = (x[1:] != x[:-1]) | (y[1:] != y[:-1])
        location = np.cumsum(is_new, dtype=np.int32) - np.int32(1)
        return location, np.flatnonzero(is_new).astype(np.int32)
    from covey._native import rectangles as native

    return native.merge_equal(x, y)


def in_order(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.int64]:
    """The order in which points ascend: the one that they have, if they do."""
    return np.arange(len(x)) if are_in_order(x, y) else np.lexsort((x, y))


def are_in_order(x: NDArray[np.float64], y: NDArray[np.float64]) -> bool:
    """Whether points ascend by one coordinate, and those that have it in common by the other."""
    # The first ones show it of most points that do not.
    few = slice(100)
    return any(
        _ascend(first[few], then[few]) and _ascend(first, then) for first, then in ((x, y), (y, x))
    )


def _ascend(first: NDArray[np.float64], then: NDArray[np.float64]) -> bool:
    step = np.diff(first)
    return bool(((step > 0) | ((step == 0) & (np.diff(then) >= 0))).all())


def all_distinct(values: NDArray[np.float64]) -> bool:
    # Tables are counted in order: then nothing is sorted. Else numpy sorts: verifying may load it.
    ordered = values if (values[1:] >= values[:-1]).all() else np.sort(values)
    return bool((ordered[1:] != ordered[:-1]).all())


def order_of(values: NDArray[np.float64]) -> tuple[NDArray[np.int32], bool]:
    """The places of values in ascending order, of equal ones the first one first; and whether no
    two are equal.

    >>> places, distinct = order_of(np.array([2.0, 1.0, 2.0]))
    >>> places.tolist(), distinct
    ([1, 0, 2], False)
    """
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
