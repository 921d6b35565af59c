"""The job that a release was made by, from its certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from covey.attributes import Role
from covey.release.certificate.record import ReleaseCertificate, SolvedCertificate
from covey.release.job import OWNER, Job
from covey.release.job.sensitive import ColumnNames, from_rules


def job_of(certificate: ReleaseCertificate, quasi: Mapping[str, Role]) -> Job:
    """Everything except the table and how it was read and written; ``quasi`` are the roles, with
    their maps where these are known. What only a solved release says is left at its default."""
    job = Job(
        table=None,
        k=certificate.k,
        quasi=quasi,
        person=certificate.person or "",
        # Which key it was is not published. Any value says that there are pseudonyms.
        pseudonym=OWNER if certificate.pseudonym else "",
        groups=certificate.groups or {},
        missing=certificate.missing,
        # Names alone: the rules are given as requirements.
        sensitive=ColumnNames(certificate.sensitive),
        requirements=from_rules(certificate.sensitive),
        columns=certificate.range_columns,
        context=certificate.context or {},
    )
    if not isinstance(certificate, SolvedCertificate):
        return job
    return replace(
        job,
        unmapped=certificate.unmapped,
        objective=certificate.objective,
        suppress=certificate.suppress,
        suppress_for=certificate.suppress_for,
        recoding=certificate.recoding,
        weights=certificate.weights,
        tight=certificate.tight,
        dependence=certificate.dependence,
        population_size=certificate.population_size,
        preset=certificate.preset,
        target=certificate.target,
        keep_combinations=bool(certificate.keep_combinations),
    )
