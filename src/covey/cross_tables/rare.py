"""Categories of few people: their numbers are hidden, but their names are published, and tell that
somebody has them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.words import MISSING_TEXT, plural, plural_of
from covey.cross_tables.cross_table import CrossTable


def totals_of(numbers: NDArray[np.int64], axis: int) -> NDArray[np.int64]:
    """The totals of the categories of one column.

    >>> totals_of(np.array([[1, 2, 3], [4, 5, 9], [5, 7, 12]]), 1).tolist()
    [5, 7]
    """
    # The last place of every other axis is the total over it.
    place = tuple(slice(-1) if at == axis else -1 for at in range(numbers.ndim))
    found: NDArray[np.int64] = numbers[place]
    return found


def rare_categories(table: CrossTable, k: int) -> dict[str, int]:
    """How many categories of each column have 1 to k - 1 people, without columns that have none."""
    found = {}
    for axis, (column, names) in enumerate(zip(table.columns, table.categories, strict=True)):
        pairs = zip(names, totals_of(table.values, axis).tolist(), strict=True)
        found[column] = sum(0 < total < k and name != MISSING_TEXT for name, total in pairs)
    return {column: many for column, many in found.items() if many}


def without_total(columns: Sequence[str], published: NDArray[np.int64]) -> dict[str, int]:
    """How many categories of each column are published by their name alone: the total is hidden, or
    rounded to 0. It follows from what is published, so that it tells nothing more."""
    found = {
        column: int((totals_of(published, axis) <= 0).sum()) for axis, column in enumerate(columns)
    }
    return {column: many for column, many in found.items() if many}


def notes_on_rare(rare: Mapping[str, int], k: int, unit: str) -> tuple[str, ...]:
    """For the owner: how many there are, and what brings them together."""
    return tuple(
        f"{plural(many, 'category')} of {column!r} with fewer than k = {k:,} {plural_of(unit)}: the"
        " numbers are not published, but the names are, and tell that somebody has them. To"
        " bring rare ones together, count what covey anonymize publishes with --keep-common"
        f" {shlex.quote(column)}"
        for column, many in rare.items()
    )
