"""Distinct combinations from Spark, as Arrow, and which combination each group is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.engine.combining import combined
from covey.engine.protocol import Counted
from covey.engine.spark.dialect import Key
from covey.engine.sql import KEYS, named
from covey.engine.texts import read_texts
from covey.io.inputs.header import refuse_no_rows
from covey.io.keys import INFINITE, not_finite
from covey.io.spark.driver import asking


@dataclass(frozen=True, eq=False)
class Counting:
    """Groups as Spark has them.

    groups, types
        Their values as an Arrow table, in the columns k0, k1, ..., and Spark's types of these.
    counted, number
        The combinations in order, and for every group the number of its combination there.
    kinds
        How each column was read.
    """

    groups: Any
    types: Any
    counts: NDArray[np.int64]
    kinds: Mapping[str, str]
    counted: Counted = field(repr=False)
    number: NDArray[np.int64] = field(repr=False)


def count_rows(frame: Any, name: str, format_: str, keys: Mapping[str, Key]) -> Counting:
    """Count a frame in one pass."""
    names = named(KEYS, len(keys))
    fields = [f"{key.expression} AS {at}" for key, at in zip(keys.values(), names, strict=True)]
    with asking(name):
        grouped = frame.selectExpr(*fields).groupBy(*names).count()
        types = grouped.schema
        found = grouped.toArrow().combine_chunks()
    if not len(found):
        refuse_no_rows(name, format_)
    counts = found.column(len(names)).to_numpy().astype(np.int64)
    kinds: dict[str, str] = {}
    read, places = [], []
    for (column, key), at in zip(keys.items(), names, strict=True):
        own, texts = texts_of(found.column(at), key)
        there = own >= 0
        # Weights are doubles, which are exact up to 2^53 records.
        weights = np.bincount(own[there], weights=counts[there], minlength=len(texts))
        kinds[column], values = read_values(
            name, column, key, texts, weights.astype(np.int64).tolist()
        )
        read.append(values)
        places.append(own)
    counted, number = combined(kinds, read, places, counts)
    return Counting(found, types, counts, kinds, counted, number)


def texts_of(column: Any, key: Key) -> tuple[NDArray[np.int64], list[str]]:
    """For every group the place of its value, -1 if it is missing, and the values' texts."""
    import pyarrow as pa

    merged = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    # An Arrow table of no rows at all has no chunk either.
    encoded = merged.dictionary_encode()
    encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
    at = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    return at, key.write(encoded.dictionary)


def read_values(
    name: str, column: str, key: Key, texts: list[str], counts: Sequence[int]
) -> tuple[str, Sequence[str | None]]:
    """The kind of a column, and its distinct values as texts of this kind."""
    if key.kind == "text":
        return "text", texts
    if key.kind in ("number", "double"):
        _refuse_infinite(name, column, texts, counts)
    if key.kind:
        return key.kind, texts
    # Blanks only, as `btrim` does in PostgreSQL. A text of nothing else is a missing value.
    trimmed = [text.strip(" ") for text in texts]
    there = [at for at, text in enumerate(trimmed) if text]
    kind, values = read_texts(
        name, column, key.asked, [trimmed[at] for at in there], [counts[at] for at in there]
    )
    found: list[str | None] = [None] * len(texts)
    for at, value in zip(there, values, strict=True):
        found[at] = value
    return kind, found


def _refuse_infinite(name: str, column: str, texts: Sequence[str], counts: Sequence[int]) -> None:
    """No round border lies beyond an infinite value, and none can be read back."""
    odd = ("inf", "-inf", "nan")
    others = sum(count for text, count in zip(texts, counts, strict=True) if text in odd)
    if others:
        raise not_finite(name, column, others, INFINITE["number"])
