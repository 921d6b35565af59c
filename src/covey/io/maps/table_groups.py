"""Groups of areas by a column of the table: the state of every county, as its records say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.maps.areas import AreaMap
from covey.problems.regions.graph import Graph

COLUMN = "column:"
NAMED = 3
UNKNOWN = -1
RowOf = Callable[[str, str], str]
"""The first row with a code and a group, for people."""


def column_of(field: str | None) -> str | None:
    """The column of the table that a field names, None where it is a field of the map.

    >>> column_of("column:state"), column_of("state"), column_of("prefix:2")
    ('state', None, None)
    """
    if field is None or not field.startswith(COLUMN):
        return None
    column = field.removeprefix(COLUMN)
    if not column:
        raise InvalidInput(
            "Which column of the table? Its name follows column: in --within.",
            hint="For example: --within column:state",
            given=field,
        )
    return column


def with_table_groups(
    areas: AreaMap,
    field: str,
    said: Iterable[tuple[str | None, str | None]],
    where: str,
    row_of: RowOf | None = None,
) -> AreaMap:
    """The areas with a field of the groups that a table ``said`` they are in, as pairs of a code
    and a group.

    Records without a group say nothing. An area whose records all have none is in a group of its
    own kind, the empty text. An area without records belongs to the group with which it shares the
    longest border: nobody is there who could be published in the wrong group, and it may hold the
    areas of that group together.
    """
    found: dict[str, set[str]] = {}
    for code, group in said:
        if code in areas.places:
            found.setdefault(str(code), set()).update(() if group is None else (group,))
    _refuse_two(found, where, row_of)
    # The empty text is always there, for areas of which nothing is known.
    names = sorted({group for groups in found.values() for group in groups} | {""})
    numbers = {name: number for number, name in enumerate(names)}
    own = np.full(len(areas.keys), UNKNOWN, dtype=np.int64)
    for code, groups in found.items():
        own[areas.places[code]] = numbers[min(groups, default="")]
    spread = _spread(areas.graph, own)
    spread[spread == UNKNOWN] = numbers[""]
    fields = {**areas.fields, field: [names[number] for number in spread.tolist()]}
    return replace(areas, fields=fields)


def _refuse_two(found: dict[str, set[str]], where: str, row_of: RowOf | None) -> None:
    twice = {code: sorted(groups) for code, groups in found.items() if len(groups) > 1}
    if not twice:
        return
    many = f"{plural(len(twice), 'area')} {'has' if len(twice) == 1 else 'have'}"
    raise InvalidInput(
        f"{where}: an area lies in one group, but {many} records in several.",
        hint="Correct these rows, or take the groups from the map: --within with a field of it, or"
        " prefix:2.",
        given=list(twice)[:NAMED],
        shown=[_in_two(code, groups, row_of) for code, groups in list(twice.items())[:NAMED]],
    )


def _in_two(code: str, groups: list[str], row_of: RowOf | None) -> str:
    """An area with two of its groups, for the terminal: they are values of the table."""
    said = [
        repr(group) if row_of is None else f"{group!r} in {row_of(code, group)}"
        for group in groups[:2]
    ]
    return f"{code!r} is in {' and '.join(said)}"


def _spread(graph: Graph, own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Areas without a group get that of their neighbours, the one with the longest border, and of
    equals the first; neighbours of these follow."""
    found = own.copy()
    ends = graph.edges.astype(np.int64)
    # Every border in both directions.
    one, other = np.concatenate([ends, ends[:, ::-1]]).T
    lengths = np.concatenate([graph.lengths, graph.lengths])
    many = int(found.max(initial=0)) + 1
    while True:
        asking = (found[one] == UNKNOWN) & (found[other] != UNKNOWN)
        if not asking.any():
            return found
        # An area and a group as one number; the lengths of their borders are added up.
        pairs, place = np.unique(one[asking] * many + found[other[asking]], return_inverse=True)
        border = np.bincount(place, weights=lengths[asking])
        area, group = pairs // many, pairs % many
        order = np.lexsort((group, -border, area))
        # The first row of each area, in which its best group stands.
        first = order[np.flatnonzero(np.diff(area[order], prepend=-1))]
        found[area[first]] = group[first]
