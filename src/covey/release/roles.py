"""What a quasi-identifier is: that decides what its classes may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from covey.core.errors import InvalidInput, closest
from covey.io.kinds import ORDERED

if TYPE_CHECKING:
    from covey.io.maps.borders import Contiguity
    from covey.io.maps.islands import Choice


@dataclass(frozen=True)
class Labels:
    """Values without an order, such as diagnoses: a class is any group of them."""

    role: ClassVar[str] = "labels"
    house: ClassVar[str] = "labels"
    words: ClassVar[str] = "labels"

    def columns(self, name: str) -> tuple[str, ...]:
        return (name,)

    def kinds(self, name: str) -> dict[str, str]:
        """How the engine reads each column."""
        return {name: "text"}


@dataclass(frozen=True)
class Ordered:
    """Values in an order, such as ages: a class is an interval.

    order
        Labels from the lowest to the highest; without it the values are numbers, dates or
        timestamps.
    kind
        Which of these: integer, decimal, number, date or timestamp. Without it the first that all
        values are.
    """

    role: ClassVar[str] = "ordered"
    house: ClassVar[str] = "intervals"
    words: ClassVar[str] = "ordered values"

    order: Sequence[str] | None = None
    kind: str | None = None

    def __post_init__(self) -> None:
        kinds = tuple(kind.name for kind in ORDERED)
        if self.kind is not None and self.kind not in kinds:
            raise InvalidInput(
                f"Ordered values are of the kind {', '.join(kinds)}; given: {self.kind!r}.",
                hint=closest(str(self.kind), kinds),
                given=self.kind,
            )
        if self.order is None:
            return
        if not isinstance(self.order, Iterable):
            raise InvalidInput("An order is a list of labels, all of them text.", given=self.order)
        if self.kind is not None:
            raise InvalidInput("Labels in a stated order have no kind: give one of the two.")
        order = tuple(self.order)
        if isinstance(self.order, str) or not all(isinstance(label, str) for label in order):
            raise InvalidInput("An order is a list of labels, all of them text.")
        if not order or len(set(order)) != len(order):
            raise InvalidInput("An order names every label once, and at least one.", given=order)
        object.__setattr__(self, "order", order)

    def columns(self, name: str) -> tuple[str, ...]:
        return (name,)

    def kinds(self, name: str) -> dict[str, str]:
        return {name: "text" if self.order is not None else self.kind or "ordered"}


@dataclass(frozen=True)
class Points:
    """Places in two columns: a class is a rectangle. ``lat`` and ``lon`` are degrees on the globe,
    ``x`` and ``y`` plain coordinates."""

    role: ClassVar[str] = "points"
    house: ClassVar[str] = "rectangles"
    words: ClassVar[str] = "points"

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
        return (self.lon if self.globe else self.x) or ""

    @property
    def along(self) -> str:
        return (self.lat if self.globe else self.y) or ""

    def columns(self, name: str) -> tuple[str, ...]:
        return (self.along, self.across) if self.globe else (self.across, self.along)

    def kinds(self, name: str) -> dict[str, str]:
        return dict.fromkeys(self.columns(name), "double")


@dataclass(frozen=True)
class Regions:
    """Areas of a map, such as zip codes: a class is a connected region.

    map
        A file of polygons, a graph saved by ``covey graph``, or a GeoDataFrame.
    key
        The map's field with the codes that stand in the table's column.
    islands
        Areas that no border joins to the rest stay by themselves (``own``), are joined to the
        ``nearest`` one, or are refused (``fail``).
    """

    role: ClassVar[str] = "regions"
    house: ClassVar[str] = "regions"
    words: ClassVar[str] = "areas of a map"

    map: Any
    key: str | None = None
    layer: str | None = None
    contiguity: Contiguity = "rook"
    tolerance: float | None = None
    islands: Choice = "own"

    def __post_init__(self) -> None:
        for name, known in (("contiguity", ("rook", "queen")), ("islands", ISLANDS)):
            if getattr(self, name) not in known:
                raise InvalidInput(
                    f"{name} is one of {', '.join(known)}; given: {getattr(self, name)!r}.",
                    given=getattr(self, name),
                )

    def columns(self, name: str) -> tuple[str, ...]:
        return (name,)

    def kinds(self, name: str) -> dict[str, str]:
        return {name: "text"}


ISLANDS = ("own", "nearest", "fail")
Role = Labels | Ordered | Points | Regions
ROLES: dict[str, type[Role]] = {kind.role: kind for kind in (Labels, Ordered, Points, Regions)}


def to_dict(role: Role) -> dict[str, Any]:
    """The role as plain data, without what is left at its default."""
    chosen = {field.name: getattr(role, field.name) for field in fields(role)}
    plain = {name: list(value) if isinstance(value, tuple) else value
             for name, value in chosen.items()}  # fmt: skip
    defaults = {field.name: field.default for field in fields(role)}
    return {"role": role.role} | {
        name: value for name, value in plain.items() if value != defaults[name]
    }


HINTS = {"order": "A list of texts.", "tolerance": "A number, without quotes."}


def _is_typed(option: str, value: Any) -> bool:
    if option == "map":
        return True
    if option == "order":
        return isinstance(value, list)
    if option == "tolerance":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str)


def from_dict(name: str, data: Mapping[str, Any]) -> Role:
    """What :func:`to_dict` wrote, with unknown names refused."""
    named = data.get("role")
    if not isinstance(named, str) or named not in ROLES:
        given = "none" if named is None else repr(named)
        raise InvalidInput(
            f"The role of {name!r} is one of {', '.join(ROLES)}; given: {given}.",
            hint=closest(str(named), ROLES) if named is not None else 'Add: role = "labels"',
            given=named,
        )
    kind = ROLES[named]
    known = {field.name: field for field in fields(kind)}
    for option in data:
        if option not in known and option != "role":
            raise InvalidInput(
                f"{name!r} as {named} has no option {option!r}.",
                hint=closest(option, known),
                given=option,
            )
    for option, value in data.items():
        if not _is_typed(option, value):
            raise InvalidInput(
                f"{name!r} as {named}: {option!r} is not of type {type(value).__name__}.",
                hint=HINTS.get(option, "Texts are written in quotes."),
                given=value,
            )
    for field in known.values():
        if field.default is MISSING and field.name not in data:
            raise InvalidInput(f"{name!r} as {named} needs the option {field.name!r}.")
    return kind(**{option: value for option, value in data.items() if option != "role"})
