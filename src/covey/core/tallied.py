"""The bounds of any grouping from how many items have each weight, without a list of the items.

A table may have more distinct combinations than there is room for, and yet few different numbers of
records that they have. The bounds are those of :mod:`covey.core.lower_bounds`, to the last record.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import GroupingProblem, Objective
from covey.core.lower_bounds import Arithmetic, Pigeonhole, least_crowded, least_squares
from covey.core.words import plural


class Tallied(GroupingProblem):
    """``many[i]`` items have ``weights[i]`` records each, 1 or more; weights ascend."""

    problem_kind: ClassVar[str] = "cells"
    item: ClassVar[str] = "combination"

    many: NDArray[np.int64]

    def __init__(
        self,
        weights: NDArray[np.int64],
        many: NDArray[np.int64],
        k: int,
        objective: Objective = "max-size",
    ) -> None:
        super().__init__(weights, k, objective)
        total = sum(w * n for w, n in zip(weights.tolist(), many.tolist(), strict=True))
        object.__setattr__(self, "many", many)
        object.__setattr__(self, "total", total)

    @property
    def description(self) -> str:
        return f"{plural(int(self.many.sum()), self.item)}, {plural(self.total, 'record')}"


def certify(problem: Tallied, cost: int) -> Arithmetic | Pigeonhole:
    """What ``lower_bounds.certify`` says of all the items."""
    unit = int(np.gcd.reduce(problem.weights))
    k, total = -(-problem.k // unit), problem.total // unit
    # The heaviest first, as in `lower_bounds.in_units`.
    sizes, many = problem.weights[::-1] // unit, problem.many[::-1]
    heavy = sizes >= k
    most = int(many[heavy].sum()) + int((sizes * many)[~heavy].sum()) // k
    if problem.objective == "quadratic":
        # No other item is above an average, which is at least k.
        each = np.repeat(sizes[heavy], many[heavy])
        squares = unit * unit * least_squares(each, most, total)
        return Arithmetic(squares - problem.k * problem.total, most)
    plain = Arithmetic(unit * max(k, -(-total // most), int(sizes[0])), most)
    if plain.bound == cost:
        return plain
    shared = unit * least_crowded(_Sums(sizes, many), max(k, int(sizes[0])), most)
    return Pigeonhole(shared, most) if shared > plain.bound else plain


class _Sums:
    """What ``lower_bounds.prefix_sums`` makes of all items, the heaviest first: entry i is the sum
    of the first i."""

    def __init__(self, sizes: NDArray[np.int64], many: NDArray[np.int64]) -> None:
        self._sizes = sizes
        self._ends = np.cumsum(many)
        self._starts = self._ends - many
        self._before = np.cumsum(sizes * many) - sizes * many

    def __len__(self) -> int:
        return int(self._ends[-1]) + 1

    def __getitem__(self, at: NDArray[np.int64]) -> NDArray[np.int64]:
        # Each is below the end of the run of equal items that it is in; the last entry is the sum
        # of all.
        run = np.minimum(np.searchsorted(self._ends, at, side="right"), len(self._ends) - 1)
        return np.asarray(self._before[run] + (at - self._starts[run]) * self._sizes[run])
