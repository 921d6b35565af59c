"""The methods for cells by name."""

from __future__ import annotations

from covey.core.method import Method, MethodResult
from covey.core.result import Guarantee
from covey.core.stop import Watch
from covey.problems.cells.axes import LabelAxis, OrderedAxis, PlaceAxis
from covey.problems.cells.bound import certify
from covey.problems.cells.constrain import constrained
from covey.problems.cells.improve import typed
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing
from covey.problems.cells.recode import recoded
from covey.problems.cells.withhold import rank, rare_gaps, withheld


def _typed(problem: CellProblem, watch: Watch, seed: int) -> MethodResult:
    solution, done = constrained(problem, watch)
    solution = withheld(problem, solution, watch)
    for gaps in rare_gaps(problem):
        if not done or watch.expired:
            break
        other, finished = typed(problem, watch, left_out=gaps)
        if finished:
            other = withheld(problem, other, watch)
            solution = min(solution, other, key=lambda found: rank(problem, found))
    return _answer(problem, solution, promised(problem) if done else nothing(problem))


def _global(problem: CellProblem, watch: Watch, seed: int) -> MethodResult:
    solution = recoded(problem, (), watch)
    if failing(problem, problem.requirements, solution.classes, len(solution.sizes)).any():
        solution = recoded(problem, problem.requirements, watch)
    solution = withheld(problem, solution, watch)
    return _answer(problem, solution, nothing(problem))


def _answer(problem: CellProblem, solution: CellSolution, guarantee: Guarantee) -> MethodResult:
    return MethodResult(solution, guarantee, certify(problem, problem.cost(solution.sizes)))


def promised(problem: CellProblem) -> Guarantee:
    """What holds where no cell can be cut any more, by docs/cells.md: on every attribute all but a
    few records of a class have the same value. With missing values, requirements or a map in
    several parts, a cell may have to stay as it is."""
    blocked = any(len(axis.codes) and int(axis.codes.min()) < 0 for axis in problem.axes)
    scattered = any(
        tree is not None and int((tree.parent < 0).sum()) > 1 for tree in problem.axis_table.trees
    )
    if blocked or scattered or problem.requirements:
        return nothing(problem)
    around = 0
    for axis, tree in zip(problem.axes, problem.axis_table.trees, strict=True):
        if tree is not None:
            around += tree.degree
        else:
            around += {OrderedAxis: 2, PlaceAxis: 4, LabelAxis: 1}[type(axis)]
    heaviest = int(problem.distinct.weights.max())
    most = max(heaviest + around * (problem.k - 1), 3 * problem.k - 3, 2 * problem.k - 1)
    text = f"no class above {most:,} records: heaviest + {around} (k - 1)"
    limit = problem.total * (most - problem.k) if problem.objective == "quadratic" else most
    return Guarantee(text, "docs/cells.md", limit=limit)


def nothing(problem: CellProblem) -> Guarantee:
    limit = problem.total
    if problem.objective == "quadratic":
        limit *= problem.total
    return Guarantee("k, and nothing about the largest class", limit=limit)


METHODS: tuple[Method, ...] = (
    Method("auto", "the typed partition", _typed),
    Method("typed", "cells cut where it is worth most", _typed),
    Method("global", "one partition for each attribute, used in every class", _global),
)
