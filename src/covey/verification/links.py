"""Which columns link the rows of two releases.

A column that both publish unchanged links the records of one person, as long as the person's value
in it did not change. Where salaries or visits did, all columns together link nobody, and somebody
who wants to link them leaves these columns out. So does this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from covey.core.dataclass import dataclass

if TYPE_CHECKING:
    import duckdb

HALF = 0.5
"""Columns that can link fewer of the records of the smaller release are taken to have changed."""


@dataclass(frozen=True, eq=False)
class Links:
    """The tables ``new_rows`` and ``old_rows`` have the records ``n`` of every ``class`` by the
    digests ``l0``, ``l1``, ... of what may link them."""

    connection: duckdb.DuckDBPyConnection
    names: Sequence[str]

    def sets(self) -> list[tuple[int, ...]]:
        """What to link by: everything, and what is left of it without columns that changed."""
        every = tuple(range(len(self.names)))
        kept = self._unchanged(every)
        return [every] if kept == every else [every, kept]

    def share(self, some: Sequence[int]) -> float:
        """Of the records of the smaller release, those that can have one of the other."""
        sides = [
            f"(SELECT {key(some)} AS u, sum(n) AS n FROM {side}_rows GROUP BY u)"
            for side in ("new", "old")
        ]
        ((linked, fewest),) = self.connection.execute(
            f"SELECT (SELECT sum(least(a.n, b.n)) FROM {sides[0]} a JOIN {sides[1]} b USING (u)),"
            " least((SELECT sum(n) FROM new_rows), (SELECT sum(n) FROM old_rows))"
        ).fetchall()
        # SUM over no rows is NULL.
        return float(linked or 0) / float(fewest) if fewest else 1.0

    def _unchanged(self, some: tuple[int, ...]) -> tuple[int, ...]:
        if self.share(some) >= HALF:
            return some
        # Together columns link no more than each of them does.
        kept = tuple(at for at in some if self.share([at]) >= HALF)
        # From the top down, one column less in each round: to try all subsets would take too long.
        while kept and self.share(kept) < HALF:
            fewer = [tuple(other for other in kept if other != at) for at in kept]
            kept = max(fewer, key=self.share)
        return kept


def key(some: Sequence[int]) -> str:
    """SQL of one number for what links a row."""
    if not some:
        return "0"
    # What DuckDB sorts rows by has every field, and where it ends.
    fields = ", ".join(f"l{at}, 'ASC NULLS LAST'" for at in some)
    return f"md5_number(create_sort_key({fields}))"
