"""Who the records are of, from a server, as numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from covey.core.holders import Holders, merged, numbered
from covey.engine.postgres.counting import Counting
from covey.engine.postgres.dialect import Key
from covey.io.postgres.copying import copied_out


def listed_holders(
    connection: Any,
    scan: str,
    counting: Counting,
    keys: Mapping[str, Key],
    columns: Sequence[str],
    at: Callable[[str], int],
) -> Holders:
    """``scan`` reads the rows, and ``at`` is the place of a column there. Groups come in the same
    words as when they were counted, by which they are found again."""
    fields = [f"c{at(column)}" for column in columns]
    names = [f"k{number}" for number in range(len(keys))]
    values = [f"v{number}" for number in range(len(fields))]
    read = [f"{key.expression} AS {name}" for key, name in zip(keys.values(), names, strict=True)]
    read += [f"{field} AS {value}" for field, value in zip(fields, values, strict=True)]
    # Records that lack a holder are not grouped with others, as in `covey.engine.held`.
    gone = " OR ".join(f"{field} IS NULL" for field in fields)
    alone = f"CASE WHEN {gone} THEN ROW_NUMBER() OVER () END AS alone"
    grouped = ", ".join([*names, *values])
    entries = (
        f"SELECT {grouped}, COUNT(*) AS n FROM (SELECT {', '.join(read)}, {alone} FROM {scan}) h"
        f" GROUP BY {grouped}, alone"
    )
    ranks = [
        f"CASE WHEN {value} IS NULL THEN -1 ELSE DENSE_RANK() OVER (ORDER BY {value}) - 1 END"
        for value in values
    ]
    *found, counts = copied_out(
        connection, f"SELECT {', '.join([*names, *ranks])}, n FROM ({entries}) e"
    )
    # Both queries are of one transaction, and so have the same groups.
    place = {words: number for number, words in enumerate(zip(*counting.fields, strict=True))}
    groups = [place[words] for words in zip(*found[: len(names)], strict=True)]
    numbers = [np.array(own, dtype=np.int64) for own in found[len(names) :]]
    rows = counting.number[np.array(groups, dtype=np.int64)]
    return merged(numbered(columns, rows, numbers, np.array(counts, dtype=np.int64)))
