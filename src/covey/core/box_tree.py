"""Cuts of a table from the top down, by the values of its columns: what an engine can follow."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray


class BoxTree:
    """A tree whose leaves are boxes: sets of values of every column.

    Node v is cut in two on the column ``column[v]``, -1 if it is a leaf. ``takes[v]`` says of every
    value of this column whether its records go to the first side, which is the node ``first[v]``;
    the node after it is the second. The first entry is that of missing values.

    >>> tree = BoxTree()
    >>> tree.cut(0, 2, np.array([False, True, True, False]))
    (1, 2)
    >>> list(tree.leaves())
    [1, 2]
    """

    root = 0

    def __init__(self) -> None:
        self.column = [-1]
        self.first = [0]
        self.takes: list[NDArray[np.bool_]] = [np.zeros(0, dtype=bool)]

    def cut(self, node: int, column: int, takes: NDArray[np.bool_]) -> tuple[int, int]:
        """Cut a leaf, and return both sides."""
        first = len(self.column)
        self.column[node], self.first[node], self.takes[node] = column, first, takes
        for _ in range(2):
            self.column.append(-1)
            self.first.append(0)
            self.takes.append(np.zeros(0, dtype=bool))
        return first, first + 1

    def leaves(self) -> Iterator[int]:
        """The boxes in the order of the tree, the first side of a cut before the second."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if self.column[node] < 0:
                yield node
            else:
                # The list is taken from its end: the first side comes next.
                waiting += [self.first[node] + 1, self.first[node]]
