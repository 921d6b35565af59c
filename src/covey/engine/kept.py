"""Combinations that stay where the engine is, however many there are.

They are kept as whole numbers, one for each value. What comes here is the values of each column,
how often each of them occurs in some boxes, and the combinations of one box. So no more is here at
once than a box has, or the values of all columns. If rows are to be recoded, the class of each
combination stays in the engine as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.box_tree import BoxTree
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.engine.combining import distinct
from covey.engine.protocol import StagedRows, fingerprint_of
from covey.engine.ranking import order_of
from covey.engine.sql import named
from covey.io.inputs import Input

RANKS = "r{}"
ABSENT = -2
"""In place of a number, where a row is about another column. Missing values are -1."""
SHORT = 10
"""Runs of no more values are listed one by one."""
MOST_SQL = 4_000_000
"""The most characters of the expression for the box of a combination."""

Solve = Callable[
    [int, Sequence[NDArray[np.int64]], NDArray[np.int64]], tuple[bytes, NDArray[np.int32]]
]
"""What is done to a box: from its number, the values of its combinations by column, and their
records, to an answer and the class of each combination, from 0 on in every box."""


@dataclass(frozen=True, eq=False)
class ColumnValues:
    """A column of which every value is known: how it is read, its values as texts in their order,
    and the records of each, those of missing values first."""

    kind: str
    values: NDArray[Any]
    records: NDArray[np.int64]


def ranked_values(
    kind: str, texts: Sequence[str | None], records: Sequence[int]
) -> tuple[ColumnValues, NDArray[np.int64]]:
    """Values as an engine hands them over, in order, and the number of each, -1 for those that are
    None. Some may be read alike, as 7 and 007 are."""
    known, at = distinct(texts)
    order = order_of(known, kind)
    order = np.arange(len(known)) if order is None else order
    # The last place is that of missing values, which -1 finds.
    number = np.full(len(known) + 1, -1, dtype=np.int64)
    number[order] = np.arange(len(known))
    found = number[at] if len(at) else at
    sums = np.zeros(len(known) + 1, dtype=np.int64)
    np.add.at(sums, found + 1, np.asarray(records, dtype=np.int64))
    ordered = np.array(known, dtype=object)[order] if known else np.zeros(0, dtype=object)
    return ColumnValues(kind, ordered, sums), found


class KeepingSnapshot(StagedRows, Protocol):
    """Rows whose combinations stay in the engine. They are recoded by the classes of ``kept``."""

    @property
    def kept(self) -> Kept: ...

    def __enter__(self) -> KeepingSnapshot: ...


class Keeps(Protocol):
    """An engine that can keep combinations."""

    def keep(self, given: Input, kinds: Mapping[str, str]) -> Kept:
        """Count a table, and keep the combinations where the engine is: for those who cannot have
        all of them here. ``kinds`` are as for ``Engine.open``."""

    def open_keeping(self, given: Input, kinds: Mapping[str, str]) -> KeepingSnapshot:
        """The same with the rows, to be recoded."""


class Kept(ABC):
    """The combinations of a table in the tables of an engine, as the numbers r0, r1, ... of their
    values with the records ``n``. A context manager: at the end of its block they are gone.

    name
        What the user calls the table.
    columns
        The counted columns, all values of each.
    notes
        What the user should know of the reading.
    most
        The most rows that came here at once.
    room
        How many rows may come here at once where no part says it.
    keeps_classes
        Whether the class of each combination is kept, too, by which rows are recoded.
    classes
        How many classes there are, as far as boxes are solved.
    """

    name: str
    columns: Mapping[str, ColumnValues]
    notes: tuple[str, ...] = ()

    def __init__(self, *, keeps_classes: bool = False) -> None:
        self.most, self.room = 0, 1
        self.keeps_classes, self.classes = keeps_classes, 0
        self._parts = 0

    def __enter__(self) -> Kept:
        return self

    @abstractmethod
    def __exit__(self, *raised: object) -> None: ...

    @contextmanager
    def _gone_if_raised(self) -> Iterator[None]:
        """Around what is done before there is a block to leave."""
        try:
            yield
        except BaseException:
            self.__exit__()
            raise

    @property
    def rows(self) -> int:
        """The records of the table."""
        first = next(iter(self.columns.values()))
        return int(first.records.sum())

    def tallies(
        self, tree: BoxTree, nodes: Sequence[int]
    ) -> list[list[tuple[NDArray[np.int64], NDArray[np.int64]]]]:
        """For some leaves of a tree and every column the values that occur there, in order, and the
        records of each. One pass over the combinations."""
        ranks = self._ranks
        # The whole tree as one expression: no engine has to know of trees, and the rows stay where
        # they are.
        box = case_of(tree, {node: at for at, node in enumerate(nodes)})
        # A grouping set leaves the columns of other sets NULL. Ranks never are: missing values are
        # -1.
        given = ", ".join(f"COALESCE({rank}, {ABSENT}) AS {rank}" for rank in ranks)
        sets = ", ".join(f"(b, {rank})" for rank in ranks)
        found = self._fetch(
            f"SELECT b, {given}, CAST(SUM(n) AS BIGINT) AS n"
            f" FROM (SELECT {box} AS b, {', '.join(ranks)}, n FROM {self._coded}) x"
            # All columns of all boxes in one pass over the combinations.
            f" WHERE b IS NOT NULL GROUP BY GROUPING SETS ({sets})"
        )
        boxes, *columns, records = found
        tallies = []
        for at in range(len(nodes)):
            here = boxes == at
            own = []
            for ranked in columns:
                # Groups come in any order.
                there = np.flatnonzero(here & (ranked > ABSENT))
                there = there[np.argsort(ranked[there], kind="stable")]
                own.append((ranked[there], records[there]))
            tallies.append(own)
        return tallies

    def divide(self, tree: BoxTree) -> None:
        """Give every combination the number of its box: from now on the leaves are parts."""
        leaves = list(tree.leaves())
        box = case_of(tree, {node: at for at, node in enumerate(leaves)})
        self._parts = len(leaves)
        self._divide(f"SELECT {box} AS b, {', '.join(self._ranks)}, n FROM {self._coded}")

    def counts_of_part(self, number: int) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
        """The values of a part's combinations, by column, and their records."""
        ranks = ", ".join(self._ranks)
        query = f"SELECT {ranks}, n FROM {self._in_parts} WHERE b = {number}"
        *values, records = self._fetch(query)
        return values, records

    def solved(self, solve: Solve) -> Iterator[bytes]:
        """What comes of every part, in their order. One part after the other comes here, unless the
        engine has machines that can do it. Classes are numbered through all parts."""
        self.classes = 0
        for number in range(self._parts):
            values, records = self.counts_of_part(number)
            answer, classes = solve(number, values, records)
            if self.keeps_classes:
                self._keep_classes(values, classes + np.int64(self.classes))
            self.classes += int(classes.max()) + 1
            yield answer

    def fingerprint(self) -> str:
        """That of ``Counted``, without all combinations here at once. To be asked for once the
        parts are fixed."""
        return fingerprint_of(
            tuple(self.columns),
            [own.values for own in self.columns.values()],
            map(self._in_order, self._ranks),
            self._in_order("n"),
        )

    def lacks(self, column: str) -> bool:
        """Whether some record has no value in a column."""
        return bool(self.columns[column].records[0])

    @property
    def _ranks(self) -> list[str]:
        return named(RANKS, len(self.columns))

    @property
    @abstractmethod
    def _coded(self) -> str:
        """The table of the combinations, in SQL."""

    @property
    @abstractmethod
    def _in_parts(self) -> str:
        """The same with the number of each one's box, ``b``, in SQL."""

    @abstractmethod
    def _divide(self, query: str) -> None:
        """Make ``_in_parts``."""

    @abstractmethod
    def _keep_classes(
        self, values: Sequence[NDArray[np.int64]], classes: NDArray[np.int64]
    ) -> None:
        """Keep the classes of some combinations, which are given by their values."""

    @abstractmethod
    def _in_order(self, column: str) -> Iterator[NDArray[np.int64]]:
        """A column of the combinations in the order of these, some at once."""

    @abstractmethod
    def _ask(self, query: str) -> list[NDArray[np.int64]]:
        """The columns of a query, all of them whole numbers."""

    def _fetch(self, query: str) -> list[NDArray[np.int64]]:
        found = self._ask(query)
        self._came(len(found[0]))
        return found

    def _came(self, rows: int) -> None:
        self.most = max(self.most, rows)

    def _refuse_no_values(self) -> None:
        for column, own in self.columns.items():
            if not len(own.values):
                raise InvalidInput(
                    f"{self.name}: the column {column!r} has no values.", given=column
                )


