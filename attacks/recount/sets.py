"""What a codebook says that a class holds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attacks.broken import Broken, require
from attacks.recount.asked import Asked, Quasi, Rows
from attacks.recount.values import KINDS, number, ordinal, text

HEADER = ("set", "column", "holds", "value", "low", "high", "published")


@dataclass(frozen=True)
class Anything:
    """Any value, or none."""

    def holds(self, value: Any) -> bool:
        return True


@dataclass(frozen=True)
class Nothing:
    """A missing value."""

    def holds(self, value: Any) -> bool:
        return value is None


@dataclass(frozen=True)
class Members:
    """These values; None among them is the missing one."""

    values: frozenset[str | None]

    def holds(self, value: Any) -> bool:
        return value in self.values


@dataclass(frozen=True)
class Span:
    """From low up to, but not including, high; None for no border. ``written`` are the two as the
    codebook has them, ``kind`` is what they are."""

    low: Any
    high: Any
    written: tuple[str | None, str | None] = (None, None)
    kind: str = ""

    def holds(self, value: Any) -> bool:
        return (
            value is not None
            and (self.low is None or self.low <= value)
            and (self.high is None or value < self.high)
        )

    def apart(self, other: Span) -> bool:
        ends = ((self.high, other.low), (other.high, self.low))
        return any(high is not None and low is not None and high <= low for high, low in ends)


@dataclass(frozen=True)
class Box:
    """A rectangle: ``across`` is x or longitude, ``along`` y or latitude. On the globe one with a
    west above its east reaches across the antimeridian, and a pole is any longitude."""

    across: Span
    along: Span
    globe: bool
    pole: float = 0.0

    def holds(self, value: Any) -> bool:
        if value is None:
            return False
        x, y = value
        if not self.globe:
            return self.across.holds(x) and self.along.holds(y)
        closed = y == 90 and self.along.high == 90
        if not (self.along.holds(y) or (closed and self.along.low <= y)):
            return False
        x = self.pole if abs(y) == 90 else x
        x = x - 360 if x >= 180 else x
        return any(part.holds(x) for part in self.stretches)

    @property
    def stretches(self) -> list[Span]:
        if self.globe and self.across.low >= self.across.high:
            return [Span(self.across.low, 180.0), Span(-180.0, self.across.high)]
        return [self.across]

    def apart(self, other: Box) -> bool:
        return self.along.apart(other.along) or all(
            a.apart(b) for a in self.stretches for b in other.stretches
        )


@dataclass(frozen=True)
class OrMissing:
    """A range or a rectangle, and missing values."""

    own: Span | Box

    def holds(self, value: Any) -> bool:
        return value is None or self.own.holds(value)


Set = Anything | Nothing | Members | Span | Box | OrMissing


def apart(one: Set, other: Set) -> bool:
    """Whether no value is in both."""
    if isinstance(one, Anything) or isinstance(other, Anything):
        return False
    if isinstance(one, OrMissing) or isinstance(other, OrMissing):
        if one.holds(None) and other.holds(None):
            return False
        return apart(*(each.own if isinstance(each, OrMissing) else each for each in (one, other)))
    if isinstance(one, Members) and isinstance(other, Members):
        return not one.values & other.values
    if isinstance(one, Span) and isinstance(other, Span):
        return one.apart(other)
    if isinstance(one, Box) and isinstance(other, Box):
        return one.apart(other)
    require(Nothing in (type(one), type(other)), f"sets of two kinds: {one}, {other}")
    return type(one) is not type(other)


@dataclass(frozen=True)
class Named:
    """A set with its number and the text of every column it is published in."""

    number: int
    set: Set
    texts: tuple[str | None, ...]


@dataclass(frozen=True)
class Book:
    """The sets of every quasi-identifier, and those of every class, in their order."""

    sets: tuple[list[Named], ...]
    classes: list[tuple[Named, ...]]

    def texts(self) -> list[tuple[str | None, ...]]:
        """What every class is published as."""
        return [tuple(text for named in own for text in named.texts) for own in self.classes]

    def find(self, values: Sequence[Any]) -> list[int]:
        """The classes that hold a combination: one at most, if all is well."""
        return [
            number
            for number, own in enumerate(self.classes)
            if all(named.set.holds(value) for named, value in zip(own, values, strict=True))
        ]


def read_book(asked: Asked, codebook: Rows, cells: Rows, read: Mapping[str, Any]) -> Book:
    """``cells`` are the texts of the classes; ``read`` is what the certificate says of the reading
    of each quasi-identifier."""
    require(codebook.columns == HEADER, f"a codebook with the columns {codebook.columns}")
    strange = set(codebook.column("column")) - set(asked.columns)
    require(not strange, f"the codebook has rows of other columns: {strange}")
    sets = tuple(_named(quasi, codebook, read.get(quasi.name, {})) for quasi in asked.quasi)
    for own in sets:
        numbers = [named.number for named in own]
        require(numbers == list(range(1, len(own) + 1)), f"sets are numbered {numbers}")
    return Book(sets, _classes(asked, sets, cells))


def _classes(asked: Asked, sets: Sequence[list[Named]], cells: Rows) -> list[tuple[Named, ...]]:
    first, *names = cells.columns
    require(
        first == "class" and sorted(names) == sorted(asked.columns),
        f"cells.csv has the columns {cells.columns}",
    )
    by_texts = [{named.texts: named for named in own} for own in sets]
    for own, known in zip(sets, by_texts, strict=True):
        require(len(own) == len(known), "two sets of one column are published alike")
    found = []
    for at, (called, *texts) in enumerate(cells.rows, start=1):
        require(str(called) == str(at), f"cells.csv numbers its row {at} {called!r}")
        by_column, own_sets = dict(zip(names, texts, strict=True)), []
        for quasi, known in zip(asked.quasi, by_texts, strict=True):
            own_texts = tuple(by_column[column] for column in quasi.columns)
            require(own_texts in known, f"class {at} has a set {own_texts} of no codebook row")
            own_sets.append(known[own_texts])
        found.append(tuple(own_sets))
    return found


def _named(quasi: Quasi, codebook: Rows, read: Mapping[str, Any]) -> list[Named]:
    by_number: dict[int, dict[str, list[tuple[Any, ...]]]] = {}
    for label, column, *rest in codebook.rows:
        if column in quasi.columns:
            by_number.setdefault(int(label), {}).setdefault(column, []).append(tuple(rest))
    return [
        Named(label, _set(quasi, rows, read), _texts(quasi, label, rows))
        for label, rows in sorted(by_number.items())
    ]


def _texts(
    quasi: Quasi, label: int, rows: Mapping[str, Sequence[tuple[Any, ...]]]
) -> tuple[str | None, ...]:
    texts: list[str | None] = []
    for column in quasi.columns:
        called = {row[-1] for row in rows.get(column, ())}
        require(len(called) == 1, f"number {label} of {column!r} is called {called}")
        texts += called
    return tuple(texts)


def _set(quasi: Quasi, rows: Mapping[str, list[tuple[Any, ...]]], read: Mapping[str, Any]) -> Set:
    if quasi.role == "points":
        return _box(quasi, rows, read)
    own = rows[quasi.columns[0]]
    holds = {row[0] for row in own}
    if holds == {"any"}:
        return Anything()
    if quasi.role == "ordered" and quasi.order is None:
        return _span(own, str(read.get("read_as")))
    require(holds <= {"value", "values", "missing"}, f"a list of values that holds {holds}")
    return Members(frozenset(value for row in own for value in _values(row)))


def _values(row: tuple[Any, ...]) -> list[str | None]:
    holds, value, *_ = row
    if holds == "missing":
        return [None]
    if holds == "value":
        return [value]
    found = json.loads(value)
    require(isinstance(found, list), f"a set that is no list: {value}")
    return list(found)


def _span(rows: list[tuple[Any, ...]], kind: str) -> Set:
    rows, shared = _bare(rows)
    require(len(rows) == 1, "a class of ordered values has several rows")
    holds, _, low, high, _ = rows[0]
    if holds == "missing":
        return Nothing()
    require(holds == "range" and kind in KINDS, f"an ordered column that holds {holds} of {kind!r}")
    span = Span(ordinal(kind, low), ordinal(kind, high), (low, high), kind)
    if span.low is not None and span.high is not None:
        require(span.low < span.high, f"an empty range from {low} to {high}")
    return OrMissing(span) if shared else span


def _bare(rows: list[tuple[Any, ...]]) -> tuple[list[tuple[Any, ...]], bool]:
    """The rows of a range without a second one that says that it has missing values, too."""
    others = [row for row in rows if row[0] != "missing"]
    shared = len(rows) == 2 and len(others) == 1 and others[0][0] == "range"
    return (others, True) if shared else (rows, False)


def _box(quasi: Quasi, rows: Mapping[str, list[tuple[Any, ...]]], read: Mapping[str, Any]) -> Set:
    both = [rows[column] for column in quasi.columns]
    bare = [_bare(own) for own in both]
    shared = {also for _, also in bare}
    require(len(shared) == 1, "a rectangle has missing values in one coordinate only")
    both = [own for own, _ in bare]
    require(all(len(own) == 1 for own in both), "a class of points has several rows of a column")
    holds = {own[0][0] for own in both}
    if holds == {"any"}:
        return Anything()
    if holds == {"missing"}:
        return Nothing()
    require(holds == {"range"}, f"a class of points holds {holds}")
    sides = []
    for ((_, _, low, high, _),) in both:
        if low is None or high is None:
            raise Broken("a rectangle with an open side")
        sides.append(Span(float(low), float(high), (low, high)))
    along, across = sides if quasi.globe else sides[::-1]
    box = Box(across, along, quasi.globe, float(read.get("pole", 0.0)))
    return OrMissing(box) if shared == {True} else box


def value_of(quasi: Quasi, values: Sequence[Any], read: Mapping[str, Any]) -> Any:
    """What a record has in a quasi-identifier, to be looked for in its sets."""
    if quasi.role == "points":
        along, across = map(number, values if quasi.globe else values[::-1])
        # Half a place is none.
        return None if along is None or across is None else (across, along)
    if quasi.role == "ordered" and quasi.order is None:
        return ordinal(str(read.get("read_as")), values[0])
    return text(values[0])
