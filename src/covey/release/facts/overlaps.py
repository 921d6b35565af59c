"""Sets that overlap, on a map: with how many areas each area is published.

Where every class has sets of its own, they overlap, and no map can show them all. It can show for
every area how far it is blurred: the mean number of areas in the sets that hold it, in which the
records of each set count. All of it follows from what is published.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from covey.attributes.regions import Regions
from covey.codebook.lines import Entry
from covey.codebook.ordinals import ORDINALS
from covey.core.dataclass import dataclass
from covey.report.shapes import packed

if TYPE_CHECKING:
    from covey.release.job import Job

AREAS_AT_MOST = 20_000
"""Areas of a map that is drawn."""
OVERLAP = "Sets overlap: a value may be in several."


def sets_overlap(job: Job) -> bool:
    """Whether a value may be in several sets of its column: not where it is the only column, and
    not where all classes share one partition."""
    return len(job.quasi) > 1 and job.recoding != "global"


def overlapping(
    codebook: Iterable[Entry], columns: Mapping[str, Sequence[str]], kinds: Mapping[str, str]
) -> set[str]:
    """The quasi-identifiers of which some value is in several sets. ``columns`` are those of each
    quasi-identifier, ``kinds`` what the borders of ranges are."""
    # The first set that each value was seen in.
    holder: dict[tuple[str, str | None], int] = {}
    sets: dict[str, set[int]] = {}
    ranges: dict[str, dict[int, Range]] = {}
    anything: set[str] = set()
    shared: set[str] = set()
    for entry in codebook:
        column, number = entry.column, entry.number
        sets.setdefault(column, set()).add(number)
        if entry.holds == "range":
            ranges.setdefault(column, {})[number] = _range(entry, kinds[column])
        elif entry.holds == "any":
            anything.add(column)
        elif column not in shared and any(
            holder.setdefault((column, value), number) != number for value in entry.values
        ):
            shared.add(column)
    # A set of any value meets every other set of its column.
    shared |= {column for column in anything if len(sets[column]) > 1}
    return {
        name
        for name, own in columns.items()
        if shared.intersection(own) or _meet([ranges[each] for each in own if each in ranges])
    }


End = tuple[int, Any]
Range = tuple[End, End]


def _range(entry: Entry, kind: str) -> Range:
    """The ends, so that open ones are below and above all others."""
    ordinal = ORDINALS.get(kind, float)
    low = (0, None) if entry.low is None else (1, ordinal(entry.low))
    high = (2, None) if entry.high is None else (1, ordinal(entry.high))
    return low, high


def _meet(sides: Sequence[Mapping[int, Range]]) -> bool:
    """Whether two ranges have a value in common, or two rectangles a place. A high end is not part
    of its range."""
    if not sides:
        return False
    # By the low end of the first side.
    boxes = sorted(tuple(side[number] for side in sides) for number in sides[0])
    reaching: list[tuple[Range, ...]] = []
    for own in boxes:
        # In the order of their low ends: those that end before are met by none of the rest.
        reaching = [other for other in reaching if own[0][0] < other[0][1]]
        for other in reaching:
            pairs = zip(own[1:], other[1:], strict=True)
            if all(one[0] < two[1] and two[0] < one[1] for one, two in pairs):
                return True
        reaching.append(own)
    return False


@dataclass(frozen=True)
class Blurred:
    """An area: ``areas`` are in the sets that hold it on average, itself included, and ``records``
    are in these sets together."""

    code: str
    areas: float
    records: int


@dataclass(frozen=True)
class BlurMap:
    """Areas, and ``drawn``, their shapes as a page takes them, in the same order."""

    areas: tuple[Blurred, ...]
    drawn: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def blurred(column: str, codebook: Iterable[Entry], sizes: Sequence[int]) -> tuple[Blurred, ...]:
    """The areas that occur, in the order of their codes. ``sizes`` are the records of the column's
    sets."""
    members: dict[int, set[str]] = {}
    anything: set[int] = set()
    for entry in codebook:
        if entry.column == column:
            own = members.setdefault(entry.number, set())
            own.update(value for value in entry.values if value is not None)
            if entry.holds == "any":
                anything.add(entry.number)
    known = set().union(*members.values())
    for number in anything:
        # Any value: all that are known from the other sets.
        members[number] = known
    records: dict[str, int] = dict.fromkeys(known, 0)
    weighted: dict[str, int] = dict.fromkeys(known, 0)
    for number, own in members.items():
        size = int(sizes[number])
        for code in own:
            records[code] += size
            # Divided by the records below, this is the mean over records.
            weighted[code] += size * len(own)
    return tuple(
        Blurred(code, weighted[code] / records[code], records[code])
        for code in sorted(known)
        if records[code]
    )


def blur_map(
    role: Regions, column: str, codebook: Iterable[Entry], sizes: Sequence[int]
) -> BlurMap | None:
    """None where there is nothing to draw, or too much."""
    from shapely.geometry import mapping

    from covey.attributes.maps import load_map
    from covey.io.maps.systems import to_longitude_latitude

    found = load_map(role).areas
    if found.shapes is None:
        return None
    areas = tuple(each for each in blurred(column, codebook, sizes) if each.code in found.places)
    own = found.shapes[[found.places[each.code] for each in areas]]
    # A page or a notebook holds all shapes at once.
    if len(areas) > AREAS_AT_MOST or not any(shape is not None for shape in own):
        return None
    if found.crs is not None:
        own = to_longitude_latitude(own, found.crs)
    features = [
        {"properties": {"class": at}, "geometry": None if shape is None else mapping(shape)}
        for at, shape in enumerate(own, start=1)
    ]
    return BlurMap(areas, packed({"features": features}, len(areas), True, None, as_map=True))
