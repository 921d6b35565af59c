"""A part of a table as a problem of its own: from the combinations of its box to the sets of its
classes, on whatever machine the combinations are; and the answers of all parts as one."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.grouping import Objective
from covey.core.stop import Stop
from covey.core.tallied import Tallied
from covey.core.words import plural
from covey.problems.cells.answer import CellAnswer
from covey.problems.cells.constrain import best_tree
from covey.problems.cells.distinct_sets import ordered_sets, run_sets_of
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.sets import ANY_SET, OF_VALUES, MemberSets, OrderedSets, Sets
from covey.problems.cells.top_cuts import ValueAxis

BoxSets = OrderedSets | MemberSets


@dataclass(frozen=True, eq=False)
class BoxAnswer:
    """The classes of a part. It crosses as arrays, and nothing in it is run: another machine may
    have made it.

    combinations
        How many there are in the part.
    done
        Whether none of its classes can be cut any more.
    sizes
        The records of every class.
    tally
        How many records combinations have, those that no cut distinguishes taken together, and how
        many have so many.
    anything
        For every axis the records without a value that share a class with some that have one.
    sets
        For every axis the sets of the classes.
    """

    part: int
    combinations: int
    done: bool
    sizes: NDArray[np.int64]
    tally: NDArray[np.int64]
    anything: NDArray[np.int64]
    sets: tuple[BoxSets, ...]

    # The number of fields comes before those of each axis: a reader needs nothing but the arrays.
    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        numbers = np.array([self.part, self.combinations, self.done], dtype=np.int64)
        arrays = [numbers, self.sizes, self.tally, self.anything]
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
        (part, combinations, done), sizes, tally, anything = left[:4]
        at, sets = 4, []
        while at < len(left):
            count = int(left[at])
            # The two kinds of sets have different numbers of fields, which says which one follows.
            kind = OrderedSets if count == len(fields(OrderedSets)) else MemberSets
            sets.append(kind(*left[at + 1 : at + 1 + count]))
            at += 1 + count
        return cls(int(part), int(combinations), bool(done), sizes, tally, anything, tuple(sets))


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
    ) -> tuple[BoxAnswer, NDArray[np.int32]]:
        """Solve a part: its classes, and which of them each combination is in. ``values`` has for
        every column the value of each combination, -1 if it is missing; ``counts`` the records of
        each combination."""
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
        found, done = best_tree(problem, Stop(seconds=None).start())
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
        classes = np.empty(len(counts), dtype=np.int32)
        classes[order] = found.classes
        anything = [
            int(counts[(axis.of(own).codes < 0) & (of_class == ANY_SET)].sum())
            for axis, own, of_class in zip(
                self.axes, values, (each.of_class[classes] for each in sets), strict=True
            )
        ]
        answer = BoxAnswer(
            part,
            len(counts),
            done,
            found.sizes,
            np.stack(np.unique(problem.distinct.weights, return_counts=True)),
            np.array(anything, np.int64),
            tuple(sets),
        )
        return answer, classes

    def lost(self, answer: BoxAnswer) -> float:
        """The loss of all records of a part."""
        each = (
            axis.weight * axis.axis.penalties(sets)
            for axis, sets in zip(self.axes, answer.sets, strict=True)
        )
        return float(np.sum(list(each), axis=0) @ answer.sizes)


@dataclass(frozen=True, eq=False, init=False)
class TalliedCells(CellProblem):
    """The problem of a whole table whose combinations are elsewhere: what can be said of it is what
    follows from the values of every axis, and from how many combinations have how many records."""

    def __init__(self, axes: Sequence[ValueAxis], tallied: Tallied) -> None:
        for name, value in (
            ("axes", tuple(each.axis for each in axes)),
            ("axis_weights", np.array([each.weight for each in axes])),
            *((name, getattr(tallied, name)) for name in ("weights", "k", "objective", "largest")),
            ("total", tallied.total),
            ("distinct", tallied),
            ("requirements", ()),
            ("sensitive", ()),
            ("population", None),
            ("suppress", 0),
            ("suppress_for", "loss"),
            ("pinned", np.zeros(0, dtype=bool)),
            ("anchored", np.zeros(0, dtype=bool)),
        ):
            object.__setattr__(self, name, value)

    @property
    def description(self) -> str:
        return f"{self.distinct.description}, {plural(len(self.axes), 'attribute')}"


@dataclass(frozen=True, eq=False)
class BoxedCells(CellAnswer):
    """The answers of all parts as one. Which class a combination is in is not here: ``classes`` is
    empty."""

    joined: tuple[BoxSets, ...]

    @property
    def one_partition(self) -> bool:
        return False

    @property
    def sets(self) -> tuple[Sets, ...]:
        """As they were shrunk where the parts were solved."""
        return self.joined

    def tight(self, *, ranges: bool = True) -> tuple[Sets, ...]:
        return self.joined


def joined(answers: Iterable[BoxAnswer]) -> BoxedCells:
    """The classes of all parts, in the order of the parts, with each distinct set once: numbered as
    in an answer for the whole table."""
    sizes: list[NDArray[np.int64]] = []
    by_axis: list[list[BoxSets]] = []
    for answer in answers:
        sizes.append(answer.sizes)
        by_axis = by_axis or [[] for _ in answer.sets]
        for own, sets in zip(by_axis, answer.sets, strict=True):
            own.append(sets)
    return BoxedCells(
        np.zeros(0, dtype=np.int32), np.concatenate(sizes), tuple(map(_joined_sets, by_axis))
    )


def _joined_sets(parts: list[BoxSets]) -> BoxSets:
    of_class = np.concatenate([each.of_class for each in parts])
    kind = np.minimum(of_class, OF_VALUES)
    ordered = [each for each in parts if isinstance(each, OrderedSets)]
    if ordered:
        # Classes with a special set have no ends, which nobody reads.
        ends = [_by_class(each, np.column_stack([each.low, each.high])) for each in ordered]
        return ordered_sets(kind, np.concatenate(ends))
    lists = [each for each in parts if isinstance(each, MemberSets)]
    # The lists of all parts stand behind each other, and runs of them move with their list.
    before = np.concatenate([[0], np.cumsum([len(each.members) for each in lists])])
    runs = [
        _by_class(each, np.column_stack([each.starts[:-1], each.starts[1:]]) + start)
        for each, start in zip(lists, before.tolist(), strict=False)
    ]
    order = np.concatenate([each.members for each in lists]).astype(np.int32)
    nothing = np.zeros(len(kind) + 1, dtype=np.int64), np.zeros((0, 2), dtype=np.int32)
    return run_sets_of(kind, order, np.concatenate(runs), *nothing)


def _by_class(sets: BoxSets, ends: NDArray[np.integer]) -> NDArray[np.int32]:
    """The ends of each class's set, of those that have one of values."""
    # A row of zeros at the end is what special sets, which are below 0, may find.
    known = np.concatenate([ends, np.zeros((1, 2), ends.dtype)])
    return known[np.where(sets.of_class < 0, len(ends), sets.of_class)].astype(np.int32)
