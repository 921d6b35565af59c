"""What regions are called, and after which of their areas.

What a region is called depends on which of its areas has the most records: that is known from the
table alone. Without it, the name must say an area of the region, or none, what its codes begin with
or what the map calls the area, and how many areas there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import MISSING_VALUE, Column
from covey.codebook.texts import ANYTHING, OR_MISSING, distinguished, literal, member
from covey.core.dataclass import dataclass
from covey.engine.protocol import Counted
from covey.verification.claims import Check, Claimed
from covey.verification.listed_sets import Lists, Names, Numbers, or_missing
from covey.verification.place_names import NOBODY, Words

HEAVIEST = "every region is named after an area of all its classes, the one with the most records"


@dataclass(frozen=True, eq=False)
class Regioned:
    """What regions are called, and the number of the area that each is named after, NOBODY for a
    set that is named after none; ``depends`` tells of which that depends on the records."""

    names: Names
    lists: Lists
    named: Numbers
    depends: NDArray[np.bool_]


def named_regions(column: Column, words: Words | None = None) -> Regioned:
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
    # Published names for all others, so that the message is about this set and no other.
    if "" in bases:
        at = bases.index("")
        return Regioned([*published[:at], "", *published[at + 1 :]], lists, named, depends)
    return Regioned(or_missing(distinguished(bases), shared), lists, named, depends)


class _ByCodes:
    """Regions that are called by the codes of their areas."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists
        self._called = {
            member(code): at for at, code in enumerate(lists.values) if code is not None
        }
        self._beginnings = _beginnings(lists)

    def base(self, number: int, text: str) -> tuple[str, int, bool]:
        """The name without a number at its end, empty if this region is not called so; the area
        that it is named after, and whether that depends on the records."""
        own = self._lists.own(number)
        size = len(own)
        # A region of one area is called by its code, whoever lives there.
        if size == 1:
            return literal(str(self._lists.values[int(own[0])])), NOBODY, False
        begin, end = self._beginnings[number], f" and {size - 1:,} more"
        nobody = f"{size:,} areas"
        if begin:
            begin, end, nobody = f"{begin}* (", f"{end})", f"{begin}* ({nobody})"
        # Both forms are possible without the table: with an area named, or with none.
        if _without_number(text, number, nobody, ""):
            return nobody, NOBODY, True
        base = _without_number(text, number, begin, end)
        at = self._called.get(base[len(begin) : len(base) - len(end)], -1) if base else -1
        # An area that is named must be one of this region.
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
    # Names that look alike got their numbers, and a name may itself end like a number. So what the
    # name must end with is not taken away.
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


def lacks_map(claimed: Claimed, name: str) -> bool:
    """Whether a column has names of a map that is not given."""
    role = claimed.regions.get(name)
    return role is not None and bool(role.map_fields) and role.map is None


def words_of(claimed: Claimed, name: str) -> Words | None:
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
        for name in claimed.regions
        if not lacks_map(claimed, name)
        and named_regions(claimed.book.of(name), words_of(claimed, name)).depends.any()
    ]


def named_after_heaviest(claimed: Claimed, counted: Counted, classes: Numbers) -> Iterator[Check]:
    """That a region is named after the area with the most records, the first of these in its list,
    among those of which every class with this region has some; after none, if there is no such
    area. ``classes`` are those of the counted combinations."""
    columns = regions_of(claimed)
    if not columns:
        return
    inside = classes >= 0
    # Which area has the most published records is then not known.
    if int(counted.counts[inside].sum()) != sum(claimed.sizes):
        yield Check(HEAVIEST, None, "some records were withheld, and nothing says which")
        return
    wrong = ""
    for column in columns:
        found = named_regions(claimed.book.of(column), words_of(claimed, column))
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
    # Each class counts once for an area, however many records it has there.
    seen = np.unique(np.stack([classes, areas]), axis=1)
    times = Counter((of_class[seen[0]] * many + seen[1]).tolist())
    with_set = np.bincount(of_class, minlength=len(lists.sizes))
    number = np.repeat(np.arange(len(lists.sizes)), lists.sizes)
    keys = (number * many + lists.members).tolist()
    found = np.fromiter((times.get(key, 0) for key in keys), np.int64, len(keys))
    return np.asarray((found == with_set[number]) & (found > 0))


def _heaviest(lists: Lists, weights: Numbers, shared: NDArray[np.bool_]) -> Numbers:
    """The first of the heaviest members of every set that are shared, NOBODY if none is."""
    # Below 0, so that an area that some class lacks is never the heaviest.
    own = np.where(shared, weights[lists.members], -1)
    starts = lists.starts[:-1]
    is_most = (own == np.repeat(np.maximum.reduceat(own, starts), lists.sizes)) & shared
    at = np.where(is_most, np.arange(len(own)), len(own))
    first = np.minimum.reduceat(at, starts)
    return np.where(first < len(own), np.append(lists.members, NOBODY)[first], NOBODY)
