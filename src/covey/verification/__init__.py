"""The release read again by code that imports no solver: what it claims, against what it is.

============  ==================================================================
claims        what a release claims, and what became of a claim
certificate   the certificate against the files, and its numbers against each other
signature     who signed it
codebook      every class is one set of each column, and classes do not overlap
names         what is published for every set says what the set holds
table         the released table, counted again
receipt       the certificate against what its owner kept
population    the people that classes stand for
map           regions on their map
shapes        the shapes of classes, drawn again
original      the release against the table that it was made of
composition   the release beside others of the same people
source        a release by covey apply beside the one whose classes it has
gone          the records of that table that the release lacks
regained      the answer behind a codebook
report        the report, written again; page compares the two
============  ==================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from covey.core.result import SEARCHING
from covey.core.stop import Stop
from covey.core.threads import takes_threads
from covey.core.words import in_a_line, plural
from covey.io.inputs import open_input, refuse_needless_header
from covey.release.certificate import folder_of
from covey.verification.certificate import same_files, sums_fit
from covey.verification.claims import Check, read_claims
from covey.verification.codebook import cells_apart, no_gaps, sets_fit
from covey.verification.composition import together
from covey.verification.map import connected, refuse_needless_map
from covey.verification.names import texts_told
from covey.verification.original import Known, compared, not_compared
from covey.verification.population import populated, read_population
from covey.verification.receipt import RECEIPTED, receipted
from covey.verification.recount import opened, released
from covey.verification.shapes import drawn_alike
from covey.verification.signature import SIGNED, signed
from covey.verification.source import same_classes
from covey.verification.table import no_formulas, recounted, required

NOBODY_VOUCHES = (
    "nothing here says who made these files: somebody who rewrites all of them consistently is not"
    " found (the table is then still as k-anonymous as it says of itself). To know who made them,"
    " sign a release with covey sign, and verify it with --key"
)
"""What verifying without a signature or a receipt leaves open."""


@dataclass(frozen=True)
class Verification:
    folder: Path
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        return _none_failed(self.checks)

    @property
    def notes(self) -> tuple[str, ...]:
        """What no claim says."""
        vouching = (SIGNED, RECEIPTED)
        told = any(check.claim in vouching and check.held is not None for check in self.checks)
        return () if told else (NOBODY_VOUCHES,)

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        failed = sum(check.held is False for check in self.checks)
        unchecked = sum(check.held is None for check in self.checks)
        verdict = "the release holds" if self.holds else f"{plural(failed, 'claim')} FAILED"
        if unchecked:
            verdict += f"; {plural(unchecked, 'claim')} not checked"
        lines = [check.line() for check in self.checks]
        lines += [f"{'note':<12} {note}" for note in self.notes]
        lines.append(f"verdict      {self.folder}: {verdict}")
        return "\n".join(in_a_line(line) for line in lines)

    def to_dict(self) -> dict[str, Any]:
        checks = [{"claim": c.claim, "held": c.held, "found": c.found} for c in self.checks]
        notes = list(self.notes)
        return {"folder": str(self.folder), "holds": self.holds, "checks": checks, "notes": notes}


def _none_failed(checks: Iterable[Check]) -> bool:
    return all(check.held is not False for check in checks)


@takes_threads
def verify(
    folder: Any,
    against: Any = None,
    map: Any = None,
    encoding: str = "",
    population: Any = None,
    header: bool | None = None,
    key: str | Path | None = None,
    receipts: str | Path | None = None,
    beside: Sequence[Any] | str | Path = (),
    time_limit: float | None = SEARCHING,
    source: Any = None,
    *,
    threads: int | None = None,
) -> Verification:
    """Check what a release claims.

    Without a signature or the owner's receipt it cannot know who made the files: somebody who
    rewrites all of them consistently is not found, though the table is then as k-anonymous as it
    says of itself.

    folder
        Its folder, or what ``covey.anonymize`` handed back.
    against
        The table that it was made of: then every value must lie in its class, no record may be
        lost, added or changed, and the bound and the report must follow from it.
    map
        The map of its regions: then these must be connected, and drawn as they are.
    population
        The table of the population that was given for k-map, as ``"people.csv:count"``: then every
        class must stand for as many of them as was asked for.
    encoding, header
        Of ``against``, as for :func:`covey.anonymize`; ``header`` of the population as well.
    key
        A file with the public key of whoever made the release, or with several: then one of them
        must have signed it (see :func:`covey.sign`).
    receipts
        The owner's file of receipts, which says which certificate was published, and of which
        table. ``OUT.receipts.jsonl``, if not given, where there is one with a receipt that was made
        with your owner key.
    beside
        Other releases of the same people: then it is counted whom they give away together.
    time_limit
        Seconds that a proof may take which is checked by searching again, None for no limit. What
        is not finished by then is not checked.
    source
        Of a release by :func:`covey.apply`: the release whose classes it has. Then no class may be
        missing.
    threads
        How many threads to use, as for :func:`covey.anonymize`.
    """
    stop = Stop(seconds=time_limit)
    if against is None and population is None:
        refuse_needless_header(header)
    folder = folder_of(folder)
    claimed = read_claims(folder, map)
    refuse_needless_map(claimed, map)
    receipt, vouched = receipted(claimed, None if receipts is None else Path(receipts))
    files = [same_files(claimed), *signed(claimed, key), *vouched]
    checks = [sets_fit(claimed)]
    if not checks[-1].held:
        return Verification(folder, (*files, *checks))
    checks += same_classes(claimed, source)
    checks += [cells_apart(claimed), *no_gaps(claimed), texts_told(claimed), *sums_fit(claimed)]
    with opened(released(claimed), escape=claimed.escaped) as table:
        checks += recounted(claimed, table)
        checks += no_formulas(claimed, table)
        checks += required(claimed, table)
        people = read_population(claimed, population, header)
        checks += populated(claimed, people, receipt)
        checks += connected(claimed, map)
        checks += drawn_alike(claimed, map)
        if against is None:
            checks += not_compared(claimed)
            checks += together(claimed, beside)
        else:
            given = open_input(against, encoding, header)
            if population is None:
                refuse_needless_header(header, given)
            with opened(given) as before:
                known = Known(people, _none_failed(checks), receipt, stop)
                checks += compared(claimed, table, before, known)
                checks += together(claimed, beside, before)
    return Verification(folder, (*files, *checks))
