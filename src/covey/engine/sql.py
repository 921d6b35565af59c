"""The statements of a release, in plain ANSI SQL.

``staged`` reads the private copy with the columns c0, c1, ...; ``row`` numbers its rows; ``keys``
are expressions over it, one for each counted column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covey.core.dataclass import dataclass

KEYS = "k{}"
TEXTS = "p{}"


def named(pattern: str, count: int) -> list[str]:
    return [pattern.format(at) for at in range(count)]


def count(staged: str, keys: Sequence[str]) -> str:
    """Distinct combinations of values with their counts, numbered in any order."""
    names = named(KEYS, len(keys))
    selected = ", ".join(f"{key} AS {name}" for key, name in zip(keys, names, strict=True))
    positions = ", ".join(str(at + 1) for at in range(len(keys)))
    return (
        f"SELECT ROW_NUMBER() OVER () - 1 AS place, {', '.join(names)}, n"
        f" FROM (SELECT {selected}, COUNT(*) AS n FROM {staged} GROUP BY {positions}) g"
    )


def distinct(counted: str, at: int) -> str:
    """The values of one counted column, numbered in their order."""
    return (
        f"SELECT k, ROW_NUMBER() OVER (ORDER BY k) - 1 AS r FROM"
        f" (SELECT DISTINCT k{at} AS k FROM {counted} WHERE k{at} IS NOT NULL) d"
    )


def ranked(counted: str, distinct: Mapping[int, str]) -> str:
    """The numbers of the combinations' values in some columns, and counts, in any order.
    ``distinct`` are the tables of these columns' values."""
    ranks = ", ".join(f"COALESCE(d{at}.r, -1) AS r{at}" for at in distinct)
    # LEFT, since a missing value has no row in the table of distinct values.
    joins = " ".join(
        f"LEFT JOIN {table} d{at} ON v.k{at} = d{at}.k" for at, table in distinct.items()
    )
    return f"SELECT place, {ranks}, n FROM {counted} v {joins}"


@dataclass(frozen=True)
class Join:
    """Rows and the codebook that they are joined to by value.

    staged, keys
        The rows, and an expression over them for each counted column.
    codebook
        The name of the table that ``table`` makes.
    nullable, stand_ins
        Of each counted column whether it lacks values, and any value of its type. A missing value
        becomes the stand-in with a mark beside it, so that the join needs nothing but ``=``: a
        comparison that takes NULL for a value would be a nested loop in many engines.
    """

    staged: str
    keys: tuple[str, ...]
    codebook: str
    nullable: tuple[bool, ...]
    stand_ins: tuple[str, ...]

    def table(self, counted: str, classes: str, texts: str, recoded: int) -> str:
        """The codebook: values, class, published texts."""
        keys = []
        # Only columns that lack values have a mark: each mark is one more comparison for every row.
        for at, (null, stand_in) in enumerate(zip(self.nullable, self.stand_ins, strict=True)):
            keys.append(f"COALESCE(k{at}, {stand_in}) AS k{at}" if null else f"k{at}")
            if null:
                keys.append(f"CASE WHEN k{at} IS NULL THEN 1 ELSE 0 END AS m{at}")
        # LEFT JOIN for the texts: suppressed combinations have the class -1, and no texts.
        selected = ", ".join([*keys, "l.class", *named(TEXTS, recoded)])
        return (
            f"SELECT {selected} FROM {counted} v"
            f" JOIN {classes} l ON v.place = l.place LEFT JOIN {texts} t ON l.class = t.class"
        )

    def coded(self, row: str, recoded: int) -> str:
        """Class and published texts of every row, in the order of the rows."""
        own, on = self._condition()
        # LEFT JOIN, so that a row without a class is seen and refused, and not lost in silence.
        selected = ", ".join(["b.class", *(f"b.{name}" for name in named(TEXTS, recoded))])
        return (
            f"SELECT {selected} FROM (SELECT {row} AS row_number, {own} FROM {self.staged}) g"
            f" LEFT JOIN {self.codebook} b ON {on} ORDER BY g.row_number"
        )

    def published(self) -> str:
        """The rows that are published with their texts, in no order, as what follows FROM."""
        # An inner join may also lose rows in silence: who uses this counts what was written.
        own, on = self._condition()
        return (
            f"(SELECT *, {own} FROM {self.staged}) g JOIN {self.codebook} b ON {on}"
            " WHERE b.class >= 0"
        )

    def _condition(self) -> tuple[str, str]:
        """The columns of the rows g that the codebook b is joined to, and the condition."""
        own, on = [], []
        columns = zip(self.keys, self.nullable, self.stand_ins, strict=True)
        for at, (key, null, stand_in) in enumerate(columns):
            own.append(f"COALESCE({key}, {stand_in}) AS k{at}" if null else f"{key} AS k{at}")
            on.append(f"g.k{at} = b.k{at}")
            if null:
                own.append(f"CASE WHEN {key} IS NULL THEN 1 ELSE 0 END AS m{at}")
                on.append(f"g.m{at} = b.m{at}")
        return ", ".join(own), " AND ".join(on)
