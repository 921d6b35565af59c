"""Which columns hold dates, whatever they are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from covey.io.dates import SAMPLE, are_dates, sql_is_date
from covey.io.inputs import Staging


def date_columns(
    ask: Callable[[str], tuple[Any, ...]], staging: Staging, columns: Sequence[str]
) -> tuple[str, ...]:
    """Of some columns those that hold dates, by type or as text; ``ask`` runs a query that has one
    row."""
    if not columns:
        return ()
    places = [staging.columns.index(column) for column in columns]
    # Typed dates and timestamps are dates as text, too: types need not be known.
    texts = [f"NULLIF(trim(CAST(c{at} AS VARCHAR)), '')" for at in places]
    asked = ", ".join(f"count({text}), count(*) FILTER ({sql_is_date(text)})" for text in texts)
    found = ask(f"SELECT {asked} FROM (FROM {staging.scan} LIMIT {SAMPLE})")
    counts = zip(columns, found[::2], found[1::2], strict=True)
    return tuple(column for column, values, dates in counts if are_dates(values, dates))
