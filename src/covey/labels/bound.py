"""Lower bounds, and the certificates that carry them.

Each certificate derives its bound again from the problem's weights: it uses neither the solvers
nor the sorted items they work on. The proofs are in docs/labels.md.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.errors import InvalidInput
from covey.labels.problem import LabelProblem
from covey.result import Certificate


@dataclass(frozen=True)
class Arithmetic(Certificate):
    """No class can be below k or below the heaviest label, and at most ``most_classes`` classes
    share all the records.

    For the quadratic objective: the class sizes, sorted down, majorize the vector that gives each
    label above the average its own class and shares the rest equally, and the cost is convex.
    """

    kind: ClassVar[str] = "arithmetic"
    most_classes: int

    def holds(self, problem: LabelProblem) -> bool:
        sizes, k, unit = _in_units(problem)
        most = _most_classes(sizes, k)
        if self.most_classes != most:
            return False
        if problem.objective == "quadratic":
            return (
                self.bound <= unit * unit * least_squares(sizes, most) - problem.k * problem.total
            )
        return self.bound <= unit * max(k, int(sizes[0]), -(-int(sizes.sum()) // most))

    def words(self, problem: LabelProblem) -> str:
        if problem.objective == "quadratic":
            return f"at most {self.most_classes:,} classes, and none more equal than the average"
        if self.bound == int(problem.weights.max()):
            return "the heaviest value alone has as many records"
        if self.bound == problem.k:
            return "k itself"
        return (
            f"{problem.total:,} records in at most {self.most_classes:,} classes:"
            " the average, rounded up"
        )


@dataclass(frozen=True)
class Pigeonhole(Certificate):
    """For every possible number m of classes some class must reach the bound.

    Of the jm + 1 heaviest labels, j + 1 share a class, which weighs at least as much as the
    lightest j + 1 of them; and some class reaches the average.
    """

    kind: ClassVar[str] = "pigeonhole"
    most_classes: int

    def holds(self, problem: LabelProblem) -> bool:
        if problem.objective != "max-size":
            return False
        sizes, k, unit = _in_units(problem)
        most = _most_classes(sizes, k)
        sums = prefix_sums(sizes)
        return self.most_classes == most and all(
            unit * max(k, int(sizes[0]), -(-int(sums[-1]) // m), crowded(sums, m)) >= self.bound
            for m in range(1, most + 1)
        )

    def words(self, problem: LabelProblem) -> str:
        return (
            f"with any number of classes up to {self.most_classes:,}, heavy values must share"
            " a class of this size"
        )


@dataclass(frozen=True)
class Prices(Certificate):
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

    def holds(self, problem: LabelProblem) -> bool:
        in_units, k, unit = _in_units(problem)
        sizes, copies = np.unique(in_units, return_counts=True)
        price = dict(self.prices)
        if self.scale < 1 or set(price) != set(sizes.tolist()):
            return False
        if max(map(abs, price.values())) * problem.total + self.scale * self.cap**2 >= 2**61:
            return False  # too large to be added up in 64 bits
        prices = np.array([price[size] for size in sizes.tolist()])
        total = int((prices * copies).sum())
        quadratic = problem.objective == "quadratic"
        if quadratic:
            least = unit * unit * -(-total // self.scale) - problem.k * problem.total
            enough = self.bound <= least and self.cap >= cap_of_squares(sizes, copies, k)
        else:
            enough = total > 0 and self.bound <= unit * (self.cap + 1)
        if not enough or self.cap < k:
            return False
        weights = np.arange(k, self.cap + 1)
        allowed = self.scale * weights**2 if quadratic else np.zeros_like(weights)
        return bool((dearest_classes(sizes, copies, prices, self.cap)[k:] <= allowed).all())

    def words(self, problem: LabelProblem) -> str:
        return "prices from a linear program that no set of cheaper classes can pay"


@dataclass(frozen=True)
class Search(Certificate):
    """An exhaustive search found nothing better. Checked by searching again, which may take as
    long as it did the first time."""

    kind: ClassVar[str] = "search"

    def holds(self, problem: LabelProblem) -> bool:
        from covey.labels.exact import nothing_below

        return nothing_below(problem, self.bound)

    def words(self, problem: LabelProblem) -> str:
        return "an exhaustive search (integer program) found nothing below it"


CERTIFICATES: tuple[type[Certificate], ...] = (Arithmetic, Pigeonhole, Prices, Search)


def read_certificate(text: str) -> Certificate:
    """A certificate back from the JSON that a result wrote.

    >>> read_certificate('{"kind": "arithmetic", "bound": 7, "most_classes": 2}')
    Arithmetic(bound=7, most_classes=2)
    """
    data: dict[str, Any] = json.loads(text)
    known = {certificate.kind: certificate for certificate in CERTIFICATES}
    kind = known.get(data.get("kind", ""))
    if kind is None:
        raise InvalidInput(
            f"Not a certificate of labels: kind {data.get('kind')!r};"
            f" expected one of {', '.join(known)}."
        )
    fields = {name: data[name] for name in kind.__dataclass_fields__ if name != "kind"}
    if "prices" in fields:
        fields["prices"] = tuple((size, price) for size, price in fields["prices"])
    return kind(**fields)


def certify(problem: LabelProblem, cost: int) -> Certificate:
    """The first cheap certificate that proves the cost, else the strongest of them."""
    items = problem.items.reduced
    most = items.most_classes
    if problem.objective == "quadratic":
        least = problem.items.unit**2 * least_squares(items.sizes, most)
        return Arithmetic(least - problem.k * problem.total, most)
    plain = problem.items.unit * max(items.k, items.largest, -(-items.total // most))
    if plain == cost:
        return Arithmetic(plain, most)
    crowded = problem.items.unit * least_crowded(items.sizes, items.k, most)
    return Pigeonhole(crowded, most) if crowded > plain else Arithmetic(plain, most)


def least_crowded(sizes: NDArray[np.int64], k: int, most: int) -> int:
    """The least, over the numbers m of classes, of what some class must reach."""
    sums, least = prefix_sums(sizes), -1
    for m in range(most, 0, -1):
        average = max(k, int(sizes[0]), -(-int(sums[-1]) // m))
        if 0 <= least <= average:
            # Fewer classes only raise the average.
            break
        reached = max(average, crowded(sums, m))
        least = reached if least < 0 else min(least, reached)
    return least


def least_squares(sizes: NDArray[np.int64], classes: int) -> int:
    """The least sum of squares of so many class sizes: labels above the average of what is left
    have a class of their own, the others share the rest equally."""
    alone = above_average(sizes, int(sizes.sum()), classes)
    rest = int(sizes[alone:].sum())
    squares: int = sum(size * size for size in sizes[:alone].tolist())
    if classes == alone:
        return squares
    low, extra = divmod(rest, classes - alone)
    return squares + (classes - alone - extra) * low**2 + extra * (low + 1) ** 2


def above_average(heaviest: NDArray[np.int64], total: int, classes: int) -> int:
    """How many labels, of the ``classes`` heaviest, exceed the average of the classes left."""
    few = heaviest[: classes - 1]
    rest = total - (np.cumsum(few) - few)
    fits = few <= rest // (classes - np.arange(len(few)))
    return int(np.argmax(fits)) if fits.any() else len(few)


def cap_of_squares(sizes: NDArray[np.int64], copies: NDArray[np.int64], k: int) -> int:
    """No class is larger in a solution of least quadratic cost: it could be split into two.

    A class of 3k - 2 or more of labels below k has a part of weight k to 2k - 2; one with a label
    of k or more can spare k records.
    """
    return min(max(3 * k - 3, int(sizes.max()) + k - 1), int((sizes * copies).sum()))


def dearest_classes(
    sizes: NDArray[np.int64], copies: NDArray[np.int64], prices: NDArray[np.int64], cap: int
) -> NDArray[np.int64]:
    """The highest total price of a set of labels of each weight up to ``cap``.

    Weights that no set has get a price below every allowed one.
    """
    unreachable = np.iinfo(np.int64).min // 2
    dearest = np.full(cap + 1, unreachable)
    dearest[0] = 0
    for size, count, price in zip(sizes.tolist(), copies.tolist(), prices.tolist(), strict=True):
        left = min(count, cap // size)
        batch = 1
        while left > 0:
            batch = min(batch, left)
            with_batch = dearest[: cap + 1 - batch * size] + batch * price
            np.maximum(dearest[batch * size :], with_batch, out=dearest[batch * size :])
            left -= batch
            batch *= 2
    return dearest


def prefix_sums(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])


def crowded(sums: NDArray[np.int64], classes: int) -> int:
    """What j + 1 of the j m + 1 heaviest must weigh together, for the best j."""
    j = np.arange(1, (len(sums) - 2) // classes + 1)
    if len(j) == 0:
        return 0
    return int((sums[j * classes + 1] - sums[j * classes - j]).max())


def _in_units(problem: LabelProblem) -> tuple[NDArray[np.int64], int, int]:
    """Positive weights sorted down, k, both in units of the weights' greatest common divisor."""
    positive = problem.weights[problem.weights > 0]
    unit = int(np.gcd.reduce(positive))
    return -np.sort(-positive) // unit, -(-problem.k // unit), unit


def _most_classes(sizes: NDArray[np.int64], k: int) -> int:
    return int((sizes >= k).sum()) + int(sizes[sizes < k].sum()) // k
