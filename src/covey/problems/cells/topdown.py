"""Cells cut from the top: each one where the score is highest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.jit import enlarged, kernel, wide
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import Cut, CutTree
from covey.problems.cells.kinds import BY_COMPONENT, LABELS, LEAF
from covey.problems.cells.rows import Rows, split_by_component, split_rows
from covey.problems.cells.scoring import best_cut
from covey.problems.cells.scoring.histogram import Scratch
from covey.problems.cells.scoring.labels import take_labels
from covey.problems.cells.scoring.score import NOTHING, Terms
from covey.requirements.kernels import Rules, meets

TRIES = 24
"""Cuts of a cell that are tried against the requirements."""


@kernel
def split_cells(
    rows: Rows,
    spare: Rows,
    columns: Columns,
    rules: Rules,
    nodes: CutTree,
    scratch: Scratch,
    pool: NDArray[np.int32],
    taken: int,
    at: int,
    used: int,
    k: int,
    least: int,
    uneven: float,
    rank: NDArray[np.int32],
    visits: int,
) -> tuple[int, int, NDArray[np.int32], int]:
    """Cut cells in the order in which they were made, from ``at`` on, until so many rows were
    visited; a cell without a cut, or of fewer than ``least`` records, stays a leaf.

    Node v is cut on its best column, or on a later one: ``rank[v]`` better columns are passed over,
    as long as another column has a cut.
    """
    seen = 0
    count = len(columns.kinds)
    cuts = np.empty((count, 4), np.float64)
    while at < used and seen < visits:
        v = at
        at += 1
        begin = wide(nodes.begin[v])
        end = wide(nodes.end[v])
        total = wide(0)
        for i in range(begin, end):
            total += rows.weights[i]
        # Both sides need k records.
        if total < 2 * k or total < least:
            continue
        passed = 0
        if v < len(rank):
            passed = rank[v]
        column = wide(0)
        under = np.inf
        tries = 0
        # First every column says its best cut. If the chosen one breaks a requirement, its column
        # alone is asked for the next best, below the score that failed.
        while True:
            seen += end - begin
            terms = Terms(total, k, uneven, under)
            keep(cuts, column, best_cut(rows, columns, column, begin, end, terms, scratch))
            if under == np.inf and column + 1 < count:
                column += 1
                continue
            column = best_column(cuts, passed)
            # Only the first choice passes columns over; after it, the best one counts.
            passed = 0
            if cuts[column, 0] <= NOTHING:
                break
            low = wide(cuts[column, 2])
            high = wide(cuts[column, 3])
            cut = Cut(cuts[column, 0], wide(cuts[column, 1]), low, high)
            middle, labels = try_cut(rows, spare, columns, column, begin, end, cut, scratch)
            if not len(rules.kinds) or both_meet(
                rows, columns, rules, column, begin, middle, end, cut.how
            ):
                nodes.column[v] = column
                nodes.how[v] = cut.how
                nodes.first[v] = used
                nodes.low[v] = low
                nodes.high[v] = high
                if len(labels):
                    # Places by weight mean nothing later: the labels themselves are kept.
                    pool, taken = stored(pool, taken, labels)
                    nodes.low[v] = taken - len(labels)
                    nodes.high[v] = taken
                if cut.how == BY_COMPONENT:
                    used = add_components(rows, columns, nodes, v, used)
                else:
                    used = add(nodes, v, used, begin, middle, 0)
                    used = add(nodes, v, used, middle, end, 0)
                break
            tries += 1
            if tries == TRIES:
                break
            under = cut.score
    return at, used, pool, taken


@kernel
def try_cut(
    rows: Rows,
    spare: Rows,
    columns: Columns,
    column: int,
    begin: int,
    end: int,
    cut: Cut,
    scratch: Scratch,
) -> tuple[int, NDArray[np.int32]]:
    """Bring the rows of a cell into the order of a cut. The order of the rows of a cell means
    nothing, so a cut that fails need not be undone. Returns where the second side begins, and the
    labels that the cut takes."""
    labels = np.empty(0, np.int32)
    if cut.how == BY_COMPONENT:
        split_by_component(rows, spare, begin, end, column, columns, scratch.tally)
        return end, labels
    kind = columns.kinds[column]
    if kind == LABELS:
        labels = take_labels(rows, column, begin, end, cut, scratch)
    middle = split_rows(rows, spare, begin, end, column, cut, kind, scratch.taken)
    for label in labels:
        scratch.taken[label] = False
    return middle, labels


@kernel
def stored(
    pool: NDArray[np.int32], taken: int, labels: NDArray[np.int32]
) -> tuple[NDArray[np.int32], int]:
    if taken + len(labels) > len(pool):
        pool = enlarged(pool, 2 * (taken + len(labels)))
    for i in range(len(labels)):
        pool[taken + i] = labels[i]
    return pool, taken + len(labels)


@kernel
def both_meet(
    rows: Rows,
    columns: Columns,
    rules: Rules,
    column: int,
    begin: int,
    middle: int,
    end: int,
    how: int,
) -> bool:
    """Whether all sides of a cut meet the requirements; those of BY_COMPONENT are runs of equal
    ones."""
    at = columns.at[column]
    first = begin
    for i in range(begin, end):
        last = i + 1 == end or i + 1 == middle
        if not last and how == BY_COMPONENT:
            own = columns.component[at + rows.codes[i, column]]
            last = own != columns.component[at + rows.codes[i + 1, column]]
        if last:
            if not meets(rows.weights, rows.secrets, rows.people, first, i + 1, rules):
                return False
            first = i + 1
    return True


@kernel
def best_column(cuts: NDArray[np.float64], passed: int) -> int:
    """The column of the best cut when so many columns were passed over, as long as another has a
    cut at all."""
    best = 0
    for other in range(1, len(cuts)):
        if cuts[other, 0] > cuts[best, 0]:
            best = other
    for _ in range(passed):
        following = -1
        for other in range(len(cuts)):
            if cuts[other, 0] <= NOTHING or other == best:
                continue
            lower = cuts[other, 0] < cuts[best, 0]
            later = cuts[other, 0] == cuts[best, 0] and other > best
            if (lower or later) and (following < 0 or cuts[other, 0] > cuts[following, 0]):
                following = other
        if following < 0:
            break
        best = following
    return best


@kernel
def keep(cuts: NDArray[np.float64], column: int, cut: Cut) -> None:
    cuts[column, 0] = cut.score
    cuts[column, 1] = cut.how
    cuts[column, 2] = cut.low
    cuts[column, 3] = cut.high


@kernel
def add(nodes: CutTree, parent: int, used: int, begin: int, end: int, key: int) -> int:
    nodes.parent[used] = parent
    nodes.begin[used] = begin
    nodes.end[used] = end
    nodes.how[used] = LEAF
    nodes.key[used] = key
    nodes.children[parent] = used + 1 - nodes.first[parent]
    return used + 1


@kernel
def add_components(rows: Rows, columns: Columns, nodes: CutTree, parent: int, used: int) -> int:
    """A child for each component; their rows stand together."""
    column = nodes.column[parent]
    at = columns.at[column]
    begin = nodes.begin[parent]
    for i in range(nodes.begin[parent], nodes.end[parent]):
        own = columns.component[at + rows.codes[i, column]]
        last = i + 1 == nodes.end[parent]
        if last or own != columns.component[at + rows.codes[i + 1, column]]:
            used = add(nodes, parent, used, begin, i + 1, own)
            begin = i + 1
    return used
