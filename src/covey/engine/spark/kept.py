"""Combinations that Spark's executors keep, and parts that they solve where they are."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.engine.checks import refuse_unfit
from covey.engine.kept import RANKS, ColumnValues, Kept, Solve, ranked_values
from covey.engine.spark.counting import read_values, texts_of
from covey.engine.spark.dialect import Key, key
from covey.engine.spark.snapshot import checkpointed, forget
from covey.engine.spark.spreading import AT_ONCE, has_covey
from covey.engine.sql import KEYS, named
from covey.io.inputs.base import place
from covey.io.inputs.header import refuse_no_rows
from covey.io.inputs.spark import SparkInput
from covey.io.spark.driver import asking, session_of


class SparkKept(Kept):
    def __init__(self, given: SparkInput, kinds: Mapping[str, str]) -> None:
        super().__init__()
        refuse_unfit(given, kinds)
        self.name, self._given = given.name, given
        self._keys = {
            column: key(given.name, column, f"c{at}", given.types[at], kind)
            for column, kind in kinds.items()
            for at in (place(given.name, given.columns, column, "a quasi-identifier"),)
        }
        self._frame: Any = None
        self._spark = session_of(given.frame)
        self._view = f"covey_{uuid.uuid4().hex}"
        with self._gone_if_raised():
            self._keep()
            self._refuse_no_values()

    def __exit__(self, *raised: object) -> None:
        frame, self._frame = self._frame, None
        if frame is not None:
            # Without a connection there is nothing to remove.
            with suppress(Exception):
                self._spark.catalog.dropTempView(self._view)
            forget(frame)

    def _keep(self) -> None:
        names = named(KEYS, len(self._keys))
        rows = self._given.frame.toDF(*(f"c{at}" for at in range(len(self._given.columns))))
        pairs = zip(self._keys.values(), names, strict=True)
        fields = [f"{key.expression} AS {name}" for key, name in pairs]
        with asking(self.name):
            # The only look at the table: what is kept is what all passes see.
            grouped = checkpointed(rows.selectExpr(*fields).groupBy(*names).count(), self.name)
        try:
            with asking(self.name):
                self._code(grouped)
        finally:
            forget(grouped)

    def _code(self, grouped: Any) -> None:
        from pyspark.sql import functions

        coded, columns = grouped, {}
        for at, (column, own) in enumerate(self._keys.items()):
            columns[column], numbers = self._column(grouped, at, column, own)
            # A missing value equals none, and the rank that it has not becomes -1 below.
            same = coded[f"k{at}"] == numbers["value"]
            coded = coded.join(functions.broadcast(numbers), same, "left").drop("value")
        self.columns = columns
        # Grouped again: values such as 7 and 007 have the same number now.
        ranks = [f"CAST(COALESCE({rank}, -1) AS INT) AS {rank}" for rank in self._ranks]
        coded = coded.selectExpr(*ranks, "count").groupBy(*self._ranks)
        self._show(checkpointed(coded.agg(functions.sum("count").alias("n")), self.name))

    def _column(self, grouped: Any, at: int, column: str, own: Key) -> tuple[ColumnValues, Any]:
        """All values of a column, and a frame of their numbers."""
        import pyarrow as pa
        from pyspark.sql import functions, types

        found = grouped.groupBy(f"k{at}").agg(functions.sum("count").alias("n"))
        type_ = found.schema[f"k{at}"].dataType
        table = found.toArrow().combine_chunks()
        self._came(len(table))
        if not len(table):
            refuse_no_rows(self.name, self._given.layout.format)
        places, texts = texts_of(table.column(0), own)
        records = table.column(1).to_numpy().astype(np.int64)
        there = places >= 0
        weights = np.bincount(places[there], weights=records[there], minlength=len(texts))
        kind, read = read_values(self.name, column, own, texts, weights.astype(np.int64).tolist())
        known: list[str | None] = [None if spot < 0 else read[spot] for spot in places.tolist()]
        values, numbers = ranked_values(kind, known, records.tolist())
        rank = RANKS.format(at)
        arrow = pa.table({"value": table.column(0), rank: pa.array(numbers, pa.int32())})
        shape = [
            types.StructField("value", type_),
            types.StructField(rank, types.IntegerType()),
        ]
        return values, self._spark.createDataFrame(arrow, types.StructType(shape))

    def _show(self, frame: Any) -> None:
        """Let the queries of this object see a frame, in the place of the one before."""
        before, self._frame = self._frame, frame
        frame.createOrReplaceTempView(self._view)
        if before is not None:
            forget(before)

    @property
    def _coded(self) -> str:
        return self._view

    # One view, whose frame `_divide` replaces.
    _in_parts = _coded

    def _divide(self, query: str) -> None:
        with asking(self.name):
            frame = self._spark.sql(query)
            # A part for each task, where Spark can do that (4.1). By range it comes near; a hash
            # would put several into one task, and leave others idle.
            exactly = getattr(frame, "repartitionById", frame.repartitionByRange)
            self._show(checkpointed(exactly(self._parts, "b"), self.name))

    def _ask(self, query: str) -> list[NDArray[np.int64]]:
        with asking(self.name):
            found = self._spark.sql(query).toArrow()
        return [own.to_numpy().astype(np.int64) for own in found.columns]

    def solved(self, solve: Solve) -> Iterator[bytes]:
        """On the executors, each part as a task; here, if they have not this version of covey."""
        if not has_covey(self._spark):
            yield from super().solved(solve)
            return
        for first in range(0, self._parts, AT_ONCE):
            some = self._frame.where(f"b BETWEEN {first} AND {first + AT_ONCE - 1}")
            with asking("A part of the table", "solved"):
                done = some.mapInArrow(_Solving(solve), "b int, answer binary").toArrow()
            answers = done.sort_by("b").column(1).to_pylist()
            self._came(len(answers))
            yield from answers


class _Solving:
    """What a task does to the parts that it has, on one thread: Spark has a task for every CPU."""

    def __init__(self, solve: Solve) -> None:
        self._solve = solve

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        from covey.core import threads

        given = list(batches)
        if not given:
            return
        columns = pa.Table.from_batches(given).columns
        boxes, *values, records = (own.to_numpy().astype(np.int64) for own in columns)
        for box in np.unique(boxes).tolist():
            here = np.flatnonzero(boxes == box)
            with threads.using(1):
                answer = self._solve(box, [own[here] for own in values], records[here])
            yield pa.record_batch(
                {"b": pa.array([box], pa.int32()), "answer": pa.array([answer], pa.binary())}
            )
