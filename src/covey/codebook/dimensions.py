"""The sets of a release's codebook in whole numbers, one column of numbers after the other.

The values of a column are numbered so that no set separates two values of one number: the number
is a *piece*. Piece 0 is the missing value. An ordered column has a piece for every stretch between
two borders that follow each other, and its sets are runs of pieces; any other has one for every
value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import MISSING_VALUE, UNKNOWN, Column, Ranges, Texts
from covey.codebook.ordinals import ORDINALS, numbers_of, ordinals_of, values_below
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

MISSING_PIECE = MISSING_VALUE
"""Of the missing value."""
NO_PIECE = UNKNOWN
"""Of a value that no set has."""
MISSING_AS = "missing_as"
"""In what the certificate says of a reading: what missing values count as, if they are too few for
a class of their own. That is one end of an order, or a place."""
LOWEST, HIGHEST = "lowest", "highest"


@dataclass(frozen=True, eq=False)
class Runs:
    """Set s has the pieces ``low[s]`` to ``high[s]`` - 1; ``pieces`` are those of the combinations,
    if any were given; ``of_class`` is the set of every class."""

    low: Numbers
    high: Numbers
    of_class: Numbers
    pieces: Numbers


@dataclass(frozen=True, eq=False)
class Members:
    """Set s has the pieces ``members[starts[s] : starts[s + 1]]``, of ``count`` in all."""

    starts: Numbers
    members: NDArray[np.int32]
    count: int
    of_class: Numbers
    pieces: Numbers


Dimension = Runs | Members


def known_pieces(dimension: Dimension) -> NDArray[np.bool_]:
    """Whether some set has the piece of each combination."""
    if isinstance(dimension, Members):
        held = np.zeros(dimension.count + 1, dtype=bool)  # the last is for NO_PIECE, which is -1
        held[dimension.members] = True
        return held[dimension.pieces]
    # Runs begin at low and end before high: the running sum is how many runs cover a piece.
    last = int(max(dimension.high.max(), dimension.pieces.max(initial=0))) + 1
    begun = np.bincount(dimension.low, minlength=last) - np.bincount(dimension.high, minlength=last)
    return np.asarray(np.cumsum(begun)[dimension.pieces] > 0)


def holding(dimension: Dimension, piece: int) -> NDArray[np.bool_]:
    """Whether the set of each class has a piece."""
    if isinstance(dimension, Runs):
        held = (dimension.low <= piece) & (piece < dimension.high)
    else:
        held = np.zeros(len(dimension.starts) - 1, dtype=bool)
        places = np.flatnonzero(dimension.members == piece)
        held[np.searchsorted(dimension.starts, places, side="right") - 1] = True
    return np.asarray(held[dimension.of_class])


def checked(column: Column, ranged: bool, about: Mapping[str, Any]) -> Column:
    """The column, if its sets are numbered and of the column's kind; else an error."""
    if column.fault:
        raise InvalidInput(column.fault)
    if column.count < 0:
        raise InvalidInput(
            f"The codebook's sets of {column.name!r} are not numbered from 1 on with one name each."
        )
    if ranged:
        _refuse_unless_ranges(column, about)
    elif len(column.ranges.numbers):
        raise InvalidInput(f"A set of {column.name!r} is a range, but the column has no order.")
    return column


def _refuse_unless_ranges(column: Column, about: Mapping[str, Any]) -> None:
    # Every set has one line of one kind, so each number occurs once.
    lines = [column.listed.numbers, column.ranges.numbers, column.anything]
    held = np.bincount(np.concatenate(lines), minlength=column.count)
    if MISSING_AS in about:
        # Missing values count as another one: a range may hold them, too.
        held[np.intersect1d(column.missing, column.ranges.numbers)] -= 1
    # The second part: in a column of ranges no line lists anything but the missing value.
    if (held != 1).any() or len(column.listed.members) > len(column.missing):
        raise InvalidInput(f"A set of {column.name!r} is not one range, missing or any value.")


def sets_of_classes(own: Sequence[Column], cells: Mapping[str, Sequence[str | None]]) -> Numbers:
    """The set of every class, of a quasi-identifier in the columns ``own``; ``cells`` has what is
    published for the classes."""
    names = ", ".join(column.name for column in own)
    if len({column.count for column in own}) > 1:
        raise InvalidInput(f"The codebook has not as many sets of each of {names}.")
    called = list(zip(*(column.published.tolist() for column in own), strict=True))
    # By the texts of all of its columns together, two for points.
    numbers = {texts: number for number, texts in enumerate(called)}
    if len(numbers) < len(called):
        raise InvalidInput(f"Two sets of {names} are published alike.")
    try:
        texts = list(zip(*(cells[column.name] for column in own), strict=True))
        return np.fromiter(map(numbers.__getitem__, texts), np.int64, len(texts))
    # ValueError: the columns have not as many classes each.
    except (KeyError, ValueError):
        raise InvalidInput(f"A class has a set of {names} that the codebook lacks.") from None


