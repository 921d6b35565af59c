"""A second engine, in plain Python and without DuckDB: lists of values in a dictionary of tables.
It shows that the protocol needs nothing that only DuckDB has."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.holders import Holders, numbered
from covey.core.workers import here
from covey.engine.protocol import (
    NOTHING,
    Capabilities,
    Counted,
    Generalization,
    Staged,
    Target,
    ToFile,
)
from covey.engine.ranking import ranked
from covey.io.dates import SAMPLE, hold_dates
from covey.io.formulas import begins_like_one
from covey.io.inputs.base import Input, place
from covey.io.kinds import KINDS, ORDERED
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation

Values = list[Any]
Table = dict[str, Values]
OWN = {
    bool: "", int: "integer", float: "number", Decimal: "decimal", dt.datetime: "timestamp",
    dt.date: "date", str: "",
}  # fmt: skip
READ: dict[str, Callable[[str], Any]] = {
    "integer": int, "decimal": Decimal, "number": float, "double": float,
    "date": dt.date.fromisoformat, "timestamp": dt.datetime.fromisoformat,
}  # fmt: skip


@dataclass(frozen=True)
class ToStore:
    """A name in the engine's own store."""

    name: str


@dataclass(frozen=True)
class PlainInput:
    name: str
    columns: tuple[str, ...]
    layout: Layout = field(default_factory=lambda: Layout("frame"))
    notation: Notation = PLAIN


class PlainEngine:
    """``store`` has the tables that everybody sees, each by its name: a path that is no file."""

    def __init__(self, store: dict[str, Table], *, returns_frames: bool = False) -> None:
        self.capabilities = Capabilities(
            keeps_order=True, writes_files=False, returns_frames=returns_frames, transactional=True
        )
        self.store = store

    def source(
        self,
        table: Any,
        encoding: str = "",
        header: bool | None = None,
        notation: Notation = PLAIN,
    ) -> PlainInput:
        return PlainInput(table, tuple(self.store[table]))

    def files(self, table: Any) -> tuple[Path, ...]:
        return ()

    def open(self, given: Input, kinds: Mapping[str, str]) -> PlainSnapshot:
        for column in kinds:
            place(given.name, given.columns, column, "a quasi-identifier")
        table = {column: list(values) for column, values in self.store[given.name].items()}
        return PlainSnapshot(self, given, table, kinds)


