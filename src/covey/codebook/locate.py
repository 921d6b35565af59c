"""The codebook as a function: from values to their classes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import Book, Column, Ranges
from covey.codebook.borders import is_border
from covey.codebook.groups import expanded
from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted
from covey.release.roles import Ordered, Points, Role

NOWHERE = -1
"""The class of a value that the codebook lacks."""
LOOKS = 20
"""Values that are looked at to find the place of a border among them."""
POINTS = 100_000
"""Points that are looked for at once."""


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
    book: Book,
    cells: Mapping[str, Sequence[str | None]] | None,
    counted: Counted,
    read: dict[str, Any],
) -> NDArray[np.int64]:
    """The class of every counted combination. ``cells`` has the texts of the classes, where these
    are cells; ``read`` is what the certificate says of the reading."""
    _refuse_odd_borders(roles, book, read)
    if cells is None:
        ((name, role),) = roles.items()
        return locate(name, role, book, counted, read)
    from covey.codebook.atoms import dimensions
    from covey.codebook.locate_cells import locate_cells

    own = dimensions(roles, book, cells, read.get("parts", {}), counted)
    return locate_cells(own, len(next(iter(cells.values()))), len(counted))


def _refuse_odd_borders(roles: Mapping[str, Role], book: Book, read: Mapping[str, Any]) -> None:
    """Before anything is compared with them."""
    odd = odd_border(roles, book, read)
    if odd:
        raise InvalidInput(
            f"The codebook has a border that is none of its column's kind: {odd}.",
            hint="Somebody changed the codebook: publish the table again.",
        )


def odd_border(roles: Mapping[str, Role], book: Book, read: Mapping[str, Any]) -> str:
    """A border that is not written as covey writes those of its column's kind, in words; empty, if
    there is none."""
    for name, role in roles.items():
        about = read.get("parts", {}).get(name, {}) if "parts" in read else read
        kind = "double" if isinstance(role, Points) else str(about.get("read_as", ""))
        for column in role.columns(name):
            odd = [text for text in book.of(column).ranges.borders if not is_border(kind, text)]
            if odd:
                what = f"a border of the kind {kind}, as covey writes it" if kind else "expected"
                return f"{min(odd)[:40]!r} in {column!r} is not {what}"
    return ""


def locate(
    name: str, role: Role, book: Book, counted: Counted, read: dict[str, Any]
) -> NDArray[np.int64]:
    """The class of every counted value; ``read`` is what the certificate says of the reading."""
    if isinstance(role, Points):
        return _in_cells(role, book, counted, read)
    column, values = book.of(name), counted.values[0]
    if isinstance(role, Ordered) and role.order is None:
        found = _in_intervals(column.ranges, values, read.get("read_as", ""))
    else:
        found = _among_values(column, values)
    return np.append(found, _of_missing(column))[counted.ranks[0]]


def _of_missing(column: Column) -> int:
    """The class of missing values."""
    return int(column.missing[0]) if len(column.missing) else NOWHERE


def _among_values(column: Column, values: NDArray[Any]) -> NDArray[np.int64]:
    if column.amiss:
        raise InvalidInput(column.amiss)
    listed = column.listed
    # The last is for values that are not named.
    classes = np.full(len(listed.places) + 1, NOWHERE, dtype=np.int64)
    classes[listed.members] = listed.of_members
    return classes[listed.places.known(values.tolist())]


def _in_intervals(ranges: Ranges, values: NDArray[Any], kind: str) -> NDArray[np.int64]:
    """``values`` are in their order."""
    if kind not in ORDINALS:
        raise InvalidInput(f"The certificate reads intervals as {kind!r}, which is no such kind.")
    ordinal = ORDINALS[kind]
    borders = {text: ordinal(text) for text in ranges.borders}
    below = values_below(values, list(borders.values()), ordinal).tolist()
    place: dict[str | None, int] = dict(zip(borders, below, strict=True))
    low, high = (
        np.fromiter((place.get(text, open_) for text in ends.tolist()), np.int64, len(ends))
        for ends, open_ in ((ranges.low, 0), (ranges.high, len(values)))
    )
    sizes = np.maximum(high - low, 0)
    found = np.full(len(values), NOWHERE, dtype=np.int64)
    found[expanded(low, sizes)] = np.repeat(ranges.numbers, sizes)
    return found


def values_below(
    values: NDArray[Any], borders: Sequence[Any], ordinal: Callable[[str], Any]
) -> NDArray[np.int64]:
    """How many of the values, which are in their order, are below each border.

    >>> values_below(np.array(["3", "5", "10"], dtype=object), [5, 7, 1], int).tolist()
    [1, 2, 0]
    """
    texts = values.tolist()
    if len(borders) * LOOKS < len(texts):
        found = (bisect_left(texts, border, key=ordinal) for border in borders)
    else:
        ordinals = [ordinal(text) for text in texts]
        found = (bisect_left(ordinals, border) for border in borders)
    return np.fromiter(found, np.int64, len(borders))


def numbers_of(texts: NDArray[Any]) -> NDArray[np.float64]:
    """Borders as numbers, NaN where there is none."""
    found = (np.nan if text is None else float(text) for text in texts.tolist())
    return np.fromiter(found, np.float64, len(texts))


def cells_of(role: Points, book: Book) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """West, south, east and north of the cells, and their classes. One across the antimeridian is
    two of a class."""
    across, along = book.of(role.across).ranges, book.of(role.along).ranges
    if not np.array_equal(across.numbers, along.numbers):
        raise InvalidInput("The codebook has rectangles with one side only.")
    if (np.diff(across.numbers) == 0).any():
        raise InvalidInput("The codebook has a class of two rectangles.")
    west, east, south, north = map(numbers_of, (across.low, across.high, along.low, along.high))
    cells, numbers = np.column_stack([west, south, east, north]), across.numbers
    if np.isnan(cells).any():
        raise InvalidInput("The codebook has a rectangle without a border.")
    if not role.globe:
        return cells, numbers
    around = west >= east
    parts = [cells, cells[around]]
    parts[0][around, 2], parts[1][:, 0] = 180.0, -180.0
    cells, numbers = np.concatenate(parts), np.append(numbers, numbers[around])
    there = cells[:, 0] < cells[:, 2]
    return cells[there], numbers[there]


def places_on_plane(
    role: Points, counted: Counted, read: Mapping[str, Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The coordinates of combinations, both NaN where one is missing."""
    x, y = counted.numbers(role.across) + 0.0, counted.numbers(role.along) + 0.0
    missing = np.isnan(x) | np.isnan(y)
    if role.globe:
        x = np.where(x >= 180, x - 360, x)
        x = np.where(np.abs(y) == 90, read.get("pole", 0.0), x)
        y = np.minimum(y, np.nextafter(90, 0))
    return np.where(missing, np.nan, x), np.where(missing, np.nan, y)


def _in_cells(
    role: Points, book: Book, counted: Counted, read: dict[str, Any]
) -> NDArray[np.int64]:
    import shapely

    x, y = places_on_plane(role, counted, read)
    missing = np.isnan(x)
    cells, numbers = cells_of(role, book)
    tree = shapely.STRtree(shapely.box(*cells.T))
    found = np.full(len(counted), NOWHERE, dtype=np.int64)
    places = np.flatnonzero(~missing)
    # Some at a time: a point of shapely takes ten times the memory of its coordinates.
    for some in np.array_split(places, len(places) // POINTS + 1):
        which, near = tree.query(shapely.points(x[some], y[some]))
        at, cell = some[which], cells[near]
        inside = (cell[:, 0] <= x[at]) & (x[at] < cell[:, 2])
        inside &= (cell[:, 1] <= y[at]) & (y[at] < cell[:, 3])
        found[at[inside]] = numbers[near[inside]]
    found[missing] = _of_missing(book.of(role.across))
    return found
