"""What is published for every set, derived again from what the codebook says that the set holds.

A release whose texts are swapped, in the table and in the codebook at once, has the right classes
under the wrong names. :func:`set_names` has one rule for each kind of column. It is written again
here on purpose: what publishes and what verifies must not share a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch

import numpy as np

from covey.attributes import Distances, Labels, Ordered, Points, Regions, Role, Tree
from covey.codebook.book import Column
from covey.codebook.texts import (
    ANY_NUMBER,
    ANYTHING,
    OR_MISSING,
    distinguished,
    literal,
    look,
    made_up,
    member,
)
from covey.verification.claims import Check, Claimed
from covey.verification.listed_sets import Lists, Names, or_missing
from covey.verification.range_names import range_name
from covey.verification.region_names import lacks_map, named_regions, words_of
from covey.verification.trees import tree_texts

SAYS = "every published text says what its set holds"
FEW, SHORT = 5, 60
"""Labels, and letters, up to which a set is called by all of its labels."""


def texts_fit_sets(claimed: Claimed) -> Check:
    """That the text of every set is the one that covey gives to it. The codebook is known to have
    one text for every set."""
    unknown = ""
    for name, role in claimed.roles.items():
        # Other columns are checked all the same.
        if lacks_map(claimed, name):
            unknown = "regions have names of the map: give it with --map"
            continue
        for at in role.columns(name):
            column = claimed.book.of(at)
            expected = set_names(role, column, claimed)
            pairs = enumerate(zip(column.published.tolist(), expected, strict=True), start=1)
            wrong = next((found for found in pairs if found[1][0] != found[1][1]), None)
            if wrong is not None:
                number, (given, own) = wrong
                return Check(SAYS, False, _other(number, at, given, own))
    return Check(SAYS, None if unknown else True, unknown)


def _other(number: int, column: str, given: str | None, expected: str | None) -> str:
    # Texts of anybody, cut off to what fits into a line.
    shown = ["missing" if text is None else repr(text[:SHORT]) for text in (given, expected)]
    what = "which it is not" if expected == "" else f"but it is {shown[1]}"
    return f"no. {number} of {column!r} is published as {shown[0]}, {what}"


@singledispatch
def set_names(role: Role, column: Column, claimed: Claimed) -> Names:
    """What every set of a column is called; empty text for one that has no such name. The rule is
    that of the kind of ``role``, or of the nearest kind that it is derived from."""
    raise NotImplementedError(f"no rule for the names of {role.role}")


@set_names.register
def _(role: Labels, column: Column, claimed: Claimed) -> Names:
    return _of_labels(column, role)


@set_names.register
def _(role: Ordered, column: Column, claimed: Claimed) -> Names:
    if role.order is not None:
        return _of_stated(column, role.order)
    kind = str(claimed.read.get(column.name, {}).get("read_as", ""))
    return _of_ranges(column, lambda low, high: range_name(low, high, kind))


@set_names.register
def _(role: Points, column: Column, claimed: Claimed) -> Names:
    return _of_ranges(column, lambda low, high: _side(role, column.name, low, high))


@set_names.register
def _(role: Regions, column: Column, claimed: Claimed) -> Names:
    return named_regions(column, words_of(claimed, column.name)).names


@set_names.register
def _(role: Tree, column: Column, claimed: Claimed) -> Names:
    return tree_texts(column, role)


@set_names.register
def _(role: Distances, column: Column, claimed: Claimed) -> Names:
    # Its tree is computed: the nodes have no names that a reader would know.
    return _of_labels(column, role)


def _of_ranges(column: Column, called: Callable[[str | None, str | None], str]) -> Names:
    # What is neither anything nor a range is missing, and published as such.
    names: Names = [None] * column.count
    for number in column.anything.tolist():
        names[number] = ANYTHING
    ranges = column.ranges
    for number, low, high in zip(
        ranges.numbers.tolist(), ranges.low.tolist(), ranges.high.tolist(), strict=True
    ):
        names[number] = called(low, high)
    for number in np.intersect1d(column.missing, ranges.numbers).tolist():
        names[number] = f"{names[number]}{OR_MISSING}"
    return names


def _side(role: Points, column: str, low: str | None, high: str | None) -> str:
    # The north pole is part of the rectangle that reaches it.
    to_pole = role.globe and column == role.along and high == "90"
    return f"[{low}, {high}" + ("]" if to_pole else ")")


def _of_labels(column: Column, role: Role) -> Names:
    every, anything = Lists.of(column), set(column.anything.tolist())
    # Where labels have distances, missing values that are too few for a class count as a label.
    shared = every.joined(column, role)
    lists = every.bare(shared)
    # Numbers in names have as many digits as the last one, so that names sort by number.
    digits = len(str(column.count - len(anything)))
    many = len(np.unique(lists.members))
    names: Names = []
    for number, size in enumerate(lists.sizes.tolist()):
        if number in anything:
            names.append(ANYTHING)
        elif size == 1:
            (label,) = lists.values_of(number)
            names.append(None if label is None else literal(label, ", "))
        else:
            # In this order: all labels, any value, the first labels, and a number if nothing is
            # short enough.
            few = _in_a_row(lists.values_of(number)) if size <= FEW else ""
            few = few or (ANY_NUMBER if size == many else "")
            few = few or _beginning(lists.values_of(number))
            names.append(few or f"{column.name}-{number + 1:0{digits}} ({size:,} values)")
    return or_missing(distinguished(names), shared)


def _in_a_row(labels: Sequence[str | None]) -> str:
    """Labels one after the other; empty if that is long or can be read in two ways."""
    words = [member(label, ", ") for label in labels]
    name = ", ".join(words)
    plain = len({look(word) for word in words}) == len(words) and not made_up(look(name))
    return name if plain and len(name) <= SHORT else ""


def _beginning(labels: Sequence[str | None]) -> str:
    """The first two labels, or the first, and how many more there are; empty if that is long."""
    one, two = (member(label, ", ") for label in labels[:2])
    pair = f"{one}, {two} and {len(labels) - 2:,} more"
    if len(labels) > 2 and look(one) != look(two) and len(pair) <= SHORT:
        return pair
    alone = f"{one} and {len(labels) - 1:,} more"
    return alone if len(alone) <= SHORT else ""


def _of_stated(column: Column, order: Sequence[str]) -> Names:
    every, anything = Lists.of(column), set(column.anything.tolist())
    shared = every.with_missing
    lists = every.bare(shared)
    place: dict[str | None, int] = {label: at for at, label in enumerate(order)}
    names: Names = []
    for number in range(column.count):
        # A set of a stated order is a run of it; -1 is a label that the order lacks.
        places = [place.get(label, -1) for label in lists.values_of(number)]
        if number in anything:
            names.append(ANYTHING)
        elif lists.values_of(number) == [None]:
            names.append(None)
        elif min(places) < 0 or places != list(range(places[0], places[0] + len(places))):
            return ["" if at == number else None for at in range(column.count)]
        elif len(places) == 1:
            names.append(literal(order[places[0]], " to "))
        else:
            ends = order[places[0]], order[places[-1]]
            names.append(" to ".join(member(label, " to ") for label in ends))
    return or_missing(distinguished(names), shared)