class InTables(Kept):
    """Combinations in tables of an engine that can number the rows of a whole table."""

    _ordered = ""

    def _in_order(self, column: str) -> Iterator[NDArray[np.int64]]:
        """A column of the combinations in the order of these, as many at once as there is room
        for."""
        ranks = ", ".join(self._ranks)
        if not self._ordered:
            self._ordered = self._make_ordered(
                f"SELECT ROW_NUMBER() OVER (ORDER BY {ranks}) AS place, {ranks}, n"
                f" FROM {self._in_parts}"
            )
        for first in count(1, step := max(self.room, self.most)):
            some = f"place >= {first} AND place < {first + step}"
            (found,) = self._fetch(
                f"SELECT {column} FROM {self._ordered} WHERE {some} ORDER BY place"
            )
            if not len(found):
                return
            yield found

    @abstractmethod
    def _make_ordered(self, query: str) -> str:
        """Make a table of a query, and say how it is called."""


def case_of(tree: BoxTree, numbers: Mapping[int, int]) -> str:
    """An expression for the number of a combination's box, NULL where ``numbers`` has none.

    >>> tree = BoxTree()
    >>> _ = tree.cut(0, 1, np.array([True, True, False, False]))
    >>> case_of(tree, {1: 0})
    'CASE WHEN r1 <= 0 THEN 0 ELSE NULL END'
    """
    texts: dict[int, str] = {}
    # Sides have greater numbers than the node that was cut.
    for node in range(len(tree.column) - 1, -1, -1):
        if tree.column[node] < 0:
            # Leaves that nobody asked for are NULL, and the caller leaves their rows out.
            texts[node] = str(numbers[node]) if node in numbers else "NULL"
            continue
        sides = [texts.pop(tree.first[node] + side) for side in (0, 1)]
        if sides == ["NULL", "NULL"]:
            texts[node] = "NULL"
            continue
        taken = condition(f"r{tree.column[node]}", tree.takes[node])
        texts[node] = f"CASE WHEN {taken} THEN {sides[0]} ELSE {sides[1]} END"
    found = texts[tree.root]
    if len(found) > MOST_SQL:
        raise InvalidInput(
            f"The cuts between parts take {len(found):,} characters of SQL, and at most"
            f" {MOST_SQL:,} are sent to an engine: labels of many values are listed in every cut.",
            hint="Ask for larger parts (--part-size), or leave out labels that nearly every record"
            " has one of its own of.",
            given=len(found),
        )
    # A tree of one box is a bare number or NULL, whose type engines would choose for themselves.
    return f"CAST({found} AS INTEGER)" if "CASE" not in found else found


