"""The sets of a release's codebook in whole numbers, one column of numbers after the other.

The values of a column are numbered so that no set parts two values of one number: the number is an
*atom*. Atom 0 is the missing value. An ordered column has an atom for every stretch between two
borders that follow each other, and its sets are runs of atoms; any other has one for every value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.protocol import Counted
from covey.errors import InvalidInput
from covey.release.codebook import Entry, values_of
from covey.release.locate import ORDINALS
from covey.release.roles import Ordered, Points, Role

NO_ATOM = -1
"""Of a value that no set has."""


@dataclass(frozen=True, eq=False)
class Runs:
    """Set s has the atoms ``low[s]`` to ``high[s]`` - 1; ``atoms`` are those of the combinations,
    if any were given; ``of_class`` is the set of every class."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    of_class: NDArray[np.int64]
    atoms: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Members:
    """Set s has the atoms ``members[s]``, of ``count`` in all."""

    members: list[NDArray[np.int64]]
    count: int
    of_class: NDArray[np.int64]
    atoms: NDArray[np.int64]


Dimension = Runs | Members


def dimensions(
    roles: Mapping[str, Role],
    entries: Sequence[Entry],
    cells: Mapping[str, Sequence[str | None]],
    read: Mapping[str, Any],
    counted: Counted | None = None,
) -> list[Dimension]:
    """One for every column. ``cells`` has the published texts of the classes, ``read`` what the
    certificate says of the reading of each quasi-identifier."""
    found: list[Dimension] = []
    for name, role in roles.items():
        columns = role.columns(name)
        own = {column: _by_set(entries, column) for column in columns}
        of_class = _sets_of_classes(columns, own, cells)
        about = read.get(name, {})
        if isinstance(role, Points):
            found += _of_points(role, own, of_class, about, counted)
        elif isinstance(role, Ordered) and role.order is None:
            found.append(_of_intervals(name, own[name], of_class, about, counted))
        else:
            order = role.order if isinstance(role, Ordered) else None
            found.append(_of_values(name, own[name], of_class, counted, order))
    return found


def _by_set(entries: Sequence[Entry], column: str) -> dict[int, list[Entry]]:
    found: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.column == column:
            found.setdefault(entry.number, []).append(entry)
    if sorted(found) != list(range(len(found))):
        raise InvalidInput(f"The codebook's sets of {column!r} are not numbered from 1 on.")
    return found


def _sets_of_classes(
    columns: Sequence[str],
    own: Mapping[str, Mapping[int, Sequence[Entry]]],
    cells: Mapping[str, Sequence[str | None]],
) -> NDArray[np.int64]:
    numbers: dict[tuple[str | None, ...], int] = {}
    for number in own[columns[0]]:
        texts: list[str | None] = []
        for column in columns:
            called = {entry.published for entry in own[column].get(number, ())}
            if len(called) != 1:
                raise InvalidInput(f"Set {number + 1} of {column!r} has not one name.")
            texts += called
        if tuple(texts) in numbers:
            raise InvalidInput(f"Two sets of {', '.join(columns)} are published alike.")
        numbers[tuple(texts)] = number
    try:
        named = zip(*(cells[column] for column in columns), strict=True)
        return np.array([numbers[texts] for texts in named], dtype=np.int64)
    except (KeyError, ValueError):
        raise InvalidInput(
            f"A class has a set of {', '.join(columns)} that the codebook lacks."
        ) from None


def _of_values(
    name: str,
    own: Mapping[int, Sequence[Entry]],
    of_class: NDArray[np.int64],
    counted: Any,
    order: Sequence[str] | None = None,
) -> Members:
    """``order`` is the stated one, if there is: no set has what is not in it, not even one of any
    value."""
    listed = {
        number: [value for entry in part if entry.holds != "any" for value in values_of(entry)]
        for number, part in own.items()
    }
    values = dict.fromkeys(value for part in listed.values() for value in part if value is not None)
    places: dict[str | None, int] = {value: at for at, value in enumerate(values, start=1)}
    # The last atom is of all values that no set names: they are only where any value is.
    other = len(places) + 1
    named_by_none = other if any(e.holds == "any" for p in own.values() for e in p) else NO_ATOM
    every = np.arange(other + 1)
    members = []
    for number in range(len(own)):
        holds = {entry.holds for entry in own[number]}
        if "any" in holds:
            members.append(every)
            continue
        atoms = np.array([places.get(value, 0) for value in listed[number]], dtype=np.int64)
        members.append(np.sort(atoms))

    def atom(text: str) -> int:
        known = order is None or text in order
        return places.get(text, named_by_none if known else NO_ATOM)

    found = _atoms(name, counted, atom)
    return Members(members, other + 1, of_class, found)


