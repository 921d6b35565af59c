"""Labels below a taxonomy: a class is a node, or several children of one node."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.core.grouping import Grouping, GroupingProblem, Objective
from covey.core.result import Certificate
from covey.problems.trees.nodes import are_runs, depths, gathered, top_down


@dataclass(frozen=True, eq=False, init=False)
class TreeProblem(GroupingProblem):
    """Group labels, the i-th with ``weights[i]`` records, along a tree above them, into classes of
    at least k records.

    parents
        The parent of every node, -1 for the root. The first nodes are the labels, which are leaves;
        all others are inner nodes. A class is what lies below one node, or below several children
        of one node.
    ordered
        Whether siblings are in order, so that a class has neighbours among the children of a node
        only. The numbers of labels give the order: those below every node follow each other.

    >>> problem = TreeProblem([5, 1, 1, 6], [4, 5, 5, 4, -1, 4], k=4)
    >>> problem.node_weights.tolist()
    [5, 1, 1, 6, 13, 2]
    """

    problem_kind: ClassVar[str] = "trees"
    item: ClassVar[str] = "label"

    parents: NDArray[np.int32]
    ordered: bool

    def __init__(
        self,
        weights: ArrayLike,
        parents: ArrayLike,
        k: int,
        objective: Objective = "max-size",
        *,
        ordered: bool = False,
    ) -> None:
        super().__init__(weights, k, objective)
        tree = checked_parents(parents, len(self.weights), ordered=ordered)
        object.__setattr__(self, "parents", tree)
        object.__setattr__(self, "ordered", ordered)

    @classmethod
    def keeping_common(
        cls, weights: ArrayLike, k: int, objective: Objective = "max-size"
    ) -> TreeProblem:
        """The problem of labels of which the common ones, with k records or more, stay whole: rare
        ones lie below one node beside them, and are grouped among themselves.
        docs/reference/labels.md has the promise.

        >>> TreeProblem.keeping_common([5, 1, 1, 6], k=4).parents.tolist()
        [4, 5, 5, 4, -1, 4]
        """
        labels = GroupingProblem(weights, k, objective)
        rare, root = labels.weights < labels.k, len(labels.weights)
        # A node above a single label would be the same set twice.
        if np.count_nonzero(rare) < 2:
            return cls(labels.weights, [*[root] * root, -1], k, objective)
        return cls(labels.weights, [*np.where(rare, root + 1, root), -1, root], k, objective)

    @cached_property
    def node_weights(self) -> NDArray[np.int64]:
        """The records of every node: of all labels below it."""
        inner = np.zeros(len(self.parents) - len(self.weights), dtype=np.int64)
        return gathered(np.add, self.parents, np.concatenate([self.weights, inner]))

    @cached_property
    def _by_parent(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The nodes in the order of their parents, and these."""
        order = np.argsort(self.parents, kind="stable")
        return order, self.parents[order]

    def children(self, node: int) -> NDArray[np.int64]:
        """The children of a node that have records, by their numbers."""
        order, parents = self._by_parent
        # Nodes are sorted by their parents, so the children of one are a run.
        first, end = np.searchsorted(parents, [node, node + 1])
        found = order[first:end]
        return found[self.node_weights[found] > 0]

    @cached_property
    def top_down(self) -> list[int]:
        """The nodes, each after its parent."""
        found: list[int] = top_down(self.parents).tolist()
        return found

    @cached_property
    def first_label(self) -> list[int]:
        """The least number of a label below every node: in an ordered tree, siblings are in the
        order of these."""
        count = len(self.parents)
        own = np.arange(count)
        own[len(self.weights) :] = count
        found: list[int] = gathered(np.minimum, self.parents, own).tolist()
        return found

    @property
    def most_children(self) -> int:
        inner = self.parents[self.parents >= 0]
        return int(np.bincount(inner).max()) if len(inner) else 0

    def solution(self, bins: NDArray[np.int32]) -> TreeSolution:
        """The solution in which the children of a divided node that have the same bin share a
        class. A child without one, -1, is divided itself, or a label alone."""
        from covey._native.trees import classes_of

        classes = classes_of(self.parents, self.weights, self.k, bins)
        sizes = np.zeros(int(classes.max()) + 1, dtype=np.int64)
        np.add.at(sizes, classes, self.weights)
        return TreeSolution(classes, sizes)

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        from covey.problems.trees.bound import CERTIFICATES

        return CERTIFICATES

    def check(self, solution: Grouping, *, at_least: int | None = None) -> None:
        from covey._native.trees import first_misshapen

        super().check(solution, at_least=at_least)
        wrong = first_misshapen(self.parents, self.weights, solution.classes)
        if wrong >= 0:
            raise InternalError("A class is neither a node nor several children of one node.")
        if self.ordered:
            # Labels without records may be in any class. A class is a run if the number of changes
            # along the order is that of the classes, less one.
            own = solution.classes[self.weights > 0]
            if np.count_nonzero(np.diff(own)) + 1 != len(np.unique(own)):
                raise InternalError("The children of a class are no neighbours.")


class TreeSolution(Grouping):
    """``classes[i]`` is the class of label i, ``sizes[c]`` the records in class c; classes are
    numbered along the tree."""


def checked_parents(given: ArrayLike, labels: int, *, ordered: bool = False) -> NDArray[np.int32]:
    """A copy of the parents of nodes, of which the first are ``labels``, if they are a tree, and
    with ``ordered``, if the labels are numbered along it."""
    found = np.asarray(given)
    if found.ndim != 1 or found.dtype.kind not in "iu" or len(found) < labels:
        raise InvalidInput(
            f"The parents of nodes are one list of whole numbers, of {labels:,} labels and then of"
            " the inner nodes."
        )
    # The last part: a label is a leaf, and nobody's parent.
    outside = (found < -1) | (found >= len(found)) | ((found >= 0) & (found < labels))
    if outside.any():
        first = int(np.argmax(outside))
        raise InvalidInput(
            f"The parent of a node is an inner node, {labels} to {len(found) - 1}, or -1 for the"
            f" root; that of node {first} is {found[first]}.",
            given=found[first],
        )
    parents = np.ascontiguousarray(found, dtype=np.int32)
    # What was given may be handed back as it is: it must not be made read-only for its owner.
    parents = parents.copy() if parents is found else parents
    if np.count_nonzero(parents < 0) != 1:
        raise InvalidInput(
            f"A tree has one root; given: {np.count_nonzero(parents < 0):,} nodes with the parent"
            " -1."
        )
    reached = np.count_nonzero(depths(parents) >= 0)
    if reached < len(parents):
        raise InvalidInput(
            f"{len(parents) - reached:,} nodes are not below the root: the parents of some make a"
            " cycle."
        )
    if ordered and not are_runs(parents, labels):
        raise InvalidInput(
            "Where siblings are in order, the labels below every node follow each other by their"
            " numbers; here others come between some.",
            hint="Number the labels along the tree, from the first child of each node to its last.",
        )
    parents.flags.writeable = False
    return parents
