"""What sets and classes are called."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.texts import (
    ANY_NUMBER,
    EMPTY,
    distinguished,
    literal,
    look,
    made_up,
    member,
)
from covey.core.words import MISSING_TEXT

SHAPES = "classes.geojson"
STEM, STEM_BYTES = 60, 200
"""Letters of a column, and their bytes, that the name of its file has: disks allow 255."""
MEMBERS = 5
"""Labels up to which a class is called by all of its members."""
LENGTH = 60
"""Letters up to which it is."""
SEPARATOR = ", "
UP_TO = " to "
# Areas that are handled at once by `region_names`.
BLOCK = 1 << 20


def label_names(column: str, classes: Sequence[Sequence[str | None]]) -> list[str | None]:
    """A class of one value is called by it; one of a few by all of them; one of all values that the
    classes have so; one of many by the first of them; and by a number where these are long.

    >>> label_names("town", [["Ulm"], ["Bern", "Chur"], [None, "Zug"], list("abcdef")])
    ['Ulm', 'Bern, Chur', '(missing), Zug', 'a, b and 4 more']
    >>> label_names("town", [["Ulm"], [60 * "a", "b"]])
    ['Ulm', 'town-2 (2 values)']
    >>> label_names("town", [["a"], list("abcdef")])
    ['a', 'any value']
    """
    width = len(str(len(classes)))
    # By all labels of all sets: only a set that has each of them may be called "any value".
    every = len({label for members in classes for label in members})
    names: list[str | None] = []
    for number, members in enumerate(classes, start=1):
        if len(members) == 1:
            (label,) = members
            names.append(None if label is None else literal(label, SEPARATOR))
            continue
        name = _all_of(members) or (ANY_NUMBER if len(members) == every else None)
        name = name or _first_of(members)
        names.append(name or f"{column}-{number:0{width}} ({len(members):,} values)")
    return distinguished(names)


def _all_of(members: Sequence[str | None]) -> str | None:
    """The members in a row, unless that is long or could be read in two ways."""
    if len(members) > MEMBERS:
        return None
    words = [member(label, SEPARATOR) for label in members]
    # Two members that look alike would read as one named twice.
    if len(set(map(look, words))) < len(words):
        return None
    name = SEPARATOR.join(words)
    # Two labels "[20" and "30)" would read like a range.
    return name if len(name) <= LENGTH and not made_up(look(name)) else None


def _first_of(members: Sequence[str | None]) -> str | None:
    """The first members, two if there is room for them, and how many more there are. Not those with
    the most records: which these are, is not published."""
    first, second = (member(label, SEPARATOR) for label in members[:2])
    pair = f"{first}{SEPARATOR}{second} and {len(members) - 2:,} more"
    one = f"{first} and {len(members) - 1:,} more"
    names = [one] if len(members) == 2 or look(first) == look(second) else [pair, one]
    return next((name for name in names if len(name) <= LENGTH), None)


def stated_names(ends: Sequence[tuple[str, str]]) -> list[str | None]:
    """Labels that follow each other in a stated order are called by the first and the last.

    >>> stated_names([("low", "mid"), ("high", "high"), ("low to mid", "low to mid")])
    ['low to mid', 'high', '"low to mid"']
    """
    return distinguished(
        [
            literal(first, UP_TO)
            if first == last
            else UP_TO.join([member(first, UP_TO), member(last, UP_TO)])
            for first, last in ends
        ]
    )


def region_name(codes: Sequence[str], named_after: str | None, count: int) -> str:
    """The codes' common beginning, and a member of which every class with this region has records:
    the one with the most. None, if there is no such member.

    >>> region_name(["02138", "02140"], "02139", 3), region_name(["a", "b"], "b", 2)
    ('021* (02139 and 2 more)', 'b and 1 more')
    >>> region_name(["02138", "02140"], None, 3)
    '021* (3 areas)'
    """
    if count == 1:
        return literal(codes[0])
    prefix = os.path.commonprefix(list(codes))  # noqa: RUF071 - letter by letter is meant
    name = f"{count:,} areas"
    if named_after is not None:
        name = f"{member(named_after)} and {count - 1:,} more"
    return f"{prefix}* ({name})" if prefix else name


def region_names(
    regions: Sequence[NDArray[np.integer[Any]]],
    named_after: NDArray[np.int64],
    codes: Sequence[str],
) -> list[str | None]:
    """What regions are called; areas are numbers, with codes. ``named_after`` is an area of each,
    -1 for none."""
    in_order = sorted(range(len(codes)), key=codes.__getitem__)
    ranks = _ranks(in_order)
    names: list[str | None] = []
    for block in _blocks(regions):
        areas = np.concatenate(block)
        sizes = [len(own) for own in block]
        starts = np.cumsum([0, *sizes[:-1]])
        # What the first and the last in order have in common, all have.
        first = np.minimum.reduceat(ranks[areas], starts).tolist()
        last = np.maximum.reduceat(ranks[areas], starts).tolist()
        for size, low, high in zip(sizes, first, last, strict=True):
            ends = [codes[in_order[low]], codes[in_order[high]]]
            after = int(named_after[len(names)])
            names.append(region_name(ends, None if after < 0 else codes[after], size))
    return distinguished(names)


def heaviest_in_all(
    areas: NDArray[np.int64],
    classes: NDArray[np.int64],
    of_class: NDArray[np.integer[Any]],
    sets: int,
    weights: NDArray[np.int64],
) -> NDArray[np.int64]:
    """For every set the area that it is named after: among those of which every class with this set
    has records, the one with the most in the table, the first of equals; -1, if there is none.

    areas, classes
        Of every combination that is published and has an area.
    of_class
        The set of every class, negative for special ones.
    weights
        The records of every area.
    """
    size = len(weights)
    # The areas of which each class has records, each pair of class and area once.
    owner, area = np.divmod(np.unique(classes * size + areas), size)
    own = of_class[owner].astype(np.int64)
    # For every pair of set and area: in how many classes with this set the area has records.
    pairs, times = np.unique(own[own >= 0] * size + area[own >= 0], return_counts=True)
    number, area = np.divmod(pairs, size)
    with_set = np.bincount(of_class[of_class >= 0], minlength=sets)
    # A name with an area that only some of the classes have would say which of them it is in.
    common = times == with_set[number]
    number, area = number[common], area[common]
    found = np.full(sets, -1, dtype=np.int64)
    # The last that is written stays: light areas first, of equals the first in the map last.
    order = np.lexsort([-area, weights[area]])
    found[number[order]] = area[order]
    return found


def _ranks(order: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each number stands in an order of them all."""
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _blocks(regions: Sequence[NDArray[Any]]) -> Iterator[Sequence[NDArray[Any]]]:
    """Some regions at a time: all areas of all of them may be too much for the memory."""
    first, areas = 0, 0
    for number, region in enumerate(regions):
        areas += len(region)
        if areas >= BLOCK:
            yield regions[first : number + 1]
            first, areas = number + 1, 0
    if first < len(regions):
        yield regions[first:]