def condition(rank: str, takes: NDArray[np.bool_]) -> str:
    """Whether a value is one of those that are taken; the first is the missing one. Neighbours are
    named by the first and the last of them.

    >>> condition("r0", np.array([False, True, False, True, False]))
    'r0 IN (0, 2)'
    >>> condition("r0", np.array([True, False, True, True, True, False, True]))
    'NOT (r0 IN (0, 4))'
    >>> condition("r0", np.arange(-1, 30) > 9)
    'r0 BETWEEN 10 AND 29'
    """
    firsts, lasts = _runs(takes)
    if len(firsts) == 1 and firsts[0] == -1:
        return f"{rank} <= {lasts[0]}"
    # The shorter of the two: the text of a deep tree repeats them thousands of times.
    listed, others = _in_runs(rank, firsts, lasts), f"NOT ({_in_runs(rank, *_runs(~takes))})"
    return min(f"({listed})" if " OR " in listed else listed, others, key=len)


def _runs(takes: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last value of each run of those that are taken."""
    # Entry 0 of `takes` is that of the value -1, so that a value is its place minus 1. A run ends
    # one place before the step down.
    steps = np.diff(takes.astype(np.int8), prepend=0, append=0)
    return np.flatnonzero(steps > 0) - 1, np.flatnonzero(steps < 0) - 2


def _in_runs(rank: str, firsts: NDArray[np.int64], lasts: NDArray[np.int64]) -> str:
    # A list is looked up at once, while every run is one more comparison: short ones are listed.
    texts: list[str] = []
    single: list[int] = []
    for low, high in zip(firsts.tolist(), lasts.tolist(), strict=True):
        if high - low < SHORT:
            single += range(low, high + 1)
        else:
            texts.append(f"{rank} BETWEEN {low} AND {high}")
    if single:
        texts.insert(0, f"{rank} IN ({', '.join(map(str, single))})")
    return " OR ".join(texts)
