"""The cell of every combination, found from the codebook alone: classes are parted by one column
after the other, wherever their sets fall apart into groups that share no value. Cells that are
disjoint by such cuts are told apart to the last; others are refused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.errors import InvalidInput
from covey.release.cells.atoms import Dimension, Members, Runs
from covey.release.locate import NOWHERE

Numbers = NDArray[np.int64]


def locate_cells(dimensions: Sequence[Dimension], classes: int, combinations: int) -> Numbers:
    """The class of every combination, NOWHERE for one that no cell has. Refuses cells that overlap,
    also where no combination is."""
    found = np.full(combinations, NOWHERE, dtype=np.int64)
    open_: list[tuple[Numbers, Numbers]] = [(np.arange(classes), np.arange(combinations))]
    while open_:
        here, inside = open_.pop()
        if len(here) == 1:
            found[inside[_within(dimensions, int(here[0]), inside)]] = here[0]
            continue
        open_ += _parted(dimensions, here, inside)
    return found


def _within(dimensions: Sequence[Dimension], number: int, inside: Numbers) -> NDArray[np.bool_]:
    held = np.ones(len(inside), dtype=bool)
    for dimension in dimensions:
        atoms, own = dimension.atoms[inside], dimension.of_class[number]
        if isinstance(dimension, Runs):
            held &= (dimension.low[own] <= atoms) & (atoms < dimension.high[own])
        else:
            held &= np.isin(atoms, dimension.members[own])
    return held


def _parted(
    dimensions: Sequence[Dimension], here: Numbers, inside: Numbers
) -> list[tuple[Numbers, Numbers]]:
    """The classes in groups that share no value of some column, each with its combinations."""
    for dimension in dimensions:
        sets, at = np.unique(dimension.of_class[here], return_inverse=True)
        if len(sets) == 1:
            continue
        if isinstance(dimension, Runs):
            groups, of_rows = _runs_apart(dimension, sets, dimension.atoms[inside])
        else:
            groups, of_rows = _members_apart(dimension, sets, dimension.atoms[inside])
        count = int(groups.max()) + 1
        if count > 1:
            own = groups[at]
            return [(here[own == group], inside[of_rows == group]) for group in range(count)]
    raise InvalidInput(f"{len(here):,} cells of the release overlap, or cannot be told apart.")


def _runs_apart(dimension: Runs, sets: Numbers, atoms: Numbers) -> tuple[Numbers, Numbers]:
    low, high = dimension.low[sets], dimension.high[sets]
    order = np.argsort(low, kind="stable")
    reach = np.maximum.accumulate(high[order])
    begins = np.concatenate([[True], low[order][1:] >= reach[:-1]])
    groups = np.empty(len(sets), dtype=np.int64)
    groups[order] = np.cumsum(begins) - 1
    starts = low[order][begins]
    # What lies below all of them is in none, and is found out at the end.
    of_rows = np.maximum(np.searchsorted(starts, atoms, side="right") - 1, 0)
    return groups, of_rows


def _members_apart(dimension: Members, sets: Numbers, atoms: Numbers) -> tuple[Numbers, Numbers]:
    owner = np.full(dimension.count + 1, NOWHERE, dtype=np.int64)
    parent: list[int] = []

    def top(group: int) -> int:
        while parent[group] != group:
            parent[group] = parent[parent[group]]
            group = parent[group]
        return group

    first = []
    for number in sets.tolist():
        members = dimension.members[number]
        seen = np.unique(owner[members])
        groups = sorted({top(int(group)) for group in seen if group >= 0})
        if not groups:
            parent.append(len(parent))
            groups = [len(parent) - 1]
        for group in groups[1:]:
            parent[group] = groups[0]
        owner[members] = groups[0]
        first.append(groups[0])
    roots = sorted({top(group) for group in first})
    numbers = {root: at for at, root in enumerate(roots)}
    final = np.array([numbers[top(group)] for group in range(len(parent))] + [0])
    groups_of_sets = np.array([numbers[top(group)] for group in first])
    return groups_of_sets, final[owner[atoms]]
