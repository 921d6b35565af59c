"""Who the records are of, from Spark, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from covey.core.holders import Holders, merged, numbered
from covey.engine.spark.counting import Counting
from covey.engine.spark.dialect import Key
from covey.engine.sql import KEYS, named


def listed_holders(
    frame: Any,
    counting: Counting,
    keys: Mapping[str, Key],
    columns: Sequence[str],
    fields: Sequence[str],
) -> Holders:
    """A holder leaves the cluster as a hash of its value: to number values in an order, all of them
    would have to come to one executor. Two values of one hash, of which there are hardly any,
    would count as one person, and the recount refuse the release."""
    names = named(KEYS, len(keys))
    read = [f"{key.expression} AS {name}" for key, name in zip(keys.values(), names, strict=True)]
    gone = " OR ".join(f"{field} IS NULL" for field in fields)
    read += [
        f"CASE WHEN {field} IS NOT NULL THEN xxhash64({field}) END AS v{at}"
        for at, field in enumerate(fields)
    ]
    # Records that lack a holder are not grouped with others, as in `covey.engine.held`.
    read.append(f"CASE WHEN {gone} THEN monotonically_increasing_id() END AS alone")
    values = [f"v{at}" for at in range(len(fields))]
    found = frame.selectExpr(*read).groupBy(*names, *values, "alone").count().toArrow()
    # Groups are found again by their values, since Spark has no number for them.
    groups = counting.groups.select(names)
    own = zip(*(groups.column(name).to_pylist() for name in names), strict=True)
    place = {words: number for number, words in enumerate(own)}
    words = zip(*(found.column(name).to_pylist() for name in names), strict=True)
    at = np.array([place[each] for each in words], dtype=np.int64)
    ranks = []
    for value in values:
        column = found.column(value)
        there = np.array(column.is_valid(), dtype=bool)
        hashes = column.fill_null(0).to_numpy().astype(np.int64)
        number = np.full(len(hashes), -1, dtype=np.int64)
        number[there] = np.unique(hashes[there], return_inverse=True)[1]
        ranks.append(number)
    counts = found.column("count").to_numpy().astype(np.int64)
    return merged(numbered(columns, counting.number[at], ranks, counts))
