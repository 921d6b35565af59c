"""What results lack to be those of a whole run."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.side_by_side.result import DONE, Results
from benchmarks.side_by_side.subjects import SUBJECTS

LIMIT = 20.0
"""Seconds of CPU that ``make bench QUICK=1`` gives a program for one size: a page has no less."""


def missing(results: Results) -> Iterator[str]:
    """A sentence for each: sizes and programs without a row, sizes that covey did not finish, a
    limit that is too low, and no figures of single claims."""
    if results.limit < LIMIT:
        yield f"the limit is {results.limit:g} s of CPU; {LIMIT:g} s are the least"
    rows = {row.key: row for row in results.rows}
    for name, subject in SUBJECTS.items():
        for n in subject.full:
            for program in subject.programs:
                row = rows.get((name, program, n))
                if row is None:
                    yield f"{name}: no row of {program} with {n:,}"
                elif program == "covey" and row.status != DONE:
                    yield f"{name}: covey with {n:,}: {row.status}"
                elif row.status.startswith("failed"):
                    yield f"{name}: {program} with {n:,}: {row.status}"
    if not results.figures:
        yield "there are no figures of single claims"
