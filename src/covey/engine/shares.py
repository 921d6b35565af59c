"""How many of a column's values are distinct, about: enough to see what may identify people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from covey.io.inputs import Staging

FIRST_ROWS = 100_000
MOSTLY = 0.7
"""A share of distinct values that may be all of them, as they are estimated."""


def distinct_shares(
    ask: Callable[[str], tuple[Any, ...]], staging: Staging, columns: Sequence[str]
) -> dict[str, float]:
    """Distinct values as a share of the rows; ``ask`` runs a query that has one row."""
    # Values that repeat among the first rows are no identifiers: no need to read them all.
    found = _shares(ask, staging, columns, f"(FROM {staging.scan} LIMIT {FIRST_ROWS})")
    # The first rows of a sorted table may be unlike the others: the shares that are high there are
    # counted in all rows.
    often = [column for column, share in found.items() if share >= MOSTLY]
    return found | _shares(ask, staging, often, staging.scan)


def _shares(
    ask: Callable[[str], tuple[Any, ...]], staging: Staging, columns: Sequence[str], scan: str
) -> dict[str, float]:
    if not columns:
        return {}
    places = [staging.columns.index(column) for column in columns]
    asked = ", ".join(f"approx_count_distinct(c{at})" for at in places)
    rows, *found = ask(f"SELECT count(*), {asked} FROM {scan}")
    return {column: count / rows for column, count in zip(columns, found, strict=True)}
