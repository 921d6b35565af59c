"""Requirements for the four houses of one attribute.

The house's own answer stands if it meets them. Otherwise the same problem is solved as cells of one
attribute, whose cuts respect requirements, and its classes are turned back into the house's own.
The lower bound is the house's in both cases: requirements only raise the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import Infeasible, InvalidInput
from covey.core.grouping import Grouping
from covey.core.result import Result
from covey.core.stop import CUT_OFF
from covey.core.words import listed
from covey.problems.cells.axes import AreaAxis, Axis, LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.intervals.problem import IntervalProblem
from covey.problems.labels.problem import LabelProblem, LabelSolution
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.requirements.entries import Entries
from covey.requirements.requirement import (
    Requirement,
    bind,
    offending,
    refuse_impossible,
    spread_of,
)


def solve_constrained(
    problem: Any,
    solved: Callable[[Any], Result],
    requirements: Sequence[Requirement],
    entries: Entries,
) -> Result:
    """``solved`` solves a problem without requirements."""
    if not isinstance(problem, LabelProblem | IntervalProblem | RectangleProblem | RegionProblem):
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
    found = solved(cells)
    assert isinstance(found.solution, CellSolution)
    solution = _turned_back(problem, found.solution)
    problem.check(solution)
    assert _offending(solution, bound, entries) is None
    cost = problem.cost(solution.sizes)
    return replace(
        own,
        solution=solution,
        cost=cost,
        guarantee=found.guarantee,
        method=found.method,
        options=found.options,
        runtime=own.runtime + found.runtime,
        notes=(
            # The bound is that of the first search, which the clock may have cut off as well.
            *dict.fromkeys((*(note for note in own.notes if note == CUT_OFF), *found.notes)),
            f"cut as cells, so that every class has {_words(bound)}; the lower bound is that"
            " without requirements",
        ),
    )


def _words(requirements: Sequence[Requirement]) -> str:
    return "; ".join(requirement.words() for requirement in requirements)


def _offending(
    solution: Grouping, requirements: Sequence[Requirement], entries: Entries
) -> Requirement | None:
    classes = solution.classes[entries.items]
    return offending(requirements, entries.sensitive, classes, entries.counts, entries.population)


def _refuse_impossible_parts(
    problem: Any, requirements: Sequence[Requirement], entries: Entries
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


def _axis(problem: Any, entries: Entries) -> Axis:
    if isinstance(problem, LabelProblem):
        return LabelAxis(entries.items, len(problem.weights))
    if isinstance(problem, IntervalProblem):
        return OrderedAxis(entries.items, np.arange(len(problem.weights)))
    if isinstance(problem, RegionProblem):
        return AreaAxis(entries.items, problem.graph)
    xs, x = np.unique(problem.x, return_inverse=True)
    ys, y = np.unique(problem.y, return_inverse=True)
    return PlaceAxis(x[entries.items], y[entries.items], xs, ys)


def _turned_back(problem: Any, found: CellSolution) -> Grouping:
    """The classes of all items, those without records included: the cuts lead them, too."""
    if isinstance(problem, LabelProblem):
        classes = _led(problem, found, np.arange(len(problem.weights)))
        order = np.argsort(-found.sizes, kind="stable")
        number = np.argsort(order).astype(np.int32)
        return LabelSolution(number[classes], found.sizes[order])
    if isinstance(problem, IntervalProblem):
        classes = _led(problem, found, np.arange(len(problem.weights)))
        return problem.solution(np.flatnonzero(np.diff(classes, prepend=-1)))
    if isinstance(problem, RegionProblem):
        tree = found.layout.trees[0]
        assert tree is not None
        return RegionSolution(_led(problem, found, tree.place), found.sizes.copy())
    return _cells(problem, found)


def _led(problem: Any, found: CellSolution, *codes: NDArray[Any]) -> NDArray[np.int32]:
    from covey.problems.cells.cuts import route

    columns = found.layout.columns([1.0])
    every = np.ascontiguousarray(np.column_stack(codes), dtype=np.int32)
    leaf = route(found.nodes, every, columns.kinds, found.pool, columns.component, columns.at)
    return found.nodes.number[leaf]


def _cells(problem: RectangleProblem, found: CellSolution) -> RectangleSolution:
    """The cells tile the box: they meet between the same two neighbouring coordinates."""
    from covey.problems.rectangles.plane import round_between

    sets: Any = found.sets[0]
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
    return RectangleSolution(_led(problem, found, x, y), found.sizes.copy(), cells)
