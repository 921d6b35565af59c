"""Labels and ordered values by the people that they have, without a detour over cells.

docs/explanation/persons.md has the proofs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import people as native
from covey.problems.people.problem import PeopleProblem

LOOK = 40
"""Labels from either end, the fullest first, among which the next one of a class is chosen."""


def grouped(problem: PeopleProblem) -> NDArray[np.int32]:
    """The class of every item, of any others: at most the people of the fullest item and k - 1
    more, or 3k - 3, and so at most three times the optimum. The better of two ways to fill
    classes.

    >>> grouped(PeopleProblem([0, 1, 1, 2, 2], [0, 0, 1, 2, 3], k=2)).tolist()
    [0, 0, 1]
    """
    # The theorem holds for any order of labels. Which of the two fills better depends on the table.
    found = [
        native.groups(problem.starts, problem.people, problem.total, problem.k, look)
        for look in (LOOK, 0)
    ]
    return min(found, key=lambda classes: _rank(problem, classes))


def _rank(problem: PeopleProblem, classes: NDArray[np.int32]) -> tuple[int, int]:
    """The largest class, and among equals more classes first."""
    sizes = sizes_of(problem, classes)
    return int(sizes.max()), -len(sizes)


def sizes_of(problem: PeopleProblem, classes: NDArray[np.int32]) -> NDArray[np.int64]:
    """The people of every class."""
    keys = np.unique(classes[problem.items].astype(np.int64) * problem.total + problem.people)
    return np.bincount(keys // problem.total)


def divided(problem: PeopleProblem) -> NDArray[np.int64]:
    """Where runs of items start that all have k people or more, and of which the largest is as
    small as can be. Whether runs of at most so many people exist is found in one pass, and the
    least number is bisected."""
    low = max(problem.k, int(problem.weights.max()))
    found = _runs(problem, low)
    if len(found):
        return found
    # No runs of at most low people exist, and the whole is one of at most high.
    high = problem.total
    found = _runs(problem, high)
    step = 1
    while high - low > 1:
        # Answers are often near the bound, from which the steps grow.
        middle = min((low + high) // 2, low + step)
        step *= 2
        within = _runs(problem, middle)
        if len(within):
            high, found = middle, within
        else:
            low = middle
    return found


def _runs(problem: PeopleProblem, most: int) -> NDArray[np.int64]:
    return native.runs(problem.starts, problem.people, problem.total, problem.k, most)
