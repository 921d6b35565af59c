"""Whether a cut of one block leaves all classes that it goes through empty or with k records."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel


@kernel
def counts_fit(
    classes: NDArray[np.int64],
    side: NDArray[np.int64],
    weights: NDArray[np.int64],
    count: int,
    sides: int,
    k: int,
) -> bool:
    """Whether every class has, on every side, no record or k of them."""
    records = np.zeros(count * sides, np.int64)
    for i in range(len(classes)):
        records[classes[i] * sides + side[i]] += weights[i]
    short = 0
    for number in records:
        if 0 < number < k:
            short += 1
    return short == 0


@kernel
def open_positions(
    classes: NDArray[np.int64],
    places: NDArray[np.int64],
    weights: NDArray[np.int64],
    count: int,
    values: int,
    k: int,
) -> NDArray[np.bool_]:
    """After which values a cut leaves every class no record or k of them on both sides; the rows
    are in the order of their values."""
    left = np.zeros(count, np.int64)
    right = np.zeros(count, np.int64)
    for i in range(len(classes)):
        right[classes[i]] += weights[i]
    bad = 0
    found = np.zeros(values - 1, np.bool_)
    for i in range(len(classes)):
        c = classes[i]
        # Only the class of this row changes: count it out, move its records, count it in.
        bad -= 0 < left[c] < k or 0 < right[c] < k
        left[c] += weights[i]
        right[c] -= weights[i]
        bad += 0 < left[c] < k or 0 < right[c] < k
        # Equal values are on one side, so a position comes after the last row of its value.
        if i + 1 < len(classes) and places[i + 1] != places[i]:
            found[places[i]] = bad == 0
    return found
