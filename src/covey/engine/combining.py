"""From the groups of an engine to combinations: several groups are one if their values are read
alike, as 7 and 007 are as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.protocol import Counted
from covey.engine.ranking import ranked


def combined(
    kinds: Mapping[str, str],
    read: Sequence[Sequence[str | None]],
    places: Sequence[NDArray[np.int64]],
    counts: NDArray[np.int64],
) -> tuple[Counted, NDArray[np.int64]]:
    """The combinations in order, and for every group the number of its combination there.

    kinds
        Of the counted columns, by name.
    read
        For every column its distinct values as texts of its kind, None where there is no value.
    places
        For every column and group the place of its value there, -1 if it is missing.
    counts
        The records of each group.
    """
    values, columns = [], []
    for texts, at in zip(read, places, strict=True):
        known, again = distinct(texts)
        values.append(np.array(known, dtype=object))
        # The last place is that of missing values, which -1 finds.
        columns.append(np.append(again, -1)[at])
    first, group = _merged(columns, values)
    sums = np.zeros(len(first), dtype=np.int64)
    # Not sums[group] += counts, which would add only one of several groups of a combination.
    np.add.at(sums, group, counts)
    counted, before = ranked(kinds, values, [own[first] for own in columns], sums)
    # `before` goes from the new order to the old one; this is the way back.
    number = np.empty(len(first), dtype=np.int64)
    number[before] = np.arange(len(first))
    return counted, number[group]


def distinct(texts: Sequence[str | None]) -> tuple[list[str], NDArray[np.int64]]:
    """The distinct texts, and the place of each text among them, -1 where there is none."""
    places: dict[str, int] = {}
    at = [-1 if text is None else places.setdefault(text, len(places)) for text in texts]
    return list(places), np.array(at, dtype=np.int64)


def _merged(
    columns: Sequence[NDArray[np.int64]], values: Sequence[NDArray[Any]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first group of every combination, and for every group the combination."""
    # As in `Counted.numbered`: digits of a mixed base, renumbered before they overflow.
    numbers = np.zeros(len(columns[0]), dtype=np.int64)
    for own, known in zip(columns, values, strict=True):
        numbers = numbers * (len(known) + 1) + own + 1
        if len(columns) > 1:
            numbers = np.unique(numbers, return_inverse=True)[1]
    _, first, group = np.unique(numbers, return_index=True, return_inverse=True)
    return first, group
