"""What a job asks for, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from attacks.recount.rules import meets
from attacks.recount.values import number


@dataclass(frozen=True)
class Rows:
    """A table: names of columns, and rows of plain values, None where one is missing."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def column(self, name: str) -> list[Any]:
        at = self.columns.index(name)
        return [row[at] for row in self.rows]

    def without(self, names: Sequence[str]) -> Rows:
        kept = [at for at, column in enumerate(self.columns) if column not in names]
        rows = [tuple(row[at] for at in kept) for row in self.rows]
        return Rows(tuple(self.columns[at] for at in kept), rows)


@dataclass(frozen=True)
class Areas:
    """A map: its codes in their order, and pairs of neighbours."""

    codes: tuple[str, ...]
    borders: frozenset[tuple[str, str]]

    def parts(self, codes: Sequence[str] | None = None) -> list[set[str]]:
        """The connected parts of some areas, of all if none are named."""
        left = dict.fromkeys(self.codes if codes is None else codes)
        near: dict[str, list[str]] = {code: [] for code in left}
        for a, b in self.borders:
            if a in near and b in near:
                near[a].append(b)
                near[b].append(a)
        found = []
        while left:
            waiting = [next(iter(left))]
            part = set(waiting)
            while waiting:
                for other in near[waiting.pop()]:
                    if other not in part:
                        part.add(other)
                        waiting.append(other)
            for code in part:
                left.pop(code, None)
            found.append(part)
        return found


@dataclass(frozen=True)
class Quasi:
    """A quasi-identifier: ``role`` is labels, ordered, points or regions; ``columns`` has two of
    points: latitude and longitude with ``globe``, else x and y."""

    name: str
    role: str
    columns: tuple[str, ...]
    order: tuple[str, ...] | None = None
    globe: bool = False
    areas: Areas | None = None
    bridged: bool = False


@dataclass(frozen=True)
class Asked:
    """A job. ``sensitive`` has the rules of each column; ``population`` are people by their
    combination of quasi-identifying values."""

    table: Rows
    k: int
    quasi: tuple[Quasi, ...]
    drop: tuple[str, ...] = ()
    sensitive: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    missing: str = "own"
    unmapped: str = "error"
    objective: str = "max-size"
    suppress: float = 0.0
    recoding: str = "local"
    tight: bool = False
    weights: Mapping[str, float] = field(default_factory=dict)
    k_map: int | None = None
    population: Rows | None = None
    people: str = ""
    seed: int = 0
    shuffle: bool = False
    id: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for quasi in self.quasi for column in quasi.columns)

    @property
    def plain(self) -> bool:
        """Whether the classes are those of one column by itself, with nothing else asked for."""
        more = any(self.sensitive.values()) or self.suppress or self.tight or self.k_map
        if len(self.quasi) > 1 or bool(more) or self.recoding == "global":
            return False
        without = sum(self.without(self.quasi[0]))
        others = len(self.table.rows) - without
        return not self.shares(self.quasi[0]) and not (without and 0 < others < self.k)

    def without(self, quasi: Quasi) -> list[bool]:
        """Which records have no value in a quasi-identifier, if that has a place of its own."""
        if quasi.role == "labels" or self.missing != "own":
            return [False] * len(self.table.rows)
        return missing(self.table, quasi)

    def shares(self, quasi: Quasi) -> bool:
        """Whether records without a value cannot be a class, and so share one: they are too few, or
        do not meet the rules of a sensitive column."""
        without = self.without(quasi)
        if not any(without):
            return False
        if sum(without) < self.k:
            return True
        for column, rules in self.sensitive.items():
            values = self.table.column(column)
            own = [value for value, gone in zip(values, without, strict=True) if gone]
            if not all(meets(rule, value, own, values) for rule, value in rules.items()):
                return True
        return False


def missing(table: Rows, quasi: Quasi) -> list[bool]:
    columns = [table.column(column) for column in quasi.columns]
    if quasi.role == "points":
        return [any(number(v) is None for v in pair) for pair in zip(*columns, strict=True)]
    blank = quasi.role == "ordered" and quasi.order is None
    return [value is None or (blank and value == "") for value in columns[0]]
