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
from covey.cells.cuts import AT, COMPONENTS, MISSING, WITHIN, Cut
from covey.cells.derive import least_between
from covey.cells.rows import Rows
from covey.jit import kernel, wide

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
def worth_of(gain: float, total: int, left: int, k: int, uneven: float) -> float:
    """The score of a cut that removes ``gain``, in records times loss, and leaves so many records
    on one side. ``uneven`` is what it costs if a class of twice k cannot be avoided any more."""
    right = total - left
    possible = total // k
    ones = left // k
    others = right // k
    lost = possible - ones - others
    largest = max(-(-left // ones), -(-right // others))
    score = gain / total - LOST_CLASS * lost / possible - uneven * (largest - k) / k
    return score + EVEN * min(left, right) / total


@kernel
def best_cut(
    rows: Rows,
    columns: Columns,
    column: int,
    begin: int,
    end: int,
    total: int,
    k: int,
    uneven: float,
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
        if missing < k or total - missing < k or under <= URGENT:
            return Cut(NOTHING, 0, 0, 0)
        return Cut(URGENT, MISSING, 0, 0)
    if distinct < 2:
        return Cut(NOTHING, 0, 0, 0)
    if kind == ORDERED:
        return best_position(columns, column, distinct, total, k, uneven, under, scratch)
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
            return Cut(URGENT if under > URGENT else NOTHING, COMPONENTS, 0, 0)
        return best_edge(columns, column, distinct, total, k, uneven, under, scratch)
    return best_labels(columns, column, distinct, total, k, uneven, under, scratch)


@kernel
def best_position(
    columns: Columns,
    column: int,
    distinct: int,
    total: int,
    k: int,
    uneven: float,
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
        score = worth_of(gain * scale, total, left, k, uneven)
        if best < score < under:
            best = score
            place = j
    if place < 0:
        return Cut(NOTHING, 0, 0, 0)
    # Values between that do not occur go with the side of fewer records.
    if 2 * scratch.sums[place] <= total:
        return Cut(best, AT, wide(values[place + 1]) - 1, 0)
    return Cut(best, AT, wide(values[place]), 0)


@kernel
def size_loss(members: int) -> int:
    return members if members > 1 else 0


@kernel
def heaviest_first(distinct: int, scratch: Scratch) -> None:
    """Labels in the order of their records, the heaviest first, with the sums of their records.

    The order is that of the 31 leading bits, so that a weight and its place make one number.
    """
    shift = 0
    while (scratch.sums[distinct - 1] >> shift) >= 1 << 31:
        shift += 1
    keys = scratch.keys
    for j in range(distinct):
        weight = scratch.sums[j] - (scratch.sums[j - 1] if j else 0)
        keys[j] = (((1 << 31) - 1 - (weight >> shift)) << 32) | j
        scratch.links[j] = scratch.values[j]
        scratch.spans[j] = weight
    sort_keys(keys, scratch.spare, distinct)
    total = 0
    for j in range(distinct):
        old = keys[j] & 0xFFFFFFFF
        scratch.values[j] = scratch.links[old]
        total += scratch.spans[old]
        scratch.sums[j] = total


@kernel
def sort_keys(keys: NDArray[np.int64], spare: NDArray[np.int64], count: int) -> None:
    """Sort the first keys: short runs by insertion, then runs merged. (Numba's own sort takes ten
    times as long to compile.)"""
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


@kernel
def best_labels(
    columns: Columns,
    column: int,
    distinct: int,
    total: int,
    k: int,
    uneven: float,
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
        score = worth_of(gain * scale, total, left, k, uneven)
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
        score = worth_of(gain * scale, total, left, k, uneven)
        if best < score < under:
            best = score
            low = j
            high = j + 1
    left, members = even_half(distinct, scratch, False)
    if left >= k and total - left >= k:
        gain = left * (all_of - size_loss(members))
        gain += (total - left) * (all_of - size_loss(distinct - members))
        score = worth_of(gain * scale, total, left, k, uneven)
        if best < score < under:
            best = score
            low = -1
            high = 0
    return Cut(best, WITHIN, wide(low), wide(high))


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
        # These are still in ascending order.
        if scratch.taken[scratch.links[j]]:
            labels[count] = scratch.links[j]
            count += 1
    return labels[:count]


@kernel
def best_edge(
    columns: Columns,
    column: int,
    distinct: int,
    total: int,
    k: int,
    uneven: float,
    under: float,
    scratch: Scratch,
) -> Cut:
    """The best edge of the map's tree: below it is a run of the codes.

    The areas that occur and the places where their ways up meet are visited from the leaves up, by
    a stack of those whose run has begun.
    """
    at = columns.at[column]
    width = columns.sizes[column]
    table = columns.lowest[columns.lowest_at[column] :]
    depth = columns.depth[at : at + width]
    scale = columns.scale[column]
    values = scratch.values
    links = scratch.links
    spans = scratch.spans
    sums = scratch.sums
    # It takes spans[j] - spans[i] more areas to join those from i + 1 to j to those before.
    spans[0] = 0
    for i in range(1, distinct):
        links[i] = least_between(table, width, values[i - 1] + 1, values[i])
        spans[i] = spans[i - 1] + depth[values[i]] - depth[links[i]]
    last = distinct - 1
    top = least_between(table, width, values[0] + 1, values[last])
    whole = 1 + depth[values[0]] - depth[top] + spans[last]
    best = NOTHING
    place = -1
    stack = scratch.stack
    height = 0
    for i in range(distinct + 1):
        link = links[i] if 0 < i < distinct else -1
        low = i
        while height > 0 and stack[2 * height - 2] > link:
            height -= 1
            edge = stack[2 * height]
            low = stack[2 * height + 1]
            high = i - 1
            left = sums[high] - (sums[low - 1] if low else 0)
            if left < k or total - left < k:
                continue
            inside = 1 + depth[values[low]] - depth[edge] + spans[high] - spans[low]
            if low == 0:
                up = depth[values[high + 1]]
                if high + 1 < last:
                    up -= depth[least_between(table, width, values[high + 1] + 1, values[last])]
                    outside = 1 + up + spans[last] - spans[high + 1]
                else:
                    outside = 1
            elif high == last:
                outside = 1
                if low > 1:
                    up = depth[values[0]]
                    up -= depth[least_between(table, width, values[0] + 1, values[low - 1])]
                    outside += up + spans[low - 1]
            else:
                bridge = min(links[low], links[high + 1])
                outside = whole - (spans[high + 1] - spans[low - 1])
                outside += depth[values[high + 1]] - depth[bridge]
            gain = left * (whole - size_loss(inside)) + (total - left) * (
                whole - size_loss(outside)
            )
            score = worth_of(gain * scale, total, left, k, uneven)
            if best < score < under:
                best = score
                place = edge
        if link >= 0 and (height == 0 or stack[2 * height - 2] != link):
            stack[2 * height] = link
            stack[2 * height + 1] = low
            height += 1
        if i < distinct:
            stack[2 * height] = values[i]
            stack[2 * height + 1] = i
            height += 1
    if place < 0:
        return Cut(NOTHING, 0, 0, 0)
    return Cut(best, WITHIN, wide(place), wide(columns.end[at + place]))
