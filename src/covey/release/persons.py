"""People counted again before a release appears."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.errors import InternalError
from covey.engine.protocol import Hidden
from covey.release.job import Job


def refuse_few_holders(hidden: Hidden, job: Job, people: Sequence[int] | None) -> None:
    """Refuse a release whose classes do not have the people and the groups that were meant, as the
    engine counts them in the rows that it wrote."""
    least = dict(job.groups) | ({job.person: job.k} if job.person else {})
    for column, found in zip(job.holders, hidden.holders(job.holders), strict=True):
        fewest = min(found.values(), default=0)
        meant = dict(enumerate(people or ())) if column == job.person else found
        if fewest < least[column] or {c: n for c, n in meant.items() if n} != found:
            raise InternalError(
                f"The release was counted again by {column!r}, and has {len(found):,} classes of"
                f" at least {fewest:,} instead of {least[column]:,}: nothing was published."
            )
