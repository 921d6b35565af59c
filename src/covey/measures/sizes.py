"""Measures of the class sizes alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.errors import InvalidInput


def checked(sizes: ArrayLike) -> NDArray[np.int64]:
    """Class sizes in ascending order, so that sums of them are the same to the last digit."""
    found = np.sort(validate.counts(sizes))
    if found[0] == 0:
        raise InvalidInput("A class has at least one record; given: a class of size 0.", given=0)
    return found


def sample_uniques(sizes: ArrayLike) -> int:
    """Records that are alone in their class.

    >>> sample_uniques([1, 1, 3])
    2
    """
    return int((np.asarray(sizes) == 1).sum())


def below(sizes: ArrayLike, k: int) -> tuple[int, int]:
    """How many classes have fewer than k records, and how many records they have.

    >>> below([1, 2, 3], k=3)
    (2, 3)
    """
    found = np.asarray(sizes)
    small = found[found < k]
    return len(small), int(small.sum())


def discernibility(sizes: ArrayLike, suppressed: int = 0) -> int:
    """Every record costs the size of its class, a suppressed one the size of the whole table
    (Bayardo, Agrawal 2005).

    >>> discernibility([2, 3]), discernibility([2, 3], suppressed=1)
    (13, 19)
    """
    found, classes = np.unique(np.asarray(sizes), return_counts=True)
    # Python's whole numbers, which squares of 64 bits may need.
    pairs: list[tuple[int, int]] = list(zip(found.tolist(), classes.tolist(), strict=True))
    records = sum(size * n for size, n in pairs)
    return sum(size * size * n for size, n in pairs) + suppressed * (records + suppressed)


def average_class_size(sizes: ArrayLike, k: int) -> float:
    """C_avg, records / (classes x k): 1 where every class has exactly k records (LeFevre, DeWitt,
    Ramakrishnan 2006).

    >>> average_class_size([20, 30, 25], k=20)
    1.25
    """
    found = np.asarray(sizes)
    return float(found.sum() / (len(found) * validate.threshold(k)))


def entropy(sizes: ArrayLike) -> float:
    """How much the class of a record tells on average, in bits.

    >>> entropy([2, 2, 2, 2]), entropy([8])
    (2.0, 0.0)
    """
    found = checked(sizes).astype(np.float64)
    shares = found / found.sum()
    # In this order: max of -0.0 and 0.0 is the first of them.
    return float(max(0.0, -(shares * np.log2(shares)).sum()))
