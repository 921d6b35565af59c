"""The best cut of areas."""

from __future__ import annotations

from covey.core.jit import kernel, wide
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import Cut
from covey.problems.cells.kinds import BY_MEMBERS
from covey.problems.cells.map_tree import least_between
from covey.problems.cells.scoring.histogram import Scratch
from covey.problems.cells.scoring.score import NO_CUT, NOTHING, Terms, members_gain, score_of


@kernel
def best_edge(columns: Columns, column: int, distinct: int, terms: Terms, scratch: Scratch) -> Cut:
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
    # The ways up of the first and the last area meet at the top of the least subtree with all.
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
        # Places are in depth-first order: what lies below the link to the next area has been seen
        # in full, and its runs of areas are known now.
        while height > 0 and stack[2 * height - 2] > link:
            height -= 1
            edge = stack[2 * height]
            low = stack[2 * height + 1]
            high = i - 1
            left = sums[high] - (sums[low - 1] if low else 0)
            if left < terms.k or terms.total - left < terms.k:
                continue
            inside = 1 + depth[values[low]] - depth[edge] + spans[high] - spans[low]
            # What is left outside is joined again without the run: at its front, at its back, or
            # over the gap in the middle.
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
            gain = members_gain(whole, inside, outside, left, terms.total)
            score = score_of(gain * scale, left, terms)
            if score > best:
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
        return NO_CUT
    return Cut(best, BY_MEMBERS, wide(place), wide(columns.end[at + place]))
