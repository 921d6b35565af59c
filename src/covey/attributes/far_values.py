"""Ordered values far outside of the rest, such as an age of 999: most of the range is then empty,
and the loss, which is measured by that range, hides how wide the others' ranges are.

The rule asks for a gap, not for a distance from the middle: incomes have a long tail, in which each
value is not so far from the one before it. At most a few values at an end are far, with few of the
records, if the gap before them is several times as wide as all the rest is. Values that
programs write for what is not known, such as 99, -99 or 9999-12-31, need a smaller gap, and may
have more of the records.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.io.marks import OFTEN, may_be_a_value

MOST = 3
"""So many different values may be far at one end."""
REST = 3
"""So many others there must be."""
ENDS = 10
"""So many values of each end are looked at: more than can be far, and their neighbours."""
GAP, GAP_OF_CODES = 5.0, 1.0
"""How wide the gap is at least, in widths of the rest."""
SHARE, SHARE_OF_CODES = 0.05, 0.5
"""The records that are far at most, of all."""
# 8, 88, 99, 999 and -1 stand for "refused" or "not known" in surveys. 9999-12-31 is the "end" of
# many databases, the others are day 0 of SQL Server and Excel.
CODE = re.compile(r"-?(9+|8+)(\.0*)?|-1(\.0*)?|9999-12-31.*|1900-01-01.*|1899-12-3[01].*")


@dataclass(frozen=True)
class FarValues:
    """The far values of a column with their records, and the ends of the rest: for the owner."""

    column: str
    values: tuple[tuple[str, int], ...]
    low: str
    high: str

    @property
    def words(self) -> str:
        named = ", ".join(f"{value} ({records:,} times)" for value, records in self.values)
        be, they = ("is", "it stands") if len(self.values) == 1 else ("are", "they stand")
        beginning = (
            f"{self.column}: {named} {be} far outside of the rest, {self.low} to {self.high}; if"
            f" {they} for what is not known"
        )
        # Marks are published: what a few people have must not become one.
        if any(may_be_a_value(value) and records < OFTEN for value, records in self.values):
            return f"{beginning}: leave such values empty in the table"
        marks = [value for value, _ in self.values]
        # The note ends in what can be pasted: a list for the command line, a dict for Python.
        many = ",".join(marks)
        by_column = {self.column: marks[0] if len(marks) == 1 else marks}
        return (
            f"{beginning}: --na {shlex.quote(f'{self.column}={many}')}"
            f" (na={json.dumps(by_column, ensure_ascii=False)} in Python)"
        )


def outermost(count: int) -> NDArray[np.int64]:
    """The places of the values that are looked at, of ``count``.

    >>> outermost(3).tolist(), len(outermost(1_000_000))
    ([0, 1, 2], 20)
    """
    places = np.arange(count)
    return places if count <= 2 * ENDS else np.concatenate([places[:ENDS], places[-ENDS:]])


def far_values(
    column: str,
    values: Sequence[str],
    where: NDArray[np.float64],
    records: NDArray[np.int64],
    total: int,
) -> FarValues | None:
    """Those of the :func:`outermost` values that lie far from the others, None if there are none;
    ``where`` says where each lies, in ascending order, and ``total`` are the records of all.

    >>> ages = ("17", "39", "64", "90", "999")
    >>> where = np.array([float(age) for age in ages])
    >>> far_values("age", ages, where, np.array([30, 40, 40, 20, 2]), 132).values
    (('999', 2),)
    """
    first, last = 0, len(values)
    # Once the far ones of one end are gone, the other end may have some.
    for _ in range(2):
        own = slice(first, last)
        last -= _far_at_the_end(values[own], where[own], records[own], total)
        own = slice(first, last)
        # The low end is the high end of the mirrored values: negated places ascend again.
        turned = values[own][::-1], -where[own][::-1], records[own][::-1]
        first += _far_at_the_end(*turned, total)
    far = [*range(first), *range(last, len(values))]
    if not far:
        return None
    found = tuple((values[at], int(records[at])) for at in far)
    return FarValues(column, found, values[first], values[last - 1])


def _far_at_the_end(
    values: Sequence[str], where: NDArray[np.float64], records: NDArray[np.int64], total: int
) -> int:
    """How many of the last values are far from those before them."""
    # The fewest values first: with 998 and 999, the gap before 999 is small, that before 998 wide.
    for many in range(1, MOST + 1):
        rest = len(values) - many
        if rest < REST:
            return 0
        codes = all(CODE.fullmatch(value) for value in values[rest:])
        least, share = (GAP_OF_CODES, SHARE_OF_CODES) if codes else (GAP, SHARE)
        # The gap before the far values against the width of all that lies below it.
        wide = where[rest] - where[rest - 1] >= least * (where[rest - 1] - where[0])
        if wide and records[rest:].sum() <= share * total:
            return many
    return 0
