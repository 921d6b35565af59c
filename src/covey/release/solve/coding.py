"""The problem of a job. Publishing solves it, verifying checks proofs against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from covey.attributes.attribute import Choices
from covey.attributes.coded import CodedTable, Demands, code_table
from covey.attributes.maps import MapOf
from covey.attributes.population import People
from covey.core.holders import Holders
from covey.engine.protocol import Counted, Staged
from covey.release.job import Job
from covey.requirements.population import PopulationK

if TYPE_CHECKING:
    from covey.core.grouping import Objective
    from covey.problems.cells.problem import SuppressFor


def code_job(
    job: Job,
    staged: Staged,
    counted: Counted,
    map_of: MapOf,
    people: People | None = None,
    held: Holders | None = None,
) -> CodedTable:
    """The problem of a job; ``held`` says who the records are of, if that is counted."""
    requirements = list(job.requirements)
    # From here on k-map is a requirement like l or t.
    if people is not None and job.k_map is not None:
        requirements.append(PopulationK(job.k_map))
    demands = Demands(
        k=job.k,
        objective=cast("Objective", job.objective),
        requirements=requirements,
        # In the order of the counted columns.
        sensitive=[column for column in job.kinds if column in job.counted_sensitive],
        weights=[job.weights.get(name, 1.0) for name in job.quasi] if job.weights else None,
        suppress=job.suppress,
        suppress_for=cast("SuppressFor", job.suppress_for),
        tight=job.tight,
        people=None if people is None else people.each,
        held=held,
        person=job.person,
        groups=job.groups,
    )
    choices = Choices(job.missing, job.unmapped, map_of)
    return code_table(job.quasi, staged, counted, demands, choices)
