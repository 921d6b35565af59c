"""What is published for every set, derived again from what the codebook says that the set holds.

A release whose texts are swapped, in the table and in the codebook at once, has the right classes
under the wrong names. What a region is called depends on which of its areas has the most records:
that is known from the table alone. Without it, the name must say an area of the region, or none,
what its codes begin with or what the map calls the area, and how many areas there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Labels, Ordered, Points, Regions, Role, Tree
from covey.codebook.book import MISSING_VALUE, Column
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
from covey.engine.protocol import Counted
from covey.verification.claims import Check, Claimed
from covey.verification.place_names import NOBODY, Words
from covey.verification.range_names import range_name
from covey.verification.trees import tree_texts

SAYS = "every published text says what its set holds"
HEAVIEST = "every region is named after an area of all its classes, the one with the most records"
FEW, SHORT = 5, 60
"""Labels, and letters, up to which a set is called by all of its labels."""

Numbers = NDArray[np.int64]
Names = list[str | None]


def texts_told(claimed: Claimed) -> Check:
    """That the text of every set is the one that covey gives to it. The codebook is known to have
    one text for every set."""
    unknown = ""
    for name, role in claimed.roles.items():
        words = None
        if isinstance(role, Regions) and role.map_fields:
            if role.map is None:
                unknown = "regions have names of the map: give it with --map"
                continue
            words = _words_of(claimed, name)
        for at in role.columns(name):
            column = claimed.book.of(at)
            expected = _names(column, role, words, claimed.read.get(name, {}))
            pairs = enumerate(zip(column.published.tolist(), expected, strict=True), start=1)
            wrong = next((found for found in pairs if found[1][0] != found[1][1]), None)
            if wrong is not None:
                number, (given, own) = wrong
                return Check(SAYS, False, _other(number, at, given, own))
    return Check(SAYS, None if unknown else True, unknown)


def _other(number: int, column: str, given: str | None, expected: str | None) -> str:
    shown = ["missing" if text is None else repr(text[:SHORT]) for text in (given, expected)]
    what = "which it is not" if expected == "" else f"but it is {shown[1]}"
    return f"no. {number} of {column!r} is published as {shown[0]}, {what}"


def _names(column: Column, role: Role, words: Words | None, read: Mapping[str, Any]) -> Names:
    """What every set of a column is called; empty text for one that has no such name. ``read`` is
    what the certificate says of the reading."""
    if isinstance(role, Points):
        return _of_ranges(column, lambda low, high: _side(role, column.name, low, high))
    if isinstance(role, Ordered) and role.order is None:
        kind = str(read.get("read_as", ""))
        return _of_ranges(column, lambda low, high: range_name(low, high, kind))
    if isinstance(role, Ordered):
        return _of_stated(column, role.order or ())
    if isinstance(role, Labels) or (isinstance(role, Tree) and not role.named_by_tree):
        return _of_labels(column)
    if isinstance(role, Tree):
        return tree_texts(column, role)
    return _of_regions(column, words).names


def _of_ranges(column: Column, called: Callable[[str | None, str | None], str]) -> Names:
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


@dataclass(frozen=True, eq=False)
class Lists:
    """The sets of a column as lists of values: set s has the numbers
    ``members[starts[s] : starts[s + 1]]``, and ``values`` has the value of every number."""

    starts: Numbers
    members: NDArray[np.int32]
    values: list[str | None]
    sizes: Numbers

    @classmethod
    def of(cls, column: Column) -> Lists:
        starts, members = column.listed.by_set(column.count)
        return cls(starts, members, list(column.listed.places), np.diff(starts))

    @property
    def with_missing(self) -> NDArray[np.bool_]:
        """Which sets have the missing value among others."""
        own = np.repeat(np.arange(len(self.sizes)), self.sizes)
        found = np.zeros(len(self.sizes), dtype=bool)
        found[own[self.members == MISSING_VALUE]] = True
        return found & (self.sizes > 1)

    def bare(self, some: NDArray[np.bool_]) -> Lists:
        """The same lists, ``some`` of them without the missing value."""
        kept = (self.members != MISSING_VALUE) | ~np.repeat(some, self.sizes)
        starts = np.append(0, np.cumsum(kept))[self.starts]
        return Lists(starts, self.members[kept], self.values, np.diff(starts))

    def own(self, number: int) -> NDArray[np.int32]:
        return self.members[self.starts[number] : self.starts[number + 1]]

    def values_of(self, number: int) -> Names:
        return [self.values[at] for at in self.own(number).tolist()]


def _of_labels(column: Column) -> Names:
    lists, anything = Lists.of(column), set(column.anything.tolist())
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
            few = _in_a_row(lists.values_of(number)) if size <= FEW else ""
            few = few or (ANY_NUMBER if size == many else "")
            few = few or _beginning(lists.values_of(number))
            names.append(few or f"{column.name}-{number + 1:0{digits}} ({size:,} values)")
    return distinguished(names)


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
    return _or_missing(distinguished(names), shared)


def _or_missing(names: Names, shared: NDArray[np.bool_]) -> Names:
    pairs = zip(names, shared.tolist(), strict=True)
    return [f"{name}{OR_MISSING}" if also else name for name, also in pairs]


@dataclass(frozen=True, eq=False)
class Regioned:
    """What regions are called, and the number of the area that each is named after, NOBODY for a
    set that is named after none; ``depends`` tells of which that depends on the records."""

    names: Names
    lists: Lists
    named: Numbers
    depends: NDArray[np.bool_]


def _of_regions(column: Column, words: Words | None = None) -> Regioned:
    """The names that are published, as far as they say what the regions hold. ``words`` are those
    of the map, if regions are called by these."""
    every, published = Lists.of(column), column.published.tolist()
    named = np.full(column.count, NOBODY, dtype=np.int64)
    depends = np.zeros(column.count, dtype=bool)
    if len(column.anything):
        # Any area is a list of all of them.
        names = ["" if at in column.anything else text for at, text in enumerate(published)]
        return Regioned(names, every, named, depends)
    # All areas and missing are any value.
    starred = np.array([text == ANYTHING for text in published], dtype=bool)
    shared = every.with_missing & ~starred
    lists = every.bare(shared)
    read = _ByCodes(lists) if words is None else _ByWords(lists, words)
    bases: Names = []
    for number, size in enumerate(lists.sizes.tolist()):
        own, text = lists.own(number), published[number] or ""
        if shared[number] and not text.endswith(OR_MISSING):
            bases.append("")
            continue
        text = text.removesuffix(OR_MISSING) if shared[number] else text
        if (own == MISSING_VALUE).any():
            # Missing by itself, or all areas and missing.
            bases.append(None if size == 1 else ANYTHING if size == len(lists.values) else "")
            continue
        base, named[number], depends[number] = read.base(number, text)
        bases.append(base)
    if "" in bases:
        at = bases.index("")
        return Regioned([*published[:at], "", *published[at + 1 :]], lists, named, depends)
    return Regioned(_or_missing(distinguished(bases), shared), lists, named, depends)


class _ByCodes:
    """Regions that are called by the codes of their areas."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists
        self._called = {
            member(code): at for at, code in enumerate(lists.values) if code is not None
        }
        self._beginnings = _beginnings(lists)

    def base(self, number: int, text: str) -> tuple[str, int, bool]:
        """The name without a number at its end, empty if it is none of this region; the area that
        it is named after, and whether that depends on the records."""
        own = self._lists.own(number)
        size = len(own)
        if size == 1:
            return literal(str(self._lists.values[int(own[0])])), NOBODY, False
        begin, end = self._beginnings[number], f" and {size - 1:,} more"
        nobody = f"{size:,} areas"
        if begin:
            begin, end, nobody = f"{begin}* (", f"{end})", f"{begin}* ({nobody})"
        if _without_number(text, number, nobody, ""):
            return nobody, NOBODY, True
        base = _without_number(text, number, begin, end)
        at = self._called.get(base[len(begin) : len(base) - len(end)], -1) if base else -1
        return (base, at, True) if (own == at).any() else ("", NOBODY, True)


