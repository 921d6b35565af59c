"""All quasi-identifiers of a table as codes, and the problem that they make together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import Attribute, Choices, refuse_without_values
from covey.attributes.role import Role
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible
from covey.core.holders import Holders
from covey.core.words import plural
from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.problems.cells.bound import CERTIFICATES, Withheld
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.single import SingleProblem
from covey.problems.people.problem import ByPeople
from covey.requirements.holders import LeastHolders, holder_attributes
from covey.requirements.requirement import Requirement, Sensitive, bind, spread_of

if TYPE_CHECKING:
    from covey.core.grouping import Grouping, GroupingProblem, Objective
    from covey.problems.cells.problem import SuppressFor


@dataclass(frozen=True, eq=False, kw_only=True)
class Demands:
    """What is asked of the classes.

    requirements, sensitive
        What every class must meet besides k, and the sensitive columns that this is about.
    weights
        What the loss of each quasi-identifier counts; all the same, if not given.
    suppress, suppress_for
        The share of the records that may be withheld, and what for: see ``CellProblem``.
    tight
        Whether ranges and rectangles are published as what occurs in a class.
    people
        How many people of the population each counted combination stands for, if that is known.
    held, person, groups
        Who the records are of, the column that identifies a person, if they are to be counted, and
        how many different groups a class has at least, by their column.
    """

    k: int
    objective: Objective = "max-size"
    requirements: Sequence[Requirement] = ()
    sensitive: Sequence[str] = ()
    weights: Sequence[float] | None = None
    suppress: float = 0.0
    suppress_for: SuppressFor = "loss"
    tight: bool = False
    people: NDArray[np.int64] | None = None
    held: Holders | None = None
    person: str = ""
    groups: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class CodedTable:
    """A counted table as a problem.

    items
        The problem's combination of every counted combination, SUPPRESSED if it has none.
    single
        The problem of the only quasi-identifier, for the solver of its kind; None, if there are
        several, or if it cannot have an answer of its own.
    sensitive
        How the sensitive columns were read that something is asked of.
    by_people
        The problem with who the records are of, if people or groups are counted.
    """

    attributes: tuple[Attribute, ...]
    problem: CellProblem
    items: NDArray[np.int64]
    tight: bool
    single: SingleProblem | None
    sensitive: dict[str, str]
    by_people: ByPeople | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for attribute in self.attributes for column in attribute.columns)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know, whatever the answer is."""
        return tuple(note for attribute in self.attributes for note in attribute.notes)

    @property
    def problem_kind(self) -> str:
        """The kind of problem that is solved first."""
        return str((self.problem if self.single is None else self.single.own).problem_kind)

    def proved_by(self, kind: str) -> GroupingProblem:
        """The problem that a proof of this kind is about: that of the only quasi-identifier, unless
        the proof is one for cells. Its bound holds for cells as long as nobody is withheld."""
        # Counted by people, bounds are proved on a problem of items and people of its own.
        if self.by_people is not None and self.by_people.person:
            return self.by_people.problem(in_order=self.in_order)
        for_cells = kind in {each.kind for each in CERTIFICATES}
        if self.problem.suppress and kind != Withheld.kind:
            return self.withholding_nobody.proved_by(kind)
        if self.single is None or for_cells:
            return self.problem
        return self.single.own

    @property
    def withholding_nobody(self) -> CodedTable:
        """The same without an allowance."""
        problem = self.problem.changed(suppress=0)
        people = self.by_people
        by_people = None if people is None else replace(people, cells=problem)
        return replace(self, problem=problem, by_people=by_people)

    @property
    def in_order(self) -> bool:
        """Whether classes are runs of the values of one column, all of which are there."""
        (axis, *others) = self.problem.axes
        return len(axis.lines) == 1 and not others and int(axis.codes.min()) >= 0

    def people(self, solution: Grouping) -> list[int] | None:
        """The people of every class; None, if records are counted."""
        if self.by_people is None or not self.by_people.person:
            return None
        found: list[int] = self.by_people.sizes(solution.classes, len(solution.sizes)).tolist()
        return found

    def classes(self, solution: Grouping) -> NDArray[np.int64]:
        """The class of every counted combination."""
        found = np.full(len(self.items), SUPPRESSED, dtype=np.int64)
        known = self.items >= 0
        found[known] = solution.classes[self.items[known]]
        return found

    def records(self, solution: Grouping) -> NDArray[np.int64]:
        """The published records of every counted combination."""
        # Withheld combinations have a negative class, and publish no record.
        weights = np.where(solution.classes >= 0, self.problem.weights, 0)
        return np.where(self.items >= 0, weights[np.maximum(self.items, 0)], 0)


