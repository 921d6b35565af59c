"""Points: a set is a rectangle, published as a range in each of the two columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.attributes import read_back
from covey.attributes.attribute import (
    Attribute,
    Choices,
    Narrowed,
    suppressed_as_missing,
)
from covey.attributes.command_options import NeedsJobFile, plain_name, split_pair
from covey.attributes.names import number_text
from covey.attributes.places import at_pole, globe_notes, read_places, seam_of
from covey.attributes.plane import Plane
from covey.attributes.role import Role
from covey.codebook.book import Column
from covey.codebook.dimensions import MISSING_AS, Dimension, of_rectangles
from covey.codebook.lines import EntryLines, Lines
from covey.codebook.rows import range_entry
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import in_words
from covey.engine.protocol import Counted, Staged
from covey.io import globe
from covey.io.outputs.geojson import write_cells
from covey.problems.cells.axes import PlaceAxis
from covey.problems.cells.narrow import new_codes, renumbered
from covey.problems.cells.sets import PlaceSets, Sets
from covey.problems.cells.single import SingleProblem, rectangle_sets
from covey.problems.rectangles.plane import in_order
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution, around

if TYPE_CHECKING:
    from covey.core.grouping import Grouping, Objective


@dataclass(frozen=True)
class Points(Role):
    """Places in two columns: a class is a rectangle.

    lat, lon
        The columns of the latitude and the longitude: degrees on the globe.
    x, y
        The columns of plain coordinates. Give these two, or the other two.
    """

    role: ClassVar[str] = "points"
    problem_kind: ClassVar[str] = "rectangles"
    words: ClassVar[str] = "points"
    value_word: ClassVar[str] = "point"
    sets_words: ClassVar[str] = "rectangles"
    option: ClassVar[str] = "--point"
    option_value: ClassVar[str] = "LAT,LON"
    parameters: ClassVar[tuple[str, ...]] = ("points", "planes")
    page_label: ClassVar[str] = "Place: latitude and longitude"
    may_have_shapes: ClassVar[bool] = True
    is_coordinates: ClassVar[bool] = True

    lat: str | None = None
    lon: str | None = None
    x: str | None = None
    y: str | None = None

    def __post_init__(self) -> None:
        globe, plane = (self.lat, self.lon), (self.x, self.y)
        whole = [all(pair) and not any(other) for pair, other in ((globe, plane), (plane, globe))]
        if not any(whole):
            raise InvalidInput(
                "Points are in two columns: lat and lon, or x and y.",
                hint='For example covey.Points(lat="latitude", lon="longitude").',
            )
        if self.across == self.along:
            raise InvalidInput(f"Points are in two columns; given: {self.across!r} for both.")

    @property
    def globe(self) -> bool:
        return self.lat is not None

    @property
    def across(self) -> str:
        """The column of longitudes, or of x."""
        return (self.lon if self.globe else self.x) or ""

    @property
    def along(self) -> str:
        """The column of latitudes, or of y."""
        return (self.lat if self.globe else self.y) or ""

    @property
    def ranged(self) -> bool:
        return True

    @property
    def degrees(self) -> bool:
        return self.globe

    def columns(self, name: str) -> tuple[str, ...]:
        return (self.along, self.across) if self.globe else (self.across, self.along)

    def dimension_columns(self, name: str) -> tuple[str, ...]:
        return (self.across, self.along)

    @classmethod
    def from_option(cls, parameter: str, text: str, how: Mapping[str, Any]) -> tuple[str, Points]:
        if parameter == "points":
            lat, lon = split_pair("--point", "LAT,LON", text)
            return f"{lat}, {lon}", cls(lat=lat, lon=lon)
        x, y = split_pair("--xy", "X,Y", text)
        return f"{x}, {y}", cls(x=x, y=y)

    def as_options(self, name: str) -> Sequence[str]:
        columns = [plain_name(column) for column in self.columns(name)]
        # The command line names such a quasi-identifier by its columns. Another name needs a job
        # file.
        if name != ", ".join(columns):
            raise NeedsJobFile
        return "--point" if self.degrees else "--xy", ",".join(columns)

    def kinds(self, name: str) -> dict[str, str]:
        return dict.fromkeys(self.columns(name), "double")

    def read(self, name: str, staged: Staged, counted: Counted, choices: Choices) -> PointAttribute:
        places = read_places(name, self, staged, counted)
        columns = self.columns(name)
        left_out, notes = suppressed_as_missing(
            staged, counted, places.missing, in_words(columns), choices
        )
        ranks, coordinates = [], []
        # Both coordinates get codes of their own: a set is a run of ranks in each of the two.
        for values in (places.x, places.y):
            own, found = np.unique(values, return_inverse=True)
            codes = np.full(len(counted), -1, dtype=np.int64)
            codes[~places.missing] = found
            ranks.append(codes)
            coordinates.append(own)
        lon = np.full(len(counted), np.nan)
        if places.lon is not None:
            lon[~places.missing] = places.lon
        return PointAttribute(
            name=name,
            role=self,
            columns=columns,
            left_out=left_out,
            missing=places.missing,
            notes=(*notes, *places.notes),
            about=places.about,
            ranks=(ranks[0], ranks[1]),
            coordinates=(coordinates[0], coordinates[1]),
            lon=None if places.lon is None else lon,
        )

    def dimensions(
        self,
        own: Sequence[Column],
        of_class: NDArray[np.int64],
        about: Mapping[str, Any],
        counted: Counted | None,
    ) -> list[Dimension]:
        by_name = {column.name: column for column in own}
        places = np.zeros((2, 0)) if counted is None else self._on_plane(counted, about)
        sides = by_name[self.across], by_name[self.along]
        return [*of_rectangles(sides, of_class, about, (places[0], places[1]), globe=self.globe)]

    def _on_plane(self, counted: Counted, about: Mapping[str, Any]) -> NDArray[np.float64]:
        """The coordinates of combinations, both NaN where one is missing."""
        # Adding 0.0 turns -0.0 into 0.0, which is the same place.
        x, y = counted.numbers(self.across) + 0.0, counted.numbers(self.along) + 0.0
        missing = np.isnan(x) | np.isnan(y)
        if self.globe:
            # The same steps as in `read_places`, but without the plane: the codebook has longitudes
            # of the globe, and the seam is found from its borders.
            x = np.where(x >= 180, x - 360, x)
            x = np.where(np.abs(y) == 90, about.get("pole", 0.0), x)
            # Ranges exclude their upper border. A point at the pole, 90, must be below it.
            y = np.minimum(y, np.nextafter(90, 0))
        return np.where(missing, np.nan, [x, y])

    def border_kind(self, about: Mapping[str, Any]) -> str:
        return "double"

    def crosses_antimeridian(self, column: str) -> bool:
        return self.globe and column == self.across

    def without_value(self, name: str, counted: Counted) -> NDArray[np.bool_]:
        # Half a place is no place.
        return np.isnan(counted.numbers(self.across)) | np.isnan(counted.numbers(self.along))

    def readings(self) -> tuple[set[str], set[str]]:
        return set(), {"pole"} if self.globe else set()

    def may_count_missing_as(self, given: Any) -> bool:
        return isinstance(given, list)


@dataclass(frozen=True, eq=False, kw_only=True)
class PointAttribute(Attribute):
    """Ranks of both coordinates, and the coordinates of every rank, on the plane; ``lon`` are the
    longitudes of the combinations on the globe."""

    role: Points

    ranks: tuple[NDArray[np.int64], NDArray[np.int64]]
    coordinates: tuple[NDArray[np.float64], NDArray[np.float64]]
    lon: NDArray[np.float64] | None

    @property
    def all_codes(self) -> tuple[NDArray[np.int64], ...]:
        return self.ranks

    def axis(self, kept: NDArray[np.bool_]) -> PlaceAxis:
        x, y = (ranks[kept] for ranks in self.ranks)
        return PlaceAxis(x, y, *self.coordinates)

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Objective
    ) -> SingleProblem:
        ranks = [each[kept] for each in self.ranks]
        # The solver gets only places that are known; a missing one has rank -1 in both coordinates.
        there = ranks[0] >= 0
        x, y = (values[own[there]] for values, own in zip(self.coordinates, ranks, strict=True))
        # A table is counted in the order of its values. On the plane places may have another one:
        # if they lie across the antimeridian, or in longitudes of 0 to 360. In order they are
        # merged without a compiled loop, which who checks a release does not load.
        order = in_order(x, y)
        x, y, weights = x[order], y[order], counts[there][order]
        problem = RectangleProblem(x, y, k, weights, objective, globe=self.role.globe)
        items = np.full(len(there), -1, dtype=np.int64)
        items[np.flatnonzero(there)[order]] = problem.rows
        return SingleProblem(problem, items)

    def sets_of(self, own: Grouping) -> PlaceSets:
        assert isinstance(own, RectangleSolution)
        return rectangle_sets(own.cells, *self.coordinates)

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        left = [np.where(records > 0, ranks, -1) for ranks in self.ranks]
        numbers = [
            renumbered(ranks, len(values))
            for ranks, values in zip(left, self.coordinates, strict=True)
        ]
        (x, y), (x_ranks, y_ranks) = self.coordinates, map(new_codes, numbers, left)
        coordinates = x[numbers[0] >= 0], y[numbers[1] >= 0]
        # Without a published record at a pole, the certificate must not name its longitude.
        about = self.about if at_pole(coordinates[1]).any() else {}
        fewer = replace(self, coordinates=coordinates, about=about)
        anchor = self.anchor_left(records, numbers)
        return Narrowed(fewer.with_codes(anchor, (x_ranks, y_ranks)), tuple(numbers))

    def with_codes(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> PointAttribute:
        x, y = codes
        return replace(self, ranks=(x, y), anchor=anchor)

    def has_anchor(self, sets: Sets) -> NDArray[np.bool_]:
        assert isinstance(sets, PlaceSets)
        assert self.anchor is not None
        return _holds(sets, *self.anchor)

    def reading(self, sets: Sets) -> dict[str, Any]:
        assert isinstance(sets, PlaceSets)
        if self.anchor is None:
            return self.about
        # The anchor itself is one person's place. A corner that the borders show tells nothing new,
        # where it picks out the same sets.
        x, y = _shared_corner(sets, self.has_anchor(sets)) or self.anchor
        own = [np.array([at], dtype=np.int32) for at in (x, x, y, y)]
        # A set of this one place, made for its borders: west and south are the corner, as
        # published.
        corner = self._rectangles(PlaceSets(np.zeros(1, dtype=np.int32), *own))[0, :2]
        return self.about | {MISSING_AS: corner.tolist()}

    def notes_on(self, records: NDArray[np.int64], as_anything: int) -> tuple[str, ...]:
        there = (self.ranks[0] >= 0) & ~self.missing
        x, y = (
            values[ranks[there]] for values, ranks in zip(self.coordinates, self.ranks, strict=True)
        )
        return (
            *super().notes_on(records, as_anything),
            *globe_notes(self.role, x, y, records[there]),
        )

    def entries(self, sets: Sets, *, line_per_value: bool) -> Lines:
        assert isinstance(sets, PlaceSets)
        found = []
        for number, (west, south, east, north) in enumerate(self._rectangles(sets).tolist()):
            sides = {self.role.across: (west, east), self.role.along: (south, north)}
            for column in self.columns:
                low, high = map(number_text, sides[column])
                # A pole belongs to the rectangle that reaches it.
                closed = self.role.globe and column == self.role.along and high == "90"
                text = f"[{low}, {high}{']' if closed else ')'}"
                found.append(range_entry(number, column, low, high, text))
        return Lines([EntryLines(found)])

    def read_back(self, own: Sequence[Column], of_class: NDArray[np.int64]) -> PlaceSets:
        by_name = {column.name: column for column in own}
        across, along = by_name[self.role.across], by_name[self.role.along]
        west, south, east, north = read_back.rectangles(across.ranges, along.ranges).T
        x, y = self.coordinates
        # Ranks of the first point inside, and of the first beyond: upper borders are excluded.
        x_ends = np.searchsorted(x, west), np.searchsorted(x, east)
        if self.lon is not None:
            plane, lon = Plane.of(x), self._longitudes(self.lon)
            x_ends = plane.ranks(west, False, x, lon), plane.ranks(east, True, x, lon)
        y_ends = np.searchsorted(y, south), np.searchsorted(y, north)
        ends = x_ends[0], x_ends[1] - 1, y_ends[0], y_ends[1] - 1
        numbers = read_back.renumbered_classes(across, of_class)
        return PlaceSets(numbers, *(ranks.astype(np.int32) for ranks in ends))

    def _longitudes(self, lon: NDArray[np.float64]) -> NDArray[np.float64]:
        """The longitude on the globe of every rank, the least where there are several."""
        there = (self.ranks[0] >= 0) & ~np.isnan(lon)
        found = np.full(len(self.coordinates[0]), np.inf)
        np.minimum.at(found, self.ranks[0][there], lon[there])
        return found

    @property
    def shaped(self) -> bool:
        return True

    def write_shapes(
        self, sets: Sets, sizes: Sequence[int], names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        assert isinstance(sets, PlaceSets)
        write_rectangles(self.role, self._rectangles(sets), sizes, names, target)
        return ()

    def _rectangles(self, sets: PlaceSets) -> NDArray[np.float64]:
        """West, south, east and north of every set, as they are published."""
        if not len(self.coordinates[0]):
            return np.zeros((0, 4))
        across, along = (sets.x_low, sets.x_high + 1), (sets.y_low, sets.y_high + 1)
        x, y = (
            _borders(values, np.concatenate(used))
            for values, used in zip(self.coordinates, (across, along), strict=True)
        )
        # Round outer borders may overlap on the far side of the globe: then both are the seam.
        if self.role.globe and x[-1] - x[0] > 360:
            x[0] = seam_of(self.coordinates[0])
            x[-1] = x[0] + 360
        found = np.column_stack([x[across[0]], y[along[0]], x[across[1]], y[along[1]]])
        return found if self.lon is None else globe.on_globe(found, self._meridians(self.lon))

    def _meridians(self, lon: NDArray[np.float64]) -> globe.Meridians:
        there = (self.ranks[0] >= 0) & ~self.missing
        return globe.Meridians.of(self.coordinates[0][self.ranks[0][there]], lon[there])


def _holds(sets: PlaceSets, x: int, y: int) -> NDArray[np.bool_]:
    """Which rectangles hold a place, given by its ranks."""
    across = (sets.x_low <= x) & (x <= sets.x_high)
    return np.asarray(across & (sets.y_low <= y) & (y <= sets.y_high))


def _shared_corner(sets: PlaceSets, has: NDArray[np.bool_]) -> tuple[int, int] | None:
    """The lower left corner of what the sets that have missing values have in common, which their
    borders show anyway; None, if another set has this corner, too."""
    x, y = int(sets.x_low[has].max()), int(sets.y_low[has].max())
    return None if (_holds(sets, x, y) & ~has).any() else (x, y)


def _borders(values: NDArray[np.float64], used: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """The border below each of the ranks that are ``used``: a round number between two neighbours,
    or outside of the first and the last. There may be a million values and few borders."""
    from covey.problems.rectangles.plane import round_numbers

    found = np.full(len(values) + 1, np.nan)
    found[0], found[-1] = around(values)
    inner = np.unique(used[(used > 0) & (used < len(values))])
    found[inner] = round_numbers(values[inner - 1], values[inner])
    return found


def write_rectangles(
    role: Role,
    rectangles: NDArray[np.float64],
    sizes: Sequence[int],
    names: Sequence[str | None],
    target: Path,
) -> None:
    """As GeoJSON; sizes and names of special sets, which come last, are left out."""
    edges = ("west", "south", "east", "north")
    if not role.degrees:
        edges = ("x_low", "y_low", "x_high", "y_high")
    count = len(rectangles)
    borders = dict(zip(edges, rectangles.T.tolist(), strict=True))
    write_cells(target, borders, list(sizes[:count]), names[:count])
