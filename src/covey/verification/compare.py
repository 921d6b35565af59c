"""Whether a released table has the rows that the codebook makes of another, whatever their order.

Rows are compared by their digests, in the engine, so that none of them comes to Python.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.io.inputs.base import place
from covey.io.kinds import NATIVE
from covey.io.reading import literal
from covey.verification.recount import Table

PLAIN = {"VARCHAR", "BOOLEAN", *NATIVE}
"""Types of which two values are the same if DuckDB sorts neither before the other. There is one
exception, zero, which has a sign."""
WITH_SIGNED_ZERO = ("FLOAT", "DOUBLE")
LOW = (1 << 64) - 1


@dataclass(frozen=True, eq=False)
class Rows:
    """Some rows of a table: SQL of their fields over a source, and the types of these."""

    table: Table
    fields: Sequence[str]
    types: Sequence[str]
    source: str


def rows_of(table: Table, columns: Sequence[str]) -> Rows:
    """The rows of a table as they are."""
    places = [place(table.name, table.columns, column, "of the release") for column in columns]
    types = [table.types[at] for at in places]
    return Rows(table, [f"c{at}" for at in places], types, table.staging.scan)


def recoded(
    table: Table,
    kinds: Mapping[str, str],
    classes: NDArray[np.int64],
    texts: Mapping[str, Sequence[str | None]],
    columns: Sequence[str],
) -> Rows:
    """The rows of a table that was counted by ``kinds``: of what has one of the ``classes``, the
    texts of that."""
    load(table, "classes", {"class": classes})
    published = {f"p{at}": objects(own) for at, own in enumerate(texts.values())}
    count = len(next(iter(texts.values())))
    load(table, "texts", {"class": np.arange(count), **published})
    table.run(
        # By position: `classes` are in the order in which `counted` has its combinations.
        "CREATE OR REPLACE TEMP TABLE codes AS SELECT * FROM counted POSITIONAL JOIN classes"
        " WHERE class >= 0"
    )
    # Both may have millions of lines.
    _drop(table, "counted", "classes")
    keys = [table.key(column, kind) for column, kind in kinds.items()]
    # Joined by value, as the publisher did, but with statements that are not the publisher's.
    on = " AND ".join(f"{key} IS NOT DISTINCT FROM v{at}" for at, key in enumerate(keys))
    plain = rows_of(table, columns)
    coded = {column: f"p{at}" for at, column in enumerate(texts)}
    fields = [coded.get(name) or own for name, own in zip(columns, plain.fields, strict=True)]
    pairs = zip(columns, plain.types, strict=True)
    types = ["VARCHAR" if name in coded else own for name, own in pairs]
    return Rows(table, fields, types, f"{plain.source} JOIN codes ON {on} JOIN texts USING (class)")


def same_counts(
    table: Table,
    texts: Mapping[str, Sequence[str | None]],
    records: NDArray[np.int64],
    *,
    withheld: bool,
) -> bool:
    """Whether a table of nothing but recoded columns has the rows of the classes, each of which has
    these ``texts`` and so many ``records``. With ``withheld`` it may have fewer."""
    found = table.sizes(list(texts))
    named = zip(zip(*texts.values(), strict=True), records.tolist(), strict=True)
    # Classes that lost all records are in no table.
    expected = {called: count for called, count in named if count}
    if withheld:
        # Which records were withheld is not known: only more than there can be is an error.
        return all(count <= expected.get(called, 0) for called, count in found.items())
    return found == expected


def same_rows(expected: Rows, found: Rows) -> bool:
    """Whether both have the same rows, each as often."""
    shared = _shared(expected, found)
    # The person who made the release cannot know these, and so not choose rows that add up to the
    # same.
    keys = secrets.randbits(64), secrets.randbits(64)
    return _sum(expected, shared, keys) == _sum(found, shared, keys)


def forget(rows: Rows) -> None:
    """Free what :func:`recoded` left in the database of a table: it may have millions of lines."""
    _drop(rows.table, "codes", "texts")


def no_others(expected: Rows, found: Rows) -> bool:
    """Whether every row that is found is one of those expected, and none is there more often: some
    may have been withheld."""
    shared = _shared(expected, found)
    file = literal(found.table.folder / "expected.parquet")
    expected.table.run(f"COPY ({_digests(expected, shared)}) TO {file}")
    # +1 for every expected row and -1 for every one that is found: below 0 are those too many.
    both = (
        f"SELECT *, 1 AS n FROM read_parquet({file})"
        f" UNION ALL SELECT *, -1 AS n FROM ({_digests(found, shared)}) d"
    )
    query = f"SELECT low, high FROM ({both}) b GROUP BY ALL HAVING sum(n) < 0 LIMIT 1"
    return not found.table.ask(query)


def _sum(rows: Rows, shared: Sequence[bool], keys: tuple[int, int]) -> tuple[Any, ...]:
    """How many rows there are, and sums over them that are the same for the same rows in any
    order."""
    mixed = [
        # A sum does not depend on the order of rows. HUGEINT, since sums of 64 bits would overflow.
        f"sum(CAST(hash(xor({half}, CAST({key} AS UBIGINT))) AS HUGEINT))"
        for half, key in zip(("low", "high"), keys, strict=True)
    ]
    (sums,) = rows.table.ask(
        f"SELECT count(*), {', '.join(mixed)} FROM ({_digests(rows, shared)}) d"
    )
    return sums


def _digests(rows: Rows, shared: Sequence[bool]) -> str:
    """A query for the digest of every row, in two halves, which files can hold and sums take."""
    fields: list[str] = []
    for field, type_, same in zip(rows.fields, rows.types, shared, strict=True):
        fields.append(field if same else f"CAST({field} AS VARCHAR)")
        if same and type_ in WITH_SIGNED_ZERO:
            fields.append(f"signbit({field})")
    # What DuckDB sorts rows by has every field to the last bit, and where it ends.
    whole = ", ".join(f"{field}, 'ASC NULLS LAST'" for field in fields)
    return (
        f"SELECT CAST(d & {LOW} AS UBIGINT) AS low, CAST(d >> 64 AS UBIGINT) AS high FROM"
        f" (SELECT md5_number(create_sort_key({whole})) AS d FROM {rows.source}) m"
    )


def _shared(one: Rows, other: Rows) -> list[bool]:
    """Which fields can be compared as they are; others are as text."""
    pairs = zip(one.types, other.types, strict=True)
    # A decimal of another scale, or a type that sorts unlike values alike, is compared as text.
    return [own == its and own.split("(")[0] in PLAIN for own, its in pairs]


def load(table: Table, name: str, columns: Mapping[str, Any]) -> None:
    """Make a table of arrays, one for each column, in the database of another."""
    casts = ", ".join(
        f"CAST({column} AS {'VARCHAR' if array.dtype == object else 'BIGINT'}) AS {column}"
        for column, array in columns.items()
    )
    table.connection.register("arriving", dict(columns))
    table.run(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT {casts} FROM arriving")
    table.connection.unregister("arriving")


def _drop(table: Table, *names: str) -> None:
    for name in names:
        table.run(f"DROP TABLE {name}")


def objects(texts: Sequence[str | None]) -> NDArray[Any]:
    array = np.empty(len(texts), dtype=object)
    array[:] = texts
    return array
