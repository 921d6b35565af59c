"""anonypy: Mondrian, which halves the records at the median of the column that spreads most, labels
in the order in which they are met."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from benchmarks.peers.published import Answer, Meaning, Set, answer


def solve_anonypy(frame: Any, quasi: Sequence[str], sensitive: str, k: int) -> Answer:
    began = time.perf_counter()
    published, meaning = published_by_anonypy(frame, quasi, sensitive, k)
    seconds = time.perf_counter() - began
    return answer("anonypy", seconds, published[list(quasi)], frame[list(quasi)], k, meaning)


def published_by_anonypy(
    frame: Any, quasi: Sequence[str], sensitive: str, k: int
) -> tuple[Any, Meaning]:
    """It publishes one row for every class and sensitive value, with their count."""
    import anonypy
    import pandas as pd

    labels = [column for column in quasi if not pd.api.types.is_numeric_dtype(frame[column])]
    given = frame.astype(dict.fromkeys([*labels, sensitive], "category"))
    rows = anonypy.Preserver(given, list(quasi), sensitive).anonymize_k_anonymity(k)
    texts = [{column: row[column][0] for column in quasi} for row in rows]
    counted = pd.DataFrame(texts).assign(**{sensitive: [row[sensitive] for row in rows]})
    published = counted.loc[counted.index.repeat([row["count"] for row in rows])]

    def meaning(column: str, text: str) -> Set:
        if column in labels:
            return frozenset(text.split(","))
        low, _, high = text.partition("-")
        return float(low), float(high or low)

    return published, meaning