def of_values(
    column: Column,
    of_class: Numbers,
    counted: Counted | None,
    order: Sequence[str] | None = None,
) -> Members:
    """``order`` is the stated one, if there is: no set has what is not in it, not even one of any
    value."""
    starts, members = column.listed.by_set(column.count)
    # The last piece is of all values that no set names: they are only where any value is.
    other = len(column.listed.places)
    anything = np.unique(column.anything)
    if len(anything) > 1:
        # covey writes one, and each costs as much memory as the column has values.
        raise InvalidInput(
            f"The codebook has {len(anything):,} sets of any value of {column.name!r}; one at most"
            " is expected."
        )
    if len(anything):
        starts, members = _with_every(starts, members, int(anything[0]), other + 1)
    named_by_none = other if len(anything) else NO_PIECE
    pieces = _named(column, counted, named_by_none, order)
    return Members(starts, members, other + 1, of_class, pieces)


def _with_every(
    starts: Numbers, members: NDArray[np.int32], number: int, count: int
) -> tuple[Numbers, NDArray[np.int32]]:
    """The same sets, one of which has all pieces."""
    # The middle part, what the set lists itself, is replaced by all pieces.
    before, after = np.split(members, starts[[number, number + 1]])[::2]
    every = np.arange(count, dtype=np.int32)
    sizes = np.diff(starts)
    sizes[number] = count
    return np.append(0, np.cumsum(sizes)), np.concatenate([before, every, after])


def _named(
    column: Column, counted: Counted | None, other: int, order: Sequence[str] | None
) -> Numbers:
    """The pieces of the combinations; ``other`` is that of values that no set names."""
    if counted is None:
        return np.zeros(0, dtype=np.int64)
    own = counted.of([column.name])
    values = own.values[0].tolist()
    pieces = column.listed.places.known(values)
    if order is not None:
        stated = np.fromiter(map(set(order).__contains__, values), bool, len(values))
        # One below NO_PIECE, so that the next line does not take it for "other".
        pieces[~stated & (pieces == UNKNOWN)] = NO_PIECE - 1
    pieces[pieces == UNKNOWN] = other
    return np.append(np.maximum(pieces, NO_PIECE), MISSING_PIECE)[own.ranks[0]]


def of_ranges(
    column: Column, of_class: Numbers, about: Mapping[str, Any], counted: Counted | None
) -> Runs:
    kind = str(about.get("read_as", ""))
    if kind not in ORDINALS:
        raise InvalidInput(
            f"The certificate reads {column.name!r} as {kind!r}, which is no such kind."
        )
    borders, low, high = _places(column.ranges, kind)
    pieces = np.zeros(0, dtype=np.int64)
    if counted is not None:
        own = counted.of([column.name])
        # `below` has the number of values below each border: the borders up to a value are its
        # stretch.
        below = values_below(own.values[0], borders, kind)
        stretch = np.searchsorted(below, np.arange(len(own.values[0])), side="right")
        # Piece 0 is taken by the missing value, so stretches begin with 1.
        pieces = np.append(stretch + 1, MISSING_PIECE)[own.ranks[0]]
    runs = _runs(column, low, high, len(borders), of_class, pieces)
    if MISSING_AS not in about:
        return runs
    # The stretch below all borders, or above all of them. The certificate does not say more.
    at = {LOWEST: 1, HIGHEST: len(borders) + 1}.get(str(about[MISSING_AS]))
    if at is None:
        raise InvalidInput(f"Missing values of {column.name!r} count as one end of its order.")
    _refuse_missing_elsewhere([column], [runs], [at])
    return replace(runs, pieces=np.where(pieces == MISSING_PIECE, at, pieces))


def _places(ranges: Ranges, kind: str) -> tuple[list[str], Numbers, Numbers]:
    """The borders of all ranges, each once, in their order, and the places of the lower and upper
    ends among them: one before the first, or behind the last, for open ends."""
    texts = list(ranges.borders)
    # Two texts of one number, 1 and 1.0, are one border.
    _, first, places = np.unique(ordinals_of(texts, kind), return_index=True, return_inverse=True)
    of: dict[str | None, int] = dict(zip(texts, places.tolist(), strict=True))

    def found(ends: Texts, without: int) -> Numbers:
        of[None] = without
        return np.fromiter(map(of.__getitem__, ends.tolist()), np.int64, len(ends))

    borders = [texts[at] for at in first]
    return borders, found(ranges.low, -1), found(ranges.high, len(borders))


