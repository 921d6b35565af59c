"""A table of which every job sees the same rows: Spark keeps a copy, or its files do not change."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import CoveyError, InternalError
from covey.core.holders import Holders
from covey.core.workers import Work
from covey.engine import held
from covey.engine.checks import columns_without, refuse_no_values, refuse_unfit
from covey.engine.protocol import Counted, Generalization, Staged, Target, ToFrame, ToParts
from covey.engine.sampling import numbered, one_in
from covey.engine.shares import FIRST_ROWS, MOSTLY
from covey.engine.spark.counting import Counting, count_rows
from covey.engine.spark.dialect import (
    begins_like_a_formula,
    has_hash,
    is_date,
    key,
    native,
    plain_text,
)
from covey.engine.spark.held import listed_holders
from covey.engine.spark.hidden import SparkHidden, write
from covey.engine.spark.in_place import refuse_changed, stamps_of
from covey.engine.spark.recoding import Recoding, RecodingByCounts
from covey.engine.spark.spreading import spread
from covey.io.dates import SAMPLE, are_dates
from covey.io.inputs.base import place
from covey.io.inputs.spark import SparkInput
from covey.io.spark.driver import asking, pyspark, session_of

LOOKED_AT = 50_000
"""So many different values at most are counted to estimate how many a column has, and half as many
at least if it has others in every row: that errs by half a percent."""


class SparkRows(ABC):
    """``rows`` is a frame with the columns c0, c1, ..., of which the executors keep a copy on
    their disks. A frame that is only read again would have other rows when somebody changed what it
    is made of. A cache would be filled again from there when an executor is lost: this copy is
    not, and what needs it fails. Files of which a change would be seen are not copied."""

    def __init__(self, given: SparkInput, kinds: Mapping[str, str]) -> None:
        refuse_unfit(given, kinds)
        self.given = given
        keys = {
            column: key(given.name, column, f"c{at}", given.types[at], kind)
            for column, kind in kinds.items()
            for at in (place(given.name, given.columns, column, "a quasi-identifier"),)
        }
        named = given.frame.toDF(*self._names(given.columns))
        with asking(given.name):
            self._stamps = stamps_of(given.frame) if given.is_files else None
        self._revealed = False
        self.rows = named if self._stamps else checkpointed(named, given.name)
        self.keys = keys
        try:
            read, records, seen = self._count(kinds)
        except BaseException as error:
            self.__exit__(type(error), error)
            raise
        self._dates: dict[str, bool] = {}
        self.staged = Staged(
            given.name,
            given.columns,
            given.types,
            read,
            records,
            seen,
        )

    @abstractmethod
    def _count(self, kinds: Mapping[str, str]) -> tuple[Mapping[str, str], int, Callable[[], str]]:
        """How the counted columns are read, the records, and what makes the fingerprint."""

    @staticmethod
    def _names(columns: Sequence[str]) -> list[str]:
        return [f"c{at}" for at in range(len(columns))]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object = None, raised: object = None, *trace: object) -> None:
        # Only once, however often it is closed.
        rows, self.rows = self.rows, None
        if rows is None:
            return
        if not self._stamps:
            forget(rows)
        elif not self._revealed and _may_be_of_a_change(raised):
            self.refuse_changed()

    def refuse_changed(self) -> None:
        """Refuse rows that may not be those that were counted."""
        if self._stamps:
            refuse_changed(self.given.name, self._stamps)

    def refuse_changed_at_last(self) -> None:
        """The same, when nothing more is read: who changes the files from now on changes nothing of
        what appears."""
        self.refuse_changed()
        self._revealed = True

    def spellings(self, column: str) -> tuple[int, int]:
        people, alike = self._ask(self.rows, held.spellings(self.field(column), "STRING"))
        return int(people), int(alike)

    def marked(self, columns: Sequence[str], person: str) -> Mapping[str, Sequence[int]]:
        return {}

    def distinct(self, columns: Sequence[str]) -> Mapping[str, float]:
        # The first rows decide which columns are worth a pass over all rows.
        found = self._looked_at(columns)
        often = [column for column, share in found.items() if share >= MOSTLY]
        return found | (self._counted(often) if self.staged.rows > FIRST_ROWS else {})

    def _looked_at(self, columns: Sequence[str]) -> dict[str, float]:
        """The shares of distinct values among the first rows. What :meth:`dates` will ask is
        asked in the same job: to plan and compile one takes longer than to run it."""
        if not columns:
            return {}
        asked = self._asked_of_dates(columns)
        known = [column for column in columns if has_hash(self.type_of(column))]
        distinct = [f"approx_count_distinct({self.field(column)})" for column in known]
        # Dates are looked for in as many rows as everywhere: who verifies finds the same columns.
        dates, (total, *numbers) = self._of_first(
            (SAMPLE, asked), (FIRST_ROWS, ["count(1)", *distinct])
        )
        self._dates |= _are_dates(columns, dates)
        return {column: n / total for column, n in zip(known, numbers, strict=True)}

    def _counted(self, columns: Sequence[str]) -> dict[str, float]:
        """A value is looked at if its hash says so, wherever it occurs: so values that come again
        are counted once, and few come here. Spark's own estimate errs by five percent."""
        if not columns:
            return {}
        # Two at least: of hashes that are odd there are none among every single one.
        one_in = max(2, 1 << (self.staged.rows // LOOKED_AT).bit_length())
        hashes = [f"xxhash64({self.field(column)})" for column in columns]
        # The hash of a missing value is even: it is not among these.
        some = [f"IF(({h} & {one_in - 1}) = 1, {h}, NULL) AS h{at}" for at, h in enumerate(hashes)]
        any_ = " OR ".join(f"h{at} IS NOT NULL" for at in range(len(columns)))
        with asking(self.given.name):
            found = self.rows.selectExpr(*some).where(any_).distinct().toArrow()
        numbers = [len(found.column(at).unique().drop_null()) for at in range(len(columns))]
        rows = self.staged.rows
        return {c: min(1.0, n * one_in / rows) for c, n in zip(columns, numbers, strict=True)}

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        if not columns:
            return ()
        step = one_in(self.staged.rows, most)
        # With one seed, so that a second run warns of the same columns.
        rows = self.rows if step == 1 else self.rows.sample(fraction=1 / step, seed=1)
        fields = [
            f"xxhash64({self.field(c)}) AS h{at}" if has_hash(self.type_of(c)) else f"0 AS h{at}"
            for at, c in enumerate(columns)
        ]
        with asking(self.given.name):
            found = rows.selectExpr(*fields).toArrow()
        return numbered({c: found.column(at).to_numpy() for at, c in enumerate(columns)})

    def dates(self, columns: Sequence[str]) -> Sequence[str]:
        others = [column for column in columns if column not in self._dates]
        if others:
            (found,) = self._of_first((SAMPLE, self._asked_of_dates(others)))
            self._dates |= _are_dates(others, found)
        return tuple(column for column in columns if self._dates[column])

    def _asked_of_dates(self, columns: Sequence[str]) -> list[str]:
        """Two aggregates for each column: how many values it has, and how many are dates."""
        asked = []
        for column in columns:
            text = f"nullif(trim({plain_text(self.field(column), self.type_of(column))}), '')"
            asked += [f"count({text})", f"count_if({is_date(text)})"]
        return asked

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        return self.formulas_in(self.rows, {c: self.field(c) for c in columns})

    def formulas_in(self, rows: Any, fields: Mapping[str, str]) -> dict[str, int]:
        """Of some rows; ``fields`` reads each column there."""
        texts = {c: f for c, f in fields.items() if not native(self.type_of(c))}
        if not texts:
            return {}
        asked = [
            f"count_if({begins_like_a_formula(plain_text(field, self.type_of(column)))})"
            for column, field in texts.items()
        ]
        found = self._ask(rows, asked)
        return {column: count for column, count in zip(texts, found, strict=True) if count}

    def spread(self, work: Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
        return spread(session_of(self.rows), work, pieces)

    def recode(
        self,
        generalization: Generalization,
        target: Target,
        drop: Sequence[str] = (),
        order: str | None = None,
    ) -> SparkHidden:
        columns = generalization.written(columns_without(self.given, drop))
        if not isinstance(target, ToParts | ToFrame):
            raise InternalError("Spark writes part files, or hands a frame back.")
        return write(self, self.recoding(generalization), target, columns, order)

    @abstractmethod
    def recoding(self, generalization: Generalization) -> Recoding:
        """The rows as they are published by a generalization."""

    def field(self, column: str) -> str:
        return f"c{self.given.columns.index(column)}"

    def type_of(self, column: str) -> str:
        return self.given.types[self.given.columns.index(column)]

    def _of_first(self, *asked: tuple[int, Sequence[str]]) -> list[list[int]]:
        """Counts in the first rows: how many rows, and which counts of them. All in one job."""
        parts = [
            self.rows.limit(rows).selectExpr(f"{at} AS part", f"array({', '.join(counts)}) AS n")
            for at, (rows, counts) in enumerate(asked)
        ]
        with asking(self.given.name):
            found = reduce(lambda one, other: one.union(other), parts).toArrow().to_pylist()
        return [row["n"] for row in sorted(found, key=lambda row: int(row["part"]))]

    def _ask(self, rows: Any, fields: Sequence[str]) -> list[Any]:
        """The only row of some aggregates."""
        named = [f"{field} AS a{at}" for at, field in enumerate(fields)]
        with asking(self.given.name):
            (found,) = rows.selectExpr(*named).toArrow().to_pylist()
        return list(found.values())


class SparkSnapshot(SparkRows):
    """Rows whose combinations come here."""

    def _count(self, kinds: Mapping[str, str]) -> tuple[Mapping[str, str], int, Callable[[], str]]:
        given = self.given
        self.counting: Counting = count_rows(self.rows, given.name, given.layout.format, self.keys)
        records = int(self.counting.counts.sum())
        return self.counting.kinds, records, lambda: self.count().fingerprint

    def count(self) -> Counted:
        refuse_no_values(self.given.name, self.counting.counted)
        return self.counting.counted

    def holders(self, columns: Sequence[str]) -> Holders:
        for column in columns:
            place(self.given.name, self.given.columns, column, "which says who a record is of")
        with asking(self.given.name):
            fields = [self.field(column) for column in columns]
            return listed_holders(self.rows, self.counting, self.keys, columns, fields)

    def recoding(self, generalization: Generalization) -> Recoding:
        generalization.refuse_unlike(self.count())
        return RecodingByCounts(self, generalization)


def _may_be_of_a_change(raised: object) -> bool:
    """Whether an answer, or what was raised instead of one, may be of two states of the files: a
    refusal says what is wrong by itself, and an interrupt comes from outside."""
    if isinstance(raised, CoveyError):
        return isinstance(raised, InternalError)
    return raised is None or isinstance(raised, Exception)


def _are_dates(columns: Sequence[str], found: Sequence[int]) -> dict[str, bool]:
    counts = zip(columns, found[::2], found[1::2], strict=True)
    return {column: are_dates(values, dates) for column, values, dates in counts}


def checkpointed(frame: Any, name: str, doing: str = "read") -> Any:
    """The same rows, computed now and kept by the executors until :func:`forget`."""
    # As rows, not as bytes, which every job would read again: that takes more room in memory, and
    # half of the CPU time.
    level = pyspark().StorageLevel.MEMORY_AND_DISK_DESER
    with asking(name, doing):
        if getattr(frame, "_jdf", None) is None:
            return frame.localCheckpoint(eager=True, storageLevel=level)
        # In two steps: of one that fails in the middle nobody would have the frame to forget.
        kept = frame.localCheckpoint(eager=False, storageLevel=level)
        try:
            kept._jdf.queryExecution().analyzed().rdd().count()
        except BaseException:
            forget(kept)
            raise
    return kept


def forget(frame: Any) -> None:
    """Free what :func:`checkpointed` keeps, at once. Connect frees it by itself when nobody has the
    frame any more."""
    plan = getattr(frame, "_jdf", None)
    if plan is None:
        return
    # Without a connection there is nothing to free.
    with suppress(Exception):
        plan.queryExecution().analyzed().rdd().unpersist(False)
