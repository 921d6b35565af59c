"""What the cuts of one column of a cell are worth.

A cut is worth the loss that it removes per record of the cell, on its own column and with sets
shrunk to what occurs; less what it takes away of the classes that can still be made: W records hold
floor(W / k) of them, and a cut keeps all of those or all but one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.cells.columns import AREAS, ORDERED, Columns
from covey.cells.cuts import AT, COMPONENTS, MISSING, WITHIN
from covey.cells.derive import least_between
from covey.cells.rows import Rows
from covey.jit import kernel

LOST_CLASS = 1.0
"""A cut that loses all classes would weigh as much as the loss of everything."""

EVEN = 1e-3
"""Between cuts that are worth the same, the more even one."""

URGENT = 10.0
"""Missing values and components are parted first: until then the column cannot be cut."""

NOTHING = -1e300


class Scratch(NamedTuple):
    """Room to count in: distinct codes in order, their records, and sums of these."""

    keys: NDArray[np.int64]
    values: NDArray[np.int32]
    sums: NDArray[np.int64]
    links: NDArray[np.int32]
    spans: NDArray[np.int64]
    tally: NDArray[np.int64]
    taken: NDArray[np.bool_]


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
    )


class Cut(NamedTuple):
    score: float
    how: int
    low: int
    high: int


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
    if high - low < 4 * (end - begin) + 16:
        tally = scratch.tally
        for i in range(begin, end):
            code = rows.codes[i, column]
            if code >= 0:
                tally[code] += rows.weights[i]
        for code in range(low, high + 1):
            if tally[code] > 0:
                total += tally[code]
                tally[code] = 0
                scratch.values[distinct] = code
                scratch.sums[distinct] = total
                distinct += 1
        return distinct, missing
    count = 0
    for i in range(begin, end):
        code = rows.codes[i, column]
        if code >= 0:
            scratch.keys[count] = (np.int64(code) << 32) | np.int64(i - begin)
            count += 1
    keys = scratch.keys[:count]
    keys.sort()
    last = -1
    for j in range(count):
        code = np.int32(keys[j] >> 32)
        total += rows.weights[begin + (keys[j] & 0xFFFFFFFF)]
        if code != last:
            scratch.values[distinct] = code
            distinct += 1
            last = code
        scratch.sums[distinct - 1] = total
    return distinct, missing


@kernel
def worth_of(gain: float, total: int, left: int, k: int) -> float:
    """The score of a cut that removes ``gain``, in records times loss, and leaves so many records
    on one side."""
    right = total - left
    possible = total // k
    lost = possible - left // k - right // k
    return gain / total - LOST_CLASS * lost / possible + EVEN * min(left, right) / total


@kernel
def best_cut(
    rows: Rows,
    columns: Columns,
    column: int,
    begin: int,
    end: int,
    total: int,
    k: int,
    under: float,
    scratch: Scratch,
) -> Cut:
    """The best cut of a column that leaves k records on both sides and has a score below ``under``.

    For labels that are taken, ``low`` says which: see :func:`take_labels`.
    """
    distinct, missing = histogram(rows, column, begin, end, scratch)
    kind = columns.kinds[column]
    if missing > 0:
        # Apart first; until then a cell has any value at all on this column.
        if missing < k or total - missing < k or URGENT >= under:
            return Cut(NOTHING, 0, 0, 0)
        return Cut(URGENT, MISSING, 0, 0)
    if distinct < 2:
        return Cut(NOTHING, 0, 0, 0)
    if kind == ORDERED:
        return best_position(columns, column, distinct, total, k, under, scratch)
    if kind == AREAS:
        at = columns.at[column]
        first = columns.component[at + scratch.values[0]]
        if first != columns.component[at + scratch.values[distinct - 1]]:
            before = 0
            for i in range(distinct):
                own = columns.component[at + scratch.values[i]]
                if i + 1 == distinct or own != columns.component[at + scratch.values[i + 1]]:
                    if scratch.sums[i] - before < k:
                        return Cut(NOTHING, 0, 0, 0)
                    before = scratch.sums[i]
            return Cut(URGENT if URGENT < under else NOTHING, COMPONENTS, 0, 0)
        return best_edge(columns, column, distinct, total, k, under, scratch)
    return best_labels(columns, column, distinct, total, k, under, scratch)


@kernel
def best_position(
    columns: Columns,
    column: int,
    distinct: int,
    total: int,
    k: int,
    under: float,
    scratch: Scratch,
) -> Cut:
    at = columns.at[column]
    scale = columns.scale[column]
    values = scratch.values
    low = columns.positions[at + values[0]]
    high = columns.positions[at + values[distinct - 1]]
    best = NOTHING
    place = -1
    for j in range(distinct - 1):
        left = scratch.sums[j]
        if left < k:
            continue
        right = total - left
        if right < k:
            break
        gain = left * (high - columns.positions[at + values[j]])
        gain += right * (columns.positions[at + values[j + 1]] - low)
        score = worth_of(gain * scale, total, left, k)
        if best < score < under:
            best = score
            place = j
    if place < 0:
        return Cut(NOTHING, 0, 0, 0)
    # Values between that do not occur go with the side of fewer records.
    if 2 * scratch.sums[place] <= total:
        return Cut(best, AT, np.int64(values[place + 1]) - 1, 0)
    return Cut(best, AT, np.int64(values[place]), 0)


@kernel
def size_loss(members: int) -> int:
    return members if members > 1 else 0


@kernel
def heaviest_first(distinct: int, scratch: Scratch) -> None:
    """Labels in the order of their records, the heaviest first, with the sums of their records."""
    weights = np.empty(distinct, np.int64)
    for j in range(distinct):
        weights[j] = scratch.sums[j] - (scratch.sums[j - 1] if j else 0)
    order = np.argsort(-weights, kind="mergesort")
    labels = scratch.values[:distinct].copy()
    total = 0
    for j in range(distinct):
        scratch.values[j] = labels[order[j]]
        total += weights[order[j]]
        scratch.sums[j] = total


@kernel
def best_labels(
    columns: Columns,
    column: int,
    distinct: int,
    total: int,
    k: int,
    under: float,
    scratch: Scratch,
) -> Cut:
    """Among the heaviest apart from the others, one apart, and two even halves."""
    heaviest_first(distinct, scratch)
    scale = columns.scale[column]
    best = NOTHING
    low = 0
    high = 0
    all_of = size_loss(distinct)
    for j in range(distinct - 1):
        left = scratch.sums[j]
        if left < k or total - left < k:
            continue
        gain = left * (all_of - size_loss(j + 1))
        gain += (total - left) * (all_of - size_loss(distinct - j - 1))
        score = worth_of(gain * scale, total, left, k)
        if best < score < under:
            best = score
            low = 0
            high = j + 1
    alone = total * all_of - 0
    for j in range(1, distinct):
        left = scratch.sums[j] - scratch.sums[j - 1]
        if left < k:
            break
        if total - left < k:
            continue
        gain = alone - (total - left) * size_loss(distinct - 1)
        score = worth_of(gain * scale, total, left, k)
        if best < score < under:
            best = score
            low = j
            high = j + 1
    left, members = even_half(distinct, scratch, False)
    if left >= k and total - left >= k:
        gain = left * (all_of - size_loss(members))
        gain += (total - left) * (all_of - size_loss(distinct - members))
        score = worth_of(gain * scale, total, left, k)
        if best < score < under:
            best = score
            low = -1
            high = 0
    return Cut(best, WITHIN, np.int64(low), np.int64(high))


@kernel
def even_half(distinct: int, scratch: Scratch, mark: bool) -> tuple[int, int]:
    """Give every label, the heaviest first, to the lighter half: the records and the labels of the
    first half, which are marked as taken if so asked."""
    left = 0
    right = 0
    members = 0
    for j in range(distinct):
        weight = scratch.sums[j] - (scratch.sums[j - 1] if j else 0)
        if left <= right:
            left += weight
            members += 1
            if mark:
                scratch.taken[scratch.values[j]] = True
        else:
            right += weight
    return left, members


@kernel
def take_labels(
    rows: Rows, column: int, begin: int, end: int, cut: Cut, scratch: Scratch
) -> NDArray[np.int32]:
    """Mark the labels that a cut takes, and list them in ascending order.

    They are those from place ``low`` to ``high`` by weight, or one even half if ``low`` is -1.
    """
    distinct, _ = histogram(rows, column, begin, end, scratch)
    heaviest_first(distinct, scratch)
    if cut.low < 0:
        even_half(distinct, scratch, True)
    else:
        for j in range(cut.low, cut.high):
            scratch.taken[scratch.values[j]] = True
    count = 0
    labels = np.empty(distinct, np.int32)
    for j in range(distinct):
        if scratch.taken[scratch.values[j]]:
            labels[count] = scratch.values[j]
            count += 1
    taken = labels[:count].copy()
    taken.sort()
    return taken


@kernel
def best_edge(
    columns: Columns,
    column: int,
    distinct: int,
    total: int,
    k: int,
    under: float,
    scratch: Scratch,
) -> Cut:
    """The best edge of the map's tree: below it is a run of the codes."""
    at = columns.at[column]
    width = columns.sizes[column]
    table = columns.lowest[columns.lowest_at[column] :]
    depth = columns.depth[at : at + width]
    end = columns.end[at : at + width]
    scale = columns.scale[column]
    values = scratch.values
    links = scratch.links
    spans = scratch.spans
    # spans[i] edges join the first i + 1 areas to where their ways up meet, but for the first's own.
    spans[0] = 0
    for i in range(1, distinct):
        links[i] = least_between(table, width, values[i - 1] + 1, values[i])
        spans[i] = spans[i - 1] + depth[values[i]] - depth[links[i]]
    whole = size_loss(joined(table, width, depth, scratch, 0, distinct - 1))
    best = NOTHING
    place = -1
    for i in range(distinct):
        for which in range(2):
            if which == 1 and i == 0:
                continue
            edge = values[i] if which == 0 else links[i]
            low = i
            if which == 1:
                low = np.searchsorted(values[:distinct], edge)
            high = np.searchsorted(values[:distinct], end[edge]) - 1
            left = scratch.sums[high] - (scratch.sums[low - 1] if low else 0)
            if left < k or total - left < k:
                continue
            inside = joined(table, width, depth, scratch, low, high)
            if low == 0:
                outside = joined(table, width, depth, scratch, high + 1, distinct - 1)
            elif high == distinct - 1:
                outside = joined(table, width, depth, scratch, 0, low - 1)
            else:
                outside = joined(table, width, depth, scratch, 0, distinct - 1)
                outside -= spans[high + 1] - spans[low - 1]
                bridge = least_between(table, width, values[low - 1] + 1, values[high + 1])
                outside += depth[values[high + 1]] - depth[bridge]
            gain = left * (whole - size_loss(inside))
            gain += (total - left) * (whole - size_loss(outside))
            score = worth_of(gain * scale, total, left, k)
            if best < score < under:
                best = score
                place = edge
    if place < 0:
        return Cut(NOTHING, 0, 0, 0)
    return Cut(best, WITHIN, np.int64(place), np.int64(end[place]))


@kernel
def joined(
    table: NDArray[np.int32],
    width: int,
    depth: NDArray[np.int32],
    scratch: Scratch,
    low: int,
    high: int,
) -> int:
    """How many areas it takes to join a run of the codes in the map's tree."""
    values = scratch.values
    if low == high:
        return 1
    top = least_between(table, width, values[low] + 1, values[high])
    return 1 + depth[values[low]] - depth[top] + scratch.spans[high] - scratch.spans[low]
