"""Lower bounds for trees, and the certificates that carry them.

By the theorem in docs/reference/trees.md a bound for the star of any one node is a bound for the
whole problem, so that a certificate is one node, and its check looks at that node's children only.
Checks use neither the solvers nor their compiled loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.lower_bounds import (
    ONE_ITEM,
    Arithmetic,
    Pigeonhole,
    least_crowded,
    prefix_sums,
)
from covey.core.result import Certificate, CertificateFor
from covey.problems.trees.chain_bound import OneRow, RowSquares
from covey.problems.trees.star import MOST_LIGHT, Star, Stars

if TYPE_CHECKING:
    from covey.problems.trees.problem import TreeProblem

MOST_WORK = 1 << 30
"""Pairs of subsets that a check of squares looks at: some seconds."""

LARGEST_SQUARES = 1 << 61
"""The square of all records stays below this where squares are added up in 64 bits."""


@dataclass(frozen=True)
class OfNode(CertificateFor["TreeProblem"]):
    """A proof for the largest class that names a node, with k records or more below it."""

    node: int

    def _is_within(self, problem: TreeProblem) -> bool:
        return 0 <= self.node < len(problem.parents)

    def _is_asked(self, problem: TreeProblem) -> bool:
        return problem.objective == "max-size" and problem.node_weights[self.node] >= problem.k


@dataclass(frozen=True)
class OneStar(OfNode):
    """The children of one node prove the bound, for the largest class.

    A heavy label is a class by itself. Else light children, below k, must go into bins of their own
    or to heavy children: there is too little room below the bound (arithmetic), or too many of them
    share a bin (pigeonhole) while no heavy child can take one.
    """

    kind: ClassVar[str] = "star"

    def _follows(self, problem: TreeProblem, seconds: float) -> bool:
        if not self._is_asked(problem):
            return False
        if self.node < len(problem.weights):
            return self.bound <= int(problem.weights[self.node])
        return self.bound <= least_largest(Star.of(problem, self.node), problem.k)

    def _explained(self, problem: TreeProblem) -> str:
        if self.node < len(problem.weights):
            return f"the heaviest label {ONE_ITEM}"
        star = Star.of(problem, self.node)
        if len(star.light) == 1:
            return (
                "one child of a node of the tree is below k, and cannot be joined to others in a"
                " smaller class"
            )
        return (
            f"the {len(star.light):,} children below k of one node of the tree cannot be grouped,"
            " or joined to larger ones, in smaller classes"
        )


@dataclass(frozen=True)
class AllSubsets(OfNode):
    """Of all ways to put the light children of one node into bins, none has a smaller largest one.
    Checked by going through all subsets of these children, which are few."""

    kind: ClassVar[str] = "star-subsets"

    def _follows(self, problem: TreeProblem, seconds: float) -> bool:
        if not self._is_asked(problem):
            return False
        star = Star.of(problem, self.node)
        # The check looks at pairs of subsets, 4 to the power of their number: a file cannot ask for
        # more.
        if not 0 < len(star.light) <= MOST_LIGHT:
            return False
        return not _fits_below(star, problem.k, self.bound - 1)

    def _explained(self, problem: TreeProblem) -> str:
        return (
            "of all ways to group the children below k of one node of the tree, none has smaller"
            " classes"
        )


@dataclass(frozen=True)
class Squares(CertificateFor["TreeProblem"]):
    """The quadratic cost of every star is at least that of equal bins, or of the least that a heavy
    child can take; the stars add up."""

    kind: ClassVar[str] = "star-squares"

    def _follows(self, problem: TreeProblem, seconds: float) -> bool:
        return problem.objective == "quadratic" and self.bound <= least_quadratic(problem)

    def _explained(self, problem: TreeProblem) -> str:
        return "at every node of the tree, classes as equal as its children below k could be"


@dataclass(frozen=True)
class AllSquares(CertificateFor["TreeProblem"]):
    """The least quadratic cost of every star by all subsets of its light children, which are few,
    from the leaves up."""

    kind: ClassVar[str] = "star-squares-subsets"

    def _follows(self, problem: TreeProblem, seconds: float) -> bool:
        if problem.objective != "quadratic" or not can_check_squares(problem):
            return False
        return self.bound <= _least_by_subsets(problem)

    def _explained(self, problem: TreeProblem) -> str:
        return "of all ways to group children along the tree, none costs less"


CERTIFICATES: tuple[type[Certificate], ...] = (
    Arithmetic,
    Pigeonhole,
    OneStar,
    AllSubsets,
    Squares,
    AllSquares,
    OneRow,
    RowSquares,
)
"""Those of a tree hold for the same tree with siblings in order, too: its answers are fewer."""


def least_largest(star: Star, k: int) -> int:
    """What the largest bin of a star must reach; 0 without light children."""
    if len(star.light) == 0:
        return 0
    total, lightest = int(star.light.sum()), int(star.light[-1])
    most = total // k
    heavy: list[int] = star.heavy.tolist()
    # Heavy children that take a light one, beginning with the lightest: each more lowers the cap
    # that gives enough room, until it is too heavy for that cap itself.
    room = _least_cap(total, most, heavy, lightest, k)
    if most == 0:
        # Below k together, so heavy children take all of them, and one takes the heaviest.
        return max(room, heavy[0] + int(star.light[0]))
    alone = least_crowded(prefix_sums(star.light), max(k, int(star.light[0])), most)
    # Either no heavy child takes any, or the lightest one takes at least the lightest.
    return max(room, min(alone, heavy[0] + lightest) if heavy else alone)


def _least_cap(total: int, most: int, heavy: list[int], lightest: int, k: int) -> int:
    """The least cap from k on for which light bins, ``most`` of them, and what heavy children lack
    to the cap hold ``total``. A heavy child counts if one light child fits."""
    sums = 0
    for taking in range(len(heavy) + 1):
        # With the first ``taking`` heavy children, from the cap on at which all of them count.
        if taking:
            sums += heavy[taking - 1]
        low = max(k, heavy[taking - 1] + lightest) if taking else k
        bins = most + taking
        if bins:
            cap = max(low, -(-(total + sums) // bins))
            if taking == len(heavy) or cap < heavy[taking] + lightest:
                return cap
    raise AssertionError("a node of k records has a light bin or a heavy child")


def least_quadratic(problem: TreeProblem) -> int:
    """The sum over all stars of what their bins cost at least, and over heavy labels.

    Light children of L together fill at most m = floor(L / k) bins, all of which are below 2k or
    so: none of them alone is above their average, so equal bins cost least. A heavy child of h that
    takes S records costs at least (h + S)^2 - h^2 = 2 h S + S^2 more, and light bins k for each
    record: so if any is taken, at least k L + (2 h - k) x + x^2, x being the lightest child and h
    the lightest heavy one; and where L is below k all of it is taken, for 2 h L and x^2 for each
    light child.
    """
    stars = Stars.of(problem)
    # Squares of so many records may pass 64 bits: then Python's integers.
    exact = object if problem.total >= 1 << 30 else np.int64
    light, lightest = stars.light.astype(exact), stars.lightest.astype(exact)
    heavy, k = stars.heavy.astype(exact), problem.k
    count = np.maximum(light // k, 1)
    low = light // count
    more = light - low * count
    alone = (count - more) * low * low + more * (low + 1) * (low + 1)
    taken = k * light + (2 * heavy - k) * lightest + lightest * lightest
    forced = 2 * heavy * light + lightest * lightest * stars.count.astype(exact)
    least = np.where(light < k, forced, np.where(heavy > 0, np.minimum(alone, taken), alone))
    labels = problem.weights[problem.weights >= k].tolist()
    squares = sum(least.tolist()) + sum(size * size for size in labels)
    return int(squares) - k * problem.total


def can_check_squares(problem: TreeProblem) -> bool:
    """Whether all stars are small enough for :class:`AllSquares`."""
    if problem.total * problem.total >= LARGEST_SQUARES:
        return False
    stars = Stars.of(problem)
    if len(stars.count) and int(stars.count.max()) > MOST_LIGHT:
        return False
    return int(((1 + stars.heavy_count) * 4**stars.count).sum()) <= MOST_WORK


def _subset_weights(light: NDArray[np.int64]) -> NDArray[np.int64]:
    # Bit i of a subset's number stands for the i-th child: the sums so far, then the same with one
    # more.
    sums = np.zeros(1, dtype=np.int64)
    for weight in light.tolist():
        sums = np.concatenate([sums, sums + weight])
    return sums


def _fits_below(star: Star, k: int, cap: int) -> bool:
    """Whether the light children fit into bins of k to ``cap``, of their own or with a heavy child:
    more of these than there are light children are never needed, and the lightest serve best."""
    weights = _subset_weights(star.light)
    subsets = np.arange(len(weights))
    reached = np.zeros(len(weights), dtype=bool)
    reached[0] = True
    for subset in subsets[(weights >= k) & (weights <= cap)].tolist():
        # Bins are added in the order of their numbers, each once.
        others = subsets[(subsets & subset) == 0]
        reached[others | subset] |= reached[others]
    for heavy in star.heavy[: len(star.light)].tolist():
        # A heavy child takes one subset at most: what it has reached itself is not extended again.
        before = reached.copy()
        for subset in subsets[(subsets > 0) & (weights <= cap - heavy)].tolist():
            others = subsets[(subsets & subset) == 0]
            reached[others | subset] |= before[others]
    return bool(reached[-1])


def _least_by_subsets(problem: TreeProblem) -> int:
    """The least sum of size x (size - k) over all ways, from the leaves up."""
    weights = problem.node_weights
    squares: dict[int, int] = {}
    for node in reversed(problem.top_down):
        # A light node is in a bin of the node above it, as a whole.
        if weights[node] < problem.k:
            continue
        if node < len(problem.weights):
            squares[node] = int(weights[node]) ** 2
            continue
        star = Star.of(problem, node)
        own = [squares[int(each)] for each in star.heavy_nodes.tolist()]
        squares[node] = sum(own) + _least_squares(star, own, problem.k)
    return squares[problem.top_down[0]] - problem.k * problem.total


def _least_squares(star: Star, own: list[int], k: int) -> int:
    """The least squares of a star's bins, less those in ``own`` of the heavy children in them."""
    weights = _subset_weights(star.light)
    subsets = np.arange(len(weights))
    # Above all squares (LARGEST_SQUARES), and still within 64 bits with one of them added.
    nowhere = np.int64(1 << 62)
    least = np.full(len(weights), nowhere)
    least[0] = 0
    for subset in subsets[weights >= k].tolist():
        others = subsets[(subsets & subset) == 0]
        cost = int(weights[subset]) ** 2
        joined = others | subset
        least[joined] = np.minimum(least[joined], least[others] + cost)
    for heavy, without in zip(star.heavy.tolist(), own, strict=True):
        before = np.minimum(least, nowhere)
        least = before.copy()
        for subset in subsets[1:].tolist():
            others = subsets[(subsets & subset) == 0]
            cost = (heavy + int(weights[subset])) ** 2 - without
            joined = others | subset
            least[joined] = np.minimum(least[joined], before[others] + cost)
    return int(least[-1])


def best_of(*found: Certificate) -> Certificate:
    """The certificate with the highest bound, the first of equal ones."""
    return max(found, key=lambda each: each.bound)
