"""Requirements for the kinds of problems of one attribute.

The solver's own answer stands if it meets them. Otherwise the same problem is solved as cells of
one attribute, whose cuts respect requirements, and the classes of the own answer are merged until
they meet them; the better answer is taken. The lower bound is that of the own solver in all cases:
requirements only raise the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import Infeasible, InvalidInput
from covey.core.grouping import Grouping, GroupingProblem
from covey.core.result import Result
from covey.core.stop import CUT_OFF, Stop
from covey.core.words import listed
from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis, TreeAxis
from covey.problems.cells.bound import certify
from covey.problems.cells.merge import merged
from covey.problems.cells.methods import nothing
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing
from covey.problems.cells.sets import PlaceSets, Sets
from covey.problems.cells.single import (
    SingleProblem,
    SingleSolution,
    as_cells,
    member_sets,
    rectangle_sets,
    run_sets,
)
from covey.problems.cells.withhold import rank, withheld
from covey.problems.intervals.problem import IntervalProblem, IntervalSolution
from covey.problems.labels.problem import LabelProblem, LabelSolution
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.problems.trees.problem import TreeProblem, TreeSolution
from covey.requirements.entries import Entries
from covey.requirements.requirement import (
    Requirement,
    bind,
    offending,
    refuse_impossible,
    spread_of,
)

OwnProblem = LabelProblem | IntervalProblem | RectangleProblem | RegionProblem | TreeProblem
"""The problem of a single attribute."""

DIVIDED = "values were divided step by step, so that every class meets what is asked"
MERGED = "classes were merged until each meets what is asked"
"""What is noted about the way to the answer."""


def solve_constrained(
    problem: GroupingProblem,
    solved: Callable[[GroupingProblem], Result],
    requirements: Sequence[Requirement],
    entries: Entries,
) -> Result:
    """``solved`` solves a problem without requirements."""
    if not isinstance(problem, OwnProblem):
        raise InvalidInput("The requirements of cells are part of their problem.")
    if isinstance(problem, RegionProblem) and problem.second is not None:
        raise InvalidInput(
            "A second threshold does not go with requirements.",
            hint="Give the population with the entries, and require PopulationK.",
        )
    entries.refuse_unless_of(problem.weights, problem.item)
    bound = bind(requirements, entries.sensitive, entries.population, len(entries.items))
    problem.require_feasible()
    refuse_impossible(bound, entries.sensitive, entries.counts, entries.population)
    _refuse_impossible_parts(problem, bound, entries)
    own = solved(problem)
    if _offending(own.solution, bound, entries) is None:
        return replace(own, notes=(*own.notes, f"meets its requirements: {_words(bound)}"))
    cells = CellProblem(
        [_axis(problem, entries)],
        entries.counts,
        problem.k,
        problem.objective,
        requirements=bound,
        sensitive=entries.sensitive,
        population=entries.population,
    )
    single = SingleProblem(problem, entries.items.astype(np.int64))
    found = solve_as_cells(cells, single, own, lambda each: _sets_of(problem, each), solved)
    solution = _turned_back(problem, found.solution)
    problem.check(solution)
    assert _offending(solution, bound, entries) is None
    return replace(
        found,
        problem=problem,
        solution=solution,
        cost=problem.cost(solution.sizes),
        certificate=own.certificate,
        runtime=own.runtime + found.runtime,
        notes=(
            # The bound is that of the first search, which the clock may have cut off as well.
            *dict.fromkeys((*(note for note in own.notes if note == CUT_OFF), *found.notes)),
            f"every class has {_words(bound)}; the lower bound is that without requirements",
        ),
    )


def solve_as_cells(
    cells: CellProblem,
    single: SingleProblem,
    own: Result,
    sets_of: Callable[[Grouping], Sets],
    solved: Callable[[CellProblem], Result],
) -> Result:
    """Solve a problem of one attribute whose own answer does not meet the requirements.

    It is cut as cells, whose cuts respect requirements, and the classes of its own answer are
    merged until they meet them: the better answer is taken. ``sets_of`` gives the sets of the
    classes of an own answer, ``solved`` solves cells.
    """
    found = solved(cells)
    found = replace(
        found,
        notes=(
            *found.notes,
            DIVIDED,
        ),
    )
    together = merged(cells, single, own.solution)
    if together is None:
        return found
    other = as_cells(cells, single, together, sets_of(together))
    # Records without a value are a class that cannot be merged with others.
    unmet = failing(cells, cells.requirements, other.classes, len(other.sizes)).any()
    if unmet or int(other.sizes.min()) < cells.k:
        return found
    other = withheld(cells, other, Stop(seconds=None).start())
    assert isinstance(found.solution, CellSolution)
    if rank(cells, found.solution) <= rank(cells, other):
        return found
    cells.check(other)
    cost = cells.cost(other.sizes)
    return replace(
        found,
        solution=other,
        cost=cost,
        certificate=certify(cells, cost),
        guarantee=nothing(cells),
        method=own.method,
        options=own.options,
        notes=(*found.notes[:-1], MERGED),
    )


def _words(requirements: Sequence[Requirement]) -> str:
    return "; ".join(requirement.words() for requirement in requirements)


def _offending(
    solution: Grouping, requirements: Sequence[Requirement], entries: Entries
) -> Requirement | None:
    classes = solution.classes[entries.items]
    return offending(requirements, entries.sensitive, classes, entries.counts, entries.population)


def _refuse_impossible_parts(
    problem: OwnProblem, requirements: Sequence[Requirement], entries: Entries
) -> None:
    """No region reaches over components, so each of them must meet the requirements."""
    if not isinstance(problem, RegionProblem):
        return
    components = problem.graph.components
    for requirement in requirements:
        spread, _ = spread_of(
            requirement,
            entries.sensitive,
            components[entries.items],
            entries.counts,
            entries.population,
        )
        bad = np.flatnonzero(~requirement.met(spread))
        if len(bad):
            areas = np.flatnonzero(components == spread.classes[spread.starts[bad[0]]])
            named = listed(str(problem.names[area]) for area in areas.tolist())
            raise Infeasible(
                f"No border that may be crossed joins {named} to other areas, and they do not have"
                f" {requirement.words()}.",
                hint="Ask for less, or join the parts of the map (--islands nearest).",
            )


def _axis(problem: OwnProblem, entries: Entries) -> Axis:
    if isinstance(problem, LabelProblem):
        return LabelAxis(entries.items, len(problem.weights))
    if isinstance(problem, IntervalProblem):
        return OrderedAxis(entries.items, np.arange(len(problem.weights)))
    if isinstance(problem, RegionProblem):
        return AreaAxis(entries.items, problem.graph)
    if isinstance(problem, TreeProblem):
        return TreeAxis(
            entries.items, len(problem.weights), problem.parents, ordered=problem.ordered
        )
    xs, x = np.unique(problem.x, return_inverse=True)
    ys, y = np.unique(problem.y, return_inverse=True)
    return PlaceAxis(x[entries.items], y[entries.items], xs, ys)


def _sets_of(problem: OwnProblem, own: Grouping) -> Sets:
    """The sets of the classes of an own answer, on the axis of the problem."""
    if isinstance(problem, IntervalProblem):
        assert isinstance(own, IntervalSolution)
        return run_sets(own.starts, len(problem.weights))
    if isinstance(problem, RectangleProblem):
        assert isinstance(own, RectangleSolution)
        return rectangle_sets(own.cells, np.unique(problem.x), np.unique(problem.y))
    return member_sets(own)


def _turned_back(problem: OwnProblem, found: Grouping) -> Grouping:
    """The classes of all items. The cuts of cells also lead the items without records."""
    if isinstance(found, SingleSolution):
        return found.own
    assert isinstance(found, CellSolution)
    if isinstance(problem, LabelProblem):
        classes = _led(found, np.arange(len(problem.weights)))
        order = np.argsort(-found.sizes, kind="stable")
        number = np.argsort(order).astype(np.int32)
        return LabelSolution(number[classes], found.sizes[order])
    if isinstance(problem, IntervalProblem):
        classes = _led(found, np.arange(len(problem.weights)))
        return problem.solution(np.flatnonzero(np.diff(classes, prepend=-1)))
    if isinstance(problem, TreeProblem):
        return TreeSolution(_led(found, np.arange(len(problem.weights))), found.sizes.copy())
    if isinstance(problem, RegionProblem):
        tree = found.axis_table.trees[0]
        assert tree is not None
        return RegionSolution(_led(found, tree.place), found.sizes.copy())
    return _cells(problem, found)


def _led(found: CellSolution, *codes: NDArray[Any]) -> NDArray[np.int32]:
    from covey.problems.cells.cut_tree import route

    columns = found.axis_table.columns([1.0])
    every = np.ascontiguousarray(np.column_stack(codes), dtype=np.int32)
    leaf = route(found.nodes, every, columns.kinds, found.pool, columns.component, columns.at)
    return found.nodes.number[leaf]


def _cells(problem: RectangleProblem, found: CellSolution) -> RectangleSolution:
    """The cells tile the box: they meet between the same two neighbouring coordinates."""
    from covey.problems.rectangles.plane import round_between

    (sets,) = found.sets
    assert isinstance(sets, PlaceSets)
    (xs, x), (ys, y) = (np.unique(v, return_inverse=True) for v in (problem.x, problem.y))
    x_low, y_low, x_high, y_high = problem.box

    def borders(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
        inner = [round_between(a, b) for a, b in pairwise(values)]
        return np.array([low, *inner, high])

    across, up = borders(xs, x_low, x_high), borders(ys, y_low, y_high)
    own = sets.of_class
    cells = np.column_stack(
        [
            across[sets.x_low[own]],
            up[sets.y_low[own]],
            across[sets.x_high[own] + 1],
            up[sets.y_high[own] + 1],
        ]
    )
    return RectangleSolution(_led(found, x, y), found.sizes.copy(), cells)
