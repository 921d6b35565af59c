"""The best cut of labels, and which labels it takes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import kernel, wide
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import Cut
from covey.problems.cells.kinds import BY_MEMBERS
from covey.problems.cells.rows import Rows
from covey.problems.cells.scoring.histogram import Scratch, histogram, sort_keys
from covey.problems.cells.scoring.score import NOTHING, Terms, members_gain, score_of


@kernel
def best_labels(
    columns: Columns, column: int, distinct: int, terms: Terms, scratch: Scratch
) -> Cut:
    """Among the heaviest apart from the others, one apart, and two even halves.

    ``low`` and ``high`` say which labels are taken: see :func:`take_labels`.
    """
    heaviest_first(distinct, scratch)
    scale = columns.scale[column]
    best = NOTHING
    low = 0
    high = 0
    # There are 2^distinct groups. Three families of them are enough to try: the j heaviest, which
    # keeps both sides few in labels or in records ...
    for j in range(distinct - 1):
        score = label_score(scratch.sums[j], j + 1, distinct, scale, terms)
        if score > best:
            best = score
            low = 0
            high = j + 1
    # ... one label alone, which then loses nothing ...
    for j in range(1, distinct):
        left = scratch.sums[j] - scratch.sums[j - 1]
        if left < terms.k:
            break
        score = label_score(left, 1, distinct, scale, terms)
        if score > best:
            best = score
            low = j
            high = j + 1
    # ... and two halves of about equal records, which exist wherever any cut does (docs/cells.md).
    left, members = even_half(distinct, scratch, False)
    score = label_score(left, members, distinct, scale, terms)
    if score > best:
        best = score
        low = -1
        high = 0
    return Cut(best, BY_MEMBERS, wide(low), wide(high))


@kernel
def label_score(left: int, members: int, distinct: int, scale: float, terms: Terms) -> float:
    """The score of taking so many labels that have so many records together."""
    if left < terms.k or terms.total - left < terms.k:
        return NOTHING
    gain = members_gain(distinct, members, distinct - members, left, terms.total)
    return score_of(gain * scale, left, terms)


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
