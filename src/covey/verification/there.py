"""Tables that are counted where they lie, on a server or a cluster: what comes here are distinct
values with counts, numbers, and never rows. The statements are verify's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.engine.sampling import one_in
from covey.engine.shares import FIRST_ROWS, MOSTLY
from covey.io.dates import PATTERN, SAMPLE, are_dates
from covey.verification.recount import Counts, Table

if TYPE_CHECKING:
    import duckdb

RECORDS = "CAST(sum(records) AS BIGINT)"
ONE_IN = 64
"""Of so many values one is looked at in all rows, by its hash."""
DATE = f"{PATTERN[:4]}^(?:{PATTERN[4:]})$"
"""A regular expression for a date with nothing beside it; its first four letters are (?i)."""


class Place(ABC):
    """Where a table lies. ``scan`` is SQL that reads it there: its columns as c0, c1, ..., and as
    t0, t1, ... texts that are the same for values that are published alike, and for no others.
    ``types`` are those that its values have here."""

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    scan: str
    combination_type: str
    """The type of what stands for a combination, here."""
    at_once: int
    """Combinations whose numbers go there at once."""
    row_number: str
    """SQL that numbers rows."""
    hash_of_number: str
    """SQL of a hash of such a number, r."""

    @abstractmethod
    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The few rows of a query."""

    @abstractmethod
    def bring(
        self, query: str, here: duckdb.DuckDBPyConnection, table: str, folder: Path,
        fields: Mapping[str, str],
    ) -> None:  # fmt: skip
        """Make a table of what a query counts; ``fields`` are its columns, and their types here."""

    @abstractmethod
    def joined(self, query: Callable[[str, str], str], one: Codes, other: Codes) -> int:
        """The one number of a query that reads the rows of two tables, once each and in this order,
        each with the ``number`` of its combination. Rows of other combinations are not among them.
        Neither the query nor what goes along may show values to a log."""

    @abstractmethod
    def row(self, texts: Sequence[str]) -> str:
        """SQL of one text that says what all of these are, and which of them are missing."""

    @abstractmethod
    def combination(self, texts: Sequence[str]) -> str:
        """SQL of what stands for a combination, here and there, where these are grouped by."""

    @abstractmethod
    def whole(self, places: Sequence[int]) -> list[str]:
        """SQL of what is the same, in both tables, for rows that are alike in some columns."""

    @abstractmethod
    def hash(self, at: int) -> str:
        """SQL of a number that different values have different ones of, as good as always."""

    @abstractmethod
    def value(self, at: int) -> str:
        """SQL of what comes here of a column whose text is grouped by."""

    @abstractmethod
    def holder(self, at: int) -> str:
        """SQL of what tells who a record is of: values that are the same are one holder."""

    @abstractmethod
    def plain(self, at: int) -> str:
        """SQL of a value as people read it."""

    @abstractmethod
    def is_date(self, text: str) -> str: ...

    def one_in(self, step: int) -> str:
        """SQL that reads one row of so many, drawn by a hash of its number."""
        if step == 1:
            return f"SELECT * FROM {self.scan} a"
        numbered = f"SELECT *, {self.row_number} AS r FROM {self.scan} a"
        return f"SELECT * FROM ({numbered}) b WHERE {self.hash_of_number} % {step} = 0"

    @cached_property
    def rows(self) -> int:
        return int(self.ask(f"SELECT count(*) FROM {self.scan} s")[0][0])

    @cached_property
    def tables(self) -> dict[tuple[int, ...], str]:
        """What was brought here, by the columns."""
        return {}

    def grouped(self, places: Sequence[int]) -> str:
        """The distinct combinations of some columns, what stands for each, and its records."""
        texts = [f"t{at}" for at in places]
        values = ", ".join(f"{self.value(at)} AS c{at}" for at in places)
        return (
            f"SELECT {self.combination(texts)} AS combination, {values}, count(*) AS records"
            f" FROM {self.scan} s GROUP BY {', '.join(texts)}"
        )

    def grouped_with(self, places: Sequence[int], who: Sequence[int]) -> str:
        """The same with a number for each holder, -1 where there is none."""
        values = ", ".join(f"{self.value(at)} AS c{at}" for at in places)
        numbers = ", ".join(f"coalesce(n{at}.h, -1) AS h{at}" for at in range(len(who)))
        joins = " ".join(
            f"LEFT JOIN ({self._numbered(self.holder(own))}) n{at} ON {self.holder(own)} = n{at}.w"
            for at, own in enumerate(who)
        )
        by = ", ".join([*(f"t{at}" for at in places), *(f"n{at}.h" for at in range(len(who)))])
        return (
            f"SELECT {values}, {numbers}, count(*) AS records FROM {self.scan} s {joins}"
            f" GROUP BY {by}"
        )

    def _numbered(self, holder: str) -> str:
        named = f"SELECT DISTINCT {holder} AS w FROM {self.scan} s WHERE {holder} IS NOT NULL"
        return f"SELECT w, row_number() OVER (ORDER BY w) - 1 AS h FROM ({named}) d"


@dataclass(frozen=True, eq=False)
class Codes:
    """For some ``combinations`` of the columns at ``places`` of a table the number of what they are
    published as."""

    there: Place
    places: tuple[int, ...]
    combinations: NDArray[Any]
    numbers: NDArray[np.int64]

    def among(self, first: int, end: int) -> Codes:
        kept = (self.numbers >= first) & (self.numbers < end)
        return replace(self, combinations=self.combinations[kept], numbers=self.numbers[kept])


