"""Sets over fewer values: what only withheld records have is not part of any set.

``numbers[code]`` is the new code of a value, -1 if no record has it any more. Sets that differed in
such values alone become one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.distinct_sets import distinct_members, distinct_rows
from covey.problems.cells.sets import MemberSets

Numbers = NDArray[np.int64]


def renumbered(codes: NDArray[Any], size: int) -> Numbers:
    """The new code of each of ``size`` values, given the codes that are left; those below 0 stand
    for no value.

    >>> renumbered(np.array([3, 1, -1, 3]), 5).tolist()
    [-1, 0, -1, 1, -1]
    """
    occurs = np.zeros(size, dtype=bool)
    occurs[codes[codes >= 0]] = True
    return np.where(occurs, np.cumsum(occurs) - 1, -1)


def new_codes(numbers: Numbers, codes: NDArray[Any]) -> Numbers:
    """Codes by their new numbers; those below 0 stay so."""
    # -1 leads to the last entry, which is -1.
    found: Numbers = np.append(numbers, -1)[np.maximum(codes, -1)]
    return found


def narrowed_ranges(
    of_class: NDArray[np.int32], *ranges: tuple[Numbers, NDArray[np.int32], NDArray[np.int32]]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The set of every class, and the ends of each distinct set, of which every coordinate has the
    new codes and the former ends of its ``ranges``."""
    number, ends = distinct_rows(np.concatenate([_ends(*each) for each in ranges], axis=1))
    return _of_class(of_class, number), ends


def narrowed_members(sets: MemberSets, numbers: Numbers) -> MemberSets:
    left = _new(numbers, sets.order) >= 0
    before = _before(left).astype(np.int32)
    order = numbers[sets.order[left]].astype(np.int32)
    runs = np.column_stack([before[sets.low], before[sets.high]])
    # Sets that differed in values that are gone are one now.
    found = distinct_members(order, runs, sets.rest, before[sets.without].reshape(-1, 2))
    of_class = _of_class(sets.of_class, found.of_class)
    return MemberSets(
        of_class, found.sizes, order, found.low, found.high, found.rest, found.without
    )


def _ends(numbers: Numbers, low: NDArray[np.int32], high: NDArray[np.int32]) -> NDArray[np.int32]:
    """The first and the last rank that is left of every range."""
    # The first rank that is left at or after low, and the last one at or before high.
    before = _before(numbers >= 0)
    return np.column_stack([before[low], before[high + 1] - 1]).astype(np.int32)


def _before(left: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every place, how many are left before it."""
    return np.concatenate([[0], np.cumsum(left)])


def _new(numbers: Numbers, order: NDArray[np.int32]) -> Numbers:
    """The new codes of an order. Beyond the runs of its sets it may hold codes of another axis."""
    known = (order >= 0) & (order < len(numbers))
    found = np.full(len(order), -1, dtype=np.int64)
    found[known] = numbers[order[known]]
    return found


def _of_class(former: NDArray[np.int32], number: NDArray[Any]) -> NDArray[np.int32]:
    """The set of every class, given the new number of each old set; special ones stay."""
    named = former >= 0
    of_class = former.copy()
    of_class[named] = number[former[named]]
    return of_class
