"""What a preset asks of the columns of a job, besides its threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from covey.core.errors import InvalidInput, NotAttained
from covey.core.thresholds import HIPAA, notes_on_threshold
from covey.release.job.safe_harbor import PLACES, TOP_AGE, is_age, note_on_identifiers
from covey.release.risks.identifiers import IdentifyingColumns, words_of

if TYPE_CHECKING:
    from covey.attributes import Role
    from covey.release.job import Job

DIGITS, FEW_PEOPLE = 3, 20_000
"""Of a zip-code, where more people live."""


def roles_of(preset: str, quasi: Mapping[str, Role]) -> Mapping[str, Role]:
    """The quasi-identifiers with what the preset asks of them, unless they say something else."""
    if preset != HIPAA:
        return quasi
    return {
        name: (role.with_bands(TOP_AGE) or role) if _may_have_top_age(name, role) else role
        for name, role in quasi.items()
    }


def _may_have_top_age(name: str, role: Role) -> bool:
    # Bands or an order of the user's own are kept. warnings_on_ages says if they do not do.
    return is_age(name, role) and not role.stated_bands and not role.stated_order


def notes_on_preset(job: Job, identifying: IdentifyingColumns) -> tuple[str, ...]:
    """Notes on a preset, and on options that differ from it; ``identifying`` are the columns
    that the warnings name."""
    found = notes_on_threshold(job.preset, job.k)
    return (*found, note_on_identifiers(job, identifying)) if job.preset == HIPAA else found


def places_of(job: Job) -> list[str]:
    """The quasi-identifiers that are zip-codes by their names."""
    columns = [c for name, role in job.quasi.items() for c in role.columns(name)]
    return [column for column in columns if words_of(column) & PLACES]


def areas_are_counted(job: Job) -> bool:
    """Whether the table of the population is for areas alone."""
    return job.preset == HIPAA and job.population is not None and bool(places_of(job))


def refuse_without_population(job: Job) -> None:
    """Refuse a preset that needs a table of the population, where there is none."""
    # A job that is read from a certificate has no table at all.
    if job.table is None or job.preset != HIPAA:
        return
    if job.population is None and places_of(job):
        raise InvalidInput(
            f"The preset {HIPAA} publishes three digits of {places_of(job)[0]!r} where more than"
            f" {FEW_PEOPLE:,} people live, and there is no table of the population.",
            hint="Give --population TABLE:COUNT, with that column and the"
            " people of each area, or drop the column.",
        )


def refuse_small_places(column: str, texts: Sequence[Any], people: Sequence[int]) -> None:
    """Refuse published ``texts`` of a zip-code, with the ``people`` of each, that the preset does
    not allow."""
    long = sum(_digits(str(text or "")) > DIGITS for text in texts)
    if long:
        raise NotAttained(
            f"The preset {HIPAA} publishes at most three digits of a zip-code; {long:,} of the"
            f" published texts of {column!r} have more.",
            hint="Make a column of the first three digits first, and name that one.",
            given=column,
        )
    few = sum(each <= FEW_PEOPLE for each in people)
    if few:
        raise NotAttained(
            f"The preset {HIPAA} publishes areas of more than {FEW_PEOPLE:,} people; {few:,} of the"
            f" published texts of {column!r} stand for fewer, by the population given.",
            hint="Write 000 for the areas that have fewer, as the rule says.",
            given=column,
        )


def _digits(text: str) -> int:
    """The most digits in a row.

    >>> _digits("021*"), _digits("02139, 02140")
    (3, 5)
    """
    runs = "".join(letter if letter.isdigit() else " " for letter in text).split()
    return max(map(len, runs), default=0)
