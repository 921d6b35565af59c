"""The generalization as frames of Spark, and the rows that are published by it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.engine.protocol import Generalization
from covey.engine.pseudonyms import LENGTH, pads, refuse_other_types
from covey.engine.spark.dialect import TEXTS as TEXT_TYPES
from covey.engine.spark.dialect import hashable, mixed, name_of, native, plain_text
from covey.engine.sql import KEYS, TEXTS, named
from covey.io.spark.driver import session_of

if TYPE_CHECKING:
    from covey.engine.spark.kept import SparkKept
    from covey.engine.spark.snapshot import SparkRows, SparkSnapshot

BROADCAST = 5_000_000
"""Groups up to which every executor gets all of the codebook, some hundred bytes for each. Spark
itself would sort all rows instead, from 10 MB on, which takes twice as long, but needs no room."""
BROADCAST_KEPT = 1_000_000
"""The same where combinations stay with Spark, beside which there is less room."""
TEXTS_BESIDE = 200_000
"""Groups up to which the texts of its class go with each of them. The texts of so many would take
more room than those of the classes and a join of the two, which is a job of its own."""
ROWS_PER_PART = 500_000
"""About so many rows are in a part file. The number of parts depends on that of the rows alone, and
so the order of the rows does not depend on the cluster."""

TYPES = {
    "integer": "bigint",
    "decimal": "double",
    "number": "double",
    "double": "double",
    "date": "date",
    "timestamp": "timestamp_ntz",
}
"""Of published texts whose kind is known."""
NESTED = ("struct", "array", "map")
"""Types whose parts may have notes of their own."""


class Recoding(ABC):
    """A generalization as a frame: the class of every group, and the texts of every class."""

    def __init__(self, snapshot: SparkRows, generalization: Generalization) -> None:
        self._snapshot, self._generalization = snapshot, generalization
        self._recoded = list(generalization.published)
        self.suppressed = self._place()
        self.rows = snapshot.staged.rows - self.suppressed
        self._pseudonyms = list(generalization.pseudonyms)
        for name in self._pseudonyms:
            own = snapshot.type_of(name)
            known = name_of(own) in TEXT_TYPES or native(own) in ("integer", "date")
            refuse_other_types(name, own, known)

    @abstractmethod
    def _place(self) -> int:
        """Find the class of every group, and so of every row that is in it; how many records have
        none."""

    @abstractmethod
    def _book(self) -> Any:
        """The values of every group that is published, its class, and the texts of this class."""

    def joined(self) -> Any:
        """The published rows with their class and texts."""
        from pyspark.sql import functions

        keys = self._snapshot.keys.values()
        names = named(KEYS, len(keys))
        own = [f"{key.expression} AS r{at}" for at, key in enumerate(keys)]
        rows = self._snapshot.rows.selectExpr("*", *own)
        # Two missing values are equal here, and Spark hashes this comparison, unlike other engines.
        same = [rows[f"r{at}"].eqNullSafe(functions.col(name)) for at, name in enumerate(names)]
        condition = same[0]
        for each in same[1:]:
            condition &= each
        return rows.join(self._book(), condition)

    def published(self, columns: Sequence[str], order: str | None) -> Any:
        """The published rows with these columns, in the order of a key."""
        from pyspark.sql import functions

        joined = self._with_pseudonyms(self.joined())
        fields = self._fields(columns)
        if order is not None:
            # By the number of rows and not of executors, so that the files are the same on every
            # cluster.
            parts = max(1, -(-self.rows // ROWS_PER_PART))
            joined = joined.withColumn("o", functions.expr(self._order(fields, order)))
            joined = joined.repartition(parts, "o").sortWithinPartitions("o")
        return joined.select(*(self._bare(name, field) for name, field in fields.items()))

    def _with_pseudonyms(self, joined: Any) -> Any:
        """The same rows with the columns s0, s1, ... of pseudonyms. Their keys come as rows, which
        a plan of Spark does not show."""
        import pyarrow as pa
        from pyspark.sql import functions, types

        if not self._pseudonyms:
            return joined
        found = [pads(self._generalization.pseudonyms[name]) for name in self._pseudonyms]
        names = [f"{pad}{at}" for at in range(len(found)) for pad in ("inside", "outside")]
        binary = [bytes.fromhex(pad) for pair in found for pad in pair]
        table = pa.table({name: pa.array([pad]) for name, pad in zip(names, binary, strict=True)})
        fields = [types.StructField(name, types.BinaryType()) for name in names]
        joined = joined.crossJoin(functions.broadcast(self._frame(table, fields)))
        for at, name in enumerate(self._pseudonyms):
            text = plain_text(self._snapshot.field(name), self._snapshot.type_of(name))
            once = f"unhex(sha2(concat(inside{at}, encode({text}, 'UTF-8')), 256))"
            again = f"left(sha2(concat(outside{at}, {once}), 256), {LENGTH})"
            joined = joined.withColumn(f"s{at}", functions.expr(again))
        return joined

    def _bare(self, name: str, field: str) -> Any:
        """A column without what its table notes of it: comments on columns are not published, and
        a collation is such a note as well."""
        from pyspark.sql import functions

        found = functions.col(field)
        if name in self._generalization.kinds:
            found = found.cast(TYPES[self._generalization.kinds[name]])
        if name not in self._recoded and name not in self._pseudonyms:
            type_ = self._snapshot.rows.schema[field].dataType
            own = self._snapshot.type_of(name)
            if name_of(own) in TEXT_TYPES and own != "string":
                found = functions.expr(f"CAST({field} COLLATE UTF8_BINARY AS STRING)")
            elif name_of(own) in NESTED:
                found = found.cast(bare_type(type_))
        return found.alias(name, metadata={})

    def _named(self) -> Any:
        """The texts of every class."""
        import pyarrow as pa
        from pyspark.sql import types

        columns = self._texts()
        count = len(next(iter(columns.values())))
        table = pa.table({"class": pa.array(np.arange(count), pa.int64()), **columns})
        texts = [types.StructField(name, types.StringType()) for name in columns]
        return self._frame(table, [types.StructField("class", types.LongType()), *texts])

    def _texts(self) -> dict[str, Any]:
        """The published columns p0, p1, ..., with a text for every class."""
        import pyarrow as pa

        names = named(TEXTS, len(self._recoded))
        published = self._generalization.published
        return {
            name: pa.array(published[c], pa.string())
            for name, c in zip(names, self._recoded, strict=True)
        }

    def _frame(self, table: Any, fields: Sequence[Any]) -> Any:
        from pyspark.sql import types

        spark = session_of(self._snapshot.rows)
        return spark.createDataFrame(table, types.StructType(list(fields)))

    def _fields(self, columns: Sequence[str]) -> dict[str, str]:
        places = {column: f"p{at}" for at, column in enumerate(self._recoded)}
        places |= {column: f"s{at}" for at, column in enumerate(self._pseudonyms)}
        return {column: places.get(column) or self._snapshot.field(column) for column in columns}

    def _order(self, fields: Mapping[str, str], order: str) -> str:
        found = []
        for column, field in fields.items():
            texts = (*self._recoded, *self._pseudonyms)
            # Texts of classes and pseudonyms, as they are before a cast to their kind.
            type_ = "string" if column in texts else self._snapshot.type_of(column)
            found += hashable(field, type_)
        return mixed(found, order)


class RecodingByCounts(Recoding):
    """By classes that were found here."""

    _snapshot: SparkSnapshot

    def _place(self) -> int:
        counting = self._snapshot.counting
        self._classes = self._generalization.of_counted[counting.number]
        return int(counting.counts[self._classes < 0].sum())

    def _book(self) -> Any:
        from pyspark.sql import functions

        if len(self._classes) <= TEXTS_BESIDE:
            return functions.broadcast(self._groups(texts=True))
        found = self._groups().join(functions.broadcast(self._named()), "class")
        return functions.broadcast(found) if len(self._classes) <= BROADCAST else found

    def _groups(self, *, texts: bool = False) -> Any:
        """The values of every group that is published, and its class."""
        import pyarrow as pa
        from pyspark.sql import types

        counting = self._snapshot.counting
        # Rows that find no group in the inner join are not published.
        there = np.flatnonzero(self._classes >= 0)
        names = named(KEYS, len(self._snapshot.keys))
        groups = counting.groups.select(names).take(pa.array(there))
        own = pa.array(self._classes[there], pa.int64())
        groups = groups.append_column("class", own)
        fields = [types.StructField(name, counting.types[name].dataType) for name in names]
        fields.append(types.StructField("class", types.LongType()))
        if texts:
            for name, each in self._texts().items():
                groups = groups.append_column(name, each.take(own))
                fields.append(types.StructField(name, types.StringType()))
        return self._frame(groups, fields)


class RecodingByKept(Recoding):
    """By classes that the executors have."""

    def __init__(
        self, snapshot: SparkRows, generalization: Generalization, kept: SparkKept
    ) -> None:
        self._kept = kept
        super().__init__(snapshot, generalization)

    def _place(self) -> int:
        return 0

    def _book(self) -> Any:
        from pyspark.sql import functions

        found = self._kept.groups().join(functions.broadcast(self._named()), "class")
        return functions.broadcast(found) if self._kept.combinations <= BROADCAST_KEPT else found


def bare_type(type_: Any) -> Any:
    """The same type without notes on its fields, at any depth."""
    from pyspark.sql import types

    field = {"name": "v", "type": _bare(type_.jsonValue()), "nullable": True, "metadata": {}}
    return types.StructType.fromJson({"type": "struct", "fields": [field]})["v"].dataType


def _bare(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: {} if name == "metadata" else _bare(v) for name, v in found.items()}
    return [_bare(each) for each in found] if isinstance(found, list) else found
