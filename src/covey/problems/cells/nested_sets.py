"""The nested regions of classes on a map."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.problems.cells.distinct_sets import run_sets_of
from covey.problems.cells.nesting import Nesting
from covey.problems.cells.sets import OF_VALUES, Codes, MemberSets

Runs = tuple[Codes, NDArray[np.int64], Codes]
"""Of every class the run of the map's tree that the cuts left to it, and the runs that they took
away from that: those of class c are ``without[rest[c]:rest[c + 1]]``."""


def nested_sets(
    nesting: Nesting, kind: Codes, starts: NDArray[np.int64], places: Codes, runs: Runs
) -> MemberSets:
    """For every class the least nested region with its places, ``places[starts[c]:starts[c + 1]]``,
    which ascend; the whole map, if they are in several components.

    Where cuts went through that region, other classes have parts of it. The class then has the
    least region of the tree, which no cut went through.
    """
    # In the order of leaves every region is a run, so the first and the last leaf are enough.
    low, high = _ends(nesting.leaf[places], starts, len(nesting.leaf))
    base = nesting.around(*_in_one_component(nesting, low, high))
    scattered = _scattered(nesting, places, starts)
    # Components are joined at once, if at all: there is nothing between one of them and the whole
    # map.
    base[scattered] = 0, len(nesting.leaf)
    # A region through which a cut goes would overlap that of another class.
    crossed = np.flatnonzero(_crossed(nesting, base, runs) & ~scattered & (kind == OF_VALUES))
    order = nesting.order
    if len(crossed):
        own = [places[starts[number] : starts[number + 1]] for number in crossed.tolist()]
        cut_starts = np.concatenate([[0], np.cumsum([len(each) for each in own])])
        hull_starts, hulls = native.hulls(nesting.tree.parent, cut_starts, np.concatenate(own))
        ends = (len(order) + hull_starts).astype(np.int32)
        base[crossed] = np.column_stack([ends[:-1], ends[1:]])
        # Regions that are no runs of the order are written out behind it.
        order = np.concatenate([order, nesting.tree.order[hulls]])
    nothing = np.zeros((0, 2), dtype=np.int32)
    return run_sets_of(kind, order, base, np.zeros(len(base) + 1, dtype=np.int64), nothing)


def _ends(leaves: Codes, starts: NDArray[np.int64], size: int) -> tuple[Codes, Codes]:
    """The first and the last leaf of every class; 0 for a class without any."""
    owner = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    low = np.full(len(starts) - 1, size, dtype=np.int32)
    high = np.zeros(len(starts) - 1, dtype=np.int32)
    np.minimum.at(low, owner, leaves)
    np.maximum.at(high, owner, leaves)
    return np.minimum(low, high), high


def _in_one_component(nesting: Nesting, low: Codes, high: Codes) -> tuple[Codes, Codes]:
    """The same leaves; only the first of a class where the two are in different components."""
    component = np.empty(len(nesting.leaf), dtype=np.int32)
    component[nesting.leaf] = nesting.tree.component
    return low, np.where(component[low] == component[high], high, low)


def _scattered(nesting: Nesting, places: Codes, starts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which classes have places in several components. Places ascend, and components are runs."""
    there = np.diff(starts) > 0
    found = np.zeros(len(there), dtype=bool)
    root = nesting.tree.component
    found[there] = root[places[starts[:-1][there]]] != root[places[starts[1:][there] - 1]]
    return found


def _crossed(nesting: Nesting, base: Codes, runs: Runs) -> NDArray[np.bool_]:
    """Whether an edge that was cut joins two areas of a class's region."""
    left, rest, without = runs
    found = nesting.within(left[:, 0], base)
    owner = np.repeat(np.arange(len(base)), np.diff(rest))
    np.logical_or.at(found, owner, nesting.within(without[:, 0], base[owner]))
    return found
