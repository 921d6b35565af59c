"""The scores of the cuts of one column of a cell.

A cut scores the loss that it removes per record of the cell, on its own column and with sets shrunk
to what occurs, less the share of possible classes that it loses: W records hold floor(W / k)
classes, and a cut keeps all of them or all but one.

============  ==================================================================
score         the score of a cut
histogram     the distinct values of a cell, with their records
positions     the best cut of ordered values
labels        the best cut of labels, and which labels it takes
edges         the best cut of areas
============  ==================================================================
"""

from __future__ import annotations

from covey.core.jit import kernel
from covey.problems.cells.axis_table import Columns
from covey.problems.cells.cut_tree import Cut
from covey.problems.cells.kinds import AREAS, BY_COMPONENT, BY_MISSING, ORDERED
from covey.problems.cells.rows import Rows
from covey.problems.cells.scoring.edges import best_edge
from covey.problems.cells.scoring.histogram import Scratch, histogram
from covey.problems.cells.scoring.labels import best_labels
from covey.problems.cells.scoring.positions import best_position
from covey.problems.cells.scoring.score import NO_CUT, NOTHING, URGENT, Terms


@kernel
def best_cut(
    rows: Rows,
    columns: Columns,
    column: int,
    begin: int,
    end: int,
    terms: Terms,
    scratch: Scratch,
) -> Cut:
    """The best cut of a column of the cell with these rows, on these terms."""
    distinct, missing = histogram(rows, column, begin, end, scratch)
    kind = columns.kinds[column]
    if missing > 0:
        # A set never mixes missing and present values, so no other cut of this column is possible
        # until they are split. If one side would be too small, the column says nothing here.
        if missing < terms.k or terms.total - missing < terms.k or terms.under <= URGENT:
            return NO_CUT
        return Cut(URGENT, BY_MISSING, 0, 0)
    if distinct < 2:
        return NO_CUT
    if kind == ORDERED:
        return best_position(columns, column, distinct, terms, scratch)
    if kind == AREAS:
        at = columns.at[column]
        first = columns.component[at + scratch.values[0]]
        if first != columns.component[at + scratch.values[distinct - 1]]:
            return component_cut(columns, column, distinct, terms, scratch)
        return best_edge(columns, column, distinct, terms, scratch)
    return best_labels(columns, column, distinct, terms, scratch)


@kernel
def component_cut(
    columns: Columns, column: int, distinct: int, terms: Terms, scratch: Scratch
) -> Cut:
    """The components of a map from each other, if each has k records."""
    at = columns.at[column]
    before = 0
    for i in range(distinct):
        own = columns.component[at + scratch.values[i]]
        if i + 1 == distinct or own != columns.component[at + scratch.values[i + 1]]:
            if scratch.sums[i] - before < terms.k:
                return NO_CUT
            before = scratch.sums[i]
    return Cut(URGENT if terms.under > URGENT else NOTHING, BY_COMPONENT, 0, 0)
