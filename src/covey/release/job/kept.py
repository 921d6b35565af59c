"""Jobs whose combinations stay in the engine: what is refused in them, and what their releases
say of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from covey.core.errors import InvalidInput
from covey.core.thresholds import HIPAA
from covey.release.risks.dependence import EXACT

if TYPE_CHECKING:
    from covey.release.job import Job

STAYED = (
    "the distinct combinations stayed in the engine (--keep-combinations), so that some things were"
    " not measured: the risks before publication, what an analyst can still find, the entropy that"
    " is lost, and whom columns expose that are published as they are"
)
"""The note of a release of which the combinations were never here."""


def refuse_more_than_k(job: Job, hint: str) -> None:
    """Refuse what parts that an engine cuts do not know; ``hint`` says what to use instead."""
    if job.part_size == 0:
        raise InvalidInput(
            "A --part-size of 0 asks for no parts, and without parts this cannot be made.",
            hint=f"Give the least number of records in a part, or {hint}.",
            given=0,
        )
    others = [name for name, role in job.quasi.items() if not role.may_be_in_parts]
    if others:
        raise InvalidInput(
            "Parts that an engine cuts are of labels and of ordered values; these columns are"
            f" something else: {', '.join(others)}.",
            hint=f"For these, {hint}.",
            given=others,
        )
    _refuse_given(
        {
            "rules of --sensitive": job.requirements,
            "--person": job.person,
            "--group": job.groups,
            "--suppress": job.suppress,
            "--k-map": job.k_map,
            "--recoding": job.recoding != "local",
            "--missing": job.missing != "own",
        },
        hint,
    )


def refuse_unkept(job: Job) -> None:
    """Refuse what a release takes all combinations for."""
    hint = "leave --keep-combinations out: then all counts are here"
    refuse_more_than_k(job, hint)
    _refuse_given(
        {
            "--sensitive": job.sensitive,
            "--population": job.population is not None,
            "--population-size": job.population_size,
            "--sampling-weight": job.sampling_weight,
            "--target": job.target,
            "--strict": job.strict,
            "--time-limit": job.time_limit is not None,
            "--dependence exact": job.dependence == EXACT,
            f"the preset {HIPAA}": job.preset == HIPAA,
        },
        hint,
    )
    # The solver of one column looks for the best partition of all its values.
    if len(job.quasi) < 2:
        raise InvalidInput(
            "Parts that an engine cuts are of two quasi-identifiers or more; given: one.",
            hint=f"Name another one, or {hint}.",
            given=list(job.quasi),
        )


def _refuse_given(asked: dict[str, Any], hint: str) -> None:
    more = [name for name, value in asked.items() if value]
    if more:
        raise InvalidInput(
            f"Parts that an engine cuts are solved for k alone; given: {', '.join(more)}.",
            hint=f"Leave these out, or {hint}.",
            given=more,
        )
