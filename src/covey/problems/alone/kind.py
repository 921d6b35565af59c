"""What each kind of problem of one attribute knows of cells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping, GroupingProblem
from covey.core.result import Guarantee
from covey.problems.alone.unions import Group, Unions
from covey.problems.cells.axes import Axis
from covey.problems.cells.cut_tree import route
from covey.problems.cells.problem import CellSolution
from covey.problems.cells.sets import Sets
from covey.problems.people.problem import PeopleProblem
from covey.requirements.entries import Entries
from covey.requirements.requirement import Requirement

Problem = TypeVar("Problem", bound=GroupingProblem, covariant=True)


class OwnKind(ABC, Generic[Problem]):
    """A problem of one attribute, and how its items and answers become cells."""

    counts_people: ClassVar[bool] = False
    """Whether people can be counted as they are grouped: see :meth:`by_people`."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @abstractmethod
    def axis(self, items: NDArray[np.int64]) -> Axis:
        """The axis of combinations that have these items."""

    @abstractmethod
    def sets_of(self, own: Grouping) -> Sets:
        """The sets of the classes of an own answer, on that axis."""

    @abstractmethod
    def turned_back(self, found: CellSolution) -> Grouping:
        """The classes of all items, by cells of that axis: cuts also lead items without records."""

    @abstractmethod
    def unions(self, own: Grouping) -> Unions:
        """Which classes of an own answer may be merged."""

    @abstractmethod
    def merged(self, own: Grouping, groups: Sequence[Group]) -> Grouping:
        """The answer whose classes are groups of the classes of an own answer."""

    @abstractmethod
    def with_weights(self, weights: NDArray[np.int64], k: int) -> Problem:
        """The same problem with other weights and another k."""

    def by_people(self, people: PeopleProblem) -> tuple[Grouping, Guarantee] | None:
        """The answer that counts people as they are grouped, and its promise; None for other kinds,
        whose own solver is told the homes of people instead."""
        return None

    def refuse_unfit(self, requirements: Sequence[Requirement], entries: Entries) -> None:
        """Refuse what no classes of this kind can meet."""
        return


def led(found: CellSolution, *codes: NDArray[Any]) -> NDArray[np.int32]:
    """The class that the cuts lead each value to."""
    # Only where the cuts are is asked here: what the axis is worth does not matter.
    columns = found.axis_table.columns([1.0])
    every = np.ascontiguousarray(np.column_stack(codes), dtype=np.int32)
    leaf = route(found.nodes, every, columns.kinds, found.pool, columns.component, columns.at)
    return found.nodes.number[leaf]


def sizes_of(own: Grouping, groups: Sequence[Group]) -> NDArray[np.int64]:
    """The records of every group of classes."""
    return np.array([own.sizes[list(group)].sum() for group in groups])


def classes_of(own: Grouping, groups: Sequence[Group]) -> NDArray[np.int32]:
    """The group of every item."""
    number = np.empty(len(own.sizes), dtype=np.int32)
    for new, group in enumerate(groups):
        number[list(group)] = new
    return number[own.classes]
