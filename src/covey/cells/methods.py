"""The methods for cells by name."""

from __future__ import annotations

import numpy as np

from covey.cells.axes import AreaAxis, LabelAxis, OrderedAxis, PlaceAxis
from covey.cells.bound import certify
from covey.cells.improve import typed
from covey.cells.problem import CellProblem
from covey.method import Answer, Method
from covey.regions.graph import Graph
from covey.result import Guarantee
from covey.stop import Stop, Watch


def _typed(problem: CellProblem, watch: Watch, seed: int) -> Answer:
    solution = typed(problem, watch)
    return Answer(solution, promised(problem), certify(problem, problem.cost(solution.sizes)))


def promised(problem: CellProblem) -> Guarantee:
    limit = problem.total
    if problem.objective == "quadratic":
        limit = problem.total * problem.total
    return Guarantee("nothing but k", limit=limit)


def warm_up() -> None:
    """Run every kernel once."""
    rng = np.random.default_rng(0)
    graph = Graph.from_edges(9, [(v, v + 1) for v in range(7)])
    axes = (
        OrderedAxis(rng.integers(-1, 5, 300), np.arange(5.0)),
        PlaceAxis(rng.permutation(300), rng.permutation(300), np.arange(300.0), np.arange(300.0)),
        LabelAxis(rng.integers(0, 4, 300), 4),
        AreaAxis(rng.integers(0, 9, 300), graph),
    )
    problem = CellProblem(axes, np.ones(300, dtype=np.int64), k=3)
    answer = _typed(problem, Stop(seconds=None).start(), 0)
    problem.check(answer.solution)


METHODS: tuple[Method, ...] = (
    Method("auto", "the typed partition", _typed),
    Method("typed", "cells cut where it is worth most", _typed),
)
