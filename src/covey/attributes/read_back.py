"""Sets read back from a codebook, by the codes of an attribute: for those who verify a release."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import MISSING_VALUE, UNKNOWN, Column, Ranges
from covey.codebook.ordinals import values_below
from covey.codebook.texts import ANYTHING
from covey.core.errors import InvalidInput
from covey.problems.cells.sets import ANY_SET, MISSING_SET, MemberSets, OrderedSets

Numbers = NDArray[np.int64]


def of_ranges(column: Column, of_class: Numbers, values: NDArray[Any], kind: str) -> OrderedSets:
    """Ranges as the ranks of the first and the last value in them. ``values`` are in order."""
    ranges = column.ranges
    borders = list(ranges.borders)
    below = values_below(values, borders, kind)
    rank = dict(zip(borders, below.tolist(), strict=True))
    # Open ends reach to the first and the last value of the table.
    low = _ranks(ranges.low, rank, 0)
    high = _ranks(ranges.high, rank, len(values)) - 1
    return OrderedSets(renumbered_classes(column, of_class), low, high.astype(np.int32))


def _ranks(ends: NDArray[Any], rank: Mapping[str, int], without: int) -> NDArray[np.int32]:
    found = (without if text is None else rank[text] for text in ends.tolist())
    return np.fromiter(found, np.int32, len(ends))


def renumbered_classes(column: Column, of_class: Numbers) -> NDArray[np.int32]:
    """The set of every class of a column of ranges: ranges by their place among all of them, and
    the two special sets by their own numbers."""
    # `checked` made sure that each set is one range, missing or any value: what is neither of the
    # others is missing.
    special = np.full(column.count, MISSING_SET, dtype=np.int32)
    special[column.anything] = ANY_SET
    special[column.ranges.numbers] = np.arange(len(column.ranges.numbers))
    return special[of_class]


def of_members(
    column: Column,
    of_class: Numbers,
    values: Sequence[str | None],
    *,
    missing_is_a_value: bool = False,
) -> MemberSets:
    """Lists of values as codes; ``values[code]`` is the value of a code."""
    starts, members = column.listed.by_set(column.count)
    sizes = np.diff(starts)
    number = np.repeat(np.arange(column.count), sizes)
    special = np.zeros(column.count, dtype=np.int32)
    # A null in a longer list is an "or missing", which is no member: the attribute's anchor has it.
    if not missing_is_a_value:
        lone = np.zeros(column.count, dtype=bool)
        lone[number[members == MISSING_VALUE]] = True
        special[lone & (sizes == 1)] = MISSING_SET
        kept = members != MISSING_VALUE
        members, number = members[kept], number[kept]
    special[column.anything] = ANY_SET
    # Any area is a list of all of them.
    special[[text == ANYTHING for text in column.published.tolist()]] = ANY_SET
    usual = special == 0
    kept = usual[number]
    codes = _codes(column, values)[members[kept]]
    if (codes < 0).any():
        raise InvalidInput(f"A set of {column.name!r} has a value that is not there.")
    # Usual sets are numbered among themselves, special ones keep MISSING_SET and ANY_SET.
    new = np.where(usual, np.cumsum(usual) - 1, special)
    owner = new[number[kept]]
    # By set, and ascending within one, as `MemberSets` wants its members.
    order = np.lexsort([codes, owner])
    ends = np.searchsorted(owner[order], np.arange(int(usual.sum()) + 1))
    return MemberSets.from_members(
        new[of_class].astype(np.int32), ends.astype(np.int64), codes[order].astype(np.int32)
    )


def _codes(column: Column, values: Sequence[str | None]) -> Numbers:
    """The code of every value that the codebook names, -1 if it has none."""
    places = column.listed.places
    numbers = places.known(values)
    found = np.full(len(places), -1, dtype=np.int64)
    found[numbers[numbers != UNKNOWN]] = np.flatnonzero(numbers != UNKNOWN)
    return found


def borders(texts: NDArray[Any]) -> NDArray[np.float64]:
    """Lower or upper borders of ranges of numbers; an open one is NaN."""
    try:
        return np.array([float(text or "nan") for text in texts.tolist()], dtype=np.float64)
    except ValueError:
        raise InvalidInput("The codebook has a border that is no number.") from None


def rectangles(across: Ranges, along: Ranges) -> NDArray[np.float64]:
    """West, south, east and north of every rectangle, as they are published."""
    # Sets of both columns have one number: a rectangle needs a range in each.
    if not np.array_equal(across.numbers, along.numbers):
        raise InvalidInput("The codebook has a range in one coordinate only.")
    lower_left = borders(across.low), borders(along.low)
    return np.column_stack([*lower_left, borders(across.high), borders(along.high)])
