"""The generalization on the server, and the statement that publishes the rows by it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from covey.engine import sql
from covey.engine.postgres.dialect import NATIVE, STAND_INS, TEXTS, mixed, plain_text, unused_value
from covey.engine.protocol import SUPPRESSED, Generalization
from covey.engine.pseudonyms import LENGTH, pads, refuse_other_types
from covey.io.postgres.catalog import Column
from covey.io.postgres.copying import copied_in
from covey.io.reading import literal, quoted

if TYPE_CHECKING:
    from covey.engine.postgres.keeping import PostgresKeepingSnapshot
    from covey.engine.postgres.snapshot import PostgresRows, PostgresSnapshot

TEXT = "text"
TYPES = {
    "integer": "int8",
    "decimal": "numeric",
    "number": "float8",
    "double": "float8",
    "date": "date",
    "timestamp": "timestamp",
}
"""Of published texts whose kind is known."""


class Recoding(ABC):
    """A generalization as a table: the class of every group, and what is published of it.

    A second table, with the texts of every class once, would be smaller, but every row would be
    joined twice.

    snapshot
        The rows.
    book, secrets
        The names of this table, and of one for the keys of pseudonyms, in SQL. Keys are copied
        there, since a server may log its statements, but not what is copied.
    """

    _unused: Sequence[str | None]
    """Of every counted column a value that no row has, which stands for a missing one."""
    _marked: tuple[bool, ...]
    """Which columns have a mark beside them that says what is missing."""

    def __init__(
        self,
        snapshot: PostgresRows,
        generalization: Generalization,
        book: str,
        secrets: str,
    ) -> None:
        self._snapshot, self._generalization = snapshot, generalization
        self._book, self._secrets = book, secrets
        for name in generalization.pseudonyms:
            own = snapshot.column(name).type
            refuse_other_types(name, own, own in TEXTS or NATIVE.get(own) in ("integer", "date"))
        self._recoded = list(generalization.published)
        kinds = generalization.kinds
        self._types = {c: TYPES[kinds[c]] if c in kinds else TEXT for c in self._recoded}
        self._place()

    @abstractmethod
    def _place(self) -> None:
        """Find the class of every group, and what stands for missing values."""

    @property
    @abstractmethod
    def suppressed(self) -> int:
        """The records that are not published."""

    def upload(self) -> None:
        run = self._snapshot.connection.execute
        keys = [
            f"k{at} {key.declared}, m{at} int2"
            for at, key in enumerate(self._snapshot.keys.values())
        ]
        texts = [f'p{at} text COLLATE "C"' for at in range(len(self._recoded))]
        # Rows of unlogged tables are not in the server's write-ahead log, and so in no archive of
        # it.
        run(f"CREATE UNLOGGED TABLE {self._book} ({', '.join(['class int8', *keys, *texts])})")
        self._fill()
        if self._generalization.pseudonyms:
            fields = "at int2, name text, inside bytea, outside bytea"
            run(f"CREATE UNLOGGED TABLE {self._secrets} ({fields})")
            copied_in(self._snapshot.connection, self._secrets, self._pads(), private=True)
        # Without statistics the join of all rows may be planned badly.
        run(f"ANALYZE {self._book}")

    @abstractmethod
    def _fill(self) -> None:
        """Write a row for every group that is published: its class, the values, each with its mark,
        and the texts of the class."""

    def _pads(self) -> Iterator[list[str | None]]:
        for at, (name, key) in enumerate(self._generalization.pseudonyms.items()):
            # \x begins bytes in hexadecimal digits.
            yield [str(at), name, *(f"\\x{pad}" for pad in pads(key))]

    def _pseudonym(self, name: str, field: str) -> str:
        inside, outside = (
            f"(SELECT {pad} FROM {self._secrets} WHERE name = {literal(name)})"
            for pad in ("inside", "outside")
        )
        once = f"sha256({inside} || convert_to({plain_text(field)}, 'UTF8'))"
        return f"left(encode(sha256({outside} || {once}), 'hex'), {LENGTH})"

    def published(self) -> str:
        """The rows that are published with their texts, in no order, as what follows FROM."""
        own = self._snapshot.keys.values()
        keys = tuple(
            key.expression
            if unused is None
            else f"COALESCE({key.expression}, {literal(unused)}::{key.type})"
            for key, unused in zip(own, self._unused, strict=True)
        )
        stand_ins = tuple(f"{STAND_INS[key.type]}::{key.type}" for key in own)
        return sql.Join(self._snapshot.scan, keys, self._book, self._marked, stand_ins).published()

    def query(self, columns: Sequence[str], order: str | None) -> str:
        """The published rows with these columns, in the order of a key."""
        fields = self._fields(columns)
        named = ", ".join(f"{field} AS {quoted(name)}" for name, field in fields.items())
        found = f"SELECT {named} FROM {self.published()}"
        return f"{found} ORDER BY {self._order(fields, order)}" if order else found

    def _fields(self, columns: Sequence[str]) -> dict[str, str]:
        places = {
            column: f"b.p{at}" if self._types[column] == TEXT else f"b.p{at}::{self._types[column]}"
            for at, column in enumerate(self._recoded)
        }
        all_ = self._snapshot.given.columns
        fields = {column: places.get(column) or f"g.c{all_.index(column)}" for column in columns}
        for column in self._generalization.pseudonyms:
            if column in fields:
                fields[column] = self._pseudonym(column, fields[column])
        return fields

    def _order(self, fields: Mapping[str, str], order: str) -> str:
        recoded = {name: Column(name, type_) for name, type_ in self._types.items()}
        recoded |= {name: Column(name, TEXT) for name in self._generalization.pseudonyms}
        return mixed(
            [
                (field, recoded.get(name) or self._snapshot.column(name))
                for name, field in fields.items()
            ],
            order,
        )


class RecodingByCounts(Recoding):
    """By classes that were found here."""

    _snapshot: PostgresSnapshot

    def _place(self) -> None:
        snapshot, counting = self._snapshot, self._snapshot.counting
        # The class of every group, and so of every row that is in it.
        self._classes = self._generalization.of_counted[counting.number]
        lacking = [any(text is None for text in own) for own in counting.fields]
        # What no row has stands for a missing value. Where no such value is known, any does, and a
        # mark says that it stands for none: that is one more comparison for every row.
        self._unused = [
            unused_value(key, own) if lacks else None
            for key, own, lacks in zip(
                snapshot.keys.values(), counting.fields, lacking, strict=True
            )
        ]
        self._marked = tuple(
            lacks and other is None for lacks, other in zip(lacking, self._unused, strict=True)
        )

    @property
    def suppressed(self) -> int:
        return int(self._snapshot.counting.counts[self._classes < 0].sum())

    def _fill(self) -> None:
        copied_in(self._snapshot.connection, self._book, self._groups(), private=True)

    def _groups(self) -> Iterator[list[str | None]]:
        """Of every group that is published its class, the values, each with its mark, and the texts
        of the class."""
        texts = list(zip(*self._generalization.published.values(), strict=True))
        fields = self._snapshot.counting.fields
        missing = [
            (STAND_INS[key.type].strip("'"), "1") if unused is None else (unused, "0")
            for key, unused in zip(self._snapshot.keys.values(), self._unused, strict=True)
        ]
        for values, number in zip(zip(*fields, strict=True), self._classes.tolist(), strict=True):
            # Rows that find no group in the inner join are not published.
            if number == SUPPRESSED:
                continue
            row: list[str | None] = [str(number)]
            for value, instead in zip(values, missing, strict=True):
                row += instead if value is None else (value, "0")
            yield [*row, *texts[number]]


class RecodingByKept(Recoding):
    """By classes that the server has."""

    _snapshot: PostgresKeepingSnapshot

    @property
    def suppressed(self) -> int:
        return 0

    def _place(self) -> None:
        # Values that no row has are not looked for: marks say what is missing.
        kept = self._snapshot.kept
        self._unused = [None] * len(kept.columns)
        self._marked = tuple(map(kept.lacks, kept.columns))

    def _fill(self) -> None:
        run = self._snapshot.connection.execute
        texts = self._generalization.published.values()
        columns = ", ".join(f'p{at} text COLLATE "C"' for at in range(len(texts)))
        run(f"CREATE TEMPORARY TABLE covey_texts (class int8, {columns})")
        copied_in(
            self._snapshot.connection,
            "pg_temp.covey_texts",
            ([str(number), *row] for number, row in enumerate(zip(*texts, strict=True))),
        )
        run("ANALYZE pg_temp.covey_texts")
        keys = ", ".join(
            f"COALESCE(g.k{at}, {STAND_INS[key.type]}::{key.type}), (g.k{at} IS NULL)::int::int2"
            for at, key in enumerate(self._snapshot.keys.values())
        )
        named = ", ".join(f"p.p{at}" for at in range(len(texts)))
        groups = self._snapshot.kept.groups("pg_temp.covey_texts")
        run(f"INSERT INTO {self._book} SELECT p.class, {keys}, {named} FROM {groups}")
        run("DROP TABLE pg_temp.covey_texts")
