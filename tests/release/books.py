"""Random codebooks of every kind, and what they mean, in plain loops over lines and values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import covey
from covey.attributes import Points, Role
from covey.attributes.lookup import find_classes
from covey.attributes.names import number_text
from covey.codebook.lines import Entry, EntryLines, Lines
from covey.codebook.locating import NOWHERE
from covey.codebook.reader import read_book
from covey.codebook.rows import Values, any_entry, range_entry, write_codebook
from covey.engine.protocol import Counted

LADDERS = {
    "integer": [f"-{10**37}", "-7", "-6", "0", "3", "17", "18", f"{2**53}", f"{2**53 + 1}"],
    "decimal": ["-1.5", "-0.000000000000000001", "0", "0.1", "0.100000000000000001", "2", "10.25"],
    "number": ["-1e+300", "-1.5", "0.0", "5e-324", "0.1", "0.30000000000000004", "1e+16", "1e+99"],
    "date": ["0044-03-15 (BC)", "0001-01-01", "1999-12-31", "2024-02-29", "9999-12-31",
             "10000-01-01", "10000-01-02"],
    "timestamp": ["12000-01-01 (BC) 00:00:00", "0300-01-01 (BC) 00:00:00",
                  "0300-01-01 (BC) 10:00:00", "0044-03-15 (BC) 10:00:00", "2024-05-31 00:00:00",
                  "2024-05-31 00:00:00.000001", "2024-05-31 12:30:00", "2024-06-01 00:00:00",
                  "10000-01-01 00:00:00"],
}  # fmt: skip
"""Values of every kind in their order, as DuckDB writes them."""
WORDS = ["", "a", "b", "a, b", 'he said "no"', "null", "[", "é\n", " c", "Ulm", "00123", "\\"]
STEP = 0.5
ANY: tuple[Any, ...] = ("any",)
MISSING: tuple[Any, ...] = ("missing",)

Set = tuple[Any, ...]
"""``ANY``, ``MISSING``, ("values", members), ("range", low, high) with places on a ladder or None,
or ("box", west, south, east, north) with longitudes that are counted on."""


@dataclass(frozen=True)
class Kind:
    """A column: what it is, its values, and the set that all of them are in."""

    name: str
    role: Role
    whole: Set
    ladder: Sequence[str] = ()
    read: Mapping[str, Any] = field(default_factory=dict)

    def split(self, rng: np.random.Generator, own: Set) -> tuple[Set, Set] | None:
        """A set in two that have nothing in common, if it can be."""
        if own == ANY and not isinstance(self.role, covey.Labels | covey.Regions):
            return (MISSING, self.whole) if self.whole != ANY else None
        if own[0] == "values" and len(own[1]) > 1:
            return self._split_values(rng, own[1])
        if own[0] == "range":
            low = -1 if own[1] is None else own[1]
            high = len(self.ladder) if own[2] is None else own[2]
            if high - low > 1:
                cut = int(rng.integers(low + 1, high))
                return ("range", own[1], cut), ("range", cut, own[2])
        if own[0] == "box":
            return self._split_box(rng, own)
        return None

    def _split_values(self, rng: np.random.Generator, members: Any) -> tuple[Set, Set] | None:
        if isinstance(self.role, covey.Ordered):
            cut = int(rng.integers(1, len(members)))
            return ("values", members[:cut]), ("values", members[cut:])
        left = rng.random(len(members)) < 0.5
        parts = [tuple(m for m, at in zip(members, left, strict=True) if at == side)
                 for side in (True, False)]  # fmt: skip
        return (("values", parts[0]), ("values", parts[1])) if all(parts) else None

    def _split_box(self, rng: np.random.Generator, box: Set) -> tuple[Set, Set] | None:
        side = int(rng.integers(1, 3))
        steps = int((box[side + 2] - box[side]) / STEP)
        if steps < 2:
            return None
        cut = box[side] + STEP * int(rng.integers(1, steps))
        low, high = list(box), list(box)
        low[side + 2], high[side] = cut, cut
        return tuple(low), tuple(high)

    def values(self, rng: np.random.Generator) -> list[Any]:
        """Some that may be in its sets, and some that are in none."""
        if isinstance(self.role, Points):
            lon = rng.integers(-360, 720, 12) * STEP
            lat = rng.integers(-180, 181, 12) * STEP
            places: list[Any] = list(zip(lon.tolist(), lat.tolist(), strict=True))
            edges = [(lon, 3.0) for lon in (-180.0, -179.5, 0.0, 179.5, 180.0)]
            return [*places, *edges, (None, 1.0), (2.0, None), (7.5, 90.0), (-33.0, -90.0)]
        return [*(self.ladder or WORDS), "strange" if self.read == {} else self.ladder[0], None]


def random_kind(rng: np.random.Generator, name: str) -> Kind:
    which = int(rng.integers(6))
    if which == 0:
        return Kind(name, covey.Labels(), _some(rng, [*WORDS, None]))
    if which == 1:
        return Kind(name, covey.Regions(None, key="code"), _some(rng, [*WORDS, None]))
    if which == 2:
        order = [str(label) for label in rng.permutation(WORDS)]
        whole: Set = ("values", tuple(order)) if rng.random() < 0.7 else ANY
        return Kind(name, covey.Ordered(order=order), whole, [*order[:4], "elsewhere"])
    if which == 3:
        kind = str(rng.choice(list(LADDERS)))
        return Kind(name, covey.Ordered(), ("range", None, None), LADDERS[kind], {"read_as": kind})
    if which == 4:
        return Kind(name, covey.Points(x=f"{name} x", y=f"{name} y"), ("box", -20, -9.5, 30, 40))
    seam = float(rng.integers(-360, 360)) * STEP
    east = seam + float(rng.choice([100, 360]))
    read = {"pole": float(np.floor(_west(seam)))}
    return Kind(
        name, covey.Points(lat=f"{name} n", lon=f"{name} e"), ("box", seam, -90, east, 90), (), read
    )


def _some(rng: np.random.Generator, values: Sequence[str | None]) -> Set:
    if rng.random() < 0.1:
        return ANY
    chosen = rng.permutation(len(values))[: int(rng.integers(1, len(values) + 1))]
    return "values", tuple(values[at] for at in chosen.tolist())


def _west(x: float) -> float:
    return x - 360 if x >= 180 else x


def _east(x: float) -> float:
    return x - 360 if x > 180 else x


@dataclass(frozen=True, eq=False)
class Made:
    """A codebook by its lines, the sets of every class, and combinations to be found in them."""

    kinds: list[Kind]
    classes: list[list[Set]]
    entries: list[Entry]
    cells: dict[str, list[str | None]]
    rows: list[list[Any]]

    @property
    def roles(self) -> dict[str, Role]:
        return {kind.name: kind.role for kind in self.kinds}

    @property
    def read(self) -> dict[str, Any]:
        return {kind.name: dict(kind.read) for kind in self.kinds}

    def located(self, folder: Path) -> list[int]:
        write_codebook(folder / "codebook.csv", self.entries)
        book = read_book(folder / "codebook.csv")
        found = find_classes(self.roles, book, self.cells, self._counted(), self.read)
        return [int(number) for number in found]

    def expected(self) -> list[int]:
        """The class of every combination, by trying all of them."""
        found = []
        for row in self.rows:
            own = [
                number
                for number, sets in enumerate(self.classes)
                if all(map(_holds, self.kinds, sets, row))
            ]
            assert len(own) <= 1
            found.append(own[0] if own else NOWHERE)
        return found

    def _counted(self) -> Counted:
        columns: dict[str, list[Any]] = {}
        for kind, values in zip(self.kinds, zip(*self.rows, strict=True), strict=True):
            if isinstance(kind.role, Points):
                columns[kind.role.across] = [value[0] for value in values]
                columns[kind.role.along] = [value[1] for value in values]
            else:
                columns[kind.name] = list(values)
        ladders = {kind.name: kind.ladder for kind in self.kinds if kind.read}
        own = [_ranked(column, ladders.get(name, ())) for name, column in columns.items()]
        texts, ranks = zip(*own, strict=True)
        return Counted(tuple(columns), texts, ranks, np.ones(len(self.rows), dtype=np.int64))


def _ranked(column: list[Any], ladder: Sequence[str]) -> tuple[Any, Any]:
    """Distinct values as text, in their order, and the place of each among them."""
    there = {value for value in column if value is not None}
    values = sorted(there, key=ladder.index) if ladder else sorted(there)
    places = {value: at for at, value in enumerate(values)}
    texts = np.array([str(value) for value in values] + [None], dtype=object)[:-1]
    return texts, np.array([places.get(value, -1) for value in column], dtype=np.int64)


def _holds(kind: Kind, own: Set, value: Any) -> bool:
    if isinstance(kind.role, Points):
        return _holds_place(kind, own, value)
    if own == ANY:
        order = getattr(kind.role, "order", None)
        return value is None or order is None or value in order
    if own == MISSING or value is None:
        return (own == MISSING and value is None) or (own[0] == "values" and value in own[1])
    if own[0] == "values":
        return value in own[1]
    at = kind.ladder.index(value)
    return (own[1] is None or own[1] <= at) and (own[2] is None or at < own[2])


def _holds_place(kind: Kind, own: Set, value: tuple[float | None, float | None]) -> bool:
    x, y = value
    if own == ANY:
        return True
    if x is None or y is None:
        return own == MISSING
    if own == MISSING:
        return False
    _, west, south, east, north = own
    assert isinstance(kind.role, Points)
    if not kind.role.globe:
        return bool(west <= x < east and south <= y < north)
    x = kind.read["pole"] if abs(y) == 90 else _west(x)
    in_height = south <= y < north or y == 90 == north
    return bool(in_height and any(west <= x + turn < east for turn in (-360, 0, 360)))


def made(rng: np.random.Generator, *, several: bool) -> Made:
    """With one column or several; classes are what cuts leave of all values."""
    kinds = [random_kind(rng, f"q{at}") for at in range(int(rng.integers(1, 5)) if several else 1)]
    classes = [[_begin(rng, kind, several) for kind in kinds]]
    for _ in range(int(rng.integers(0, 25))):
        at, column = int(rng.integers(len(classes))), int(rng.integers(len(kinds)))
        parts = kinds[column].split(rng, classes[at][column])
        if parts is not None:
            own = classes[at]
            classes[at] = [*own[:column], parts[0], *own[column + 1 :]]
            classes.append([*own[:column], parts[1], *own[column + 1 :]])
    named = isinstance(kinds[0].role, covey.Labels | covey.Regions)
    if not several and not named and rng.random() < 0.5:
        classes.append([MISSING])
    pools = [kind.values(rng) for kind in kinds]
    drawn = [tuple(int(rng.integers(len(pool))) for pool in pools) for _ in range(40)]
    rows = [[pool[at] for pool, at in zip(pools, row, strict=True)] for row in dict.fromkeys(drawn)]
    entries, cells = _joint(kinds, classes) if several else _single(kinds[0], classes)
    shuffled = [entries[at] for at in rng.permutation(len(entries)).tolist()]
    return Made(kinds, classes, shuffled, cells, rows)


def _begin(rng: np.random.Generator, kind: Kind, several: bool) -> Set:
    """One column alone has no class of any value."""
    if not several and kind.whole == ANY:
        order = kind.role.order if isinstance(kind.role, covey.Ordered) else None
        return "values", tuple(order or WORDS)
    return ANY if several and rng.random() < 0.3 else kind.whole


def _single(
    kind: Kind, classes: list[list[Set]]
) -> tuple[list[Entry], dict[str, list[str | None]]]:
    """Every value has a line of its own."""
    found: list[Entry] = []
    for number, (own,) in enumerate(classes):
        if own[0] == "values":
            name = f"class {number}"
            found += [_value(number, kind.name, value, name) for value in own[1]]
        else:
            found += _lines(kind, number, own, f"class {number}")
    columns = kind.role.columns(kind.name)
    return found, Lines([EntryLines(found)]).published(columns, len(classes))


def _value(number: int, column: str, value: str | None, name: str | None) -> Entry:
    return Entry(number, column, "missing" if value is None else "value", value, None, None, name)


def _lines(kind: Kind, number: int, own: Set, name: str) -> list[Entry]:
    """The lines of one set."""
    columns = kind.role.columns(kind.name)
    if own == ANY:
        return [any_entry(number, column) for column in columns]
    if own == MISSING:
        return [_value(number, column, None, None) for column in columns]
    if own[0] == "values":
        if len(own[1]) == 1:
            return [_value(number, kind.name, own[1][0], name)]
        values = Values(kind.name, own[1])
        return [values.entry(number, range(len(own[1])), name)]
    if own[0] == "range":
        low, high = (None if at is None else _border(kind, at) for at in own[1:])
        return [range_entry(number, kind.name, low, high, name)]
    assert isinstance(kind.role, Points)
    _, west, south, east, north = own
    if kind.role.globe:
        west, east = _west(west), _east(east)
    sides = {kind.role.across: (west, east), kind.role.along: (south, north)}
    return [
        range_entry(
            number, c, number_text(float(sides[c][0])), number_text(float(sides[c][1])), name
        )
        for c in columns
    ]


def _border(kind: Kind, at: int) -> str:
    """Midnight may be left out."""
    return kind.ladder[at].removesuffix(" 00:00:00")


def _joint(
    kinds: list[Kind], classes: list[list[Set]]
) -> tuple[list[Entry], dict[str, list[str | None]]]:
    entries: list[Entry] = []
    cells: dict[str, list[str | None]] = {}
    for kind, sets in zip(kinds, zip(*classes, strict=True), strict=True):
        numbers = {own: number for number, own in enumerate(dict.fromkeys(sets))}
        lines = {own: _lines(kind, at, own, f"set {at}") for own, at in numbers.items()}
        entries += [line for own in lines.values() for line in own]
        for place, column in enumerate(kind.role.columns(kind.name)):
            cells[column] = [lines[own][place].published for own in sets]
    return entries, cells


def by_lines(entries: Sequence[Entry]) -> dict[str, dict[int, set[str | None]]]:
    """The values that a codebook names, by column and set."""
    found: dict[str, dict[int, set[str | None]]] = {}
    for entry in entries:
        own = found.setdefault(entry.column, {}).setdefault(entry.number, set())
        if entry.holds == "values":
            own.update(json.loads(entry.value or ""))
        elif entry.holds in ("value", "missing"):
            own.add(entry.value)
    return found
