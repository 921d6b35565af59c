"""A part of a table as a problem of its own: from the combinations of its box to the sets of its
classes, on whatever machine the combinations are."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Objective
from covey.core.stop import Stop
from covey.problems.cells.constrain import best_tree
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.sets import MemberSets, OrderedSets
from covey.problems.cells.top_cuts import ValueAxis

BoxSets = OrderedSets | MemberSets


@dataclass(frozen=True, eq=False)
class BoxAnswer:
    """The classes of a part: how many ``combinations`` it has, the records of every class, and for
    every axis the sets of the classes. It crosses as arrays, and nothing in it is run: another
    machine may have made it."""

    part: int
    combinations: int
    sizes: NDArray[np.int64]
    sets: tuple[BoxSets, ...]

    # The number of fields comes before those of each axis: a reader needs nothing but the arrays.
    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        arrays = [np.array([self.part, self.combinations]), self.sizes]
        for each in self.sets:
            own = [getattr(each, one.name) for one in fields(each)]
            arrays += [np.array(len(own)), *own]
        np.savez(file, *arrays)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, found: bytes) -> BoxAnswer:
        # Never as a pickle: bytes of another machine must not run code here.
        with np.load(io.BytesIO(found), allow_pickle=False) as arrays:
            left = [arrays[f"arr_{at}"] for at in range(len(arrays.files))]
        (part, combinations), sizes = left[:2]
        at, sets = 2, []
        while at < len(left):
            count = int(left[at])
            # The two kinds of sets have different numbers of fields, which says which one follows.
            kind = OrderedSets if count == len(fields(OrderedSets)) else MemberSets
            sets.append(kind(*left[at + 1 : at + 1 + count]))
            at += 1 + count
        return cls(int(part), int(combinations), sizes, tuple(sets))


@dataclass(frozen=True, eq=False)
class BoxProblem:
    """What all parts of a table have in common.

    bounds
        The codes that the top cuts left to every part and column.
    tight
        Whether ranges are shrunk to what occurs in a class.
    """

    axes: tuple[ValueAxis, ...]
    k: int
    objective: Objective
    bounds: NDArray[np.int32]
    tight: bool = False

    def solve(
        self, part: int, values: Sequence[NDArray[np.int64]], counts: NDArray[np.int64]
    ) -> BoxAnswer:
        """Solve a part. ``values`` has for every column the value of each combination, -1 if it is
        missing; ``counts`` the records of each combination."""
        # The answer must not depend on the order in which an engine hands the combinations over.
        order = np.lexsort(values[::-1])
        problem = CellProblem(
            [axis.of(own[order]) for axis, own in zip(self.axes, values, strict=True)],
            counts[order],
            self.k,
            self.objective,
            # Shares of the whole table: a part does not know what else there is.
            weights=[axis.weight for axis in self.axes],
        )
        # Without the clock: the same answer comes from a machine that has other work to do.
        found, _ = best_tree(problem, Stop(seconds=None).start())
        # Here, where the combinations are: what collects the answers never sees them.
        problem.check(found)
        sets: list[BoxSets] = []
        for own, (low, high) in zip(found.tight(ranges=self.tight), self.bounds[part], strict=True):
            if isinstance(own, OrderedSets):
                # The tree of a part knows nothing of the cuts above it.
                ends = (np.clip(end, low, high).astype(np.int32) for end in (own.low, own.high))
                own = OrderedSets(own.of_class, *ends)
            assert isinstance(own, OrderedSets | MemberSets)
            sets.append(own)
        return BoxAnswer(part, len(counts), found.sizes, tuple(sets))

    def lost(self, answer: BoxAnswer) -> float:
        """The loss of all records of a part."""
        each = (
            axis.weight * axis.axis.penalties(sets)
            for axis, sets in zip(self.axes, answer.sets, strict=True)
        )
        return float(np.sum(list(each), axis=0) @ answer.sizes)
