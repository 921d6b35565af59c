"""What the published texts of a column stand for, and which texts of two releases can stand for one
value."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.codebook.book import Column
from covey.codebook.ordinals import ORDINALS
from covey.core.dataclass import dataclass

if TYPE_CHECKING:
    import duckdb

ORDINAL_OF = {**ORDINALS, "double": float}
MISSING_NUMBER = -2
"""The number of the missing value. Values are numbered from 0 on."""
AT_END = np.iinfo(np.int64).max


@dataclass
class Extent:
    """A text stands for these values, these ranges (low included, high not; None is open), missing
    values, or for anything."""

    values: list[str] = field(default_factory=list)
    ranges: list[tuple[str | None, str | None]] = field(default_factory=list)
    missing: bool = False
    anything: bool = False


Extents = Mapping[str | None, Extent]
"""By the published text; None is published as missing."""


def of_codebook(column: Column, *, globe: bool = False) -> Extents:
    """What the codebook says of a column, whose sets are numbered and have one text each. Several
    sets of one coordinate of points may have the same text. On the ``globe`` a range of longitudes
    may cross the antimeridian."""
    texts = column.published.tolist()
    # Sets with the same text are one: an attacker sees the text.
    found: dict[str | None, Extent] = {text: Extent() for text in texts}
    extents = [found[text] for text in texts]
    listed, ranges = column.listed, column.ranges
    values = list(listed.places)
    for number, at in zip(listed.of_members.tolist(), listed.members.tolist(), strict=True):
        value = values[at]
        if value is None:
            extents[number].missing = True
        else:
            extents[number].values.append(value)
    ends = zip(ranges.numbers.tolist(), ranges.low.tolist(), ranges.high.tolist(), strict=True)
    for number, low, high in ends:
        extents[number].ranges += _parts(low, high, globe)
    for number in column.anything.tolist():
        extents[number].anything = True
    return found


def _parts(low: str | None, high: str | None, globe: bool) -> list[tuple[str | None, str | None]]:
    # From low over the antimeridian to high: two ranges in the order of longitudes.
    if globe and low is not None and high is not None and float(low) >= float(high):
        return [(low, "180"), ("-180", high)]
    return [(low, high)]


def of_values(texts: Iterable[str | None]) -> Extents:
    """A column that is published unchanged: every text stands for itself."""
    return {text: Extent(missing=True) if text is None else Extent(values=[text]) for text in texts}


def overlap(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    new: Extents,
    old: Extents,
    kinds: Sequence[str],
) -> None:
    """A table ``new, old`` of the texts that can stand for one value. ``kinds`` are those by which
    either release reads the column; where they cannot be compared, any two texts can."""
    ranges = any(extent.ranges for side in (new, old) for extent in side.values())
    try:
        runs = _ordered(new, old, kinds) if ranges else _listed(new, old)
    except (ArithmeticError, KeyError, TypeError, ValueError):
        # Kinds that do not fit, such as a date in one release and a number in the other. More
        # classes are then taken for joint ones than can be, and none is overlooked.
        everything = Extent(anything=True)
        runs = _listed(dict.fromkeys(new, everything), dict.fromkeys(old, everything))
    for side, texts, (owner, low, high) in zip("no", (new, old), runs, strict=True):
        names = np.array([*texts, None], dtype=object)
        ends = {"low": np.array(low, dtype=np.int64), "high": np.array(high, dtype=np.int64)}
        connection.register("arriving", {"text": names[owner], **ends})
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE runs_{side} AS SELECT CAST(text AS VARCHAR) AS text,"
            " low, high FROM arriving"
        )
        connection.unregister("arriving")
    # Single values meet in an equality, which is quick however many they are.
    single = "n.high = n.low + 1 AND o.high = o.low + 1"
    connection.execute(
        f"CREATE TEMP TABLE {table} AS"
        " SELECT n.text AS new, o.text AS old FROM runs_n n JOIN runs_o o ON n.low = o.low"
        f" WHERE {single} UNION"
        " SELECT n.text, o.text FROM runs_n n JOIN runs_o o ON n.low < o.high AND o.low < n.high"
        f" WHERE NOT ({single})"
    )


Runs = tuple[list[int], list[int], list[int]]
"""Numbers of texts, and the first number of a value and the one after the last of each run."""


def _listed(new: Extents, old: Extents) -> tuple[Runs, Runs]:
    """Values without an order, numbered as they come."""
    numbers: dict[str, int] = {}

    def runs(side: Extents) -> Runs:
        found: Runs = ([], [], [])
        for owner, extent in enumerate(side.values()):
            for value in extent.values:
                number = numbers.setdefault(value, len(numbers))
                _add(found, owner, number, number + 1)
            _add_special(found, owner, extent)
        return found

    return runs(new), runs(old)


def _ordered(new: Extents, old: Extents, kinds: Sequence[str]) -> tuple[Runs, Runs]:
    """Values by their rank among all borders and values."""
    known = [kind for kind in kinds if kind in ORDINAL_OF]
    # Without a kind that has an order this is a KeyError, which the caller turns into "anything".
    ordinal: Callable[[str], Any] = ORDINAL_OF[known[0] if known else ""]
    seen: set[Any] = set()
    for side in (new, old):
        for extent in side.values():
            seen.update(map(ordinal, extent.values))
            seen.update(ordinal(end) for pair in extent.ranges for end in pair if end is not None)
    in_order = sorted(seen)

    def rank(text: str) -> int:
        # 0 is below all of them, where an open range begins.
        return bisect_left(in_order, ordinal(text)) + 1

    def runs(side: Extents) -> Runs:
        found: Runs = ([], [], [])
        for owner, extent in enumerate(side.values()):
            for value in extent.values:
                _add(found, owner, rank(value), rank(value) + 1)
            for low, high in extent.ranges:
                first = 0 if low is None else rank(low)
                # Borders are exclusive at their upper end, and so are runs.
                end = AT_END if high is None else rank(high)
                _add(found, owner, first, end)
            _add_special(found, owner, extent)
        return found

    return runs(new), runs(old)


def _add_special(runs: Runs, owner: int, extent: Extent) -> None:
    if extent.anything:
        # Below all values: anything includes missing.
        _add(runs, owner, MISSING_NUMBER, AT_END)
    elif extent.missing:
        _add(runs, owner, MISSING_NUMBER, MISSING_NUMBER + 1)


def _add(runs: Runs, owner: int, low: int, high: int) -> None:
    for part, value in zip(runs, (owner, low, high), strict=True):
        part.append(value)
