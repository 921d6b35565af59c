"""People counted again before a release appears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covey.core.errors import InternalError
from covey.engine.protocol import Counted, Hidden
from covey.release.job import Job


def refuse_few_holders(hidden: Hidden, job: Job, people: Sequence[int] | None) -> None:
    """Refuse a release whose classes do not have the people and the groups that were meant, as the
    engine counts them in the rows that it wrote."""
    if not job.holders:
        return
    least = dict(job.groups) | ({job.person: job.k} if job.person else {})
    for column, found in zip(job.holders, hidden.holders(job.holders), strict=True):
        fewest = min(found.values(), default=0)
        # How many people a class has is known from the answer. Of groups only the least number is
        # asked.
        meant = dict(enumerate(people or ())) if column == job.person else found
        if fewest < least[column] or {c: n for c, n in meant.items() if n} != found:
            raise InternalError(
                f"The release was counted again by {column!r}, and has {len(found):,} classes of"
                f" at least {fewest:,} instead of {least[column]:,}: nothing was published."
            )


def refuse_other_pseudonyms(
    counted: Counted,
    texts: Mapping[str, Sequence[str | None]],
    people: Sequence[int],
) -> None:
    """Refuse a release in whose table, as it is written and ``counted`` by class and pseudonym, a
    class has other than its people's pseudonyms."""
    found: dict[tuple[str | None, ...], int] = {}
    # One entry for every pair of a class and a pseudonym.
    *columns, pseudonyms = (own.tolist() for own in counted.texts)
    for *own, pseudonym, records in zip(*columns, pseudonyms, counted.counts.tolist(), strict=True):
        # Every record that names nobody is a person of its own.
        more = records if pseudonym is None else 1
        found[tuple(own)] = found.get(tuple(own), 0) + more
    meant = dict(zip(zip(*texts.values(), strict=True), people, strict=True))
    if found != {own: many for own, many in meant.items() if many}:
        raise InternalError(
            "The release was counted again by its pseudonyms, and they are not as many in every"
            " class as its people: nothing was published."
        )
