"""Combinations of which each has its people; a class has everybody who is in one of its own."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.grouping import GroupingProblem, Objective
from covey.core.holders import Holders, distinct_pairs
from covey.core.words import plural

if TYPE_CHECKING:
    from covey.core.result import Certificate
    from covey.problems.cells.problem import CellProblem

Numbers = NDArray[np.int64]
SOURCE = "docs/explanation/persons.md"
"""Where the promises for people are proved."""


@dataclass(frozen=True, eq=False, init=False)
class PeopleProblem(GroupingProblem):
    """Group items, such as combinations of values, into classes of at least k different people.

    items, people
        The distinct pairs of an item and somebody who is in it, by item and then by person. Both
        are numbered from 0 on, and every item and every person occurs.
    in_order
        Whether items are ordered values, and classes are runs of them.
    suppress
        The most records that may be withheld.

    >>> visits = PeopleProblem([0, 0, 1, 1, 2], [0, 1, 1, 2, 0], k=2)
    >>> visits.weights.tolist(), visits.total
    ([2, 2, 1], 3)
    """

    problem_kind: ClassVar[str] = "people"
    item: ClassVar[str] = "combination"

    items: Numbers
    people: Numbers
    in_order: bool
    suppress: int

    def __init__(
        self,
        items: NDArray[np.integer] | list[int],
        people: NDArray[np.integer] | list[int],
        k: int,
        objective: Objective = "max-size",
        *,
        in_order: bool = False,
        suppress: int = 0,
    ) -> None:
        # Visits of one person to one item are one pair, however many records there are.
        own, who = distinct_pairs(np.asarray(items, np.int64), np.asarray(people, np.int64))
        super().__init__(np.bincount(own), k, objective)
        # Numbered without gaps: loops keep a counter for each person.
        who = np.unique(who, return_inverse=True)[1]
        for name, value in (
            ("items", own),
            ("people", who),
            ("in_order", in_order),
            ("suppress", suppress),
            # A person in several items is one person.
            ("total", int(who.max()) + 1),
        ):
            object.__setattr__(self, name, value)

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        from covey.problems.people.bound import CERTIFICATES

        return CERTIFICATES

    @property
    def description(self) -> str:
        return f"{plural(len(self.weights), self.item)}, {self.total:,} people"

    @cached_property
    def visits(self) -> Numbers:
        """In how many items every person is."""
        return np.bincount(self.people)

    @cached_property
    def starts(self) -> Numbers:
        """Item i has the pairs from ``starts[i]`` to ``starts[i + 1]``."""
        return np.concatenate([[0], np.cumsum(self.weights)])

    def people_of(self, item: int) -> Numbers:
        return self.people[self.starts[item] : self.starts[item + 1]]


@dataclass(frozen=True, eq=False)
class ByPeople:
    """A problem of cells, and who is in its combinations. ``person`` is the column that identifies
    a person; without one records are counted, and ``held`` has groups only."""

    cells: CellProblem
    held: Holders
    person: str = ""

    def problem(self, *, in_order: bool = False) -> PeopleProblem:
        """The same as a problem of items and people, for lower bounds. Combinations that are equal
        on all axes are one item."""
        cells = self.cells
        return PeopleProblem(
            cells.numbers[self.held.rows],
            self.held.of(self.person),
            cells.k,
            cells.objective,
            in_order=in_order,
            suppress=cells.suppress,
        )

    def sizes(self, classes: NDArray[np.integer], count: int) -> NDArray[np.int64]:
        """The people of every class."""
        return self.held.per_class(self.person, classes, count)