class _ByWords:
    """Regions that are called by the words of the map."""

    def __init__(self, lists: Lists, words: Words) -> None:
        self._lists, self._words = lists, words

    def base(self, number: int, text: str) -> tuple[str, int, bool]:
        own = self._lists.own(number)
        codes = [str(value) for value in self._lists.values_of(number)]
        depends = len(codes) > 1 and not self._words.is_whole(codes)
        for name, at in self._words.possible(codes):
            if _without_number(text, number, name, "") == name:
                return name, NOBODY if at == NOBODY else int(own[at]), depends
        return "", NOBODY, depends


def _without_number(text: str, number: int, begin: str, end: str) -> str:
    """A name between what it begins and ends with, without the number that tells it from others;
    empty if it is no such name."""
    suffix = f" (no. {number + 1})"
    while text.endswith(suffix) and not (end and text.endswith(end)) and text != begin:
        text = text.removesuffix(suffix)
    long_enough = len(text) >= len(begin) + len(end)
    return text if long_enough and text.startswith(begin) and text.endswith(end) else ""


def _beginnings(lists: Lists) -> list[str]:
    """What all codes of every region begin with: what the first and the last in order do."""
    codes = [code or "" for code in lists.values]
    in_order = sorted(range(len(codes)), key=codes.__getitem__)
    ranks = np.empty(len(codes), dtype=np.int64)
    ranks[in_order] = np.arange(len(codes))
    own, starts = ranks[lists.members], lists.starts[:-1]
    first, last = np.minimum.reduceat(own, starts), np.maximum.reduceat(own, starts)
    return [
        _shared(codes[in_order[low]], codes[in_order[high]])
        for low, high in zip(first.tolist(), last.tolist(), strict=True)
    ]


