"""Lower bounds for trees whose siblings are in order, and the certificates that carry them.

The children of a node are a row, which is cut into runs of k records or more and into single heavy
children, which are divided further down. docs/reference/trees.md has the theorem: the optimum is
that of the worst row, and the least squares add up. Checks share no code with the solver, except
the records of each node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from covey.core.dataclass import dataclass
from covey.core.lower_bounds import ONE_ITEM
from covey.core.result import CertificateFor

if TYPE_CHECKING:
    from covey.problems.trees.problem import TreeProblem

MOST_STEPS = 20_000_000
"""Runs of children that a check of squares looks at: some seconds."""


@dataclass(frozen=True)
class OneRow(CertificateFor["TreeProblem"]):
    """The children of one node, in their order, cannot be cut into smaller classes. A heavy label
    is a class by itself."""

    kind: ClassVar[str] = "chain"
    node: int

    def _is_within(self, problem: TreeProblem) -> bool:
        return 0 <= self.node < len(problem.parents)

    def _follows(self, problem: TreeProblem, seconds: float) -> bool:
        if not problem.ordered or problem.objective != "max-size":
            return False
        if problem.node_weights[self.node] < problem.k:
            return False
        if self.node < len(problem.weights):
            return self.bound <= int(problem.weights[self.node])
        return not can_be_cut(row_of(problem, self.node)[1], problem.k, self.bound - 1)

    def _explained(self, problem: TreeProblem) -> str:
        if self.node < len(problem.weights):
            return f"the heaviest label {ONE_ITEM}"
        children = len(problem.children(self.node))
        return (
            f"the {children:,} children of one node of the tree, in their order, cannot be cut into"
            " smaller classes"
        )


@dataclass(frozen=True)
class RowSquares(CertificateFor["TreeProblem"]):
    """The least quadratic cost of every row of children, from the leaves up."""

    kind: ClassVar[str] = "chain-squares"

    def _follows(self, problem: TreeProblem, seconds: float) -> bool:
        if not problem.ordered or problem.objective != "quadratic" or not can_check_rows(problem):
            return False
        return self.bound <= least_cost(problem)

    def _explained(self, problem: TreeProblem) -> str:
        return "of all ways to cut the children of nodes, in their order, none costs less"


def row_of(problem: TreeProblem, node: int) -> tuple[list[int], list[int]]:
    """The children of a node that have records, in their order, and the records of each."""
    # By their first labels: the numbers of inner nodes say nothing about the order.
    children = sorted(problem.children(node).tolist(), key=problem.first_label.__getitem__)
    return children, problem.node_weights[children].tolist()


def can_be_cut(row: list[int], k: int, cap: int) -> bool:
    """Whether a row can be cut into runs of k to ``cap`` records and single heavy children."""
    sums = [0]
    for weight in row:
        sums.append(sums[-1] + weight)
    # The sums at which a cut is possible. Of those k or more before a place, the last is nearest.
    ends, latest, ready = [0], -1, 0
    for weight, total in zip(row, sums[1:], strict=True):
        while ready < len(ends) and total - ends[ready] >= k:
            latest, ready = ends[ready], ready + 1
        # A single heavy child is divided further down, so its own weight is not held against the
        # cap.
        alone = weight >= k and ends[-1] == total - weight
        if alone or (latest >= 0 and total - latest <= cap):
            ends.append(total)
    return ends[-1] == sums[-1]


def can_check_rows(problem: TreeProblem) -> bool:
    """Whether a check of all rows is a matter of seconds: a run that is worth a look has at most
    some 2k records around one child."""
    return len(problem.parents) * min(2 * problem.k + 1, problem.most_children) <= MOST_STEPS


def least_cost(problem: TreeProblem) -> int:
    """The least sum of size x (size - k) over all ways."""
    squares: dict[int, int] = {}
    weights = problem.node_weights.tolist()
    for node in reversed(problem.top_down):
        if weights[node] < problem.k:
            continue
        if node < len(problem.weights):
            squares[node] = weights[node] ** 2
            continue
        children, row = row_of(problem, node)
        squares[node] = _least_squares(row, [squares.get(each) for each in children], problem.k)
    return squares[problem.top_down[0]] - problem.k * problem.total


def _least_squares(row: list[int], divided: list[int | None], k: int) -> int:
    """``divided`` is what a heavy child costs that is no part of a run."""
    least: list[int | None] = [0]
    for end, own in enumerate(divided):
        before = least[end]
        best = None if own is None or before is None else before + own
        size = beyond = 0
        for start in range(end, -1, -1):
            # A run with k records besides one of k at its end is no better than the two.
            beyond += row[start] if size >= k else 0
            size += row[start]
            if beyond >= k:
                break
            up_to = least[start]
            if size >= k and up_to is not None and (best is None or up_to + size**2 < best):
                best = up_to + size**2
        least.append(best)
    found = least[-1]
    assert found is not None, "a row of k records is a run"
    return found
