"""Lower bounds, and the certificates that carry them.

Each certificate derives its bound again from the problem's weights: it uses neither the solvers
nor the sorted items they work on. The proofs are in docs/reference/labels.md.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.lower_bounds import Arithmetic, Pigeonhole, in_units
from covey.core.result import Certificate, CertificateFor
from covey.problems.labels.problem import LabelProblem

TOO_LARGE = 2**61
"""Prices of all labels together stay below this, so that they can be added up in 64 bits."""

MOST_WORK = 30_000_000
"""Weights of sets that a check of prices looks at: a few seconds. A model that was solved has at
most a few times ``arcflow.MAX_ARCS`` of them."""


@dataclass(frozen=True)
class Prices(CertificateFor[LabelProblem]):
    """Prices per label size that no class can pay: the dual of the arc-flow linear program.

    Sizes are in units of the weights' greatest common divisor; a label of size s has the price
    ``prices[s] / scale``. max-size: every class from k to ``cap`` has a total price of 0 or less,
    but all labels together cost more than 0, so some class is above the cap. quadratic: no class
    of size s up to ``cap`` costs more than s squared (a larger one can be split at a gain).
    """

    kind: ClassVar[str] = "arc-flow"
    cap: int
    scale: int
    prices: tuple[tuple[int, int], ...]

    def _is_within(self, problem: LabelProblem) -> bool:
        return (
            0 <= self.cap <= problem.total
            and 1 <= self.scale < TOO_LARGE
            and len(self.prices) <= len(problem.weights)
        )

    def _follows(self, problem: LabelProblem, seconds: float) -> bool:
        every, k, unit = in_units(problem)
        sizes, copies = np.unique(every, return_counts=True)
        price = dict(self.prices)
        # Every size of the table once, and no other: a size without a price would be left out of
        # the proof.
        if len(price) < len(self.prices) or set(price) != set(sizes.tolist()):
            return False
        # Before anything is added up in 64 bits: the prices may come from a file.
        if max(map(abs, price.values())) * problem.total + self.scale * self.cap**2 >= TOO_LARGE:
            return False
        prices = np.array([price[size] for size in sizes.tolist()])
        total = int((prices * copies).sum())
        quadratic = problem.objective == "quadratic"
        if quadratic:
            # Sums of squares are whole numbers, so a price between two of them proves the upper
            # one.
            least = unit * unit * -(-total // self.scale) - problem.k * problem.total
            enough = self.bound <= least and self.cap >= cap_of_squares(sizes, copies, k)
        else:
            enough = total > 0 and self.bound <= unit * (self.cap + 1)
        found = dearest_classes(sizes, copies, prices, self.cap) if enough else None
        if found is None or self.cap < k:
            return False
        weights, dearest = found
        allowed = self.scale * weights**2 if quadratic else np.zeros_like(weights)
        return bool((dearest <= allowed)[weights >= k].all())

    def _explained(self, problem: LabelProblem) -> str:
        return "prices from a linear program that no set of cheaper classes can pay"


@dataclass(frozen=True)
class Search(CertificateFor[LabelProblem]):
    """An exhaustive search found nothing better. Checked by searching again, which may take as
    long as it did the first time."""

    kind: ClassVar[str] = "search"

    def _follows(self, problem: LabelProblem, seconds: float) -> bool | None:
        from covey.problems.labels.exact import nothing_below

        return nothing_below(problem, self.bound, seconds)

    def _explained(self, problem: LabelProblem) -> str:
        return "an exhaustive search (integer program) found nothing below it"


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole, Prices, Search)


def cap_of_squares(sizes: NDArray[np.int64], copies: NDArray[np.int64], k: int) -> int:
    """No class is larger in a solution of least quadratic cost: it could be split into two.

    A class of 3k - 2 or more of labels below k has a part of weight k to 2k - 2; one with a label
    of k or more can spare k records.
    """
    return min(max(3 * k - 3, int(sizes.max()) + k - 1), int((sizes * copies).sum()))


def dearest_classes(
    sizes: NDArray[np.int64], copies: NDArray[np.int64], prices: NDArray[np.int64], cap: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """The weights up to ``cap`` that sets of labels have, ascending, and the highest total price of
    a set of each weight. None if there are more of them than covey's own proofs ever have."""
    weights, dearest, work = np.zeros(1, np.int64), np.zeros(1, np.int64), 0
    for size, count, price in zip(sizes.tolist(), copies.tolist(), prices.tolist(), strict=True):
        left = min(count, cap // size)
        # Copies in batches of 1, 2, 4, ... and a last one: every number of copies is a sum of some
        # of them.
        batch = 1
        while left > 0:
            batch = min(batch, left)
            weights, dearest = _with_batch(weights, dearest, batch * size, batch * price, cap)
            work += len(weights)
            if work > MOST_WORK:
                return None
            left -= batch
            batch *= 2
    return weights, dearest


def _with_batch(
    weights: NDArray[np.int64], dearest: NDArray[np.int64], weight: int, price: int, cap: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every set as it is, and together with some more labels, where that is not too heavy."""
    few = int(np.searchsorted(weights, cap - weight, side="right"))
    both = np.concatenate([weights, weights[:few] + weight])
    order = np.argsort(both, kind="stable")
    first = np.flatnonzero(np.diff(both[order], prepend=-1))
    # Of sets of one weight the dearest is enough: it breaks the rule first.
    prices = np.concatenate([dearest, dearest[:few] + price])
    return both[order][first], np.maximum.reduceat(prices[order], first)
