"""Where one item is far above all others, the largest class says nothing about an answer: every
answer whose other classes stay below that item is optimal. How such answers are compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.grouping import GroupingProblem, quadratic_cost
from covey.core.lower_bounds import arithmetic
from covey.core.words import plural

FROM = 2
"""An item dominates from so many k on: classes of fewer records are as they should be."""


@dataclass(frozen=True)
class Domination:
    """records
        Of the item that is the largest class by itself.
    most_classes
        No answer has more.
    quadratic, least_quadratic
        The quadratic cost, and what no answer is below.
    shared
        The largest class of several items; 0, if there is none.
    """

    item: str
    records: int
    total: int
    classes: int
    most_classes: int
    quadratic: int
    least_quadratic: int
    shared: int

    @property
    def words(self) -> str:
        shared = f"{self.shared:,}" if self.shared else "none"
        return (
            f"one {self.item} is the largest class, so compare by {self.classes:,} of at most"
            f" {plural(self.most_classes, 'class')}, quadratic cost {self.quadratic:,} (at least"
            f" {self.least_quadratic:,}), largest class of several {self.item}s: {shared}"
        )


def domination_of(
    problem: GroupingProblem, classes: NDArray[np.integer], sizes: NDArray[np.int64]
) -> Domination | None:
    """None, if the largest class is not one item alone, or not much above k. ``classes`` are those
    of the items, -1 without one."""
    heaviest = int(problem.weights.max())
    if problem.objective != "max-size" or heaviest < FROM * problem.k:
        return None
    # If some class is above the item, the largest class does distinguish answers. With a class
    # below k there is no answer to compare.
    if int(sizes.max()) != heaviest or int(sizes.min()) < problem.k:
        return None
    # The bounds of any grouping: whatever the kind of problem asks for besides only raises them.
    plain = GroupingProblem(problem.weights, problem.k, "quadratic")
    least = arithmetic(plain)
    return Domination(
        problem.item,
        heaviest,
        problem.total,
        len(sizes),
        least.most_classes,
        quadratic_cost(sizes, problem.k),
        least.bound,
        largest_shared(problem.weights, classes, sizes),
    )


def largest_shared(
    weights: NDArray[np.int64], classes: NDArray[np.integer], sizes: NDArray[np.int64]
) -> int:
    """The largest class of several items with records; 0, if there is none."""
    there = (weights > 0) & (classes >= 0)
    several = np.bincount(classes[there], minlength=len(sizes)) > 1
    return int(sizes[several].max()) if several.any() else 0
