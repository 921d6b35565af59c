"""The record of a release, from what its certificate and its report say."""

from __future__ import annotations

from collections.abc import Iterator

from covey.release.audit.record import (
    FORMAT,
    Audit,
    Column,
    LookedAt,
    Option,
    Outcome,
    RiskFigure,
    Source,
    Trial,
)
from covey.release.certificate.record import ReleaseCertificate
from covey.release.facts.decisions import Told, decisions
from covey.report.decision import headline, standing
from covey.report.facts import Decision, Facts
from covey.report.risks import changes, trials


def audit_of(certificate: ReleaseCertificate, facts: Facts, told: Told) -> Audit:
    """``told`` is what only the job says of the run."""
    return Audit(
        format=FORMAT,
        input=certificate.input,
        sources=tuple(_files_read(certificate)),
        records=certificate.records,
        context=dict(facts.context),
        columns=tuple(Column(**vars(each)) for each in facts.variables),
        options=tuple(map(_option, facts.decisions)),
        run=dict(told),
        looked_at=tuple(LookedAt(**vars(each)) for each in facts.looked_at),
        uncounted=facts.uncounted,
        untried=facts.untried,
        warnings=facts.warnings,
        notes=facts.notes,
        outcome=Outcome(
            headline=headline(facts),
            standing=standing(facts),
            unit=facts.unit,
            k=facts.k,
            classes=len(facts.class_sizes),
            smallest=min(facts.class_sizes),
            largest=max(facts.class_sizes),
            requirements=facts.requirements,
        ),
        risk=tuple(RiskFigure(each.name, each.before, each.after) for each in changes(facts)),
        trials=tuple(Trial(each.name, each.outcome, each.found) for each in trials(facts)),
        versions=certificate.versions,
    )


def fits(audit: Audit, certificate: ReleaseCertificate) -> bool:
    """Whether a record says what the certificate says, wherever both do."""
    # In the unit of k.
    sizes = certificate.classes.people or certificate.classes
    return (
        audit.input == certificate.input
        and audit.sources == tuple(_files_read(certificate))
        and audit.records == certificate.records
        and dict(audit.context) == dict(certificate.context or {})
        # Options that no certificate has are taken from the record itself: only the others can be
        # compared.
        and audit.options == tuple(map(_option, decisions(certificate, audit.run)))
        and dict(audit.versions) == dict(certificate.versions)
        and (audit.outcome.k, audit.outcome.smallest, audit.outcome.largest)
        == (certificate.k, sizes.smallest, sizes.largest)
        and audit.outcome.unit == ("record" if certificate.person is None else "person")
    )


def _option(made: Decision) -> Option:
    return Option(made.option, made.value, "asked" if made.asked else "default", made.why)


def _files_read(certificate: ReleaseCertificate) -> Iterator[Source]:
    """Maps, trees and the population, as far as they are named."""
    for name, read in certificate.read.columns.items():
        for what, file in (("map", read.map), ("tree", read.tree)):
            # The tree of a code is made of its values, and is no file.
            if file is not None and (file.name or file.fingerprint):
                yield Source(f"{what} of {name}", file.name or "", file.fingerprint or "")
    people = certificate.read.population
    if people is not None:
        yield Source("population", people.name, people.fingerprint or "")
