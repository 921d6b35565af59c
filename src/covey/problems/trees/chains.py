"""The optimum of a tree whose siblings are in order."""

from __future__ import annotations

from covey._native import trees as native
from covey.core.dataclass import dataclass
from covey.problems.trees.approx import Bins
from covey.problems.trees.problem import TreeProblem


@dataclass(frozen=True, eq=False)
class Chains:
    """The bin of every node at its parent; the least possible largest class, and the node that
    proves it, -1 if that is k."""

    bins: Bins
    bound: int
    node: int


def chains(problem: TreeProblem) -> Chains:
    """max-size: the largest class is least and, within that, the sum of squares. quadratic: the
    cost is least. docs/reference/trees.md has the proof.

    >>> problem = TreeProblem([5, 1, 6, 1, 2], [5, 5, 5, 5, 5, -1], k=4, ordered=True)
    >>> found = chains(problem)
    >>> problem.solution(found.bins).classes.tolist(), found.bound
    ([0, 0, 1, 1, 1], 9)
    """
    quadratic = problem.objective == "quadratic"
    return Chains(*native.solve_chains(problem.parents, problem.weights, problem.k, quadratic))
