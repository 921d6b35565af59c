"""The generalization beside the private copy, and the rows joined to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InternalError
from covey.engine import sql
from covey.engine.duckdb.counting import COUNTED
from covey.engine.protocol import Counted, Generalization
from covey.engine.pseudonyms import pseudonym
from covey.io.inputs import Staging
from covey.io.kinds import native

if TYPE_CHECKING:
    import duckdb

DICTIONARY = 10_000
"""Texts up to which an enumeration stands for a column of them."""
LARGE = 2_000_000
"""Rows from which it pays to look for columns of few different texts before the rows are sorted."""
FIRST_ROWS = 100_000
SURE = 10
"""A column is thought to have at most so many times the texts of its first rows."""
TYPES = {
    "integer": "BIGINT",
    "decimal": "DOUBLE",
    "number": "DOUBLE",
    "double": "DOUBLE",
    "date": "DATE",
    "timestamp": "TIMESTAMP",
}
"""Of published texts whose kind is known."""
EXACT = (
    r"VARCHAR|BLOB|BIT|UUID|BOOLEAN|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL\([\d,]+\)"
    r"|ENUM\(.*\)|DATE|TIME|TIMESTAMP(_S|_MS|_NS| WITH TIME ZONE)?"
)
"""Types whose values have the same hash only if they are the same in every bit."""


class Grouped(Protocol):
    """What was counted of the rows, as a recoding sees it.

    lacking
        Of each counted column whether some record has no value.
    """

    @property
    def records(self) -> int: ...
    @property
    def suppressed(self) -> int: ...
    @property
    def lacking(self) -> tuple[bool, ...]: ...

    def load(self, connection: duckdb.DuckDBPyConnection, table: str) -> None:
        """Make a table of the class of each ``place`` in the table of what was counted."""


@dataclass(frozen=True, eq=False)
class CountedGroups:
    """Combinations that are here, the ``places`` of each in the table of these, and its class."""

    counted: Counted
    places: NDArray[np.int64]
    classes: NDArray[np.int64]

    @property
    def records(self) -> int:
        return self.counted.records

    @property
    def suppressed(self) -> int:
        return int(self.counted.counts[self.classes < 0].sum())

    @property
    def lacking(self) -> tuple[bool, ...]:
        return tuple(bool(self.counted.missing(each).any()) for each in self.counted.columns)

    def load(self, connection: duckdb.DuckDBPyConnection, table: str) -> None:
        _load(connection, table, {"place": self.places, "class": self.classes})


@dataclass(frozen=True, eq=False)
class KeptGroups:
    """Combinations that stay in DuckDB, which makes the table by itself."""

    records: int
    lacking: tuple[bool, ...]
    make: Callable[[str], None]
    suppressed: int = 0

    def load(self, connection: duckdb.DuckDBPyConnection, table: str) -> None:
        self.make(table)


class Recoding:
    """A generalization that is uploaded to the connection of a snapshot.

    staging, keys
        The private copy, and the expressions that its rows were counted by.
    grouped
        What was counted, and its classes.
    number
        Of the recodings of one snapshot: each has tables of its own.
    with_texts
        Whether DuckDB needs the published texts. A frame needs the class of every row only.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        staging: Staging,
        keys: Sequence[str],
        grouped: Grouped,
        generalization: Generalization,
        number: int,
        *,
        with_texts: bool,
    ) -> None:
        self.generalization = generalization
        # For the list of withheld records, which has the values and no pseudonyms.
        self._as_it_was = staging
        if generalization.pseudonyms:
            staging = _with_pseudonyms(staging, generalization.pseudonyms)
        self._connection, self._staging, self._grouped = connection, staging, grouped
        self._number = number
        self._recoded = list(generalization.published) if with_texts else []
        self._join = sql.Join(
            staging.scan,
            tuple(keys),
            f"codebook{number}",
            grouped.lacking,
            stand_ins(connection),
        )
        self._upload()
        self._coded = False

    @property
    def suppressed(self) -> int:
        return self._grouped.suppressed

    @property
    def rows(self) -> int:
        return self._grouped.records - self.suppressed

    @property
    def join(self) -> sql.Join:
        """How rows are joined to their classes."""
        return self._join

    @property
    def published(self) -> str:
        """The rows that are published, in no order, as what follows FROM."""
        return self._join.published()

    @property
    def scan_published(self) -> str:
        """The same with the columns of the input only."""
        # Where nothing is suppressed all rows are published, and no join is needed to know them.
        return self.published if self.suppressed else self._staging.scan

    def query(self, columns: Sequence[str], order: str | None, format_: str) -> str:
        """The published rows with these columns, in the order of a key or in that of the input."""
        fields = self._fields(columns, format_)
        if order is not None:
            return self._shuffled(fields, order, format_)
        return self._in_order(fields, "class >= 0")

    def query_withheld(self) -> str:
        """The rows that are not published, with all columns as they were."""
        fields = {column: f"c{at}" for at, column in enumerate(self._staging.columns)}
        return self._in_order(fields, "class < 0", self._as_it_was)

    def classes_of_rows(self) -> NDArray[np.int64]:
        """The class of every row of the input, in its order."""
        self._code()
        found = self._connection.execute(f"SELECT class FROM coded{self._number}").fetchnumpy()
        return np.asarray(found["class"]).astype(np.int64)

    def _fields(self, columns: Sequence[str], format_: str) -> dict[str, str]:
        # Parquet has a dictionary of texts in every group of rows, for which an enumeration is
        # taken as it is: all of it, so that it must be small.
        small = self.generalization.count <= DICTIONARY
        text = "p{}" if format_ == "parquet" and small else "CAST(p{} AS VARCHAR)"
        places = {column: at for at, column in enumerate(self._recoded)}
        # A CSV file has texts and no types.
        kinds = {} if format_ == "csv" else self.generalization.kinds
        fields = {}
        for column in columns:
            if column not in places:
                fields[column] = f"c{self._staging.columns.index(column)}"
                continue
            fields[column] = text.format(places[column])
            if column in kinds:
                fields[column] = (
                    f"CAST(CAST(p{places[column]} AS VARCHAR) AS {TYPES[kinds[column]]})"
                )
        return fields

    def _upload(self) -> None:
        number, published = self._number, self.generalization.published
        classes, texts = f"classes{number}", f"texts{number}"
        self._grouped.load(self._connection, classes)
        count = self.generalization.count
        named = {f"p{at}": _objects(published[c]) for at, c in enumerate(self._recoded)}
        _load(self._connection, texts, {"class": np.arange(count), **named})
        for at in range(len(self._recoded)):
            # A number instead of a text in every row, while the rows are put in order.
            self._connection.execute(
                f"CREATE TEMP TYPE e{number}_{at} AS ENUM (SELECT DISTINCT CAST(p{at} AS VARCHAR)"
                f" FROM {texts} WHERE p{at} IS NOT NULL ORDER BY 1)"
            )
            self._connection.execute(
                f"ALTER TABLE {texts} ALTER p{at} TYPE e{number}_{at}"
                f" USING CAST(p{at} AS e{number}_{at})"
            )
        joined = self._join.table(COUNTED, classes, texts, len(self._recoded))
        self._connection.execute(f"CREATE TEMP TABLE codebook{number} AS {joined}")

    def _in_order(
        self, fields: Mapping[str, str], condition: str, staging: Staging | None = None
    ) -> str:
        """Both tables have the same rows in the same order, so that they are laid side by side: a
        join that keeps the order would have to sort whole rows."""
        self._code()
        return (
            f"SELECT {', '.join(fields.values())} FROM {(staging or self._staging).scan}"
            f" POSITIONAL JOIN coded{self._number} WHERE {condition}"
        )

    def _shuffled(self, fields: Mapping[str, str], order: str, format_: str) -> str:
        """The published rows in an order that depends on what is published and a key alone: where a
        row stood before leaves no trace."""
        # What is sorted is kept in memory as a whole: texts that repeat are numbers there, and
        # are texts again when the rows are in order. The order is that of the texts themselves,
        # since an enumeration also has those of rows that are not published. For the same reason
        # Parquet, which would keep all of its texts, has it only if there are no such rows.
        as_it_is = format_ == "parquet" and not self.suppressed
        names = self._names(fields)
        types = self._enumerated(list(names.values()))
        sorted_ = ", ".join(
            f"CAST({name} AS {types[name]}) AS {name}" if name in types else name
            for name in names.values()
        )
        written = ", ".join(
            f"CAST({name} AS VARCHAR)" if name in types and not as_it_is else fields[column]
            for column, name in names.items()
        )
        rows = f"(SELECT {', '.join(names.values())} FROM {self.published}) r"
        key = mixed(distinguished(names.values(), _types(self._connection, rows)), order)
        return f"SELECT {written} FROM (SELECT {sorted_} FROM {rows} ORDER BY {key}) s"

    def _names(self, fields: Mapping[str, str]) -> dict[str, str]:
        """The column of the joined rows that each field is made of."""
        places = {column: f"p{at}" for at, column in enumerate(self._recoded)}
        return {
            column: places.get(column) or f"c{self._staging.columns.index(column)}"
            for column in fields
        }

    def _enumerated(self, names: Sequence[str]) -> dict[str, str]:
        """The enumeration of every column that has few different texts, if there are many rows."""
        if self._grouped.records < LARGE:
            return {}
        types = _types(self._connection, f"(FROM {self._staging.scan})")
        # Only columns that pass through, c0, c1, ...: the texts of classes are enumerations
        # already.
        texts = [name for name in names if name[0] == "c" and types[int(name[1:])] == "VARCHAR"]
        few = self._of_few_texts(texts, f"(FROM {self._staging.scan} LIMIT {FIRST_ROWS})")
        # Few among the first rows are few among all, mostly: then to list them is to count them.
        unsure = [name for name, count in few.items() if count * SURE > DICTIONARY]
        few = {name: count for name, count in few.items() if name not in unsure}
        few |= self._of_few_texts(unsure, self._staging.scan)
        found = {name: self._enumeration(name) for name in texts if name in few}
        return {name: type_ for name, type_ in found.items() if type_}

    def _of_few_texts(self, names: Sequence[str], rows: str) -> dict[str, int]:
        if not names:
            return {}
        asked = ", ".join(f"approx_count_distinct({name})" for name in names)
        (found,) = self._connection.execute(f"SELECT {asked} FROM {rows}").fetchall()
        pairs = zip(names, found, strict=True)
        # Without any text there is nothing to make an enumeration of.
        return {name: count for name, count in pairs if 0 < count <= DICTIONARY}

    def _enumeration(self, name: str) -> str:
        """The enumeration of a column's texts; empty, if they are too many after all."""
        type_ = f"e{self._number}_{name}"
        texts = f"t{self._number}_{name}"
        self._connection.execute(
            f"CREATE TEMP TABLE {texts} AS SELECT DISTINCT {name} FROM {self._staging.scan}"
            f" WHERE {name} IS NOT NULL"
        )
        ((count,),) = self._connection.execute(f"SELECT COUNT(*) FROM {texts}").fetchall()
        if count > DICTIONARY:
            return ""
        self._connection.execute(
            f"CREATE TEMP TYPE {type_} AS ENUM (SELECT {name} FROM {texts} ORDER BY 1)"
        )
        return type_

    def _code(self) -> None:
        """Find every row's class and texts, in the order of the rows, once."""
        if self._coded:
            return
        table = f"coded{self._number}"
        joined = self._join.coded(self._staging.row, len(self._recoded))
        self._connection.execute(f"CREATE TEMP TABLE {table} AS {joined}")
        self._coded = True
        # Rows and classes are laid side by side by position: after one row too few, all others
        # would have the class of their neighbour.
        ((rows, unknown),) = self._connection.execute(
            f"SELECT COUNT(*), COUNT(*) - COUNT(class) FROM {table}"
        ).fetchall()
        if unknown or rows != self._grouped.records:
            raise InternalError(
                f"{self._grouped.records:,} records were counted, {rows:,} were to be published,"
                f" {unknown:,} of them without a class."
            )


