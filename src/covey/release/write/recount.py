"""The written table is counted again, and its people: what is not as it was meant is not
published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.attributes.sensitive import spread_of_people
from covey.core.errors import InternalError, InvalidInput
from covey.core.holders import Holders
from covey.engine.protocol import Counted, Hidden
from covey.io.layout import Layout
from covey.release.job import Job
from covey.requirements.requirement import Requirement

WITHOUT_EMPTY_TEXTS = {"xlsx": "Excel", "dta": "Stata", "sav": "SPSS", "xpt": "SAS"}


def refuse_unlike(
    again: Counted, texts: Mapping[str, Sequence[str | None]], sizes: Sequence[int], k: int
) -> None:
    """Refuse a release whose recount is not what was meant to be published."""
    named = zip(zip(*texts.values(), strict=True), sizes, strict=True)
    # A class that new records leave empty is not in the table.
    expected = {called: size for called, size in named if size}
    by_column = [again.texts[again.columns.index(column)].tolist() for column in texts]
    found = dict(zip(zip(*by_column, strict=True), again.counts.tolist(), strict=True))
    # Two classes with the same texts would be one in the table. Then there are fewer names than
    # classes that are not empty.
    there = [size for size in sizes if size]
    if len(expected) != len(there) or found != expected or min(found.values()) < k:
        raise InternalError(
            f"The release was counted again, and has {len(found):,} classes of at least"
            f" {min(found.values()):,} records instead of {len(there):,} of at least"
            f" {min(there):,}: nothing was published."
        )


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


def unmet_by_people(
    requirements: Sequence[Requirement],
    counted: Counted,
    classes: NDArray[np.int64],
    held: Holders,
    person: str,
    kinds: Mapping[str, str],
) -> Iterator[Requirement]:
    """What some class does not meet, from who has which value in which ``counted`` combination."""
    for each in requirements:
        # Requirements without a column are about the population, not about values.
        if each.column is None:
            continue
        kind = kinds.get(each.column, "")
        own = spread_of_people(counted, classes, held, person, each.column, kind)
        if not each.met(own).all():
            yield each


def refuse_lost_text(texts: Mapping[str, Sequence[str | None]], layout: Layout | None) -> None:
    """In these formats an empty text comes back as missing: two classes might become one."""
    if (
        layout is not None
        and layout.format in WITHOUT_EMPTY_TEXTS
        # An empty text is a label like any other in covey, and is not missing.
        and any("" in part for part in texts.values())
    ):
        raise InvalidInput(
            "A class of empty texts cannot be told from missing values in"
            f" {WITHOUT_EMPTY_TEXTS[layout.format]}.",
            hint="Choose another format, as --format csv, or name the empty texts first.",
        )
