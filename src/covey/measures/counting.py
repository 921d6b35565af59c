"""The counts that measures are made of. DuckDB counts: only the counts of classes, and of values
within them, come to Python."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.columns.table import Table, copied
from covey.io.inputs import Input, Staging
from covey.io.inputs.base import place
from covey.io.keys import key
from covey.io.reading import literal
from covey.measures.dependence import BEYOND_CHANCE, Undoing, telling, undone_by
from covey.measures.loss import ColumnLoss, Loss, column_loss
from covey.measures.measures import Offending, Weak
from covey.measures.spread import Spread

QUASI = "a quasi-identifier"
"""The role of the columns that make the classes, in messages."""
SCALES = {"date": "epoch", "timestamp": "epoch"}
"""How values that are no numbers become numbers."""
LOOKED_AT = 10_000
"""Rows in which columns are looked for that tell quasi-identifiers."""
SUPPORTED_THERE = 0.1
"""So many of them share the telling value with another: among fewer rows fewer values repeat.
"""


class Counting:
    """The classes of a staged table, numbered by size and then by their values. With a column
    ``person`` sizes are those of people: a record without a value there is a person of its own."""

    def __init__(self, table: Table, quasi: Sequence[str], person: str = "") -> None:
        self.table, self.quasi = table, quasi
        self.person = table.text(person, "which identifies people") if person else ""
        count = "COUNT(*)"
        if person:
            # COUNT(*) - COUNT(person) are the records that name nobody.
            count = f"COUNT(DISTINCT {self.person}) + COUNT(*) - COUNT({self.person})"
        self.keys = [table.text(column, QUASI) for column in quasi]
        names = [f"k{at}" for at in range(len(quasi))]
        fields = ", ".join(f"{key} AS {name}" for key, name in zip(self.keys, names, strict=True))
        # Numbers of classes are the same on every run: ties of the size are broken by values.
        order = ", ".join(f"{name} NULLS FIRST" for name in names)
        table.run(
            f"CREATE TEMP TABLE classes AS SELECT ROW_NUMBER() OVER (ORDER BY n, {order}) - 1"
            f" AS class, * FROM (SELECT {fields}, {count} AS n, COUNT(*) AS records"
            f" FROM {table.scan} GROUP BY ALL)"
        )

    def sizes(self) -> NDArray[np.int64]:
        self.table.refuse_empty()
        found = self.table.arrays("SELECT n FROM classes ORDER BY class")["n"]
        return found.astype(np.int64)

    def records(self) -> NDArray[np.int64]:
        """The records of every class."""
        found = self.table.arrays("SELECT records FROM classes ORDER BY class")["records"]
        return found.astype(np.int64)

    def without_person(self) -> int:
        """The records that do not say whose they are."""
        (found,) = self.table.ask(f"SELECT COUNT(*) - COUNT({self.person}) FROM {self.table.scan}")
        return int(found)

    def spread(self, column: str) -> Spread:
        text = self.table.text(column, "a sensitive attribute")
        self.table.run(
            f"CREATE OR REPLACE TEMP TABLE seen AS SELECT {text} AS c0 FROM {self.table.scan}"
            " GROUP BY 1"
        )
        # `number` identifies a value exactly, `place` orders it: 7 and 7.0 have one place.
        order, _ = self._order(column)
        self.table.run(
            "CREATE OR REPLACE TEMP TABLE numbered AS SELECT c0 AS value,"
            " ROW_NUMBER() OVER (ORDER BY c0 NULLS FIRST) - 1 AS number,"
            f" DENSE_RANK() OVER (ORDER BY {order or 'c0'} NULLS FIRST) - 1 AS place FROM seen"
        )
        numbered = self.table.arrays("SELECT place FROM numbered ORDER BY number")["place"]
        if self.person:
            return self._spread_of_people(column, text, numbered if order else None)
        found = self.table.arrays(
            f"SELECT class, number, COUNT(*) AS n FROM {self.table.scan}"
            f" JOIN classes ON {self._same} JOIN numbered ON {text} IS NOT DISTINCT FROM value"
            " GROUP BY 1, 2"
        )
        return Spread.from_entries(
            column, found["class"], found["number"], found["n"], numbered if order else None
        )

    def _spread_of_people(self, column: str, text: str, places: NDArray[np.int64] | None) -> Spread:
        """Who has which value in which class."""
        found = self.table.arrays(
            f"SELECT DISTINCT class, number, who FROM (SELECT *, {self._who} AS who FROM"
            f" {self.table.scan}) r JOIN classes ON {self._same}"
            f" JOIN numbered ON {text} IS NOT DISTINCT FROM value"
        )
        classes, values, people = (
            found[name].astype(np.int64) for name in ("class", "number", "who")
        )
        return Spread.by_people(column, classes, values, people, places)

    def undoing(self, columns: Sequence[str], k: int) -> tuple[Undoing, ...]:
        """Which of some columns tell a quasi-identifier and bring records of classes of ``k`` or
        more, or people, below k. Some rows are looked at first; what seems so there is counted in
        all rows."""
        names = [f"k{at}" for at in range(len(self.keys))]
        ranks = ", ".join(
            f"DENSE_RANK() OVER (ORDER BY {name} NULLS FIRST) - 1 AS r{at}"
            for at, name in enumerate(names)
        )
        found = self.table.arrays(f"SELECT n, {ranks} FROM classes ORDER BY class")
        sizes, *codes = (own.astype(np.int64) for own in found.values())
        quasi = dict(zip(self.quasi, codes, strict=True))
        # Without a class of k or more nothing can be undone, and k = 1 asks for nothing.
        if k < 2 or (sizes < k).all():
            return ()
        undone = (
            self._undone_by(column, sizes, quasi, k) for column in self._that_tell(columns, quasi)
        )
        return tuple(each for each in undone if each is not None)

    def _that_tell(
        self, columns: Sequence[str], quasi: Mapping[str, NDArray[np.int64]]
    ) -> list[str]:
        """Columns that seem to tell a quasi-identifier, in some rows spread over the table."""
        if not columns:
            return []
        (rows,) = self.table.ask(f"SELECT COUNT(*) FROM {self.table.scan}")
        # Few rows are enough to rule most columns out, before all rows are grouped by them.
        step = max(1, rows // LOOKED_AT)
        fields = ", ".join(f"hash({self._any(c)}) AS h{at}" for at, c in enumerate(columns))
        # By a hash of the row's number: every so many-th row would be a biased choice where rows
        # come in turns.
        where = f" WHERE hash({self.table.row}) % {step} = 0" if step > 1 else ""
        found = self.table.arrays(
            f"SELECT class, {fields} FROM (SELECT * FROM {self.table.scan}{where}) r"
            f" JOIN classes ON {self._same}"
        )
        classes = found.pop("class").astype(np.int64)
        ones = np.ones(len(classes), dtype=np.int64)

        def seems_to_tell(own: NDArray[np.int64]) -> bool:
            seen = (telling(own, codes[classes], ones) for codes in quasi.values())
            return any(s.gain >= BEYOND_CHANCE and s.supported >= SUPPORTED_THERE for s in seen)

        hashes = zip(columns, found.values(), strict=True)
        return [column for column, own in hashes if seems_to_tell(_codes(own))]

    def _undone_by(
        self,
        column: str,
        sizes: NDArray[np.int64],
        quasi: Mapping[str, NDArray[np.int64]],
        k: int,
    ) -> Undoing | None:
        # A constant keeps the statement the same where records are counted.
        who = self._who if self.person else "0"
        found = self.table.arrays(
            f"SELECT class, hash({self._any(column)}) AS h, who, COUNT(*) AS n FROM (SELECT *,"
            f" {who} AS who FROM {self.table.scan}) r JOIN classes ON {self._same} GROUP BY 1, 2, 3"
        )
        classes, people, counts = (found[each].astype(np.int64) for each in ("class", "who", "n"))
        own = _codes(found["h"])
        whose = people if self.person else None
        return undone_by(column, own, classes, counts, sizes, quasi, k, whose)

    def _any(self, column: str) -> str:
        return self.table.text(column, "that is published")

    @property
    def _same(self) -> str:
        """That a row is of a class."""
        return " AND ".join(f"{key} IS NOT DISTINCT FROM k{at}" for at, key in enumerate(self.keys))

    @property
    def _who(self) -> str:
        """People as numbers, in any order."""
        return (
            # Records without a person are distinguished by their row: each is a person of its own.
            f"DENSE_RANK() OVER (ORDER BY {self.person}, CASE WHEN {self.person} IS NULL THEN"
            f" {self.table.row} END) - 1"
        )

    def population(self, given: Input, count: str = "") -> tuple[NDArray[np.int64], int]:
        """For every class its people in the population, and all people of that: a row each, or as
        many as the column ``count`` says."""
        file = self.table.folder / "population.parquet"
        names = {f"p{at}": column for at, column in enumerate(self.quasi)}
        copied_as = names | ({"people": count} if count else {})
        role = "the number of people"
        self._copy(given, file, copied_as, "COUNT(*) AS n", "GROUP BY ALL", role)
        same = " AND ".join(f"k{at} IS NOT DISTINCT FROM {name}" for at, name in enumerate(names))
        counted = f"read_parquet({literal(str(file))})"
        if count:
            self._refuse_no_number(given, counted, count)
            sums = "SUM(n * CAST(people AS BIGINT)) AS n"
            counted = f"(SELECT {', '.join(names)}, {sums} FROM {counted} GROUP BY ALL)"
        # LEFT JOIN: a class that nobody of the population is in has 0, which `risk` refuses.
        found = self.table.arrays(
            f"SELECT COALESCE(p.n, 0) AS n FROM classes LEFT JOIN {counted} p ON {same}"
            " ORDER BY class"
        )["n"]
        (records,) = self.table.ask(f"SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM {counted}")
        return found.astype(np.int64), int(records)

    def _refuse_no_number(self, given: Input, counted: str, count: str) -> None:
        # 15 digits are far more than there are people, and fit into a BIGINT.
        wrong = "people IS NULL OR NOT regexp_full_match(people, '[0-9]{1,15}')"
        (rows,) = self.table.ask(
            f"SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM {counted} WHERE {wrong}"
        )
        if rows:
            raise InvalidInput(
                f"{given.name}: numbers of people are whole, 0 or more, in {count!r};"
                f" {plural(rows, 'row')} {'has' if rows == 1 else 'have'} none.",
                hint="Name the column that counts people: --population TABLE:COUNT.",
                given=count,
            )

    def loss(
        self, given: Input, labels: Collection[str], withheld: Input | None = None
    ) -> tuple[Loss, int]:
        """What was lost of the table that this one was made of, row by row, and how many of its
        records are not in this one: all those that ``withheld`` has, which are lost entirely."""
        file = self.table.folder / "original.parquet"
        columns = {f"o{at}": column for at, column in enumerate(self.quasi)}
        # A withheld record is found by all of its columns, not by the quasi-identifiers alone.
        compared = {f"w{at}": c for at, c in enumerate(withheld.columns if withheld else ())}
        self._copy(given, file, columns | compared, "ROW_NUMBER() OVER (ORDER BY {row}) AS r", "")
        original = f"read_parquet({literal(str(file))})"
        gone = "FALSE"
        if withheld is not None:
            listed = self.table.folder / "withheld.parquet"
            self._copy(withheld, listed, compared, "TRUE AS gone", "GROUP BY ALL")
            same = " AND ".join(f"o.{name} IS NOT DISTINCT FROM w.{name}" for name in compared)
            original += f" o LEFT JOIN read_parquet({literal(str(listed))}) w ON {same}"
            gone = "COALESCE(w.gone, FALSE)"
        self.table.run(
            f"CREATE TEMP TABLE before AS SELECT {', '.join(columns)}, {gone} AS gone,"
            # The place among the records that are not withheld: that of its row in the published
            # table.
            f" SUM(CASE WHEN {gone} THEN 0 ELSE 1 END) OVER (ORDER BY r) AS place FROM {original}"
        )
        missing = self._missing(given, withheld)
        fields = ", ".join(f"{text} AS k{at}" for at, text in enumerate(self.keys))
        self.table.run(
            "CREATE TEMP TABLE paired AS SELECT * FROM before LEFT JOIN (SELECT"
            f" {fields}, ROW_NUMBER() OVER (ORDER BY {self.table.row}) AS r FROM"
            f" {self.table.scan}) ON place = r AND NOT gone"
        )
        found = [self._lost(at, column in labels) for at, column in enumerate(self.quasi)]
        return Loss(tuple(found), as_seen=True), missing

    def _missing(self, given: Input, withheld: Input | None) -> int:
        """The records of the original that this table lacks, refused unless it is known which."""
        before, gone = self.table.ask(
            "SELECT COUNT(*), COUNT(CASE WHEN gone THEN 1 END) FROM before"
        )
        (after,) = self.table.ask(f"SELECT COUNT(*) FROM {self.table.scan}")
        missing = before - after
        if missing == gone:
            return int(missing)
        rows = f"{self.table.name} has {after:,} rows, {given.name} has {before:,}"
        if withheld is not None:
            raise InvalidInput(
                f"{rows}: {missing:,} are missing, but {gone:,} are among those that"
                f" {withheld.name} lists.",
                hint="The list is the one that was written with this very table, by covey anonymize"
                " --withheld.",
                given=gone,
            )
        if missing < 0:
            raise InvalidInput(
                f"{rows}: what was lost is found row by row.",
                hint="Give the table that this one was made of, with its rows in the same order.",
                given=before,
            )
        raise InvalidInput(
            f"{rows}: {missing:,} are missing, and the tables do not tell which, so that the others"
            " cannot be paired row by row.",
            hint="Name the list of them that covey anonymize --withheld FILE.csv writes, by"
            " --withheld FILE.csv. Without one, the report of the release says"
            " what was lost, or leave these records out of the original.",
            given=before,
        )

    def _lost(self, at: int, label: bool) -> ColumnLoss:
        self.table.run(
            f"CREATE OR REPLACE TEMP TABLE seen AS SELECT o{at} AS c0 FROM paired GROUP BY 1"
        )
        order, kind = ("", "") if label else self._order(self.quasi[at])
        scale = f"{SCALES.get(kind, '')}({order})" if order else "NULL"
        self.table.run(
            "CREATE OR REPLACE TEMP TABLE numbered AS SELECT c0 AS value,"
            " ROW_NUMBER() OVER (ORDER BY c0 NULLS FIRST) - 1 AS number,"
            f" COALESCE(CAST({scale} AS DOUBLE), 'nan') AS place FROM seen"
        )
        # Withheld records have the published number -1. PARTITION BY gone keeps their missing value
        # from taking a number.
        found = self.table.arrays(
            f"SELECT number, published, n FROM (SELECT o{at} AS value, CASE WHEN gone THEN -1 ELSE"
            f" DENSE_RANK() OVER (PARTITION BY gone ORDER BY k{at} NULLS FIRST) - 1 END AS"
            f" published, n FROM (SELECT o{at}, k{at}, gone, COUNT(*) AS n FROM paired GROUP BY"
            " ALL)) p JOIN numbered ON"
            " p.value IS NOT DISTINCT FROM numbered.value ORDER BY published, number"
        )
        places = self.table.arrays("SELECT place FROM numbered ORDER BY number")["place"]
        return column_loss(
            self.quasi[at],
            found["number"],
            found["published"],
            found["n"],
            places if order else None,
        )

    def named(self, offending: Offending, numbers: NDArray[np.int64]) -> Offending:
        """With the values of the worst classes, which have these numbers."""
        if not len(numbers):
            return offending
        names = ", ".join(f"k{at}" for at in range(len(self.keys)))
        listed = ", ".join(map(str, numbers.tolist()))
        rows = self.table.fetch(f"SELECT class, {names} FROM classes WHERE class IN ({listed})")
        values = {row[0]: tuple(row[1:]) for row in rows}
        worst = tuple(
            Weak(weak.size, weak.figure, values[number])
            for weak, number in zip(offending.worst, numbers.tolist(), strict=True)
        )
        return replace(offending, worst=worst)

    def _copy(
        self,
        given: Input,
        file: Path,
        names: Mapping[str, str],
        more: str,
        rest: str,
        role: str = "of the withheld records",
    ) -> None:
        """Columns of another table as text, by new names, where this connection can read them."""
        roles = {column: QUASI if column in self.quasi else role for column in names.values()}
        for column, what in roles.items():
            place(given.name, given.columns, column, what)
        with copied(given, tuple(roles)) as other:
            fields = ", ".join(
                f"{other.text(column, roles[column])} AS {name}" for name, column in names.items()
            )
            other.run(
                f"COPY (SELECT {fields}, {more.format(row=other.row)} FROM {other.scan} {rest})"
                f" TO {literal(str(file))} (FORMAT parquet)"
            )

    def _order(self, column: str) -> tuple[str, str]:
        """What the distinct values in ``seen`` are sorted by, and what kind they are; nothing,
        unless all are numbers or dates."""
        # The distinct values as a table of one column, so that the kind is found without all rows.
        seen = Staging("seen", (column,), "rowid", "", notation=self.table.staging.notation)
        name = self.table.name
        try:
            return key(self.table.ask, name, seen, column, "VARCHAR", "ordered", advise=False)
        except InvalidInput:
            return "", ""


def _codes(hashes: NDArray[np.uint64]) -> NDArray[np.int64]:
    return np.unique(hashes, return_inverse=True)[1].astype(np.int64)