def _refuse_missing_elsewhere(
    own: Sequence[Column], runs: Sequence[Runs], pieces: Sequence[int]
) -> None:
    """Refuse a set that has missing values without what they count as, or the other way round."""
    has = np.ones(own[0].count, dtype=bool)
    for side, piece in zip(runs, pieces, strict=True):
        has &= (side.low <= piece) & (piece < side.high)
    for column in own:
        says = np.zeros(column.count, dtype=bool)
        says[column.missing] = True
        if not np.array_equal(has, says):
            raise InvalidInput(
                f"The sets of {column.name!r} that have missing values are not those with the"
                " value that these count as."
            )


def _runs(
    column: Column, low: Numbers, high: Numbers, borders: int, of_class: Numbers, pieces: Numbers
) -> Runs:
    """``low`` and ``high`` are the places of the ranges' ends among so many borders."""
    # Piece 1 is what lies below all borders, piece 2 + i what lies from border i on.
    lows, highs = np.zeros(column.count, np.int64), np.ones(column.count, np.int64)
    lows[column.ranges.numbers], highs[column.ranges.numbers] = low + 2, high + 2
    highs[column.anything] = borders + 2
    if (lows >= highs).any():
        raise InvalidInput(f"Set {int(np.argmax(lows >= highs)) + 1} of {column.name!r} is empty.")
    return Runs(lows, highs, of_class, pieces)


def of_rectangles(
    own: tuple[Column, Column],
    of_class: Numbers,
    about: Mapping[str, Any],
    places: tuple[Floats, Floats],
    *,
    globe: bool,
) -> tuple[Runs, Runs]:
    """Both sides of rectangles. ``own`` are the columns of x and y, ``places`` the coordinates of
    the combinations, NaN where they are missing."""
    (across, along), (x, y) = own, places
    # The plane is cut open at the seam; without one, nothing is behind it.
    seam = _seam(*_ends(across)) if globe else -np.inf
    if MISSING_AS not in about:
        return _side(across, of_class, x, seam), _side(along, of_class, y)
    if not isinstance(about[MISSING_AS], list):
        raise InvalidInput(
            f"Missing places of {across.name!r} and {along.name!r} count as a place."
        )
    west, south = map(float, about[MISSING_AS])
    # The place that missing ones count as comes last, to find its pieces.
    x = np.append(np.where(np.isnan(x), west, x), west)
    y = np.append(np.where(np.isnan(y), south, y), south)
    sides = _side(across, of_class, x, seam), _side(along, of_class, y)
    _refuse_missing_elsewhere([across, along], sides, [int(side.pieces[-1]) for side in sides])
    one, other = (replace(side, pieces=side.pieces[:-1]) for side in sides)
    return one, other


def _ends(column: Column) -> tuple[Floats, Floats]:
    low, high = numbers_of(column.ranges.low), numbers_of(column.ranges.high)
    if not (np.isfinite(low) & np.isfinite(high)).all():
        raise InvalidInput(f"A rectangle has a border in {column.name!r} that is no number.")
    return low, high


def _side(column: Column, of_class: Numbers, values: Floats, seam: float = -np.inf) -> Runs:
    """One side of rectangles. Longitudes are not counted on beyond 180, which would round them:
    what is behind the seam comes after all that is not."""
    low, high = _ends(column)
    # A lower border at the seam is the plane's first, an upper one its last: compare
    # `Plane.counted_on`.
    borders = [low[low >= seam], high[high > seam]], [low[low < seam], high[high <= seam]]
    front, behind = (np.unique(np.concatenate(part)) for part in borders)

    def place(given: Floats, is_behind: NDArray[np.bool_], side: Any) -> Numbers:
        back = np.searchsorted(behind, given, side) + len(front)
        return np.where(is_behind, back, np.searchsorted(front, given, side))

    stretch = place(values, values < seam, "right") + 1
    pieces = np.where(np.isnan(values), MISSING_PIECE, stretch)
    ends = place(low, low < seam, "left"), place(high, high <= seam, "left")
    return _runs(column, *ends, len(front) + len(behind), of_class, pieces)


def _seam(west: Floats, east: Floats) -> float:
    """Where the plane begins: a border that no rectangle reaches across, if some reach across the
    antimeridian."""
    around = west >= east
    if not around.any():
        return -np.inf
    seams = np.unique(west)
    # Rectangles that begin before and have not ended; those around the antimeridian do not end.
    # For every candidate: rectangles that begin west of it, minus those that end there, plus those
    # that come around the antimeridian and have not ended. None may be left.
    begun = np.searchsorted(np.sort(west), seams, "left")
    ended = np.searchsorted(np.sort(east[~around]), seams, "right")
    again = around.sum() - np.searchsorted(np.sort(east[around]), seams, "right")
    free = seams[begun - ended + again == 0]
    # A codebook that was made up may reach around the globe; one of covey has a free meridian.
    if not len(free) or (west - east >= 360).any():
        raise InvalidInput("The rectangles reach around the globe in more than one way.")
    return float(free[0])
