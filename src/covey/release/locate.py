"""The codebook as a function: from values to their classes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.protocol import Counted
from covey.errors import InvalidInput
from covey.release.codebook import Entry
from covey.release.roles import Ordered, Points, Role

NOWHERE = -1
"""The class of a value that the codebook lacks."""


def _time(text: str) -> tuple[int, str]:
    """A date or a time: as texts they are in order within a year, but that may have five digits or
    lie before Christ, and some have a midnight that others leave out.

    >>> _time("0044-03-15 (BC)") < _time("9999-12-31") < _time("10000-01-01 00:00:00")
    True
    """
    year, _, rest = text.removesuffix(" (BC)").partition("-")
    number = 1 - int(year) if text.endswith("(BC)") else int(year)
    return number, rest if len(rest) > 5 else f"{rest} 00:00:00"


ORDINALS: dict[str, Callable[[str], Any]] = {
    "integer": Decimal,
    "decimal": Decimal,
    "number": float,
    "date": _time,
    "timestamp": _time,
}


def find_classes(
    roles: Mapping[str, Role],
    entries: Sequence[Entry],
    cells: Mapping[str, Sequence[str | None]] | None,
    counted: Counted,
    read: dict[str, Any],
) -> NDArray[np.int64]:
    """The class of every counted combination. ``cells`` has the texts of the classes, where these
    are cells; ``read`` is what the certificate says of the reading."""
    _refuse_odd_borders(roles, entries, read)
    if cells is None:
        ((_, role),) = roles.items()
        found: NDArray[np.int64] = locate(role, entries, counted, read)
        return found
    from covey.release.cells.atoms import dimensions
    from covey.release.cells.locate import locate_cells

    own = dimensions(roles, entries, cells, read.get("parts", {}), counted)
    return locate_cells(own, len(next(iter(cells.values()))), len(counted))


def _refuse_odd_borders(
    roles: Mapping[str, Role], entries: Sequence[Entry], read: dict[str, Any]
) -> None:
    """Before anything is compared with them."""
    parts = read.get("parts", {})
    for name, role in roles.items():
        kind = "number" if isinstance(role, Points) else parts.get(name, read).get("read_as", "")
        own = [e for e in entries if e.holds == "range" and e.column in role.columns(name)]
        borders = {border for entry in own for border in (entry.low, entry.high)} - {None}
        if kind in ORDINALS and not all(_compares(ORDINALS[kind], str(text)) for text in borders):
            raise InvalidInput(
                "The codebook has a border that is none of its column's kind.",
                hint="Somebody changed it: publish the table anew.",
                given=name,
            )


def _compares(ordinal: Callable[[str], Any], text: str) -> bool:
    try:
        border = ordinal(text)
        return bool(border == border)  # NaN does not
    except (ArithmeticError, ValueError):
        return False


def locate(role: Role, entries: Sequence[Entry], counted: Counted, read: dict[str, Any]) -> Any:
    """The class of every counted value; ``read`` is what the certificate says of the reading."""
    if isinstance(role, Points):
        return _in_cells(role, entries, counted, read)
    missing = {entry.number for entry in entries if entry.holds == "missing"}
    if isinstance(role, Ordered) and role.order is None:
        find = _in_intervals(entries, read.get("read_as", ""))
    else:
        find = _among_values(entries)
    own = next(iter(missing), NOWHERE)
    found = [find(text) for text in counted.values[0].tolist()]
    return np.array([*found, own], dtype=np.int64)[counted.ranks[0]]


def _among_values(entries: Sequence[Entry]) -> Callable[[str], int]:
    known = {entry.value: entry.number for entry in entries if entry.holds == "value"}
    return lambda text: known.get(text, NOWHERE)


def _in_intervals(entries: Sequence[Entry], kind: str) -> Callable[[str], int]:
    if kind not in ORDINALS:
        raise InvalidInput(f"The certificate reads intervals as {kind!r}, which is no such kind.")
    ordinal = ORDINALS[kind]
    ranges = [entry for entry in entries if entry.holds == "range"]
    lows = [ordinal(entry.low) for entry in ranges if entry.low is not None]
    first = 0 if len(lows) < len(ranges) else 1

    def find(text: str) -> int:
        at = bisect_right(lows, ordinal(text)) - first
        if not 0 <= at < len(ranges):
            return NOWHERE
        high = ranges[at].high
        return ranges[at].number if high is None or ordinal(text) < ordinal(high) else NOWHERE

    return find


def cells_of(role: Points, entries: Sequence[Entry]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """West, south, east and north of the cells, and their classes. One across the antimeridian is
    two of a class."""
    sides: dict[int, dict[str, Entry]] = {}
    for entry in entries:
        if entry.holds == "range":
            sides.setdefault(entry.number, {})[entry.column] = entry
    cells, numbers = [], []
    for number, by_column in sides.items():
        edges = [by_column[column] for column in (role.across, role.along)]
        west, east, south, north = (
            float(edge) for entry in edges for edge in (entry.low or "nan", entry.high or "nan")
        )
        parts = [(west, east)]
        if role.globe and west >= east:
            parts = [(west, 180.0), (-180.0, east)]
        for left, right in parts:
            if left < right or not role.globe:
                cells.append((left, south, right, north))
                numbers.append(number)
    return np.array(cells, dtype=np.float64).reshape(-1, 4), np.array(numbers, dtype=np.int64)


def _in_cells(
    role: Points, entries: Sequence[Entry], counted: Counted, read: dict[str, Any]
) -> NDArray[np.int64]:
    import shapely

    x, y = counted.numbers(role.across), counted.numbers(role.along)
    missing = np.isnan(x) | np.isnan(y)
    if role.globe:
        x = np.where(x >= 180, x - 360, x)
        x = np.where(np.abs(y) == 90, read.get("pole", 0.0), x)
        y = np.minimum(y, np.nextafter(90, 0))
    cells, numbers = cells_of(role, entries)
    tree = shapely.STRtree(shapely.box(*cells.T))
    found = np.full(len(counted), NOWHERE, dtype=np.int64)
    places = np.flatnonzero(~missing)
    which, near = tree.query(shapely.points(x[places], y[places]), predicate="intersects")
    at, cell = places[which], cells[near]
    inside = (cell[:, 0] <= x[at]) & (x[at] < cell[:, 2])
    inside &= (cell[:, 1] <= y[at]) & (y[at] < cell[:, 3])
    found[at[inside]] = numbers[near[inside]]
    own = [entry.number for entry in entries if entry.holds == "missing"]
    found[missing] = own[0] if own else NOWHERE
    return found
