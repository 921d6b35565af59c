"""The classes that a tree of cuts makes, as one axis sees them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core.dataclass import dataclass
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.kinds import BY_MISSING
from covey.problems.cells.sets import ANY_SET, Codes


@dataclass(frozen=True, eq=False)
class CutClasses:
    """What cuts left to each class on one axis.

    path
        The tree of cuts, as compiled loops follow it.
    leaf
        The leaf of every class.
    pool
        The labels that cuts took.
    column
        The first column of the axis, and ``ways`` the kinds of the cuts on its columns.
    members
        The rows of every class.
    one_partition
        Whether all classes are to have one partition of the axis.
    """

    path: native.CutPath
    leaf: NDArray[np.int64]
    pool: Codes
    column: int
    ways: frozenset[int]
    members: ClassRows
    one_partition: bool

    def kind(self, codes: Codes) -> Codes:
        """As :meth:`ClassRows.kind`. In one partition, missing values that no cut split off are
        with all others everywhere."""
        found = self.members.kind(codes)
        gone = codes[self.members.rows] < 0
        # Also for classes that have no missing value: one set for all is what one partition means.
        if self.one_partition and BY_MISSING not in self.ways and gone.any():
            return np.full_like(found, ANY_SET)
        return found

    def ranges(self, column: int, size: int) -> Codes:
        """The first and the last rank of every class, of a column of so many."""
        return self.path.ranges(column, size)[self.leaf]
