"""One item for every person, so that solvers which add up records can be used as they are.

A class of k homes has at least k people, since anyone who has a home in it is in it. So every
answer by homes is safe; what it loses depends on how many people are in several items
(docs/explanation/persons.md).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.problems.people.problem import PeopleProblem


def homes(problem: PeopleProblem) -> NDArray[np.int64]:
    """How many people have their home in each item. Those who are in one item only have it there;
    the others, those in fewest items first, where fewest have it so far.

    >>> homes(PeopleProblem([0, 0, 0, 1, 2], [0, 1, 2, 2, 2], k=1)).tolist()
    [2, 1, 0]
    """
    order = np.argsort(problem.people, kind="stable")
    items, visits = problem.items[order], problem.visits
    ends = np.cumsum(visits)
    once = visits == 1
    # The last pair of somebody who is in one item is also the first.
    found: list[int] = np.bincount(items[ends[once] - 1], minlength=len(problem.weights)).tolist()
    several = np.flatnonzero(~once)
    several = several[np.argsort(visits[several], kind="stable")]
    everywhere = items.tolist()
    for end, many in zip(ends[several].tolist(), visits[several].tolist(), strict=True):
        # Where fewest have a home so far: homes are to be as even as the table allows.
        home = min(everywhere[end - many : end], key=found.__getitem__)
        found[home] += 1
    return np.array(found, dtype=np.int64)
