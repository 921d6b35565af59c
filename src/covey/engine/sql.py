"""The statements of a release, in plain ANSI SQL.

``staged`` reads the private copy with the columns c0, c1, ...; ``row`` numbers its rows; ``keys``
are expressions over it, one for each counted column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

KEYS = "k{}"
MISSING = "m{}"
TEXTS = "p{}"


def named(pattern: str, count: int) -> list[str]:
    return [pattern.format(at) for at in range(count)]


def count(staged: str, keys: Sequence[str]) -> str:
    """Distinct values, numbered in their order, missing ones first."""
    names = named(KEYS, len(keys))
    selected = ", ".join(f"{key} AS {name}" for key, name in zip(keys, names, strict=True))
    order = ", ".join(f"{name} NULLS FIRST" for name in names)
    return (
        f"SELECT ROW_NUMBER() OVER (ORDER BY {order}) - 1 AS place, {', '.join(names)}, n"
        f" FROM (SELECT {selected}, COUNT(*) AS n FROM {staged} GROUP BY {_positions(keys)}) g"
    )


def distinct(counted: str, at: int) -> str:
    """The values of one counted column, numbered in their order."""
    return (
        f"SELECT k, ROW_NUMBER() OVER (ORDER BY k) - 1 AS r FROM"
        f" (SELECT DISTINCT k{at} AS k FROM {counted} WHERE k{at} IS NOT NULL) d"
    )


def ranked(counted: str, distinct: Mapping[int, str]) -> str:
    """What Python is told of the combinations: the numbers of their values in some columns, and
    counts. ``distinct`` are the tables of these columns' values."""
    ranks = ", ".join(f"COALESCE(d{at}.r, -1) AS r{at}" for at in distinct)
    joins = " ".join(
        f"LEFT JOIN {table} d{at} ON v.k{at} = d{at}.k" for at, table in distinct.items()
    )
    return f"SELECT {ranks}, n FROM {counted} v {joins} ORDER BY place"


def codebook(
    counted: str,
    classes: str,
    texts: str,
    nullable: Sequence[bool],
    stand_ins: Sequence[str],
    recoded: int,
) -> str:
    """The table that is joined: values, class, published texts. A missing value becomes a stand-in
    with a mark beside it, so that the join needs nothing but ``=``."""
    keys = []
    for at, (null, stand_in) in enumerate(zip(nullable, stand_ins, strict=True)):
        keys.append(f"COALESCE(k{at}, {stand_in}) AS k{at}" if null else f"k{at}")
        if null:
            keys.append(f"CASE WHEN k{at} IS NULL THEN 1 ELSE 0 END AS m{at}")
    selected = ", ".join([*keys, "l.class", *named(TEXTS, recoded)])
    return (
        f"SELECT {selected} FROM {counted} v"
        f" JOIN {classes} l ON v.place = l.place LEFT JOIN {texts} t ON l.class = t.class"
    )


def coded(
    staged: str,
    row: str,
    keys: Sequence[str],
    codebook: str,
    nullable: Sequence[bool],
    stand_ins: Sequence[str],
    recoded: int,
) -> str:
    """Class and published texts of every row, in the order of the rows."""
    own, on = _joining(keys, nullable, stand_ins)
    selected = ", ".join(["b.class", *(f"b.{name}" for name in named(TEXTS, recoded))])
    return (
        f"SELECT {selected} FROM (SELECT {row} AS row_number, {own} FROM {staged}) g"
        f" LEFT JOIN {codebook} b ON {on} ORDER BY g.row_number"
    )


def shuffled(
    staged: str,
    keys: Sequence[str],
    codebook: str,
    nullable: Sequence[bool],
    stand_ins: Sequence[str],
    fields: Sequence[str],
    order: str,
) -> str:
    """The published rows in an order that depends on what is published and a key alone: where a row
    stood before leaves no trace. ``fields`` may name c0, c1, ... and p0, p1, ..."""
    rows = published(staged, keys, codebook, nullable, stand_ins)
    # hash(r, key) would only flip bits of hash(r): orders by two keys could be much alike.
    mixed = f"hash(CAST(hash(r) AS VARCHAR) || '{order}')"
    return f"SELECT * FROM (SELECT {', '.join(fields)} FROM {rows}) r ORDER BY {mixed}, hash(r)"


def published(
    staged: str,
    keys: Sequence[str],
    codebook: str,
    nullable: Sequence[bool],
    stand_ins: Sequence[str],
) -> str:
    """The rows that are published with their texts, in no order, as what follows FROM."""
    own, on = _joining(keys, nullable, stand_ins)
    return f"(SELECT *, {own} FROM {staged}) g JOIN {codebook} b ON {on} WHERE b.class >= 0"


def _joining(
    keys: Sequence[str], nullable: Sequence[bool], stand_ins: Sequence[str]
) -> tuple[str, str]:
    """The columns of the rows that the codebook b is joined to, as g, and the condition."""
    own, on = [], []
    for at, (key, null, stand_in) in enumerate(zip(keys, nullable, stand_ins, strict=True)):
        own.append(f"COALESCE({key}, {stand_in}) AS k{at}" if null else f"{key} AS k{at}")
        on.append(f"g.k{at} = b.k{at}")
        if null:
            own.append(f"CASE WHEN {key} IS NULL THEN 1 ELSE 0 END AS m{at}")
            on.append(f"g.m{at} = b.m{at}")
    return ", ".join(own), " AND ".join(on)


def _positions(keys: Sequence[str]) -> str:
    return ", ".join(str(at + 1) for at in range(len(keys)))
