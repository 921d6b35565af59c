"""One level for each column, the best of all combinations: of hand-made hierarchies, as ARX
searches them, or of grids of equal frequency."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np

from benchmarks.peers.hierarchies import hierarchies
from benchmarks.peers.published import Meaning, Set, meaning_of
from benchmarks.peers.shipped import Shipped
from covey.measures.loss import share_of_labels, share_of_ranges
from covey.measures.utility.tables import bins_of

PARTS = {True: (8, 4, 2, 1), False: (3, 1)}
"""Into how many parts of equal frequency a grid divides ordered columns, and labels."""

Levels = Mapping[str, Mapping[int, Any]]
Sets = Mapping[str, Mapping[Any, Set]]


def published_by_lattice(table: Shipped, k: int, allowed: float) -> tuple[Any, Meaning]:
    levels, sets = hierarchies(table.frame, table.quasi, table.steps, table.groups)
    return _best(table, levels, sets, k, allowed), meaning_of(sets)


def published_by_grid(table: Shipped, k: int, allowed: float) -> tuple[Any, Meaning]:
    levels: dict[str, dict[int, Any]] = {}
    sets: dict[str, dict[Any, Set]] = {}
    for column in table.quasi:
        ordered = column in table.steps
        values = sorted(table.frame[column].unique())
        counts = table.frame[column].value_counts().reindex(values).to_numpy()
        levels[column] = {0: values}
        sets[column] = {v: (v, v) if ordered else frozenset([v]) for v in values}
        for level, parts in enumerate(PARTS[ordered], start=1):
            bins = bins_of(counts, ordered=ordered, most=parts).tolist()
            names = [f"{at} of {parts}" for at in bins]
            levels[column][level] = names
            for name in dict.fromkeys(names):
                own = [v for v, other in zip(values, names, strict=True) if other == name]
                sets[column][name] = (own[0], own[-1]) if ordered else frozenset(own)
    return _best(table, levels, sets, k, allowed), meaning_of(sets)


def _best(table: Shipped, levels: Levels, sets: Sets, k: int, allowed: float) -> Any:
    """The table at the levels of least loss, a record below k counting 1; no more than the share
    ``allowed`` are. Levels that lose least with nothing withheld come first, and the search ends
    where even that is more than was found."""
    frame, quasi = table.frame, table.quasi
    coded = [_coded(table, column, levels[column], sets[column]) for column in quasi]
    known = [{value: at for at, value in enumerate(levels[column][0])} for column in quasi]
    columns = [frame[c].map(own).to_numpy() for c, own in zip(quasi, known, strict=True)]
    rows, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    lost = [
        [float(shares[codes[rows[:, at]]] @ counts) for codes, shares in own]
        for at, own in enumerate(coded)
    ]
    choices = list(product(*(range(len(own)) for own in lost)))
    bounds = [sum(own[level] for own, level in zip(lost, c, strict=True)) for c in choices]
    scale = len(quasi) * len(frame)
    best, chosen = float("inf"), choices[-1]
    for number in np.argsort(bounds, kind="stable").tolist():
        if bounds[number] / scale >= best:
            break
        key = np.zeros(len(rows), dtype=np.int64)
        each = np.zeros(len(rows))
        for at, level in enumerate(choices[number]):
            codes, shares = coded[at][level]
            key = key * len(shares) + codes[rows[:, at]]
            each += shares[codes[rows[:, at]]]
        own = np.unique(key, return_inverse=True)[1]
        small = np.bincount(own, weights=counts)[own] < k
        if counts[small].sum() > allowed * len(frame):
            continue
        loss = float(np.where(small, 1.0, each / len(quasi)) @ counts) / len(frame)
        if loss < best:
            best, chosen = loss, choices[number]
    found = frame.copy()
    for column, level in zip(quasi, chosen, strict=True):
        name_of = dict(zip(levels[column][0], levels[column][level], strict=True))
        found[column] = [name_of[value] for value in frame[column]]
    sizes = found.groupby(list(quasi), observed=True)[quasi[0]].transform("size")
    return found[sizes >= k]


def _coded(
    table: Shipped, column: str, levels: Mapping[int, Any], sets: Mapping[Any, Set]
) -> list[tuple[Any, Any]]:
    """For every level the code of each value, and the share of the column that each code covers."""
    found = []
    values = list(levels[0])
    for level in levels.values():
        number = {name: at for at, name in enumerate(dict.fromkeys(level))}
        codes = np.array([number[name] for name in level])
        if column in table.steps:
            low, high = zip(*(sets[name] for name in number), strict=True)
            shares = share_of_ranges(low, high, values[0], values[-1])
        else:
            shares = share_of_labels([len(sets[name]) for name in number], len(values))
        found.append((codes, shares))
    return found