class PlainSnapshot:
    def __init__(
        self, engine: PlainEngine, given: Input, table: Table, kinds: Mapping[str, str]
    ) -> None:
        self.engine, self.table = engine, table
        read = {column: read_as(table[column], kind, column) for column, kind in kinds.items()}
        self.keys = list(zip(*(values for values, _ in read.values()), strict=True))
        self.kinds = {column: kind for column, (_, kind) in read.items()}
        rows = len(self.keys)
        types = tuple("" for _ in table)
        self.staged = Staged(
            given.name, given.columns, types, self.kinds, rows, lambda: self.count().fingerprint
        )
        self._counted: Counted | None = None

    def __enter__(self) -> PlainSnapshot:
        return self

    def __exit__(self, *raised: object) -> None:
        self.table = {}

    def count(self) -> Counted:
        if self._counted is None:
            groups = Counter(self.keys)
            self._counted, before = counted(groups, self.kinds)
            combinations = list(groups)
            self.number = {combinations[at]: number for number, at in enumerate(before.tolist())}
        return self._counted

    def holders(self, columns: Sequence[str]) -> Holders:
        self.count()
        rows, ranks = [self.number[key] for key in self.keys], []
        for column in columns:
            own = place_of(self.table[column])
            ranks.append([own.get(value, -1) for value in self.table[column]])
        # A record without a holder stands alone.
        entries = Counter(
            (*entry, at if -1 in entry else -1)
            for at, entry in enumerate(zip(rows, *ranks, strict=True))
        )
        places, *numbers, _ = (np.array(own) for own in zip(*entries, strict=True))
        return numbered(columns, places, numbers, np.array(list(entries.values())))

    def spellings(self, column: str) -> tuple[int, int]:
        named = {str(value) for value in self.table[column] if value is not None}
        return len(named), len({text.strip(" ").lower() for text in named})

    def marked(self, columns: Sequence[str], person: str) -> dict[str, Sequence[int]]:
        return {}

    def distinct(self, columns: Sequence[str]) -> dict[str, float]:
        return {c: len(set(map(str, self.table[c]))) / self.staged.rows for c in columns}

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        step = max(1, self.staged.rows // most)
        draw = random.Random(1)
        rows = [at for at in range(self.staged.rows) if draw.randrange(step) == 0]
        texts = [[str(self.table[c][at]) for at in rows] for c in columns]
        return tuple(np.array([own.index(text) for text in own]) for own in texts)

    def dates(self, columns: Sequence[str]) -> list[str]:
        first = {c: self.table[c][:SAMPLE] for c in columns}
        known = {c: [str(v) for v in own if v is not None] for c, own in first.items()}
        return [column for column, texts in known.items() if hold_dates(texts)]

    def formulas(self, columns: Sequence[str]) -> dict[str, int]:
        return formulas(self.table, columns)

    spread = staticmethod(here)

    def recode(
        self,
        generalization: Generalization,
        target: Target | ToStore,
        drop: Sequence[str] = (),
        order: str | None = None,
    ) -> PlainHidden:
        generalization.refuse_unlike(self.count())
        classes = [int(generalization.of_counted[self.number[key]]) for key in self.keys]
        rows = [at for at, number in enumerate(classes) if number >= 0]
        table = {
            column: [generalization.published[column][classes[at]] for at in rows]
            if column in generalization.published
            else [self.table[column][at] for at in rows]
            for column in generalization.written([c for c in self.table if c not in drop])
        }
        if order is not None:
            mixed = sorted(zip(*table.values(), strict=True), key=repr)
            random.Random(order).shuffle(mixed)
            table = dict(zip(table, map(list, zip(*mixed, strict=True)), strict=True))
        if isinstance(target, ToFile):
            raise InvalidInput("This engine writes no files.")
        name = target.name if isinstance(target, ToStore) else ""
        if not Path(name).parent.is_dir():
            raise InvalidInput(f"There is no place {name}.")
        return PlainHidden(self.engine.store, name, table, len(classes) - len(rows), self, classes)


@dataclass(eq=False)
class PlainHidden:
    """With a ``name`` it is revealed in the store, without one it is handed back."""

    store: dict[str, Table]
    name: str
    table: Table
    suppressed: int
    snapshot: PlainSnapshot
    classes: list[int]

    def __enter__(self) -> PlainHidden:
        return self

    def __exit__(self, *raised: object) -> None:
        self.discard()

    @property
    def rows(self) -> int:
        return len(next(iter(self.table.values())))

    def count(self, columns: Sequence[str], passed: Mapping[str, str] = NOTHING) -> Counted:
        texts = [[None if v is None else text_of(v) for v in self.table[c]] for c in columns]
        return counted(Counter(zip(*texts, strict=True)), dict.fromkeys(columns, "text"))[0]

    def formulas(self, columns: Sequence[str]) -> dict[str, int]:
        return formulas(self.table, columns)

    def holders(self, columns: Sequence[str]) -> list[dict[int, int]]:
        found = []
        for column in columns:
            owners: dict[int, set[Any]] = {}
            pairs = enumerate(zip(self.classes, self.snapshot.table[column], strict=True))
            for at, (number, value) in pairs:
                if number >= 0:
                    owners.setdefault(number, set()).add((at,) if value is None else value)
            found.append({number: len(own) for number, own in owners.items()})
        return found

    def withheld(self, target: ToFile) -> int:
        raise InvalidInput("This engine writes no files.")

    def reveal(self) -> Any:
        if not self.name:
            return self.table
        self.store[self.name] = self.table
        return self.name

    def discard(self) -> None:
        """Nothing was written: a table is in the store when it is revealed, not before."""


def place_of(values: Values) -> dict[Any, int]:
    known = sorted({value for value in values if value is not None}, key=repr)
    return {value: at for at, value in enumerate(known)}


def read_as(values: Values, kind: str, column: str) -> tuple[Values, str]:
    """The values of a kind, and which kind ``ordered`` turned out to be."""
    own = next((OWN[type(value)] for value in values if value is not None), "")
    if kind == "text":
        return [None if v is None else text_of(v) for v in values], kind
    if own:
        return [v + 0.0 if isinstance(v, float) else v for v in values], own
    texts = [(value or "").strip() or None for value in values]
    for tried in ORDERED if kind == "ordered" else (KINDS[kind],):
        if all(text is None or re.fullmatch(tried.pattern, text) for text in texts):
            read = READ[tried.name]
            found = [None if text is None else read(text) for text in texts]
            if tried.type == "DOUBLE":
                found = [None if v is None else v + 0.0 for v in found]
            if tried.name == "decimal":
                found = [None if v is None else v.quantize(Decimal(1).scaleb(-18)) for v in found]
            return found, tried.name
    raise InvalidInput(f"The column {column!r} is not all of the kind {kind}.", given=column)


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        text = value.isoformat(" ", "microseconds")
        return text.rstrip("0").removesuffix(".") if value.microsecond else text[:19]
    if isinstance(value, Decimal):
        return format(value if value else abs(value), "f")
    return str(value)


def counted(groups: Counter[tuple[Any, ...]], kinds: Mapping[str, str]) -> tuple[Counted, Any]:
    values, places = [], []
    for own in zip(*groups, strict=True):
        at = {value: number for number, value in enumerate(sorted({*own} - {None}, key=repr))}
        values.append(np.array([text_of(value) for value in at], dtype=object))
        places.append(np.array([at.get(value, -1) for value in own], dtype=np.int64))
    return ranked(kinds, values, places, np.array(list(groups.values()), dtype=np.int64))


def formulas(table: Table, columns: Sequence[str]) -> dict[str, int]:
    found = {c: sum(begins_like_one(v) for v in table[c] if isinstance(v, str)) for c in columns}
    return {column: count for column, count in found.items() if count}
