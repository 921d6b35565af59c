"""Cells whose classes have k different people, or enough different households.

A person may have records in several combinations, so the people of a class are not the sum of the
people of its combinations. They only grow with the class, and a union has no more than the sum:
that is all that cutting cells from the top relies on (docs/explanation/persons.md). So the
combinations are listed once for each of their people, and cells are cut as long as both sides have
k people.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import Infeasible
from covey.core.grouping import Grouping, GroupingProblem
from covey.core.result import Guarantee, Result
from covey.core.stop import Watch
from covey.problems.alone import kind_of
from covey.problems.cells.improve import typed
from covey.problems.cells.methods import limited, nothing
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing, pruned
from covey.problems.cells.sets import Sets
from covey.problems.cells.single import SingleProblem, SingleSolution, as_cells
from covey.problems.cells.withhold import withheld
from covey.problems.people.homes import homes
from covey.problems.people.problem import SOURCE, ByPeople, PeopleProblem
from covey.requirements.diversity import DistinctDiversity
from covey.requirements.holders import LeastHolders
from covey.requirements.requirement import Requirement, Sensitive, is_met_by_all

TRIES = 4
"""How many numbers of homes are tried for a class."""
MERGED = "classes were merged until each meets what is asked, counted by people"
"""What is noted about the way to the answer."""


def entries_of(asked: ByPeople) -> CellProblem:
    """Cells whose rows are the combinations, once for each of their holders: what compiled
    loops can count. A person counts once in every combination, so that no class of k people is
    below k."""
    cells, rows = asked.cells, asked.held.rows
    # A combination has an entry for each of its people, but its population counts once.
    first = np.diff(rows, prepend=-1) != 0
    # People and groups become sensitive values: loops that count different values then count them.
    sensitive = [Sensitive(column, asked.held.of(column)) for column in asked.held.columns]
    sensitive += [
        Sensitive(each.column, each.codes[rows], each.names)
        for each in cells.sensitive
        if each.column not in asked.held.columns
    ]
    people = cells.population
    return CellProblem(
        [axis.of_rows(rows) for axis in cells.axes],
        # With people, every entry weighs 1: a class of k people has at least k entries. With groups
        # alone, k is about records.
        np.ones(len(rows), dtype=np.int64) if asked.person else asked.held.counts,
        cells.k,
        "max-size",
        weights=cells.axis_weights,
        requirements=list(map(_for_entries, cells.requirements)),
        sensitive=sensitive,
        population=None if people is None else np.where(first, people[rows], 0),
    )


def turned_back(asked: ByPeople, found: CellSolution) -> CellSolution:
    """The same classes of the combinations themselves, with their records."""
    cells = asked.cells
    classes = _of_combinations(asked, found.classes)
    sizes = np.zeros(len(found.sizes), dtype=np.int64)
    # Entries are not records: the sizes of classes are counted again.
    np.add.at(sizes, classes, cells.weights)
    hierarchies = found.hierarchies
    if hierarchies is not None:
        hierarchies = tuple(
            replace(tree, axis=axis, leaves=_of_combinations(asked, tree.leaves))
            for tree, axis in zip(hierarchies, cells.axes, strict=True)
        )
    return replace(
        found,
        classes=classes,
        sizes=sizes,
        axis_table=cells.axis_table,
        hierarchies=hierarchies,
    )


def _of_combinations(asked: ByPeople, entries: NDArray[np.int32]) -> NDArray[np.int32]:
    """What all entries of a combination have."""
    found = np.empty(len(asked.cells.weights), dtype=np.int32)
    # Entries of one combination are equal on all axes, so cuts lead them to the same class, and
    # whichever is written last says the same.
    found[asked.held.rows] = entries
    return found


def _for_entries(requirement: Requirement) -> Requirement:
    if isinstance(requirement, LeastHolders):
        return DistinctDiversity(requirement.column, requirement.least)
    return requirement


def solve_by_people(
    asked: ByPeople,
    watch: Watch,
    cut: Callable[[CellProblem], Grouping] | None = None,
) -> tuple[CellSolution, Guarantee, tuple[str, ...]]:
    """The answer, what was promised, and notes on the way. ``cut`` solves cells so that every
    column has one partition, or one tree of nested sets; without it every class has its own
    sets."""
    cells, entries = asked.cells, entries_of(asked)
    if cut is not None:
        found = cut(entries)
        assert isinstance(found, CellSolution)
        solution, done = turned_back(asked, found), False
    else:
        found, done = typed(entries, watch, entries.requirements)
        solution = turned_back(asked, found)
    # What was promised holds for cells that are cut to the end, and not for one partition or for
    # trees.
    promise = promised(asked) if done else nothing(cells)
    notes: tuple[str, ...] = ()
    if failing(cells, cells.requirements, solution.classes, len(solution.sizes)).any():
        # Compiled loops count a person once for each combination.
        _refuse_unmet_by_all(cells)
        # Merging two classes would give the column sets that overlap others.
        if solution.one_partition:
            raise Infeasible(
                "No partition of the columns was found whose classes all meet what is asked of the"
                " sensitive columns, counted by people.",
                hint="Leave --recoding global away, or ask for less.",
            )
        solution = pruned(cells, solution, cells.requirements)
        promise, notes = nothing(cells), (MERGED,)
    if cells.suppress:
        solution, promise = withheld(cells, solution, watch), nothing(cells)
    cells.check(solution)
    return solution, promise, notes


def solve_single(
    asked: ByPeople, single: SingleProblem, sets_of: Callable[[Grouping], Sets]
) -> tuple[SingleSolution, Guarantee] | None:
    """The answer for the only attribute, if it is labels or ordered values: people are counted as
    they are grouped. None for other kinds, and where the answer does not meet what is asked
    besides k. ``sets_of`` gives the sets of the classes of an own answer."""
    cells, kind = asked.cells, kind_of(single.own)
    # The loops of these kinds know the largest class alone.
    if cells.objective != "max-size" or kind is None or not kind.counts_people:
        return None
    rows = asked.held.rows
    # Combinations without a value are a class by themselves: nobody there is counted here.
    there = single.items[rows] >= 0
    people = PeopleProblem(
        single.items[rows[there]], asked.held.of(asked.person)[there], cells.k, cells.objective
    )
    if people.total < cells.k:
        return None
    direct = kind.by_people(people)
    if direct is None:
        return None
    found, promise = direct
    answer = as_cells(cells, single, found, sets_of(found))
    if failing(cells, cells.requirements, answer.classes, len(answer.sizes)).any():
        return None
    if cells.suppress:
        promise = nothing(cells)
    # The class of missing values may be larger than any other: the ratio is one of the other
    # classes.
    elif not there.all():
        promise = replace(promise, text=f"{promise.text}; missing values apart", ratio=None)
    return answer, promise


def solve_by_homes(
    asked: ByPeople,
    single: SingleProblem,
    sets_of: Callable[[Grouping], Sets],
    solved: Callable[[GroupingProblem], Result],
) -> SingleSolution | None:
    """The answer for the only attribute by the solver of its kind, which is told how many people
    have their home in each item. None for kinds that need no homes, and where no answer meets what
    is asked. ``solved`` solves a problem.

    Classes have more people than homes: visitors. So fewer than k homes are tried as well, by the
    share that the class of fewest people has too many; what is below k people then is no answer.
    """
    cells, own, kind = asked.cells, single.own, kind_of(single.own)
    if kind is None or kind.counts_people:
        return None
    there = single.items[asked.held.rows] >= 0
    items = single.items[asked.held.rows[there]]
    people = PeopleProblem(items, asked.held.of(asked.person)[there], cells.k)
    weights = np.zeros(len(own.weights), dtype=np.int64)
    weights[: len(people.weights)] = homes(people)
    # ``fewest`` homes are tried next: more than ``least``, with which some class failed, and fewer
    # than ``most``, which were enough.
    best, fewest, least, most = None, cells.k, 0, cells.k + 1
    for _ in range(TRIES):
        # Only the least number of homes differs between tries. The weights are the same.
        answer = _by_homes(asked, single, sets_of, kind.with_weights(weights, fewest), solved)
        if answer is None:
            break
        sizes = asked.sizes(answer.classes, len(answer.sizes))
        if failing(cells, cells.requirements, answer.classes, len(answer.sizes)).any():
            least, fewest = fewest, (fewest + most) // 2
        else:
            rank = int(sizes.max()), -len(sizes)
            best = min([each for each in (best, (rank, answer)) if each], key=lambda each: each[0])
            # All classes have more people than homes, so fewer homes may be enough.
            most, fewest = fewest, fewest * cells.k // int(sizes.min())
        if not least < fewest < most:
            break
    return None if best is None else best[1]


def _by_homes(
    asked: ByPeople,
    single: SingleProblem,
    sets_of: Callable[[Grouping], Sets],
    again: GroupingProblem,
    solved: Callable[[GroupingProblem], Result],
) -> SingleSolution | None:
    """The answer to a problem of homes, with the records of its classes."""
    try:
        found = solved(again).solution
    except Infeasible:
        return None
    sizes = np.zeros(len(found.sizes), dtype=np.int64)
    np.add.at(sizes, found.classes, single.own.weights)
    found = replace(found, sizes=sizes)
    return as_cells(asked.cells, single, found, sets_of(found))


def _refuse_unmet_by_all(cells: CellProblem) -> None:
    """Refuse what not even the table as one class meets. Some rules, counted by people, may be met
    by small classes and not by their union: other classes may then exist, but merging does not find
    them."""
    for each in cells.requirements:
        if not is_met_by_all(each, cells.sensitive, cells.weights, cells.population):
            raise Infeasible(
                f"Counted by people, the table as one class does not have {each.words()}, and no"
                " classes that do were found.",
                hint="Ask for less, or leave --person away to count records.",
            )


def promised(asked: ByPeople) -> Guarantee:
    """What holds where no cell can be cut any more, by docs/explanation/persons.md."""
    cells = asked.cells
    # Theorem 3 is about k people alone: what else is asked of a class may keep it from being cut.
    others = [each for each in cells.requirements if not _is_people(each)]
    if not asked.person or others:
        return nothing(cells)
    fullest = int(asked.problem().weights.max())
    return limited(cells, fullest, "people", SOURCE, "the fullest combination")


def _is_people(requirement: Requirement) -> bool:
    return isinstance(requirement, LeastHolders) and requirement.people