def _load(
    connection: duckdb.DuckDBPyConnection, table: str, columns: dict[str, NDArray[Any]]
) -> None:
    connection.register("arriving", columns)
    connection.execute(f"CREATE TEMP TABLE {table} AS SELECT * FROM arriving")
    connection.unregister("arriving")


def _with_pseudonyms(staging: Staging, keys: Mapping[str, str]) -> Staging:
    """The same rows, some of whose columns are replaced."""
    held = {
        column: staging.notation.holder(f"c{staging.columns.index(column)}", column)
        for column in keys
    }
    texts = {column: f"encode(CAST({field} AS VARCHAR))" for column, field in held.items()}
    replaced = ", ".join(
        f"{pseudonym(texts[column], key)} AS c{staging.columns.index(column)}"
        for column, key in keys.items()
    )
    scan = f"(SELECT * REPLACE ({replaced}), {staging.row} AS shown_row FROM {staging.scan}) shown"
    return replace(staging, scan=scan, row="shown_row")


def distinguished(names: Iterable[str], types: Sequence[str]) -> list[str]:
    """Fields of the rows ``r`` whose hashes differ wherever what is published does.

    >>> distinguished(["c0", "c1"], ["VARCHAR", "DOUBLE"])
    ['r.c0', 'r.c1', 'CAST(r.c1 AS VARCHAR)']
    """
    found = []
    for name, type_ in zip(names, types, strict=True):
        found.append(f"r.{name}")
        # 0.0 and -0.0 have one hash, as an empty list and none: such rows would stay in the order
        # of the input.
        if not re.fullmatch(EXACT, type_):
            found.append(f"CAST(r.{name} AS VARCHAR)")
    return found


