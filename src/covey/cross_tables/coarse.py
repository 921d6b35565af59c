"""Which cells are hidden where there is no time to choose: all but the totals of one column.

Categories of that column with few records are hidden together with the next larger ones. Every
other category is a part of its own: given its total, nothing else tells about the cells in it, so
that their ranges are found without a program. A cell can be as small as can be if others of its
part take up the rest; and it can be as large as all others of its part leave it, each of which has
1 at least.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.cross_tables.cross_table import CrossTable


def coarse(table: CrossTable, k: int) -> NDArray[np.bool_]:
    """The cells to hide. If not even the grand total can be published, all of them are."""
    # The worst answer, which hides all numbers but zeros, is the one to beat.
    best: NDArray[np.bool_] = table.flat > 0
    for axis in range(table.values.ndim):
        found = _by_one_column(table, k, axis)
        if found is not None and found.sum() < best.sum():
            best = found
    return best


def _by_one_column(table: CrossTable, k: int, axis: int) -> NDArray[np.bool_] | None:
    shape = table.values.shape
    values, least = (_in_rows(each, shape, axis) for each in (table.flat, table.least))
    small = (values > 0) & (values < k)
    # The last place of every other column is that of its total.
    # Categories of the column by their totals, the smallest first.
    totals, order = values[:-1, -1], np.argsort(values[:-1, -1], kind="stable")
    # Totals below k must be hidden, so at least these categories go together.
    few = int((totals < k).sum())
    together = few
    while True:
        # Part 0 has the categories that are hidden together; every other is its own part.
        part = np.arange(1, len(totals) + 1)
        part[order[:together]] = 0
        if _protects(totals, least, small, part, k):
            break
        if together == len(totals):
            return None
        # Doubled each time: the number of tries is logarithmic, and each is cheap.
        together = min(max(2, 2 * together, few + 1), len(totals))
    hidden = values > 0
    hidden[:-1, -1] &= part == 0
    hidden[-1, -1] = False
    # Back to the shape of the table: the column's axis was moved to the front.
    apart = (shape[axis], *(size for at, size in enumerate(shape) if at != axis))
    found: NDArray[np.bool_] = np.moveaxis(hidden.reshape(apart), 0, axis).ravel()
    return found


def _in_rows(flat: NDArray[np.int64], shape: tuple[int, ...], axis: int) -> NDArray[np.int64]:
    """A row for every category of a column, the total being the last."""
    found: NDArray[np.int64] = np.moveaxis(flat.reshape(shape), axis, 0).reshape(shape[axis], -1)
    return found


def _protects(
    totals: NDArray[np.int64],
    least: NDArray[np.int64],
    small: NDArray[np.bool_],
    part: NDArray[np.int64],
    k: int,
) -> bool:
    """Whether all small cells are protected if the parts' totals are all that is shown. ``part``
    has the part of every category; ``least`` the fewest records of every cell, the categories' own
    in its rows, those of all of them in its last one."""
    parts = len(totals) + 1
    of_part = np.zeros(parts, dtype=np.int64)
    np.add.at(of_part, part, totals)
    own = np.zeros((parts, least.shape[1]), dtype=np.int64)
    np.add.at(own, part, least[:-1])
    # The least that all cells of a part can have together, 1 for each that is not 0.
    fewest = own[:, -1]
    # What is left of a part's total once every cell has its least: it can be anywhere in the part.
    spare = of_part - fewest
    # Down: in every part with some of the cell, others must take up what is left.
    # If a cell has all of the least of a part, no other cell is there to take up the spare records.
    stuck = (own > 0) & (own == fewest[:, None]) & (spare > 0)[:, None]
    # Up: the part that leaves most gives it.
    most = least[-1] + np.where(own > 0, spare[:, None], 0).max(axis=0)
    across = ~stuck.any(axis=0) & (most >= k)
    # The same for cells within one category, whose part is known.
    single = least[:-1]
    stuck_single = (single == fewest[part][:, None]) & (spare[part] > 0)[:, None]
    within = ~stuck_single & (single + spare[part][:, None] >= k)
    return bool((across | ~small[-1]).all() and (within | ~small[:-1]).all())
