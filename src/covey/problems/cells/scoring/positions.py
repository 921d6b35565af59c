"""The best cut of ordered values."""

from __future__ import annotations

from covey.core.jit import kernel, wide
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import Cut
from covey.problems.cells.kinds import AT_POSITION
from covey.problems.cells.scoring.histogram import Scratch
from covey.problems.cells.scoring.score import NO_CUT, NOTHING, Terms, score_of


@kernel
def best_position(
    columns: Columns, column: int, distinct: int, terms: Terms, scratch: Scratch
) -> Cut:
    at = columns.at[column]
    scale = columns.scale[column]
    values = scratch.values
    low = columns.positions[at + values[0]]
    high = columns.positions[at + values[distinct - 1]]
    best = NOTHING
    place = -1
    # The sums are cumulative, so every position takes constant time.
    for j in range(distinct - 1):
        left = scratch.sums[j]
        if left < terms.k:
            continue
        right = terms.total - left
        if right < terms.k:
            break
        # Both sides end at a value that occurs: the gap between them is lost by nobody.
        gain = left * (high - columns.positions[at + values[j]])
        gain += right * (columns.positions[at + values[j + 1]] - low)
        score = score_of(gain * scale, left, terms)
        if score > best:
            best = score
            place = j
    if place < 0:
        return NO_CUT
    # Values in the gap that do not occur go to the side of fewer records, to which a wider range
    # costs less.
    if 2 * scratch.sums[place] <= terms.total:
        return Cut(best, AT_POSITION, wide(values[place + 1]) - 1, 0)
    return Cut(best, AT_POSITION, wide(values[place]), 0)