def mixed(fields: Sequence[str], order: str) -> str:
    """A number for a row of these fields, by a key of 64 hexadecimal digits. Rows that have the
    same number have the same hash, since every step can be undone with the key."""
    # A key as one more field would only flip bits of the hash: orders by two keys could be much
    # alike. To hash what the flipped bits make is much faster than to hash a text of both. A row
    # is not hashed as a whole: DuckDB would put it together first.
    found = f"hash({', '.join(fields)})"
    for at in range(0, len(order), 16):
        found = f"hash(xor({found}, CAST({int(order[at : at + 16], 16)} AS UBIGINT)))"
    return found


def _types(connection: duckdb.DuckDBPyConnection, table: str) -> list[str]:
    described = connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()
    return [row[1] for row in described]


def _objects(texts: Sequence[str | None]) -> NDArray[Any]:
    array = np.empty(len(texts), dtype=object)
    array[:] = texts
    return array


def stand_ins(connection: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
    """Any value of each counted column's type."""
    # The first and the last column are the place and the number of records.
    return tuple(map(_stand_in, _types(connection, COUNTED)[1:-1]))


def _stand_in(type_: str) -> str:
    """Any value of a counted column's type."""
    if type_ == "VARCHAR":
        return "''"
    temporal = native(type_) in ("date", "timestamp")
    return f"CAST('1970-01-01' AS {type_})" if temporal else f"CAST(0 AS {type_})"
