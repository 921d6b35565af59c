"""Cells read back from the codebook: their sets by the ranks and codes of values."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.codebook.locate import ORDINALS
from covey.codebook.rows import Entry, values_of
from covey.codebook.texts import ANYTHING
from covey.core.errors import InvalidInput
from covey.core.grouping import Grouping
from covey.engine.protocol import Counted
from covey.problems.cells.axes import PlaceAxis
from covey.problems.cells.sets import ANY, MISSING, MemberSets, OrderedSets, PlaceSets, Sets
from covey.release.cells.labels import LabelPart
from covey.release.cells.ordered import OrderedPart
from covey.release.cells.part import Part
from covey.release.cells.question import CellQuestion
from covey.release.cells.regions import RegionPart
from covey.release.question import Question
from covey.release.roles import Points
from covey.verification.claims import Claimed
from covey.verification.plane import Plane
from covey.verification.regained import PublishedSets, borders

Codes = NDArray[np.int32]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ReadCells(Grouping):
    """Cells by the sets that were published: as in a partition, nothing is left to be shrunk."""

    sets: tuple[Sets, ...]
    one_partition: bool = True


def read_cells(
    claimed: Claimed,
    question: Question,
    counted: Counted,
    items: Codes,
    sizes: NDArray[np.int64],
) -> ReadCells:
    """The cells of the codebook; ``items`` are the classes of the problem's combinations."""
    assert isinstance(question, CellQuestion)
    sets: list[Sets] = []
    for part, axis in zip(question.parts, question.problem.axes, strict=True):
        own = {column: _rows(claimed, column) for column in part.columns}
        special = np.array([_special(part, entry) for entry in own[part.columns[0]]])
        numbers = np.where(special < 0, special, np.cumsum(special == 0) - 1)
        of_class = numbers[PublishedSets.of(claimed, part.name).of_class].astype(np.int32)
        usual = {
            column: [rows[at] for at in np.flatnonzero(special == 0)]
            for column, rows in own.items()
        }
        if isinstance(axis, PlaceAxis):
            assert isinstance(part.role, Points)
            lon = _longitudes(claimed, part, axis, counted, question.items >= 0)
            sets.append(_places(of_class, part.role, usual, axis, lon))
        else:
            sets.append(_of_values(of_class, part, usual[part.name]))
    return ReadCells(items, sizes, tuple(sets))


def _rows(claimed: Claimed, column: str) -> list[Entry]:
    """The row of every set of a column. covey writes one, and a second one for missing values in a
    set that has others."""
    own = [entry for entry in claimed.entries if entry.column == column]
    found = {entry.number: entry for entry in own if entry.holds == "missing"}
    named = [entry for entry in own if entry.holds != "missing"]
    if len({entry.number for entry in named}) < len(named):
        raise InvalidInput(f"The codebook has two rows for a set of {column!r}.")
    found |= {entry.number: entry for entry in named}
    return [entry for _, entry in sorted(found.items())]


def _special(part: Part, entry: Entry) -> int:
    """MISSING or ANY for these two sets, 0 for all others. Among labels missing is one of them; any
    area is a list of all, with missing."""
    if isinstance(part, LabelPart):
        return 0
    if entry.holds == "missing":
        return MISSING
    any_area = isinstance(part, RegionPart) and entry.published == ANYTHING
    return ANY if any_area or entry.holds == "any" else 0


def _of_values(of_class: Codes, part: Part, rows: Sequence[Entry]) -> Sets:
    if isinstance(part, OrderedPart) and part.kind:
        return _ranges(of_class, [_range(part, entry) for entry in rows])
    assert isinstance(part, OrderedPart | LabelPart | RegionPart)
    values = part.placed.codes if isinstance(part, RegionPart) else part.values
    places = {value: at for at, value in enumerate(values)}
    members = [_codes(places, entry) for entry in rows]
    if isinstance(part, OrderedPart):
        return _ranges(of_class, [(int(own[0]), int(own[-1])) for own in members])
    starts = np.cumsum([0, *map(len, members)])
    every = np.concatenate([np.zeros(0, dtype=np.int32), *members])
    return MemberSets.from_members(of_class, starts, every)


def _ranges(of_class: Codes, ends: Sequence[tuple[int, int]]) -> OrderedSets:
    low, high = np.array(ends, dtype=np.int32).reshape(-1, 2).T
    return OrderedSets(of_class, low, high)


def _range(part: OrderedPart, entry: Entry) -> tuple[int, int]:
    """The ranks of the first and the last value within the borders."""
    ordinal = ORDINALS[part.kind]
    low, high = (
        open_ if border is None else bisect_left(part.values, ordinal(border), key=ordinal)
        for border, open_ in ((entry.low, 0), (entry.high, len(part.values)))
    )
    return low, high - 1


def _codes(places: Mapping[str | None, int], entry: Entry) -> Codes:
    """The members of a set, ascending."""
    values = values_of(entry)
    if None not in places:
        values = [value for value in values if value is not None]
    codes = [places.get(value, -1) for value in values]
    if min(codes, default=-1) < 0:
        raise InvalidInput(
            f"Set {entry.number + 1} of {entry.column!r} has a value that is not there."
        )
    return np.sort(np.array(codes, dtype=np.int32))


def _places(
    of_class: Codes,
    role: Points,
    rows: dict[str, list[Entry]],
    axis: PlaceAxis,
    lon: Floats,
) -> PlaceSets:
    west, east = _edges(rows[role.across])
    south, north = _edges(rows[role.along])
    x, y = axis.x_positions, axis.y_positions
    if role.globe:
        plane = Plane.of(x)
        across = plane.ranks(west, False, x, lon), plane.ranks(east, True, x, lon) - 1
    else:
        across = np.searchsorted(x, west), np.searchsorted(x, east) - 1
    along = np.searchsorted(y, south), np.searchsorted(y, north) - 1
    return PlaceSets(of_class, *(ranks.astype(np.int32) for ranks in (*across, *along)))


def _edges(rows: Sequence[Entry]) -> tuple[Floats, Floats]:
    return borders(row.low for row in rows), borders(row.high for row in rows)


def _longitudes(
    claimed: Claimed, part: Part, axis: PlaceAxis, counted: Counted, kept: NDArray[np.bool_]
) -> Floats:
    """The longitude on the globe of every rank, the least where there are several."""
    assert isinstance(part.role, Points)
    lon = counted.numbers(part.role.across)[kept]
    lon = np.where(lon >= 180, lon - 360, lon)
    at_pole = np.abs(counted.numbers(part.role.along)[kept]) == 90
    lon = np.where(at_pole, claimed.read(part.name).get("pole", 0.0), lon)
    there = (axis.x_codes >= 0) & ~np.isnan(lon)
    found = np.full(len(axis.x_positions), np.inf)
    np.minimum.at(found, axis.x_codes[there], lon[there])
    return found
