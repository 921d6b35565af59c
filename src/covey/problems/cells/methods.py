"""The methods for cells by name."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from covey.core.errors import InvalidInput
from covey.core.method import Method, MethodResult
from covey.core.result import Guarantee
from covey.core.stop import Watch
from covey.problems.cells.bound import certify
from covey.problems.cells.constrain import best_tree
from covey.problems.cells.grids.search import searched
from covey.problems.cells.kinds import ORDERED
from covey.problems.cells.nested import nested
from covey.problems.cells.parts import RECORDS, can_be_in_parts, in_parts, made_in_parts
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing
from covey.problems.cells.recode import recoded
from covey.problems.cells.slabs import slabs
from covey.problems.cells.withhold import withheld


def _auto(problem: CellProblem, watch: Watch, seed: int) -> MethodResult:
    """The typed partition. Only where its largest class is not proved to be within what slabs
    promise, they are tried: hardly ever, for that takes a table which is made for it."""
    answer = _typed(problem, watch, seed)
    times = _times_by_slabs(problem)
    if times is None or answer.guarantee.ratio is None or answer.certificate is None:
        return answer
    assert isinstance(answer.solution, CellSolution)
    solution = answer.solution
    # The bound is at most the optimum: within so many times the bound, the promise holds anyhow.
    if problem.cost(solution.sizes) > times * answer.certificate.bound:
        other = slabs(problem, watch)
        if other is None:
            return answer
        solution = min(solution, other, key=lambda each: problem.cost(each.sizes))
    return _answer(problem, solution, _with_ratio(answer.guarantee, times))


def _slabs(problem: CellProblem, watch: Watch, seed: int) -> MethodResult:
    times = _times_by_slabs(problem)
    solution = None if times is None else slabs(problem, watch)
    if times is None or solution is None:
        return _typed(problem, watch, seed)
    text = f"at most {times} times the optimum"
    return _answer(
        problem, solution, Guarantee(text, "docs/explanation/slabs.md", ratio=Fraction(times))
    )


def _times_by_slabs(problem: CellProblem) -> int | None:
    """The multiple of the optimum that slabs promise, by docs/explanation/slabs.md. None where they
    do not: they take an ordered column and another one, and what :func:`promised` takes."""
    kinds = problem.axis_table.kinds
    fits = problem.objective == "max-size" and not problem.suppress
    # Where cuts promise nothing, as with missing values, the proof for slabs does not hold either.
    # One column alone has its own solver, with a better promise.
    if not fits or promised(problem).ratio is None or len(kinds) < 2 or ORDERED not in kinds:
        return None
    return _around(problem)


def _with_ratio(guarantee: Guarantee, times: int) -> Guarantee:
    text = guarantee.text.partition(", so at most")[0]
    return Guarantee(
        f"{text}, and at most {times} times the optimum",
        "docs/explanation/slabs.md",
        ratio=Fraction(times),
        limit=guarantee.limit,
    )


def _typed(problem: CellProblem, watch: Watch, seed: int) -> MethodResult:
    solution, done = best_tree(problem, watch)
    return _answer(problem, solution, promised(problem) if done else nothing(problem))


def _parts(problem: CellProblem, watch: Watch, seed: int, *, records: int) -> MethodResult:
    """What is promised of cells that cannot be cut any more holds whatever was cut above them."""
    if not isinstance(records, int) or isinstance(records, bool) or records < 1:
        raise InvalidInput(
            f"A part has at least one record; given: {records!r} as their least number.",
            given=records,
        )
    if not can_be_in_parts(problem):
        raise InvalidInput(
            "t-closeness compares every class with the whole table, which a part does not know.",
            hint="Solve it in one (--part-size 0), or ask for l-diversity.",
        )
    found = in_parts(problem, watch, records)
    watch.cut_off = watch.cut_off or found.cut_off
    answer = _answer(problem, found.solution, promised(problem) if found.done else nothing(problem))
    return replace(answer, notes=(made_in_parts(found.parts, records, found.smaller),))


def _global(problem: CellProblem, watch: Watch, seed: int) -> MethodResult:
    # Without the requirements first: they are often met anyhow, and checking them at every cut
    # takes long.
    solution = recoded(problem, (), watch)
    if failing(problem, problem.requirements, solution.classes, len(solution.sizes)).any():
        solution = recoded(problem, problem.requirements, watch)
    found = list(searched(problem, watch, seed))
    if found:
        # By the loss, which decides in global recoding (docs/reference/cells.md). Without
        # requirements there is one search, and its answer knows the best that withholds nobody.
        nobody = found[0].nobody
        if nobody is not None:
            nobody = min([solution, nobody], key=problem.loss)
        if problem.pinned.any():
            # The search withholds all or none of those who pin others. Some may be withheld, too.
            found.append(withheld(problem, nobody or solution, watch))
        solution = replace(min([solution, *found], key=problem.loss), nobody=nobody)
    else:
        solution = withheld(problem, solution, watch)
    return _answer(problem, solution, nothing(problem))


def _nested(problem: CellProblem, watch: Watch, seed: int) -> MethodResult:
    solution = withheld(problem, nested(problem, watch, seed), watch)
    return _answer(problem, solution, nothing(problem))


def _answer(problem: CellProblem, solution: CellSolution, guarantee: Guarantee) -> MethodResult:
    return MethodResult(solution, guarantee, certify(problem, problem.cost(solution.sizes)))


def promised(problem: CellProblem) -> Guarantee:
    """What holds where no cell can be cut any more, by docs/reference/cells.md: on every attribute
    all but a few records of a class have the same value. With missing values, requirements, a map
    in several parts or a tree above labels, a cell may have to stay as it is."""
    if problem.requirements:
        return nothing(problem)
    heaviest = int(problem.distinct.weights.max())
    return limited(problem, heaviest, "records", "docs/reference/cells.md", "heaviest")


def limited(problem: CellProblem, heaviest: int, what: str, source: str, name: str) -> Guarantee:
    """The promise for a heaviest combination of so many records, or people."""
    # Missing values can only be split off as a whole, and a class may be too small for that.
    blocked = any(axis.has_missing for axis in problem.axes)
    scattered = any(
        tree is not None and int((tree.parent < 0).sum()) > 1 for tree in problem.axis_table.trees
    )
    free = all(axis.any_set_may_be_cut for axis in problem.axes)
    if blocked or scattered or not free:
        return nothing(problem)
    around = _around(problem)
    limits = {
        f"{name} + {around} (k - 1)": heaviest + around * (problem.k - 1),
        "3k - 3": 3 * problem.k - 3,
        "2k - 1": 2 * problem.k - 1,
    }
    reason = max(limits, key=lambda each: limits[each])
    most = limits[reason]
    text = f"no class above {most:,} {what}: {reason}"
    if problem.objective == "quadratic":
        return Guarantee(text, source, limit=problem.total * (most - problem.k))
    if problem.suppress:
        # The heaviest combination may be withheld: the optimum need not be as large as it is.
        return Guarantee(text, source, limit=most)
    # The optimum is at least k and at least the heaviest combination, which bounds each of the
    # limits by a multiple of it.
    times = max(around + 1, 3)
    text += f", so at most {times} times the optimum"
    return Guarantee(text, source, ratio=Fraction(times), limit=most)


def _around(problem: CellProblem) -> int:
    """On how many sides of a combination there can be others, over all attributes."""
    around = 0
    for axis, tree in zip(problem.axes, problem.axis_table.trees, strict=True):
        around += axis.sides if tree is None else tree.degree
    return around


def nothing(problem: CellProblem) -> Guarantee:
    limit = problem.total
    if problem.objective == "quadratic":
        limit *= problem.total
    # A limit, but no ratio and no source: comparisons do not take it for a promise.
    return Guarantee("k, and nothing about the largest class", limit=limit)


METHODS: tuple[Method, ...] = (
    Method("auto", "the typed partition", _auto),
    Method("typed", "cells cut where it is worth most", _typed),
    Method(
        "parts",
        "the typed partition, in parts that are solved by themselves",
        _parts,
        options={"records": RECORDS},
        # Of a table that is compared, there is mostly one part.
        variants=(),
    ),
    Method(
        "slabs",
        "slabs of one ordered column, cut on the others",
        _slabs,
        objectives=("max-size",),
    ),
    Method(
        "nested", "one tree of nested sets for each attribute, of which classes have nodes", _nested
    ),
    Method("global", "one partition for each attribute, used in every class", _global),
)
