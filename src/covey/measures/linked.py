"""People whose records can be put together, as pseudonyms allow: k holds in each class, and not for
all classes of a person."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Linked(NamedTuple):
    """How many ``people`` there are, how many of them have the same set of classes as fewer than k
    people, themselves included, and how many as nobody else."""

    people: int
    few: int
    alone: int

    def words(self, k: int) -> str:
        be = "is" if self.few == 1 else "are"
        return (
            f"{self.few:,} of {self.people:,} people {be} among fewer than {k:,}, and"
            f" {self.alone:,} alone"
        )


def linked(classes: NDArray[np.int64], people: NDArray[np.int64], k: int) -> Linked:
    """From distinct pairs of a class and a person in it, in any order.

    >>> linked(np.array([0, 1, 0, 1, 0]), np.array([0, 0, 1, 1, 2]), 2)
    Linked(people=3, few=1, alone=1)
    """
    if not len(people):
        return Linked(0, 0, 0)
    order = np.lexsort([classes, people])
    classes, people = classes[order], people[order]
    starts = np.flatnonzero(np.diff(people, prepend=people[0] - 1))
    lengths = np.diff(np.append(starts, len(people)))
    # Sets are numbered by their first class, then by their first two, and so on.
    number = np.zeros(len(starts), dtype=np.int64)
    # One more than the classes: 0 stands for a set that has ended.
    width = int(classes.max()) + 2
    for at in range(int(lengths.max())):
        longer = lengths > at
        own = np.zeros(len(starts), dtype=np.int64)
        # Classes of a person are in ascending order, so that equal sets are equal lists.
        own[longer] = classes[starts[longer] + at] + 1
        # Renumbered in every step: a set as one number of all its classes would be beyond 64 bits.
        number = np.unique(number * width + own, return_inverse=True)[1]
    alike = np.bincount(number)[number]
    return Linked(len(starts), int((alike < k).sum()), int((alike == 1).sum()))
