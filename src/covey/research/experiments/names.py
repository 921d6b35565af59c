"""The paper's figure: Fold and Spread on the names of the 1990 census, for every k.

The paper says neither which way its sorted data ran nor whether its random order was drawn once or
for every k. Here random is one order per table, drawn from the seed, and sorted is descending; the
ascending order is in the CSV and in the text as well, since one observation depends on it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from covey._native import labels as native
from covey.core.dataclass import dataclass
from covey.problems.labels.approx import Order, arrange
from covey.problems.labels.items import Items
from covey.problems.labels.problem import LabelProblem
from covey.problems.solver import solve
from covey.research.data import CENSUS_TABLES, census_names

CHUNK = 250
"""Values of k per piece of work: small enough for a smooth progress bar and a quick Ctrl-C."""


@dataclass(frozen=True, eq=False)
class Curve:
    """The largest class and the number of classes at every k."""

    largest: NDArray[np.int64]
    classes: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Sweep:
    """One table's results. Curves are named as in ``CURVES``."""

    table: str
    total: int
    ks: NDArray[np.int64]
    lower_bound: NDArray[np.int64]
    curves: dict[str, Curve]

    def ratio(self, curve: str) -> NDArray[np.float64]:
        """The overfull ratio: the largest class as a multiple of k."""
        return self.curves[curve].largest / self.ks

    @property
    def certified(self) -> int:
        """At how many k the balanced answer meets the lower bound."""
        return int((self.curves["balanced"].largest == self.lower_bound).sum())


ALGORITHMS = ("fold", "spread")
CURVES = ("balanced", *(f"{order} {name}" for order in get_args(Order) for name in ALGORITHMS))


def sweep_all(
    every: int = 1, seed: int = 0, advance: Callable[[int], None] = lambda _: None
) -> list[Sweep]:
    """All three tables, on all cores. ``advance`` is told how many values of k were done."""
    return [measure_curves(table, every, seed, advance) for table in CENSUS_TABLES]


def values_of_k(table: str, every: int = 1) -> NDArray[np.int64]:
    """Every k from the most frequent name's count to half of all, thinned."""
    # Below the most frequent name's count, that name alone decides the largest class.
    counts = census_names(table).values()
    return np.arange(max(counts), sum(counts) // 2 + 1, every, dtype=np.int64)


def measure_curves(table: str, every: int, seed: int, advance: Callable[[int], None]) -> Sweep:
    counts = np.array(list(census_names(table).values()), dtype=np.int64)
    ks = values_of_k(table, every)
    # k = 1, because the order of the items is made once for all k.
    items = Items.of(counts, k=1)
    in_order = {order: items.sizes[arrange(items, order, seed)] for order in get_args(Order)}
    curves = {
        f"{order} {name}": Curve(np.empty_like(ks), np.empty_like(ks))
        for order in in_order
        for name in ALGORITHMS
    }

    def run(chunk: slice) -> int:
        for order, sizes in in_order.items():
            for name in ALGORITHMS:
                curve = curves[f"{order} {name}"]
                curve.largest[chunk], curve.classes[chunk] = native.curve(
                    sizes, ks[chunk], name == "spread"
                )
        return len(ks[chunk])

    chunks = [slice(start, start + CHUNK) for start in range(0, len(ks), CHUNK)]
    pool = ThreadPoolExecutor()
    try:
        # Compiled loops release Python's lock, so threads use all cores.
        for done in as_completed([pool.submit(run, chunk) for chunk in chunks]):
            advance(done.result())
    finally:
        pool.shutdown(cancel_futures=True)
    curves["balanced"] = _balanced(counts, ks)
    return Sweep(table, int(counts.sum()), ks, _lower_bounds(counts, ks), curves)


def _balanced(counts: NDArray[np.int64], ks: NDArray[np.int64]) -> Curve:
    """One solution for every number of classes: it serves every k with the same floor(W/k)."""
    total = int(counts.sum())
    largest, classes = np.empty_like(ks), total // ks
    for number in np.unique(classes).tolist():
        sizes = solve(LabelProblem(counts, k=total // number), "balanced").solution.sizes
        same = classes == number
        # total // number is the largest such k: what has so many records has at least any of them.
        largest[same] = sizes[0]
        classes[same] = len(sizes)
    return Curve(largest, classes)


def _lower_bounds(counts: NDArray[np.int64], ks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The arithmetic bound at every k, for k from the largest count up."""
    heaviest, total = int(counts.max()), int(counts.sum())
    # At k = the heaviest count, each such name is a class by itself.
    alone = np.where(ks == heaviest, (counts == heaviest).sum(), 0)
    # The most classes that there can be; the largest has at least their average.
    most = alone + (total - alone * heaviest) // ks
    return np.maximum(ks, -(-total // most))
