"""What a certificate says of how the tables were read. Anyone who verifies or applies a release
must read values in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from covey.codebook.dimensions import HIGHEST, LOWEST
from covey.core.dataclass import dataclass
from covey.core.json_types import OneOf
from covey.core.records import JsonObject
from covey.io.kinds import KINDS, ORDERED
from covey.io.notation import DECIMALS, PLAIN, THOUSANDS, Notation
from covey.release.certificate.fields import Count, Longitude, Pair

OrderedKind = Annotated[str, OneOf(tuple(kind.name for kind in ORDERED))]
SensitiveKind = Annotated[str, OneOf(("text", *KINDS))]
End = Annotated[str, OneOf((LOWEST, HIGHEST))]


@dataclass(frozen=True)
class MapFile(JsonObject):
    """A map that was read: its name, without folders, and its fingerprint."""

    name: str | None = None
    fingerprint: str | None = None


@dataclass(frozen=True)
class TreeFile(JsonObject):
    """A tree that was read: its name, without folders, its fingerprint, and what of it is above the
    labels that are published, as a hierarchy of ARX."""

    hierarchy: str
    name: str | None = None
    fingerprint: str | None = None
    missing_below: Annotated[
        str | None, "The node that missing values are below, if they are no child of the root."
    ] = None


@dataclass(frozen=True)
class ColumnReading(JsonObject):
    """How the values of one quasi-identifier were read. Which fields there are depends on its
    role."""

    read_as: Annotated[OrderedKind | None, "What ordered values are."] = None
    pole: Annotated[Longitude | None, "The longitude of points at a pole, which have none."] = None
    missing_as: Annotated[
        End | Pair | None,
        "What missing values count as if they are too few for a class: one end of an order, or a"
        " corner of a rectangle.",
    ] = None
    map: Annotated[MapFile | None, "The map of regions."] = None
    tree: Annotated[TreeFile | None, "The tree above labels."] = None
    crossings: Annotated[
        tuple[tuple[str, str], ...] | None,
        "Pairs of areas over whose border a region may cross one that it should not, because a part"
        " inside of that is below k.",
    ] = None


@dataclass(frozen=True)
class Population(JsonObject):
    """The table of the population, for k-map or for the risks that the report tells."""

    name: str
    column: Annotated[
        str, "The column that says how many people a row stands for, or an empty text"
    ]
    people: Count
    fingerprint: Annotated[
        str | None, "Keyed, as that of the input. Absent if it is not known which table it was."
    ] = None


@dataclass(frozen=True)
class Written(JsonObject):
    """How the values of the tables are written, where that is not covey's own way, by column or,
    as *, for all columns."""

    na: Annotated[
        Mapping[str, tuple[str, ...]] | None, "The texts that stand for missing values."
    ] = None
    decimal: Annotated[
        Mapping[str, Annotated[str, OneOf(DECIMALS)]] | None, "The decimal separator."
    ] = None
    thousands: Annotated[
        Mapping[str, Annotated[str, OneOf(THOUSANDS)]] | None,
        "The mark between thousands; a blank stands for any blank, ' for any apostrophe.",
    ] = None
    date_format: Annotated[Mapping[str, str] | None, "As %d.%m.%Y."] = None
    trim: Annotated[bool | None, "Whether blanks around values are not part of them."] = None

    @classmethod
    def of(cls, notation: Notation) -> Written | None:
        """None for covey's own way."""
        return None if notation.is_plain else cls(**notation.to_dict())

    def to_notation(self) -> Notation:
        return Notation.of(self.na, self.decimal, self.thousands, self.date_format, bool(self.trim))


@dataclass(frozen=True)
class Reading(JsonObject):
    """How the tables of a release were read."""

    columns: Annotated[
        Mapping[str, ColumnReading],
        "By quasi-identifier, without those of which there is nothing to say.",
    ]
    sensitive: Annotated[
        Mapping[str, SensitiveKind] | None,
        "What the values of each sensitive column are that something is asked of.",
    ] = None
    population: Population | None = None
    sampling_weight: Annotated[
        str | None, "The column that says how many people of the population a record stands for."
    ] = None
    written: Written | None = None

    @property
    def notation(self) -> Notation:
        """How the values of the tables are written."""
        return PLAIN if self.written is None else self.written.to_notation()
