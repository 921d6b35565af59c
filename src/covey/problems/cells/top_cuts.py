"""The top cuts of a table that is elsewhere, from the records of every value.

What a cut is worth depends on the values of its own column in the cell, and on nothing else
(:mod:`covey.problems.cells.forest`). So anyone who counts the records of every value in every cell
knows enough to make the cuts that the typed partition makes of the whole table: the same parts, to
the last record, and no combination had to be looked at.

Missing values that can be a class are separated first, as there
(:mod:`covey.problems.cells.parts`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.box_tree import BoxTree
from covey.core.dataclass import dataclass
from covey.core.stop import Stop
from covey.problems.cells.axes.axis import CutByValue
from covey.problems.cells.axis_table import AxisTable
from covey.problems.cells.cut_tree import numbered_tree, route
from covey.problems.cells.improve import WAYS
from covey.problems.cells.kinds import AT_POSITION

LOST_CLASS, URGENT = 1.0, 10.0
"""As in ``native/cells/score.h``."""


class Tally(NamedTuple):
    """The values of one column that occur in a cell, and the ``records`` of each. Values are
    numbered from 0 on, missing ones are -1."""

    values: NDArray[np.int64]
    records: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ValueAxis:
    """An axis with a row for each value of its column, instead of one for each combination: the
    first row is that of missing values, if ``missing`` says that some are, and is not there
    otherwise. ``weight`` is what a fully generalized value costs."""

    axis: CutByValue
    missing: bool
    weight: float

    def of(self, values: NDArray[np.int64]) -> CutByValue:
        """The axis of combinations that have these values."""
        return self.axis.of_rows(values + self.missing)

    @property
    def codes(self) -> NDArray[np.int32]:
        """The code of every value, missing ones first: -1 if there are none."""
        own = self.axis.codes
        return own if self.missing else np.concatenate([np.full(1, -1, np.int32), own])


@dataclass(frozen=True, eq=False)
class TopCut:
    """``takes`` says of every value, missing ones first, whether it is on the first side.
    ``position`` is the last code there, if the cut is one of ordered codes."""

    score: float
    takes: NDArray[np.bool_]
    position: int | None


@dataclass(frozen=True, eq=False)
class Parts:
    """The boxes that a table was cut into.

    tree
        Its leaves are the parts, in their order.
    records
        Of every part.
    bounds
        For every part and column the first and the last code that the cuts left to it; those of
        labels say nothing.
    """

    tree: BoxTree
    records: NDArray[np.int64]
    bounds: NDArray[np.int32]


Ask = Callable[[BoxTree, Sequence[int]], Sequence[Sequence[Tally]]]
"""From some leaves of a tree to what occurs in each of them, on every column."""


def cut_at_top(axes: Sequence[ValueAxis], least: int, k: int, ask: Ask) -> Parts:
    """Cut a table until no part can be cut in two of ``least`` records. Missing values, or those
    that are not, are a part from ``k`` records on. All parts of one level are asked for at once."""
    tree = BoxTree()
    whole = np.array([[0, each.axis.size - 1] for each in axes], dtype=np.int32)
    records, bounds = {tree.root: 0}, {tree.root: whole}
    level = [tree.root]
    while level:
        below: list[int] = []
        for node, tallies in zip(level, ask(tree, level), strict=True):
            records[node] = int(tallies[0].records.sum())
            column, cut = best_cut(axes, tallies, least, k)
            if cut is None:
                continue
            # Values begin at -1, for missing ones, which are the first entry.
            taken = cut.takes[tallies[column].values + 1]
            left = int(tallies[column].records[taken].sum())
            sides = tree.cut(node, column, cut.takes)
            for side, many in zip(sides, (left, records[node] - left), strict=True):
                records[side], bounds[side] = many, bounds[node].copy()
                if many >= 2 * least:
                    below.append(side)
            if cut.position is not None:
                bounds[sides[0]][column, 1] = cut.position
                bounds[sides[1]][column, 0] = cut.position + 1
        level = below
    leaves = list(tree.leaves())
    return Parts(
        tree,
        np.array([records[node] for node in leaves], dtype=np.int64),
        np.stack([bounds[node] for node in leaves]),
    )


def best_cut(
    axes: Sequence[ValueAxis], tallies: Sequence[Tally], least: int, k: int
) -> tuple[int, TopCut | None]:
    """The column of the best cut of a cell, and the cut; of equal ones the first."""
    # What a cut is worth depends on its own column alone, so columns are looked at one by one.
    found = [_cut_on(axis, tally, least, k) for axis, tally in zip(axes, tallies, strict=True)]
    scores = [-np.inf if cut is None else cut.score for cut in found]
    column = int(np.argmax(scores))
    return column, found[column]


def _cut_on(given: ValueAxis, tally: Tally, least: int, k: int) -> TopCut | None:
    """The best cut on one column, by the compiled search: a table of this column alone."""
    total = int(tally.records.sum())
    if total < 2 * least or len(tally.values) < 2:
        return None
    own = given.of(tally.values)
    missing = int(tally.records[own.codes < 0].sum())
    if missing:
        # Nothing else of this column can be cut before.
        apart = TopCut(URGENT, given.codes < 0, None)
        return apart if k <= missing <= total - k else None
    table = AxisTable((own,))
    rows = np.arange(len(tally.values), dtype=np.int32)
    # A row for each value instead of one for each combination: the records of values are all that
    # counts. One thread, as there are few rows.
    forest = native.Forest(
        table.native_columns([given.weight]), table.codes, tally.records, rows, None, least, 1
    )
    uneven = WAYS[0][1]
    watch = Stop(seconds=None).start()
    # What comes of the first cut has fewer records than all.
    forest.cut(forest.leaves(0), np.zeros(1, np.int32), np.full(1, uneven), total, watch.remaining)
    *fields, pool = forest.tree()
    nodes = numbered_tree(*fields)
    if len(nodes.how) == 1:
        return None
    how = int(nodes.how[0])
    codes = given.codes.reshape(-1, 1)
    none = np.zeros(0, dtype=np.int32), np.zeros(1, dtype=np.int64)
    # Where the cut leads every value, also such as do not occur in the cell.
    takes = route(nodes, codes, table.kinds, pool, *none) == nodes.first[0]
    takes = own.with_absent(takes, tally.values + 1, missing=given.missing)
    first = takes[tally.values + 1]
    scale = float(table.columns([given.weight]).scale[0])
    gain = own.gain(first, tally.records) * scale
    position = int(nodes.low[0]) if how == AT_POSITION else None
    return TopCut(
        _score(gain, int(tally.records[first].sum()), total, least, uneven), takes, position
    )


def _score(gain: float, left: int, total: int, least: int, uneven: float) -> float:
    """What the compiled search says of the same cut."""
    right = total - left
    possible, ones, others = total // least, left // least, right // least
    largest = max((left - 1) // ones, (right - 1) // others) + 1
    lost = LOST_CLASS * (possible - ones - others) / possible
    score = gain / total - lost - uneven * (largest - least) / least
    return score + native.EVEN * min(left, right) / total
