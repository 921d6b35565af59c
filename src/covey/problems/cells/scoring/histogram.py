"""The distinct values of a cell on one column, with their records."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.rows import Rows


class Scratch(NamedTuple):
    """Room to count in: distinct codes in order, their records, and sums of these."""

    keys: NDArray[np.int64]
    values: NDArray[np.int32]
    sums: NDArray[np.int64]
    links: NDArray[np.int32]
    spans: NDArray[np.int64]
    tally: NDArray[np.int64]
    taken: NDArray[np.bool_]
    spare: NDArray[np.int64]
    stack: NDArray[np.int32]


def scratch_for(rows: int, columns: Columns) -> Scratch:
    widest = int(columns.sizes.max())
    return Scratch(
        np.empty(rows, np.int64),
        np.empty(rows, np.int32),
        np.empty(rows, np.int64),
        np.empty(rows, np.int32),
        np.empty(rows, np.int64),
        np.zeros(widest, np.int64),
        np.zeros(widest, np.bool_),
        np.empty(rows, np.int64),
        np.empty(4 * rows + 4, np.int32),
    )


@kernel
def histogram(rows: Rows, column: int, begin: int, end: int, scratch: Scratch) -> tuple[int, int]:
    """The distinct codes with records, ascending, and the sums of records up to each of them: how
    many they are, and the records without a value."""
    missing = 0
    low = 2147483647
    high = -1
    for i in range(begin, end):
        code = rows.codes[i, column]
        if code < 0:
            missing += rows.weights[i]
        else:
            low = min(low, code)
            high = max(high, code)
    if high < 0:
        return 0, missing
    distinct = 0
    total = 0
    # Counting in a table passes over the whole range of codes, sorting takes time per row: small
    # cells with codes far apart are sorted.
    if high - low < 4 * (end - begin) + 16:
        tally = scratch.tally
        for i in range(begin, end):
            code = rows.codes[i, column]
            if code >= 0:
                tally[code] += rows.weights[i]
        for code in range(low, high + 1):
            if tally[code] > 0:
                total += tally[code]
                # Left clean for the next cell, so that nobody has to clear all of it.
                tally[code] = 0
                scratch.values[distinct] = code
                scratch.sums[distinct] = total
                distinct += 1
        return distinct, missing
    count = 0
    for i in range(begin, end):
        code = rows.codes[i, column]
        if code >= 0:
            # The code and its row in one number: one array is sorted, not two.
            scratch.keys[count] = (np.int64(code) << 32) | np.int64(i - begin)
            count += 1
    keys = scratch.keys
    sort_keys(keys, scratch.spare, count)
    last = -1
    for j in range(count):
        code = keys[j] >> 32
        total += rows.weights[begin + (keys[j] & 0xFFFFFFFF)]
        if code != last:
            scratch.values[distinct] = code
            distinct += 1
            last = code
        scratch.sums[distinct - 1] = total
    return distinct, missing


@kernel
def sort_keys(keys: NDArray[np.int64], spare: NDArray[np.int64], count: int) -> None:
    """Sort the first keys: short runs by insertion, then runs merged. (Numba's own sort takes ten
    times as long to compile.)"""
    # Below a few dozen keys, insertion is the fastest sort.
    run = 24
    for begin in range(0, count, run):
        end = min(begin + run, count)
        for i in range(begin + 1, end):
            key = keys[i]
            j = i
            while j > begin and keys[j - 1] > key:
                keys[j] = keys[j - 1]
                j -= 1
            keys[j] = key
    while run < count:
        for begin in range(0, count, 2 * run):
            middle = min(begin + run, count)
            end = min(begin + 2 * run, count)
            # Two runs that are in order already need no merge, as of a column that is sorted.
            if middle == end or keys[middle - 1] <= keys[middle]:
                continue
            for i in range(begin, middle):
                spare[i] = keys[i]
            i = begin
            j = middle
            at = begin
            while i < middle:
                if j < end and keys[j] < spare[i]:
                    keys[at] = keys[j]
                    j += 1
                else:
                    keys[at] = spare[i]
                    i += 1
                at += 1
        run *= 2