def _shared(one: str, other: str) -> str:
    pairs = enumerate(zip(one, other, strict=False))
    end = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    return one[:end]


def _words_of(claimed: Claimed, name: str) -> Words | None:
    """What the map calls its areas, if regions are named by that."""
    role = claimed.regions[name]
    if not role.map_fields:
        return None
    return Words.of(role, claimed.map_of(role).areas)


def regions_of(claimed: Claimed) -> list[str]:
    """The columns of areas some of whose names depend on the table. Those of a release that recodes
    new records depend on another one's."""
    if claimed.solved is None:
        return []
    return [
        name
        for name, role in claimed.regions.items()
        if not (role.map_fields and role.map is None)
        and _of_regions(claimed.book.of(name), _words_of(claimed, name)).depends.any()
    ]


def named_after_heaviest(claimed: Claimed, counted: Counted, classes: Numbers) -> Iterator[Check]:
    """That a region is named after the area with the most records, the first of these in its list,
    among those of which every class with this region has some; after none, if there is no such
    area. ``classes`` are those of the counted combinations."""
    columns = regions_of(claimed)
    if not columns:
        return
    inside = classes >= 0
    if int(counted.counts[inside].sum()) != sum(claimed.sizes):
        yield Check(HEAVIEST, None, "some records were withheld, and nothing says which")
        return
    wrong = ""
    for column in columns:
        found = _of_regions(claimed.book.of(column), _words_of(claimed, column))
        own = counted.of([column])
        places = claimed.book.of(column).listed.places.known(own.values[0].tolist())
        numbers = np.append(places, MISSING_VALUE)[own.ranks[0]]
        there = inside & (numbers >= 0)
        weights = np.zeros(len(found.lists.values), dtype=np.int64)
        np.add.at(weights, numbers[there], counted.counts[there])
        shared = _shared_by_all(
            numbers[there], classes[there], claimed.sets_of_classes[column], found.lists
        )
        other = found.depends & (found.named != _heaviest(found.lists, weights, shared))
        if other.any():
            wrong = f"no. {int(np.argmax(other)) + 1} of {column!r} is not"
    yield Check(HEAVIEST, not wrong, wrong)


def _shared_by_all(
    areas: Numbers, classes: Numbers, of_class: Numbers, lists: Lists
) -> NDArray[np.bool_]:
    """For every member of every set whether all classes with that set have records of it."""
    many = len(lists.values)
    seen = np.unique(np.stack([classes, areas]), axis=1)
    times = Counter((of_class[seen[0]] * many + seen[1]).tolist())
    with_set = np.bincount(of_class, minlength=len(lists.sizes))
    number = np.repeat(np.arange(len(lists.sizes)), lists.sizes)
    keys = (number * many + lists.members).tolist()
    found = np.fromiter((times.get(key, 0) for key in keys), np.int64, len(keys))
    return np.asarray((found == with_set[number]) & (found > 0))


def _heaviest(lists: Lists, weights: Numbers, shared: NDArray[np.bool_]) -> Numbers:
    """The first of the heaviest members of every set that are shared, NOBODY if none is."""
    own = np.where(shared, weights[lists.members], -1)
    starts = lists.starts[:-1]
    is_most = (own == np.repeat(np.maximum.reduceat(own, starts), lists.sizes)) & shared
    at = np.where(is_most, np.arange(len(own)), len(own))
    first = np.minimum.reduceat(at, starts)
    return np.where(first < len(own), np.append(lists.members, NOBODY)[first], NOBODY)
