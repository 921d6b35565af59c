"""Areas of a map: a set is a connected region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import (
    Attribute,
    Choices,
    Narrowed,
    suppressed_as_missing,
    weights_of,
)
from covey.attributes.command_options import plain_name, split_region
from covey.attributes.names import heaviest_in_all, region_names
from covey.attributes.place_names import Gazetteer, place_names
from covey.attributes.placing import (
    CROSSINGS_READ,
    Placed,
    groups_of,
    on_crossings,
    place_on_map,
)
from covey.attributes.read_back import of_members
from covey.attributes.role import Role
from covey.codebook.book import Column
from covey.codebook.lines import Entry, Lines
from covey.codebook.rows import Values
from covey.codebook.texts import ANYTHING
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible, InvalidInput
from covey.core.words import listed, plural
from covey.engine.protocol import Counted, Staged
from covey.io.maps.table_groups import column_of
from covey.problems.cells.axes import AreaAxis, JoinedBy
from covey.problems.cells.sets import MemberSets, Sets
from covey.problems.cells.single import SingleProblem, member_sets
from covey.problems.regions.borders import Crossing
from covey.problems.regions.problem import RegionProblem

if TYPE_CHECKING:
    from covey.core.grouping import Grouping, Objective
    from covey.io.maps.borders import Contiguity
    from covey.io.maps.islands import Choice

ISLANDS = ("own", "nearest", "fail")
CROSSINGS = get_args(Crossing)
PARTS_SHOWN = 3
"""Parts of a map that are too small, whose areas a refusal shows in a terminal."""
AreaLoss = Literal["people", "areas", "size"]
AREA_LOSSES = get_args(AreaLoss)


@dataclass(frozen=True)
class Regions(Role):
    """Areas of a map, such as zip codes: a class is a connected region.

    map
        A file of polygons, a graph saved by ``covey graph``, or a GeoDataFrame.
    key
        The map's field with the codes that stand in the table's column.
    layer
        The layer of the map, if it has several.
    contiguity
        Who is a neighbour: areas with a line in common (``rook``), or a corner (``queen``).
    tolerance
        Gaps and overlaps of polygons that are forgiven, in metres where the map is in degrees.
    islands
        Areas that no border joins to the rest stay by themselves (``own``), are joined to the
        ``nearest`` one, or are refused (``fail``).
    within, cross
        A field of the map, such as the state, whose borders no region crosses, ``prefix:2`` for
        areas whose codes begin with the same two letters, or ``column:state`` for a column of the
        table that says where each area lies. ``cross`` is ``never``, or ``if-needed`` for a part
        inside of them with fewer than k records, which is then joined to the neighbour with the
        longest border.
    exclude
        Codes that are left out: their areas are not on the map, their records are suppressed. An
        empty code stands for all shapes that have no code.
    assign
        Codes without a shape, or on an island, and the area that each belongs to: it is joined to
        it as by a border.
    names
        A field of the map with the areas' names, by which regions are called.
    loss
        What the loss of a region counts: the share of all ``people`` (records of the table) who are
        there, of all ``areas``, or of the map's ``size`` in square kilometres.
    """

    role: ClassVar[str] = "regions"
    problem_kind: ClassVar[str] = "regions"
    words: ClassVar[str] = "areas of a map"
    value_word: ClassVar[str] = "area"
    sets_words: ClassVar[str] = "connected regions"
    option: ClassVar[str] = "--region"
    option_value: ClassVar[str] = "COL=MAP:KEY"
    parameters: ClassVar[tuple[str, ...]] = ("regions",)
    page_label: ClassVar[str] = "Areas of a map"
    file_field: ClassVar[str] = "map"
    needs_map: ClassVar[bool] = True
    may_have_shapes: ClassVar[bool] = True

    map: Any
    key: str | None = None
    layer: str | None = None
    contiguity: Contiguity = "rook"
    tolerance: float | None = None
    islands: Choice = "own"
    within: str | None = None
    cross: Crossing = "never"
    exclude: Sequence[str] = ()
    assign: Mapping[str, str] | Sequence[tuple[str, str]] = ()
    names: str | None = None
    loss: AreaLoss = "people"

    def __post_init__(self) -> None:
        # The dataclass is frozen; both are kept as tuples, which compare and cannot be changed.
        object.__setattr__(self, "exclude", _codes(self.exclude))
        object.__setattr__(self, "assign", _pairs(self.assign))
        for name, known in (
            ("contiguity", ("rook", "queen")),
            ("islands", ISLANDS),
            ("cross", CROSSINGS),
            ("loss", AREA_LOSSES),
        ):
            if getattr(self, name) not in known:
                raise InvalidInput(
                    f"{name} is one of {', '.join(known)}; given: {getattr(self, name)!r}.",
                    given=getattr(self, name),
                )
        if self.cross != "never" and self.within is None:
            raise InvalidInput(
                "cross is about the borders of within, which is not given.",
                hint="Name a field of the map, such as the state, with --within.",
                given=self.cross,
            )
        # Called for its refusal: "column:" without a name is no column.
        column_of(self.within)

    @property
    def assigned(self) -> dict[str, str]:
        return dict(_pairs(self.assign))

    @property
    def map_fields(self) -> tuple[str, ...]:
        """The fields of the map that are read besides the key."""
        return tuple(dict.fromkeys(field for field in (self.map_within, self.names) if field))

    @property
    def map_within(self) -> str | None:
        """``within``, if the map says it and not the table. Only then regions are called by it:
        the values of a column of the table are not published by a name."""
        return None if column_of(self.within) is not None else self.within

    @classmethod
    def from_option(cls, parameter: str, text: str, how: Mapping[str, Any]) -> tuple[str, Regions]:
        column, map_, key = split_region(text)
        if how["cross"] is not None and how["within"] is None:
            raise InvalidInput("--cross is about the borders of --within, which is not given.")
        return column, cls(
            map_,
            key,
            layer=how["layer"],
            contiguity=how["contiguity"],
            islands=how["islands"],
            within=how["within"],
            cross=how["cross"] or "never",
            exclude=how["exclude"],
            assign=tuple(how["assign"].items()),
            names=how["area_names"],
            loss=how["area_loss"],
        )

    def as_options(self, name: str) -> Sequence[str]:
        key = f":{plain_name(self.key)}" if self.key else ""
        return "--region", f"{plain_name(name)}={self.map}{key}"

    def beside(self, name: str) -> dict[str, str]:
        column = column_of(self.within)
        return {} if column is None else {column: "text"}

    def read(
        self, name: str, staged: Staged, counted: Counted, choices: Choices
    ) -> RegionAttribute:
        own = counted.of([name])
        missing = own.missing(name)
        left_out, notes = suppressed_as_missing(staged, counted, missing, repr(name), choices)
        placed = place_on_map(name, self, staged, counted, choices)
        return RegionAttribute(
            name=name,
            role=self,
            columns=(name,),
            # Records whose code is on no map are suppressed; those without a code follow --missing.
            left_out=left_out | (placed.items < 0) & ~missing,
            missing=missing,
            notes=(*placed.notes, *notes),
            about=placed.about,
            placed=placed,
        )

    @property
    def files(self) -> tuple[Path, ...]:
        return (Path(self.map),) if isinstance(self.map, str | Path) else ()

    def moved(self, move: Callable[[str], str]) -> Regions:
        if not isinstance(self.map, str | Path):
            raise InvalidInput("A job file names a map by its path; this one is a frame.")
        return replace(self, map=str(move(str(self.map))))

    @property
    def depends_on_k(self) -> bool:
        # Which borders regions must cross depends on k.
        return self.cross != "never"

    def readings(self) -> tuple[set[str], set[str]]:
        return {"map"}, {CROSSINGS_READ} if self.cross != "never" else set()

    def public(self) -> dict[str, Any]:
        # Where the map lies is private; the certificate names it by its fingerprint.
        return {option: value for option, value in self.to_dict().items() if option != "map"}

    @classmethod
    def is_option_of_type(cls, option: str, value: Any) -> bool:
        if option == "map":
            return True
        if option == "tolerance":
            return isinstance(value, int | float) and not isinstance(value, bool)
        if option in ("exclude", "assign"):
            # Certificates write pairs as lists, job files may write a table.
            return isinstance(value, list | tuple | dict)
        return isinstance(value, str)

    @classmethod
    def hint_on(cls, option: str) -> str:
        if option in ("exclude", "assign"):
            example = '["51610"]' if option == "exclude" else '[["51610", "51600"]]'
            return f"A list, as {option} = {example}."
        return "A number, without quotes." if option == "tolerance" else super().hint_on(option)


def _codes(given: Any) -> tuple[str, ...]:
    codes = (given,) if isinstance(given, str) else tuple(given)
    if not all(isinstance(code, str) for code in codes):
        raise InvalidInput("exclude is a list of codes, each a text.", given=given)
    return codes


def _pairs(given: Any) -> tuple[tuple[str, str], ...]:
    """Codes and their areas, also from a mapping."""
    pairs = tuple(map(tuple, given.items() if isinstance(given, Mapping) else given))
    if not all(len(pair) == 2 and all(isinstance(part, str) for part in pair) for pair in pairs):
        raise InvalidInput(
            "assign says of codes to which area each belongs.",
            hint='For example: assign={"51610": "51600"}.',
            given=given,
        )
    if len({code for code, _ in pairs}) < len(pairs):
        raise InvalidInput("assign names a code twice.", given=given)
    return pairs


@dataclass(frozen=True, eq=False, kw_only=True)
class RegionAttribute(Attribute):
    """``placed`` has the area of every combination, ``classes`` its class, once that is known."""

    role: Regions
    placed: Placed
    classes: NDArray[np.int64] | None = None

    def public(self) -> dict[str, Any]:
        # Of codes whose records are suppressed it is said how many there are.
        hidden = self._hidden
        exclude = [code for code in self.role.exclude if code not in hidden]
        assign = [list(pair) for pair in self.role.assigned.items() if pair[0] not in hidden]
        more = {
            "exclude": exclude,
            "exclude_more": len(hidden.intersection(self.role.exclude)),
            "assign": assign,
            "assign_more": len(hidden.intersection(self.role.assigned)),
        }
        options = {name: own for name, own in super().public().items() if name not in more}
        return options | {name: own for name, own in more.items() if own}

    @property
    def all_codes(self) -> tuple[NDArray[np.int64], ...]:
        return (self.placed.items,)

    def axis(self, kept: NDArray[np.bool_]) -> AreaAxis:
        placed = self.placed
        groups = None
        if self.role.within is not None:
            # The group of each kept area. The axis needs numbers, not names.
            own = [groups_of(placed.areas, self.role.within)[area] for area in placed.kept.tolist()]
            groups = np.unique(own, return_inverse=True)[1].astype(np.int32)
        return AreaAxis(
            placed.items[kept],
            placed.graph,
            measure=self._measure,
            joined_by=JoinedBy(placed.weights, groups),
        )

    @property
    def _measure(self) -> NDArray[np.int64] | None:
        """What the loss counts of every area."""
        if self.role.loss == "people":
            return self.placed.weights
        if self.role.loss == "areas":
            return None
        from covey.io.maps.extents import extents

        return extents(self.placed.areas)[self.placed.kept]

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Objective
    ) -> SingleProblem:
        placed, items = self.placed, self.placed.items[kept]
        weights = weights_of(items, counts, len(placed.codes))
        problem = RegionProblem(weights, placed.graph, k, objective, names=placed.codes)
        return SingleProblem(problem, items)

    def sets_of(self, own: Grouping) -> MemberSets:
        return member_sets(own)

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        placed = self.placed.narrowed(records, self.missing)
        # From areas of the map to new codes; then from old codes, which number the areas that were
        # kept before, to new ones.
        numbers = np.full(len(self.placed.areas.keys), -1, dtype=np.int64)
        numbers[placed.kept] = np.arange(len(placed.kept))
        own = numbers[self.placed.kept]
        anchor = self.anchor_left(records, (own,))
        found = replace(self, placed=placed, anchor=anchor)
        return Narrowed(found._without_hidden_crossings(), (own,))

    def _without_hidden_crossings(self) -> RegionAttribute:
        """Without crossings to codes that the map lacks and whose records are withheld: nothing
        tells that they were there."""
        pairs = self.about.get(CROSSINGS_READ, [])
        shown = [pair for pair in pairs if not self._hidden.intersection(pair)]
        if shown == pairs:
            return self
        about = {name: own for name, own in self.about.items() if name != CROSSINGS_READ}
        field = str(self.role.within)
        # The note of a crossing names codes: it is written again without the hidden ones.
        notes = [each for each in self.notes if each != on_crossings(self.name, field, pairs)]
        if shown:
            about[CROSSINGS_READ] = shown
            notes.append(on_crossings(self.name, field, shown))
        return replace(self, about=about, notes=tuple(notes))

    @property
    def _hidden(self) -> frozenset[str]:
        """Codes that the map lacks and that no published record has: values of the table."""
        return frozenset(self.placed.areas.strangers.difference(self.placed.codes))

    def refuse_unfit(self, k: int) -> None:
        """A part of the map with few records can never be a class, nor be joined to the rest."""
        sums = self.placed.records_of_parts()
        light = int((sums < k).sum())
        # One part alone is the whole table: whether it has k records is not the map's fault.
        if light and len(sums) > 1:
            raise Infeasible(
                f"{plural(light, 'part')} of the map of {self.name!r} that no border joins to the"
                f" rest: fewer than k = {k:,} records there.",
                hint=self._ways_to_join(k),
                given=light,
                shown=self._in_light_parts(sums, k),
                remedy=self.placed.ways_to_join(self.role, k),
            )

    def _ways_to_join(self, k: int) -> str:
        words = {
            "--cross": f"let them cross the borders of {self.role.within!r} with --cross if-needed",
            "--islands": "join islands to their nearest area with --islands nearest",
        }
        ways = [" and ".join(words[option] for option, _ in self.placed.ways_to_join(self.role, k))]
        if self.placed.light_islands(k):
            ways += [
                "join an island to an area that you name with --assign CODE=AREA",
                "leave it out with --exclude CODE",
            ]
        *others, last = [*filter(None, ways), "lower k"]
        told = f"{', '.join(others)}, or {last}." if others else f"{last}."
        return f"{told[0].upper()}{told[1:]}"

    def _in_light_parts(self, sums: NDArray[np.int64], k: int) -> list[str]:
        """Areas of the first parts that are too small, and their records."""
        placed, found = self.placed, []
        for part in np.flatnonzero(sums < k)[:PARTS_SHOWN].tolist():
            codes = [placed.codes[at] for at in np.flatnonzero(placed.graph.components == part)]
            found.append(f"{plural(int(sums[part]), 'record')} in {listed(codes)}")
        return found

    def with_codes(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> RegionAttribute:
        return replace(self, placed=self.placed._replace(items=codes[0]), anchor=anchor)

    def has_anchor(self, sets: Sets) -> NDArray[np.bool_]:
        assert isinstance(sets, MemberSets)
        assert self.anchor is not None
        return sets.with_member(self.anchor[0])

    def notes_on(self, records: NDArray[np.int64], as_anything: int) -> tuple[str, ...]:
        strangers = self.placed.areas.strangers.intersection(self.placed.codes)
        # Notes are published: a code that one record may have stands in the codebook alone.
        assigned = sum(code in strangers for code in self.role.assigned)
        own = (f"{plural(assigned, 'code')} that the map lacks assigned",) if assigned else ()
        return (*own, *self.placed.empty, *super().notes_on(records, as_anything))

    def classed(self, classes: NDArray[np.int64]) -> RegionAttribute:
        return replace(self, classes=classes)

    def entries(self, sets: Sets, *, line_per_value: bool) -> Lines:
        assert isinstance(sets, MemberSets)
        members = [sets.members_of(number) for number in range(len(sets.sizes))]
        after = self._named_after(sets)
        if self.role.map_fields:
            names = place_names(members, after.tolist(), self._gazetteer)
        else:
            names = region_names(members, after, self.placed.codes)
        values = Values(self.name, self.placed.codes, line_per_value=line_per_value)
        return values.entries(members, names)

    def _named_after(self, sets: MemberSets) -> NDArray[np.int64]:
        assert self.classes is not None, "sets are named once the classes are known"
        there = (self.classes >= 0) & (self.placed.items >= 0) & ~self.missing
        return heaviest_in_all(
            self.placed.items[there],
            self.classes[there],
            sets.of_class,
            len(sets.sizes),
            self.placed.weights,
        )

    @property
    def _gazetteer(self) -> Gazetteer:
        placed, role = self.placed, self.role
        kept, fields = placed.kept.tolist(), placed.areas.fields
        names = None if role.names is None else [fields[role.names][area] for area in kept]
        if role.map_within is None:
            return Gazetteer(placed.codes, names)
        every = groups_of(placed.areas, role.map_within)
        groups = [every[area] for area in kept]
        return Gazetteer(placed.codes, names, groups, role.map_within, Counter(every))

    def anything(self, number: int) -> list[Entry]:
        """All areas, not any code: what is not on the map is in no class."""
        codes: list[str | None] = [*self.placed.codes, None]
        return [Values(self.name, codes).entry(number, range(len(codes)), ANYTHING)]

    def read_back(self, own: Sequence[Column], of_class: NDArray[np.int64]) -> MemberSets:
        return of_members(own[0], of_class, self.placed.codes)

    @property
    def shaped(self) -> bool:
        return self.placed.areas.shapes is not None

    def write_shapes(
        self, sets: Sets, sizes: Sequence[int], names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        assert isinstance(sets, MemberSets)
        from covey.io.maps.dissolve import write_sets

        count = len(sets.sizes)
        # Codes number the kept areas; shapes are by the areas of the map.
        members = [self.placed.kept[sets.members_of(at)] for at in range(count)]
        extra = {"name": list(names[:count])}
        notes = write_sets(self.placed.areas, members, sizes[:count], target, extra)
        # Notes are published, paths of this computer are not.
        return tuple(note.replace(str(target), target.name) for note in notes)
