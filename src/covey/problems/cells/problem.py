"""Several attributes at once: a class is a cell, one kind of set for each attribute."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.core.grouping import Grouping, GroupingProblem, Objective
from covey.core.words import plural
from covey.problems.cells.answer import CellAnswer
from covey.problems.cells.axes import Axis
from covey.problems.cells.sets import MemberSets, Sets
from covey.requirements.requirement import Requirement, Sensitive, bind, refuse_impossible

if TYPE_CHECKING:
    from covey.core.result import Certificate
    from covey.problems.cells.axis_table import AxisTable
    from covey.problems.cells.class_rows import ClassRows
    from covey.problems.cells.class_sets import TreeOfCuts
    from covey.problems.cells.cut_tree import CutTree
    from covey.problems.cells.hierarchy import Hierarchy
    from covey.problems.cells.single import SingleSolution

SuppressFor = Literal["loss", "largest"]
"""What records are withheld for."""


@dataclass(frozen=True, eq=False, init=False)
class CellProblem(GroupingProblem):
    """Split combinations of values into disjoint cells of at least k records.

    axes
        The attributes, each with a code for every combination.
    counts
        The records of each combination, 1 or more. Combinations may be equal on all axes, as those
        are that differ in a sensitive value; they then have the same class.
    weights
        What a fully generalized value of each axis costs; all the same, if not given.
    requirements, sensitive
        What every class must meet besides k, and the sensitive attributes that this is about.
    population
        The people each combination stands for, for requirements on the population.
    suppress
        The most records that may be withheld.
    suppress_for
        What they are withheld for: ``loss`` (only where that lowers the loss, and the largest class
        does not grow) or ``largest`` (to lower the largest class, whatever that loses).
    pinned
        Combinations that are not withheld, True for each; none, if not given.
    anchored
        Combinations without a value that count as one that is pinned: without all of them nothing
        is pinned. None, if not given.

    >>> from covey.problems.cells.axes import LabelAxis, OrderedAxis
    >>> age = OrderedAxis([0, 1, 2, 2], [30, 40, 50])
    >>> CellProblem([age, LabelAxis([0, 0, 1, 0], 2)], [2, 1, 1, 3], k=3).description
    '4 combinations, 7 records, 2 attributes'
    """

    problem_kind: ClassVar[str] = "cells"
    item: ClassVar[str] = "combination"

    axes: tuple[Axis, ...]
    axis_weights: NDArray[np.float64]
    requirements: tuple[Requirement, ...]
    sensitive: tuple[Sensitive, ...]
    population: NDArray[np.int64] | None
    suppress: int
    suppress_for: SuppressFor
    pinned: NDArray[np.bool_]
    anchored: NDArray[np.bool_]

    def __init__(
        self,
        axes: Sequence[Axis],
        counts: ArrayLike,
        k: int,
        objective: Objective = "max-size",
        *,
        weights: ArrayLike | None = None,
        requirements: Sequence[Requirement] = (),
        sensitive: Sequence[Sensitive] = (),
        population: ArrayLike | None = None,
        suppress: int = 0,
        suppress_for: SuppressFor = "loss",
        pinned: ArrayLike | None = None,
        anchored: ArrayLike | None = None,
    ) -> None:
        super().__init__(counts, k, objective)
        rows = len(self.weights)
        # A combination without records would stretch sets to values that nobody there has.
        if int(self.weights.min()) < 1:
            raise InvalidInput(
                "A combination has one record or more; the count at position"
                f" {int(np.argmin(self.weights))} is 0.",
                hint="Leave out combinations that do not occur.",
            )
        if not len(axes):
            raise InvalidInput("Cells need one attribute or more.")
        for number, axis in enumerate(axes):
            if len(axis.codes) != rows:
                raise InvalidInput(
                    f"There are {rows:,} counts, but {len(axis.codes):,} codes on axis {number}."
                )
        people = None if population is None else _people(population, rows)
        for name, value in (
            ("axes", tuple(axes)),
            ("axis_weights", _axis_weights(weights, len(axes))),
            ("requirements", bind(requirements, sensitive, people, rows)),
            ("sensitive", tuple(sensitive)),
            ("population", people),
            ("suppress", _at_most(suppress)),
            ("suppress_for", _one_of(suppress_for)),
            ("pinned", _marked(pinned, rows)),
            ("anchored", _marked(anchored, rows)),
        ):
            object.__setattr__(self, name, value)

    @property
    def description(self) -> str:
        return f"{super().description}, {plural(len(self.axes), 'attribute')}"

    def require_feasible(self) -> None:
        super().require_feasible()
        # Such an axis can be measured, as what withholding leaves of a column, but not solved.
        empty = next((number for number, axis in enumerate(self.axes) if axis.size < 1), None)
        if empty is not None:
            raise InvalidInput(
                f"Axis {empty} has no values: all of its codes are -1.",
                hint="Leave out an attribute that nobody has a value of.",
                given=empty,
            )
        refuse_impossible(self.requirements, self.sensitive, self.weights, self.population)

    @cached_property
    def axis_table(self) -> AxisTable:
        """The axes as the solver sees them."""
        from covey.problems.cells.axis_table import AxisTable

        return AxisTable(self.axes)

    @cached_property
    def distinct(self) -> GroupingProblem:
        """The combinations with equal ones taken together: no class splits them."""
        # Rows that differ in a sensitive value alone are one combination for every bound.
        sums = np.zeros(int(self.numbers.max()) + 1, dtype=np.int64)
        np.add.at(sums, self.numbers, self.weights)
        return _Combinations(sums, self.k, self.objective)

    @cached_property
    def numbers(self) -> NDArray[np.int32]:
        """For every combination its number among the distinct ones."""
        from covey.problems.cells.distinct import numbered

        return numbered(codes for axis in self.axes for codes in axis.all_codes)

    def with_k(self, k: int) -> CellProblem:
        """The same problem for classes of another k."""
        return self.changed(k=k)

    def changed(
        self,
        *,
        k: int | None = None,
        suppress: int | None = None,
        weights: ArrayLike | None = None,
    ) -> CellProblem:
        """The same problem to the last bit, with what is given instead, which is checked as by the
        constructor."""
        # Not by the constructor: normalizing the weights again would change their last bits, and
        # with them the answer.
        made = copy(self)
        # It has k in it. Everything else that is kept depends on the combinations alone.
        made.__dict__.pop("distinct", None)
        if k is not None:
            object.__setattr__(made, "k", validate.threshold(k))
        if suppress is not None:
            object.__setattr__(made, "suppress", _at_most(suppress))
        if weights is not None:
            object.__setattr__(made, "axis_weights", _axis_weights(weights, len(self.axes)))
        return made

    def restricted_to(self, rows: NDArray[np.int64], *, suppress: int) -> CellProblem:
        """The problem of some of the combinations, with what may be withheld of them. A value is
        worth what it is in the whole table, so that cuts and losses are of the same scale."""
        return CellProblem(
            [axis.of_rows(rows) for axis in self.axes],
            self.weights[rows],
            self.k,
            self.objective,
            weights=self.axis_weights,
            requirements=self.requirements,
            sensitive=[
                Sensitive(each.column, each.codes[rows], each.names) for each in self.sensitive
            ],
            population=None if self.population is None else self.population[rows],
            suppress=suppress,
            suppress_for=self.suppress_for,
            pinned=self.pinned[rows],
            anchored=self.anchored[rows],
        )

    def with_others_withheld(self, found: CellSolution, rows: NDArray[np.int64]) -> CellSolution:
        """An answer for some of the combinations as one for all, that withholds the others."""
        # One entry for every combination, -1 for a withheld one.
        classes = np.full(len(self.weights), -1, dtype=np.int32)
        classes[rows] = found.classes
        return replace(found, classes=classes, axis_table=self.axis_table)

    def loss(self, solution: CellSolution | SingleSolution, *, tight: bool = False) -> float:
        """The weighted normalized certainty penalty per record, from 0 (nothing lost) to 1; a
        withheld record is lost entirely."""
        sets = solution.tight() if tight else solution.sets
        lost = np.zeros(len(solution.sizes))
        for axis, own, weight in zip(self.axes, sets, self.axis_weights, strict=True):
            lost += weight * axis.penalties(own)
        # Each loses 1, as much as if every attribute said nothing.
        withheld = self.total - int(solution.sizes.sum())
        return (float((lost * solution.sizes).sum()) + withheld) / self.total

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        from covey.problems.cells.bound import CERTIFICATES

        return CERTIFICATES

    def check(self, solution: Grouping, *, at_least: int | None = None) -> None:
        from covey.problems.cells.check import refuse_unless_cells, refuse_unless_single
        from covey.problems.cells.single import SingleSolution

        least = self.k if at_least is None else at_least
        if isinstance(solution, SingleSolution):
            refuse_unless_single(self, solution, least)
            return
        if not isinstance(solution, CellSolution):
            raise InternalError("A solution for cells has a tree of cuts.")
        refuse_unless_cells(self, solution, least)


class _Combinations(GroupingProblem):
    problem_kind: ClassVar[str] = "cells"
    item: ClassVar[str] = "combination"


@dataclass(frozen=True, eq=False)
class CellSolution(CellAnswer):
    """``classes[i]`` is the class of combination i, -1 if it is withheld; ``sizes[c]`` the records
    in class c. ``nodes`` is the tree of cuts whose leaves are the classes, ``pool`` the labels that
    its cuts took. ``one_partition`` says that every axis has one partition for all classes;
    ``hierarchies`` are the trees of nested sets that every class has a node of, if it is so;
    ``nobody`` is the best answer of the same search that withholds nobody, if it is known."""

    axis_table: AxisTable
    nodes: CutTree
    pool: NDArray[np.int32]
    one_partition: bool = False
    hierarchies: tuple[Hierarchy, ...] | None = None
    nobody: CellSolution | None = None

    @property
    def withheld(self) -> NDArray[np.int64]:
        """The combinations that no class has."""
        return np.flatnonzero(self.classes < 0)

    @cached_property
    def sets(self) -> tuple[Sets, ...]:
        """For every axis the sets of the classes, as they were cut; nodes of the hierarchies, if
        there are any."""
        if self.hierarchies is not None:
            return tuple(each.sets_of(self._members) for each in self.hierarchies)
        from covey.problems.cells.class_sets import cut_sets

        return cut_sets(self.axis_table, self._cuts, self._members)

    def tight(self, *, ranges: bool = True) -> tuple[Sets, ...]:
        """For every axis the sets of the classes, shrunk to what occurs in them. They say more,
        also about the outermost records of a class: without ``ranges``, ordered values and places
        stay as they were cut. Nodes of hierarchies stay what they are."""
        if self.hierarchies is not None:
            return self.sets
        from covey.problems.cells.class_sets import tight_sets

        found = tight_sets(self.axis_table, self._members, self._cuts)
        if ranges:
            return found
        return tuple(
            small if isinstance(small, MemberSets) else cut
            for small, cut in zip(found, self.sets, strict=True)
        )

    @property
    def _cuts(self) -> TreeOfCuts:
        from covey.problems.cells.class_sets import TreeOfCuts

        return TreeOfCuts(self.nodes, self.pool, self.one_partition)

    @cached_property
    def _members(self) -> ClassRows:
        from covey.problems.cells.class_rows import ClassRows

        return ClassRows.of(self.classes, len(self.sizes))


def _marked(given: ArrayLike | None, rows: int) -> NDArray[np.bool_]:
    return np.zeros(rows, dtype=bool) if given is None else np.asarray(given, dtype=bool)


def _axis_weights(given: ArrayLike | None, count: int) -> NDArray[np.float64]:
    if given is None:
        return np.full(count, 1 / count)
    try:
        found = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidInput("The weights of attributes are numbers.", given=given) from None
    if found.shape != (count,):
        raise InvalidInput(f"There are {count:,} attributes, but {found.size:,} weights for them.")
    if not np.isfinite(found).all() or (found < 0).any() or not 0 < found.sum() < np.inf:
        raise InvalidInput(
            "The weights of attributes are finite, 0 or more, and not all 0; given:"
            f" {', '.join(map(str, found.tolist()))}.",
            given=given,
        )
    if (found == found[0]).all():
        # To the last bit as if no weights were given: three times 0.1 is not 0.3 in doubles.
        return np.full(count, 1 / count)
    shares: NDArray[np.float64] = found / found.sum()
    return shares


def _people(given: ArrayLike, rows: int) -> NDArray[np.int64]:
    found = validate.counts(given)
    validate.total(found)
    if len(found) != rows:
        raise InvalidInput(f"There are {rows:,} counts, but {len(found):,} of the population.")
    return found


def _one_of(given: Any) -> SuppressFor:
    if given not in get_args(SuppressFor):
        raise InvalidInput(
            f"Records are withheld for {' or '.join(get_args(SuppressFor))}; given: {given!r}.",
            given=given,
        )
    return cast("SuppressFor", given)


def _at_most(given: Any) -> int:
    whole = isinstance(given, int | np.integer) and not isinstance(given, bool)
    if not whole or given < 0:
        raise InvalidInput(
            "The most records that may be withheld is a whole number, 0 or more; given:"
            f" {given!r}.",
            given=given,
        )
    return int(given)