def code_table(
    quasi: Mapping[str, Role],
    staged: Staged,
    counted: Counted,
    demands: Demands,
    choices: Choices,
) -> CodedTable:
    """The problem of a counted table."""
    # Roles read their columns: some need k, or who the records are of, to know which sets are
    # allowed (keep-common, regions that may cross borders).
    choices = choices._replace(k=demands.k, held=demands.held, person=demands.person)
    attributes = tuple(role.read(name, staged, counted, choices) for name, role in quasi.items())
    # A record that one column leaves out is in no class at all.
    kept = ~np.any([attribute.left_out for attribute in attributes], axis=0)
    if not kept.any():
        raise Infeasible(
            f"{staged.name}: all records would be suppressed, because each lacks a value."
        )
    # A column of which only missing values are kept has nothing to generalize.
    for attribute in attributes:
        refuse_without_values(staged, kept & ~attribute.missing, attribute.columns)
    records = np.where(kept, counted.counts, 0)
    # Values that only suppressed records have must not show in a name, a border or a tree.
    if not kept.all():
        attributes = tuple(each.narrowed(records).attribute for each in attributes)
    # From here on all arrays are by the kept combinations, not by the counted ones.
    held = None if demands.held is None else demands.held.among(kept)
    holders = (held.rows, held.of(demands.person)) if held is not None and demands.person else None
    sensitive = [_sensitive(column, counted, kept, holders) for column in demands.sensitive]
    if held is not None:
        sensitive += holder_attributes(held, int(kept.sum()))
    # k people, and groups at least, are requirements like l or t: the solver knows one way.
    demands = replace(demands, requirements=[*_least_holders(demands), *demands.requirements])
    # Missing values that cannot be a class of their own count as another value.
    attributes = tuple(
        each
        if _can_be_a_class(each.missing[kept], counted.counts[kept], demands, sensitive)
        else each.anchored(records, demands.k)
        for each in attributes
    )
    for attribute in attributes:
        attribute.refuse_unfit(demands.k)
    problem = CellProblem(
        [attribute.axis(kept) for attribute in attributes],
        counted.counts[kept],
        demands.k,
        demands.objective,
        weights=demands.weights,
        requirements=demands.requirements,
        sensitive=sensitive,
        population=None if demands.people is None else demands.people[kept],
        # A share of all rows of the table, also of those that are suppressed for another reason.
        suppress=int(demands.suppress * staged.rows),
        suppress_for=demands.suppress_for,
        pinned=np.any([attribute.pinned[kept] for attribute in attributes], axis=0),
        anchored=np.any([attribute.anchored_here[kept] for attribute in attributes], axis=0),
    )
    if held is not None:
        _refuse_few_in_a_part(attributes, problem, held)
    return CodedTable(
        attributes=attributes,
        problem=problem,
        # The cumulative sum numbers the kept combinations from 0 on.
        items=np.where(kept, np.cumsum(kept) - 1, SUPPRESSED),
        tight=demands.tight,
        single=_single(attributes, kept, problem),
        sensitive={column: staged.kinds[column] for column in demands.sensitive},
        by_people=None if held is None else ByPeople(problem, held, demands.person),
    )


def _refuse_few_in_a_part(
    attributes: Sequence[Attribute], problem: CellProblem, held: Holders
) -> None:
    """A part of a map that no border joins to the rest needs as many people as a class does."""
    least = [each for each in problem.requirements if isinstance(each, LeastHolders)]
    for attribute, axis in zip(attributes, problem.axes, strict=True):
        parts = axis.parts
        if parts is None:
            continue
        for each in least:
            found = held.per_class(each.column, parts)
            few = int(((found > 0) & (found < each.least)).sum())
            # If there is only one part, it is the whole table, and the solver itself says what is
            # wrong.
            if few and int((found > 0).sum()) > 1:
                raise Infeasible(
                    f"{plural(few, 'part')} of the map of {attribute.name!r} that no border joins"
                    f" to the rest: not {each.words()} there.",
                    hint="Join islands to their nearest area with --islands nearest, or ask for"
                    " fewer.",
                    given=few,
                )


def _least_holders(demands: Demands) -> list[LeastHolders]:
    people = [LeastHolders(demands.person, demands.k, people=True)] if demands.person else []
    return people + [LeastHolders(column, least) for column, least in demands.groups.items()]


def _can_be_a_class(
    missing: NDArray[np.bool_],
    counts: NDArray[np.int64],
    demands: Demands,
    sensitive: Sequence[Sensitive],
) -> bool:
    """Whether the records without a value are enough for a class, and meet what is asked of the
    sensitive columns. (The population is not asked: a verifier may not have it.)"""
    if int(counts[missing].sum()) < demands.k:
        return False
    # A requirement without a column is about the population.
    asked = [each for each in demands.requirements if each.column is not None]
    # Two classes, the missing ones and all others. Only the first is asked below.
    classes = np.where(missing, 0, 1).astype(np.int32)
    for each in bind(asked, sensitive, None, len(counts)):
        spread, _ = spread_of(each, sensitive, classes, counts, None)
        if not each.met(spread)[0]:
            return False
    return True


def _single(
    attributes: Sequence[Attribute], kept: NDArray[np.bool_], problem: CellProblem
) -> SingleProblem | None:
    """The problem of the only quasi-identifier, if its solver can answer: too few records without
    a value are no class, and have no place in the others."""
    if len(attributes) > 1:
        return None
    found = attributes[0].single(kept, problem.weights, problem.k, problem.objective)
    without = int(problem.weights[found.items < 0].sum())
    return None if 0 < without < problem.k or found.own.total < problem.k else found


def _sensitive(
    column: str,
    counted: Counted,
    kept: NDArray[np.bool_],
    holders: tuple[NDArray[np.int64], NDArray[np.int64]] | None,
) -> Sensitive:
    """Missing is a value like any other."""
    # Code 0 is the missing value, so ranks, which are -1 there, move up by one.
    own = counted.of([column])
    names = ["(missing)", *own.values[0].tolist()]
    return Sensitive(column, own.ranks[0][kept] + 1, names, holders)