@dataclass(frozen=True, eq=False)
class TableThere(Table):
    """A table that stays where it is. Its private database holds what was counted."""

    there: Place = field(kw_only=True)

    @property
    def rows(self) -> int:
        return self.there.rows

    def places(self, columns: Sequence[str]) -> tuple[int, ...]:
        """Where columns are in the table as it lies there, by their names."""
        return tuple(dict.fromkeys(self.there.columns.index(column) for column in columns))

    def combined(self, columns: Sequence[str]) -> tuple[int, ...]:
        """Where the columns are that the combinations of ``read`` are made of."""
        return self.places(columns)

    def read(self, columns: Sequence[str]) -> Counts:
        """Distinct combinations of the columns, each once, and what stands for it."""
        return Counts(self.combinations(self.places(columns)), RECORDS)

    def combinations(self, places: tuple[int, ...]) -> str:
        """The table here of such combinations."""
        known = self.there.tables
        if places not in known:
            fields = {
                "combination": self.there.combination_type,
                **{f"c{at}": self.there.types[at] for at in places},
                "records": "BIGINT",
            }
            name = f"there{len(known)}"
            query = self.there.grouped(places)
            self.there.bring(query, self.connection, name, self.folder, fields)
            known[places] = name
        return known[places]

    def held(self, columns: Sequence[str], who: Sequence[str]) -> Counts:
        places, holders = self.places(columns), [self._who(each) for each in who]
        numbers = [f"h{at}" for at in range(len(who))]
        fields = {
            **{f"c{at}": self.there.types[at] for at in places},
            **dict.fromkeys(numbers, "BIGINT"),
            "records": "BIGINT",
        }
        query = self.there.grouped_with(places, holders)
        self.run("DROP TABLE IF EXISTS holders")
        self.there.bring(query, self.connection, "holders", self.folder, fields)
        gone = " OR ".join(f"{number} < 0" for number in numbers)
        values = ", ".join(f"c{at}" for at in places)
        # A record without a holder is a holder of its own, and so gets a line and a number of its
        # own.
        apart = (
            f"SELECT {values}, {', '.join(numbers)}, 1 AS records, unnest(range(records)) AS r"
            f" FROM holders WHERE {gone} UNION ALL SELECT {values}, {', '.join(numbers)}, records,"
            f" 0 FROM holders WHERE NOT ({gone})"
        )
        named = ", ".join(
            f"CASE WHEN {h} < 0 THEN (SELECT max({h}) FROM holders) + row_number() OVER ()"
            f" ELSE {h} END AS {h}, {h} < 0 AS gone{at}"
            for at, h in enumerate(numbers)
        )
        return Counts(f"(SELECT {values}, {named}, records FROM ({apart}) a)", RECORDS)

    def key(self, column: str, kind: str) -> str:
        at = self.columns.index(column) if column in self.columns else -1
        # Servers and clusters count short floats as the doubles that they are.
        if at >= 0 and self.types[at] == "FLOAT" and kind != "text":
            return f"(CAST(c{at} AS DOUBLE) + 0.0)"
        return super().key(column, kind)

    def spellings(self, person: str) -> tuple[int, int]:
        at = self._who(person)
        folded = f"lower(trim({self.there.plain(at)}))"
        ((people, alike),) = self.there.ask(
            f"SELECT count(DISTINCT {self.there.holder(at)}), count(DISTINCT {folded})"
            f" FROM {self.there.scan} s"
        )
        return int(people), int(alike)

    def shares(self, columns: Sequence[str]) -> dict[str, float]:
        if not columns:
            return {}
        hashes = {c: self.there.hash(self.there.columns.index(c)) for c in columns}
        asked = ", ".join(f"count(DISTINCT {each})" for each in hashes.values())
        first = f"(SELECT * FROM {self.there.scan} s LIMIT {FIRST_ROWS}) f"
        ((rows, *found),) = self.there.ask(f"SELECT count(*), {asked} FROM {first}")
        shares = {c: count / max(rows, 1) for c, count in zip(columns, found, strict=True)}
        often = [column for column, share in shares.items() if share >= MOSTLY]
        if rows == self.rows or not often:
            return shares
        # A value is counted if its hash says so, so that few are kept.
        asked = ", ".join(
            f"count(DISTINCT CASE WHEN {hashes[c]} % {ONE_IN} = 0 THEN {hashes[c]} END)"
            for c in often
        )
        ((*found,),) = self.there.ask(f"SELECT {asked} FROM {self.there.scan} s")
        pairs = zip(often, found, strict=True)
        return shares | {c: min(1.0, count * ONE_IN / self.rows) for c, count in pairs}

    def dates(self, columns: Sequence[str]) -> tuple[str, ...]:
        if not columns:
            return ()
        texts = [f"nullif(trim({self.there.plain(at)}), '')" for at in self._each(columns)]
        asked = ", ".join(
            f"count({text}), count(CASE WHEN {self.there.is_date(text)} THEN 1 END)"
            for text in texts
        )
        first = f"(SELECT * FROM {self.there.scan} s LIMIT {SAMPLE}) f"
        ((*found,),) = self.there.ask(f"SELECT {asked} FROM {first}")
        counts = zip(columns, found[::2], found[1::2], strict=True)
        return tuple(column for column, values, dates in counts if are_dates(values, dates))

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        """Numbered there: neither values nor their hashes come here."""
        if not columns:
            return ()
        numbers = ", ".join(
            f"dense_rank() OVER (ORDER BY {self.there.hash(at)}) - 1" for at in self._each(columns)
        )
        scan = f"({self.there.one_in(one_in(self.rows, most))}) s"
        rows = self.there.ask(f"SELECT {numbers} FROM {scan}")
        return tuple(np.array([row[at] for row in rows], np.int64) for at in range(len(columns)))

    def _each(self, columns: Sequence[str]) -> list[int]:
        return [self.there.columns.index(column) for column in columns]
