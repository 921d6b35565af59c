"""The release read again by code that imports no solver: what it claims, against what it is.

============  ==================================================================
claims        what a release claims, and what became of a claim
certificate   the certificate against the files, and its numbers against each other
codebook      every value is in one class, and classes keep apart
table         the released table, counted again
population    the people that classes stand for
map           regions on their map
original      the release against the table that it was made of
============  ==================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from covey.release.certificate import folder_of
from covey.release.recount import opened, released
from covey.release.verify.certificate import same_files, sums_fit
from covey.release.verify.claims import Check, read_claims
from covey.release.verify.codebook import classes_apart, one_class_each
from covey.release.verify.map import connected
from covey.release.verify.original import compared, not_compared
from covey.release.verify.population import populated
from covey.release.verify.table import recounted, required
from covey.table.inputs import open_input
from covey.words import plural


@dataclass(frozen=True)
class Verification:
    folder: Path
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        return all(check.held is not False for check in self.checks)

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        failed = sum(check.held is False for check in self.checks)
        unchecked = sum(check.held is None for check in self.checks)
        verdict = "the release holds" if self.holds else f"{plural(failed, 'claim')} FAILED"
        if unchecked:
            verdict += f"; {plural(unchecked, 'claim')} not checked"
        lines = [check.line() for check in self.checks]
        return "\n".join([*lines, f"verdict      {self.folder}: {verdict}"])

    def to_dict(self) -> dict[str, Any]:
        checks = [{"claim": c.claim, "held": c.held, "found": c.found} for c in self.checks]
        return {"folder": str(self.folder), "holds": self.holds, "checks": checks}


def verify(
    folder: Any,
    against: Any = None,
    map: Any = None,
    encoding: str = "",
    population: Any = None,
    header: bool | None = None,
) -> Verification:
    """Check what a release claims.

    folder
        Its folder, or what ``covey.anonymize`` handed back.
    against
        The table that it was made of: then every value must lie in its class, no record may be
        lost, added or changed, and the bound is derived anew.
    map
        The map of its regions: then these must be connected.
    population
        The table of the population that was given for k-map, as ``"people.csv:count"``: then every
        class must stand for as many of them as was asked for.
    encoding, header
        Of ``against``, as for :func:`covey.anonymize`; ``header`` of the population as well.
    """
    folder = folder_of(folder)
    claimed = read_claims(folder, map)
    checks = [same_files(claimed), one_class_each(claimed)]
    if not checks[-1].held:
        return Verification(folder, tuple(checks))
    checks += [classes_apart(claimed), *sums_fit(claimed)]
    with opened(released(folder, claimed.data["table"])) as table:
        checks += recounted(claimed, table)
        checks += required(claimed, table)
        checks += populated(claimed, population, header)
        checks += connected(claimed, map)
        if against is None:
            checks += not_compared(claimed)
        else:
            with opened(open_input(against, encoding, header)) as before:
                checks += compared(claimed, table, before)
    return Verification(folder, tuple(checks))
