"""Combinations that Spark's executors keep, and parts that they solve where they are."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError
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
    """``rows`` are those of a snapshot, with the columns c0, c1, ..., if there is one."""

    def __init__(
        self,
        given: SparkInput,
        kinds: Mapping[str, str],
        rows: Any = None,
        *,
        keeps_classes: bool = False,
    ) -> None:
        super().__init__(keeps_classes=keeps_classes)
        refuse_unfit(given, kinds)
        self.name, self._given = given.name, given
        self._rows = rows
        self._keys = {
            column: key(given.name, column, f"c{at}", given.types[at], kind)
            for column, kind in kinds.items()
            for at in (place(given.name, given.columns, column, "a quasi-identifier"),)
        }
        self._frame: Any = None
        self._held: list[Any] = []
        """What else the executors keep."""
        self._numbered: Any = None
        """The values of every group, and their numbers."""
        self._placed: list[Any] = []
        """Frames of the values of combinations, as numbers, and their classes."""
        self._sorted: Any = None
        self._spark = session_of(given.frame)
        self._view = f"covey_{uuid.uuid4().hex}"
        with self._gone_if_raised():
            self._keep()
            self._refuse_no_values()

    def __exit__(self, *raised: object) -> None:
        held, self._held = self._held, []
        for each in held:
            forget(each)
        frame, self._frame = self._frame, None
        if frame is not None:
            # Without a connection there is nothing to remove.
            with suppress(Exception):
                self._spark.catalog.dropTempView(self._view)
            forget(frame)

    def _keep(self) -> None:
        names = named(KEYS, len(self._keys))
        rows = self._rows
        if rows is None:
            rows = self._given.frame.toDF(*(f"c{at}" for at in range(len(self._given.columns))))
        pairs = zip(self._keys.values(), names, strict=True)
        fields = [f"{key.expression} AS {name}" for key, name in pairs]
        with asking(self.name):
            # The only look at the table: what is kept is what all passes see.
            grouped = checkpointed(rows.selectExpr(*fields).groupBy(*names).count(), self.name)
        self._held.append(grouped)
        with asking(self.name):
            self._code(grouped)
        if not self.keeps_classes:
            self._forget(grouped)

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
        self._numbered = coded.selectExpr(*named(KEYS, len(self._keys)), *ranks)
        coded = coded.selectExpr(*ranks, "count").groupBy(*self._ranks)
        self._show(checkpointed(coded.agg(functions.sum("count").alias("n")), self.name))

    def groups(self) -> Any:
        """The values of every group, k0, k1, ..., and the class that it is in."""
        placed = reduce(lambda one, other: one.union(other), self._placed)
        names = named(KEYS, len(self._keys))
        return self._numbered.join(placed, self._ranks).select(*names, "class")

    @cached_property
    def combinations(self) -> int:
        """How many there are."""
        ((found,),) = self._ask(f"SELECT COUNT(*) AS n FROM {self._view}")
        return int(found)

    def _forget(self, frame: Any) -> None:
        self._held.remove(frame)
        forget(frame)

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
        solving = _Solving(solve, self._ranks if self.keeps_classes else ())
        done, firsts, self.classes = None, [], 0
        if self.keeps_classes:
            # All parts at once: the classes of combinations stay on the executors.
            done = checkpointed(
                self._frame.mapInArrow(solving, solving.schema), "A part of the table", "solved"
            )
            self._held.append(done)
        for first in range(0, self._parts, AT_ONCE):
            some = f"b BETWEEN {first} AND {first + AT_ONCE - 1}"
            with asking("A part of the table", "solved"):
                found = (
                    self._frame.where(some).mapInArrow(solving, solving.schema)
                    if done is None
                    else done.where(f"answer IS NOT NULL AND {some}")
                )
                answers = found.select("b", "answer", "class").toArrow().sort_by("b")
            self._came(len(answers))
            # In the row of an answer, that is how many classes there are.
            columns = (column.to_pylist() for column in answers.columns[1:])
            for answer, classes in zip(*columns, strict=True):
                firsts.append(self.classes)
                self.classes += classes
                yield answer
        if done is not None:
            self._placed.append(self._through_all_parts(done, firsts))

    def _through_all_parts(self, done: Any, firsts: Sequence[int]) -> Any:
        """The classes of combinations by their numbers in the whole table."""
        import pyarrow as pa
        from pyspark.sql import functions

        table = pa.table(
            {"b": pa.array(range(len(firsts)), pa.int32()), "first": pa.array(firsts, pa.int64())}
        )
        own = self._spark.createDataFrame(table)
        placed = done.where("answer IS NULL").join(functions.broadcast(own), "b")
        return placed.selectExpr(*self._ranks, "first + class AS class")

    def _keep_classes(
        self, values: Sequence[NDArray[np.int64]], classes: NDArray[np.int64]
    ) -> None:
        import pyarrow as pa

        columns = {
            rank: pa.array(own, pa.int32()) for rank, own in zip(self._ranks, values, strict=True)
        }
        table = pa.table({**columns, "class": pa.array(classes, pa.int64())})
        placed = checkpointed(self._spark.createDataFrame(table), self.name)
        self._held.append(placed)
        self._placed.append(placed)

    def _in_order(self, column: str) -> Iterator[NDArray[np.int64]]:
        """Pieces of the order by range, of half as many rows as there is room for, about: no number
        of a row in all the table is known to its executor."""
        names = [*self._ranks, "n"]
        if self._sorted is None:
            pieces = -(-2 * self.combinations // max(self.room, self.most))
            with asking(self.name):
                frame = self._frame.select(*names).repartitionByRange(pieces, *self._ranks)
                frame = frame.sortWithinPartitions(*self._ranks)
                packed = frame.mapInArrow(_packing(), "piece int, at int, data binary")
            # A piece is one row for each column, since its partition is then read by one task.
            self._sorted = checkpointed(packed, self.name)
            self._held.append(self._sorted)
        wanted, last = self._sorted.where(f"at = {names.index(column)}"), -1
        with asking(self.name):
            for row in wanted.toLocalIterator():
                if row["piece"] <= last:
                    raise InternalError("Pieces of the combinations came in another order.")
                last = row["piece"]
                found = np.frombuffer(row["data"], dtype="<i8")
                self._came(len(found))
                yield found
        if column == names[-1]:
            # All columns were asked for. Rows are joined next, which takes room.
            self._forget(self._sorted)
            self._sorted = None


def _packing() -> Any:
    """From the rows of a partition to one for each column, with its numbers as bytes. A function
    of its own, which is sent as it is: executors need not have covey."""

    def packed(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow
        from pyspark import TaskContext

        given = list(batches)
        if not given:
            return
        context = TaskContext.get()
        piece = 0 if context is None else context.partitionId()
        for at, column in enumerate(pyarrow.Table.from_batches(given).columns):
            data = column.to_numpy().astype("<i8").tobytes()
            yield pyarrow.record_batch(
                {
                    "piece": pyarrow.array([piece], pyarrow.int32()),
                    "at": pyarrow.array([at], pyarrow.int32()),
                    "data": pyarrow.array([data], pyarrow.binary()),
                }
            )

    return packed


class _Solving:
    """What a task does to the parts that it has, on one thread: Spark has a task for every CPU. For
    every part there is a row with its answer and the number of its classes; with ``ranks`` also one
    for every combination, with its values and its class in the part."""

    def __init__(self, solve: Solve, ranks: Sequence[str]) -> None:
        self._solve, self._ranks = solve, ranks

    @property
    def schema(self) -> str:
        return ", ".join(
            ["b int", "answer binary", *(f"{r} int" for r in self._ranks), "class int"]
        )

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
            own = [each[here] for each in values]
            with threads.using(1):
                answer, classes = self._solve(box, own, records[here])
            count = [int(classes.max()) + 1]
            yield self._batch([box], [answer], [[None]] * len(self._ranks), count)
            if self._ranks:
                many = len(here)
                yield self._batch([box] * many, [None] * many, own, classes)

    def _batch(self, boxes: Any, answers: Any, values: Sequence[Any], classes: Any) -> Any:
        import pyarrow as pa

        ranks = {
            rank: pa.array(own, pa.int32()) for rank, own in zip(self._ranks, values, strict=True)
        }
        return pa.record_batch(
            {
                "b": pa.array(boxes, pa.int32()),
                "answer": pa.array(answers, pa.binary()),
                **ranks,
                "class": pa.array(classes, pa.int32()),
            }
        )
