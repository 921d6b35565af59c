"""Tables of sets: each distinct set once, and for every class the number of its set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.sets import OF_VALUES, MemberSets, OrderedSets, PlaceSets


def ordered_sets(kind: NDArray[np.int32], bounds: NDArray[np.int32]) -> OrderedSets:
    of_class, unique = _distinct(kind, bounds)
    return OrderedSets(of_class, unique[:, 0], unique[:, 1])


def place_sets(kind: NDArray[np.int32], bounds: NDArray[np.int32]) -> PlaceSets:
    of_class, unique = _distinct(kind, bounds)
    return PlaceSets(of_class, *(unique[:, column] for column in range(4)))


def _distinct(
    kind: NDArray[np.int32], rows: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The number of each row among the distinct ones; rows of a special kind keep that instead."""
    of_class = kind.copy()
    named = np.flatnonzero(kind == OF_VALUES)
    of_class[named], unique = distinct_rows(rows[named])
    return of_class, unique


def distinct_rows(rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The number of each row among the distinct ones, and these."""
    unique, number = np.unique(rows, axis=0, return_inverse=True)
    return number.ravel(), np.ascontiguousarray(unique, dtype=np.int32)


def distinct_members(
    order: NDArray[np.int32],
    runs: NDArray[np.int32],
    rest: NDArray[np.int64],
    without: NDArray[np.int32],
) -> MemberSets:
    """Runs of an order without others, as those of :class:`MemberSets`, each distinct set once."""
    return run_sets_of(np.full(len(runs), OF_VALUES, dtype=np.int32), order, runs, rest, without)


def run_sets_of(
    kind: NDArray[np.int32],
    order: NDArray[np.int32],
    base: NDArray[np.int32],
    rest: NDArray[np.int64],
    without: NDArray[np.int32],
) -> MemberSets:
    """Equal sets are recognized by a sum of random numbers, one for each member: to compare the
    members themselves would take too long on large maps. That two different ones of 100,000 sets
    have the same sum has a chance below 2^-30."""
    # Fixed numbers, not drawn ones: the same sets come out on every machine.
    random = scrambled(np.arange(order.max(initial=0) + 1, dtype=np.int32))
    sizes = (base[:, 1] - base[:, 0]).astype(np.int64)
    # Sums wrap around at 2^64, and differences of them are right all the same.
    sums = np.concatenate([[np.uint64(0)], np.cumsum(random[order], dtype=np.uint64)])
    mark = sums[base[:, 1]] - sums[base[:, 0]]
    if len(without):
        owner = np.repeat(np.arange(len(base)), np.diff(rest))
        np.subtract.at(mark, owner, sums[without[:, 1]] - sums[without[:, 0]])
        np.subtract.at(sizes, owner, (without[:, 1] - without[:, 0]).astype(np.int64))
    named = np.flatnonzero(kind == OF_VALUES)
    _, chosen, number = np.unique(mark[named], return_index=True, return_inverse=True)
    of_class = kind.copy()
    of_class[named] = number.ravel()
    kept = named[chosen]
    many = np.diff(rest)[kept]
    starts = np.concatenate([[0], np.cumsum(many)])
    places = np.repeat(rest[kept] - starts[:-1], many) + np.arange(starts[-1])
    return MemberSets(
        of_class, sizes[kept], order, base[kept, 0], base[kept, 1], starts, without[places]
    )


def scrambled(numbers: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Numbers as good as random, the same for the same number (SplitMix64)."""
    z = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = z ^ (z >> np.uint64(31))
    return mixed


def distinct_numbers(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Ascending. np.unique looks them up in a table first, which takes longer than to sort them."""
    numbers = np.sort(numbers)
    first = np.ones(len(numbers), dtype=bool)
    first[1:] = numbers[1:] != numbers[:-1]
    return numbers[first]