def class_names(texts: Mapping[str, Sequence[str | None]]) -> list[str]:
    """What each class is called, given the published texts of each column. With several columns the
    name says which text is of which.

    >>> class_names({"town": ["Ulm", None]})
    ['Ulm', '(missing)']
    >>> class_names({"lat": ["[1, 2)", None], "lon": ["[3, 4)", None]})
    ['lat [1, 2); lon [3, 4)', 'lat (missing); lon (missing)']
    """
    # In the table both are empty fields; a name must say which one it is.
    shown = {None: MISSING_TEXT, "": EMPTY}
    columns = [[shown.get(text) or str(text) for text in own] for own in texts.values()]
    if len(columns) == 1:
        return columns[0]
    named = [[f"{name} {text}" for text in own] for name, own in zip(texts, columns, strict=True)]
    return ["; ".join(parts) for parts in zip(*named, strict=True)]


def shape_files(columns: Sequence[str]) -> dict[str, str]:
    """The file with the shapes of each column. Its name says which column it is, if there are
    several. Names that would be one, also where capitals make no difference, have a part of the
    column's fingerprint at their end.

    >>> shape_files(["home zip"]), shape_files(["home zip", "work"])["home zip"]
    ({'home zip': 'classes.geojson'}, 'classes-home_zip.geojson')
    """
    if len(columns) == 1:
        return {columns[0]: SHAPES}
    stems = {column: _stem(column) for column in columns}
    # Disks of Windows and macOS take names for one that differ in capitals or in normalization.
    times = Counter(map(_folded, stems.values()))
    used = {stem for stem, count in times.items() if count == 1}
    for column, stem in stems.items():
        if times[_folded(stem)] > 1:
            seen = hashlib.sha256(column.encode("utf-8", "surrogatepass")).hexdigest()
            # Longer endings only if a column is itself called like a stem with such an ending.
            endings = (f"{stem}-{seen[:length]}" for length in range(8, 25))
            stems[column] = next(name for name in endings if _folded(name) not in used)
            used.add(_folded(stems[column]))
    return {column: f"classes-{stem}.geojson" for column, stem in stems.items()}


def _stem(column: str) -> str:
    plain = re.sub(r"[^\w-]", "_", column)[:STEM]
    return plain.encode()[:STEM_BYTES].decode(errors="ignore")


def _folded(name: str) -> str:
    """What is one file to some disks."""
    return unicodedata.normalize("NFKC", name).casefold()


def number_text(number: float) -> str:
    """
    >>> number_text(8.0), number_text(47.25)
    ('8', '47.25')
    """
    return repr(number).removesuffix(".0")
