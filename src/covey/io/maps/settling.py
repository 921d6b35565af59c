"""Codes without a shape and shapes without a code: left out, or joined to an area by choice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np

from covey.core.errors import InvalidInput, closest
from covey.core.words import listed, plural
from covey.io.maps.areas import AreaMap
from covey.problems.regions.graph import Graph

NO_CODE = ""
"""What stands for all shapes without a code where areas are excluded."""
ALIKE = 2
"""Codes are near each other if at least so many letters at their beginning are the same."""
PREFIX = re.compile(r"prefix:([1-9]\d?)")
"""A group of areas by the first letters of their codes, such as the state of a county: prefix:2."""


def settle_codes(areas: AreaMap, exclude: Sequence[str], assign: Mapping[str, str]) -> AreaMap:
    """Areas without those to ``exclude``, and with a bridge from every code of ``assign`` to the
    area that it is assigned to; a code that the map lacks becomes an area without a shape."""
    _refuse_both(exclude, assign)
    return _assigned(_excluded(areas, exclude), assign)


def _refuse_both(exclude: Sequence[str], assign: Mapping[str, str]) -> None:
    for code, area in assign.items():
        for given, what in ((code, "assigned"), (area, "what another is assigned to")):
            if given in exclude:
                raise InvalidInput(
                    f"{given!r} is excluded, so it cannot be {what}.",
                    hint="Leave it out of --exclude or of --assign.",
                    given=given,
                )


def _excluded(areas: AreaMap, exclude: Sequence[str]) -> AreaMap:
    codes = [code for code in exclude if code != NO_CODE]
    if not codes:
        return areas
    kept = np.array([key not in set(codes) for key in areas.keys], dtype=bool)
    if not kept.any():
        raise InvalidInput("Every area of the map is excluded.", given=codes)
    known = areas.only(kept) if not kept.all() else areas
    strangers = areas.strangers | {code for code in codes if code not in areas.places}
    known = replace(known, excluded=frozenset(codes), strangers=strangers)
    out = [code for code in codes if code in areas.places]
    if not out:
        return known
    return known.noting(f"{plural(len(out), 'area')} left out of the map: {listed(out)}")


def _assigned(areas: AreaMap, assign: Mapping[str, str]) -> AreaMap:
    if not assign:
        return areas
    for code, area in assign.items():
        if area not in areas.places or code == area:
            known = [key for key in areas.keys if key != code]
            raise InvalidInput(
                f"{code!r} is assigned to {area!r}, which is no other area of the map.",
                # To compare with more names takes too long.
                hint=closest(area, known) if len(known) <= 5000 else "",
                given=area,
            )
    new = [code for code in assign if code not in areas.places]
    grown = areas.with_shapeless({code: assign[code] for code in new})
    joined = bridged(replace(grown, strangers=areas.strangers.union(new)), list(assign.items()))
    # What is said of the map is published: a code of the table is named where its records are.
    on_map = {code: area for code, area in assign.items() if code in areas.places}
    return joined.noting(on_assigned(on_map)) if on_map else joined


def on_assigned(pairs: Mapping[str, str]) -> str:
    """
    >>> on_assigned({"51610": "51600"})
    '1 code assigned: 51610 to 51600'
    """
    note = listed(f"{code} to {area}" for code, area in pairs.items())
    return f"{plural(len(pairs), 'code')} assigned: {note}"


def bridged(areas: AreaMap, pairs: Sequence[tuple[str, str]]) -> AreaMap:
    """The areas with edges of length 0 between these."""
    ends = [(areas.position(a), areas.position(b)) for a, b in pairs]
    there = {tuple(edge) for edge in areas.graph.edges.tolist()}
    # Of neighbours the border is enough.
    new = [ends[at] for at in range(len(ends)) if tuple(sorted(ends[at])) not in there]
    graph = Graph.from_edges(
        areas.graph.count,
        np.concatenate([areas.graph.edges, np.array(new, dtype=np.int64).reshape(-1, 2)]),
        np.concatenate([areas.graph.lengths, np.zeros(len(new))]),
    )
    named = tuple((areas.keys[a], areas.keys[b]) for a, b in new)
    return replace(areas, graph=graph, bridges=areas.bridges + named)


def nearest_code(code: str, codes: Iterable[str]) -> str | None:
    """The code that begins like this one the longest, and comes next to it in order; None if no
    code begins alike. Codes of areas are mostly given in the order in which the areas lie.

    >>> nearest_code("51610", ["51600", "51620", "51683", "24001"])
    '51600'
    >>> nearest_code("51610", ["24001"]) is None
    True
    """
    found = min(
        (other for other in codes if other != code),
        key=lambda other: (-_alike(code, other), _apart(code, other), other),
        default=None,
    )
    return None if found is None or _alike(code, found) < ALIKE else found


def _alike(code: str, other: str) -> int:
    """How many letters are the same from the beginning on."""
    pairs = zip(code, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _apart(code: str, other: str) -> int:
    """How far two numbers are apart; of equals the lower is nearer."""
    if not (code.isascii() and code.isdigit() and other.isascii() and other.isdigit()):
        return 0
    return 2 * abs(int(code) - int(other)) + (other > code)


def is_prefix(field: str) -> bool:
    return PREFIX.fullmatch(field) is not None


def with_prefixes(areas: AreaMap, names: Iterable[str]) -> AreaMap:
    """The areas with a field for each of ``names`` that is a prefix.

    >>> is_prefix("prefix:2"), is_prefix("state")
    (True, False)
    """
    fields = dict(areas.fields)
    for name in names:
        match = PREFIX.fullmatch(name)
        if match is not None:
            fields[name] = [key[: int(match[1])] for key in areas.keys]
    return replace(areas, fields=fields)