def _of_intervals(
    name: str,
    own: Mapping[int, Sequence[Entry]],
    of_class: NDArray[np.int64],
    about: Mapping[str, Any],
    counted: Any,
) -> Runs:
    kind = str(about.get("read_as", ""))
    if kind not in ORDINALS:
        raise InvalidInput(f"The certificate reads {name!r} as {kind!r}, which is no such kind.")
    ordinal = ORDINALS[kind]
    sides = [(part[0].holds, part[0].low, part[0].high) for _, part in sorted(own.items())]
    return _runs(sides, ordinal, of_class, lambda find: _atoms(name, counted, find))


def _runs(
    sides: Sequence[tuple[str, Any, Any]],
    ordinal: Callable[[Any], Any],
    of_class: NDArray[np.int64],
    atoms_of: Callable[[Callable[[Any], int]], NDArray[np.int64]],
) -> Runs:
    """``sides`` are what a set holds, its low and its high border, None for an open one."""
    borders = sorted({ordinal(b) for _, *both in sides for b in both if b is not None})
    place = {border: at for at, border in enumerate(borders)}
    # Atom 1 is what lies below all borders, atom 2 + i what lies from border i on.
    last = len(borders) + 2
    low, high = [], []
    for holds, begin, end in sides:
        if holds == "range":
            low.append(1 if begin is None else place[ordinal(begin)] + 2)
            high.append(last if end is None else place[ordinal(end)] + 2)
        else:
            low.append(0)
            high.append(last if holds == "any" else 1)
    atoms = atoms_of(lambda value: bisect_right(borders, ordinal(value)) + 1)
    return Runs(np.array(low), np.array(high), of_class, atoms)


def _of_points(
    role: Points,
    own: Mapping[str, Mapping[int, Sequence[Entry]]],
    of_class: NDArray[np.int64],
    about: Mapping[str, Any],
    counted: Counted | None,
) -> list[Runs]:
    sides = {}
    for column in (role.across, role.along):
        parts = [part[0] for _, part in sorted(own[column].items())]
        sides[column] = [(part.holds, _number(part.low), _number(part.high)) for part in parts]
    x, y = _coordinates(role, about, counted)
    along = _runs(sides[role.along], float, of_class, partial(_found, y))
    seam = _seam(sides[role.across]) if role.globe else None
    if seam is None:
        return [_runs(sides[role.across], float, of_class, partial(_found, x)), along]
    # Longitudes are not counted on beyond 180, which would round them: what is behind the seam
    # comes after all that is not.
    across = [
        (holds, _behind(low, seam, False), _behind(high, seam, True))
        for holds, low, high in sides[role.across]
    ]

    def atoms(find: Callable[[Any], int]) -> NDArray[np.int64]:
        return _found(x, lambda value: find(_behind(value, seam, False)))

    return [_runs(across, tuple, of_class, atoms), along]


def _number(text: str | None) -> float | None:
    return None if text is None else float(text)


def _seam(sides: Sequence[tuple[str, Any, Any]]) -> float | None:
    """Where the plane begins, if some rectangle reaches across the antimeridian."""
    pairs = [(low, high) for holds, low, high in sides if holds == "range"]
    if all(low < high for low, high in pairs):
        return None
    west, east = np.array(pairs).T
    for seam in np.unique(west):
        begin = np.where(west < seam, west + 360, west)
        end = np.where(east <= seam, east + 360, east)
        if (begin < end).all() and (end <= seam + 360).all():
            return float(seam)
    raise InvalidInput("The rectangles reach around the globe in more than one way.")


def _behind(border: float | None, seam: float, upper: bool) -> tuple[bool, float] | None:
    if border is None:
        return None
    return border <= seam if upper else border < seam, border


def _coordinates(
    role: Points, about: Mapping[str, Any], counted: Counted | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if counted is None:
        return np.zeros(0), np.zeros(0)
    x, y = counted.numbers(role.across) + 0.0, counted.numbers(role.along) + 0.0
    missing = np.isnan(x) | np.isnan(y)
    if role.globe:
        x = np.where(x >= 180, x - 360, x)
        x = np.where(np.abs(y) == 90, about.get("pole", 0.0), x)
        y = np.minimum(y, np.nextafter(90, 0))
    return np.where(missing, np.nan, x), np.where(missing, np.nan, y)


def _found(values: NDArray[np.float64], find: Callable[[Any], int]) -> NDArray[np.int64]:
    distinct, at = np.unique(values, return_inverse=True)
    atoms = np.array([0 if np.isnan(value) else find(value) for value in distinct.tolist()])
    return atoms.astype(np.int64)[at]


def _atoms(name: str, counted: Counted | None, find: Callable[[Any], int]) -> NDArray[np.int64]:
    if counted is None:
        return np.zeros(0, dtype=np.int64)
    own = counted.of([name])
    atoms = np.array([*(find(text) for text in own.values[0].tolist()), 0], dtype=np.int64)
    return atoms[own.ranks[0]]
