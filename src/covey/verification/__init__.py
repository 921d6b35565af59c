"""The release read again by code that imports no solver: what it claims, against what it is.

================  ==================================================================
claims            what a release claims, and what became of a claim
certificate       the certificate against the files, and its numbers against each other
signature         who signed it
codebook          every class is one set of each column, and classes do not overlap
bands             ranges begin and end where their bands do
names             what is published for every set says what the set holds, by a rule for each kind
                  of column; region_names for regions, listed_sets for lists of values
nested            any two sets of a column are nested or apart, in nested recoding
table             the released table, counted again: by recount in private copies here, by there
                  where it lies, in_postgres or in_spark; opening says which
server            codebook and classes of a release on a server, which are tables as well
range_columns     the texts of a table that has ranges in two columns
receipt           the certificate against what its owner kept
population        the people that classes stand for
map               regions on their map
shapes            the shapes of classes, drawn again
original          the release against the table that it was made of: compare has its rows, or
                  compare_there where both tables lie on one server or cluster
composition       the release beside others of the same people
source            a release by covey apply beside the one whose classes it has
left_out          the records of that table that the release lacks
off_map           codes that were left out by name, and are in that table only
published_answer  the answer behind a codebook
dependences       which columns that undo others the publisher counted
common_labels     common labels that were to stay whole
report            the report, written again; page_lines compares the two
audit             audit.json, likewise
exposing          what both say of people whom other columns expose
applied           both of a release by covey apply
cross_tables      a table of counts, which covey tabulate publishes
================  ==================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from covey.core.caller import spoken
from covey.core.dataclass import dataclass
from covey.core.notebook import lines_as_html
from covey.core.result import SEARCHING
from covey.core.stop import Stop
from covey.core.threads import takes_threads
from covey.core.words import in_a_line, plural
from covey.io.inputs import open_input, refuse_needless_header, to_be_written
from covey.release.certificate import address_of, files_of
from covey.verification.audit import audited, read_by
from covey.verification.bands import along_bands
from covey.verification.certificate import same_files, sums_fit
from covey.verification.claims import Check, Claimed, read_claims
from covey.verification.codebook import cells_apart, no_gaps, sets_fit
from covey.verification.composition import together
from covey.verification.cross_tables import (
    check_counts,
    claims_of,
    counted_by,
    is_table_of_counts,
)
from covey.verification.holders import enough_pseudonyms
from covey.verification.map import connected, refuse_needless_map
from covey.verification.names import texts_fit_sets
from covey.verification.nested import nested
from covey.verification.opening import tables
from covey.verification.original import Known, compared, not_compared
from covey.verification.population import populated, read_population
from covey.verification.receipt import RECEIPTED, receipted
from covey.verification.recount import Table, opened
from covey.verification.server import same_tables
from covey.verification.shapes import drawn_alike
from covey.verification.signature import SIGNED, signed
from covey.verification.source import same_classes
from covey.verification.table import check_requirements, no_formulas, recounted
from covey.verification.there import TableThere
from covey.verification.trees import along_trees

NOBODY_VOUCHES = (
    "nothing here says who made these files: somebody who rewrites all of them consistently is not"
    " found (the table is then still as k-anonymous as it says of itself). To know who made them,"
    " sign a release with covey sign, and verify it with --key"
)
"""What verifying without a signature or a receipt leaves open."""

SHOWN = 12
"""Claims that failed or were not checked, of which a notebook shows each."""

CODEBOOK, TABLE = "reading the codebook", "counting the table"
ORIGINAL, COMPARISON = "reading", "comparing"
STEPS = {CODEBOOK: 0.1, TABLE: 0.25, ORIGINAL: 0.25, COMPARISON: 0.4}
"""What verifying reports, and the share of the time that each step takes, about."""


@dataclass(frozen=True)
class Verification:
    """``folder`` is that of the release, the name of its table on a server, or what a frame is
    called."""

    folder: Path | str
    checks: tuple[Check, ...]

    def __post_init__(self) -> None:
        # Options in the caller's own words: those of Python where Python called.
        told = tuple(replace(check, found=spoken(check.found)) for check in self.checks)
        object.__setattr__(self, "checks", told)

    @property
    def holds(self) -> bool:
        return _none_failed(self.checks)

    @property
    def notes(self) -> tuple[str, ...]:
        """What no claim says."""
        vouching = (SIGNED, RECEIPTED)
        # A signature that FAILED has a line of its own: the note would say less.
        told = any(check.claim in vouching and check.held is not None for check in self.checks)
        return () if told else (spoken(NOBODY_VOUCHES),)

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        lines = [check.line() for check in self.checks]
        lines += [f"{'note':<12} {note}" for note in self.notes]
        lines.append(f"verdict      {self.folder}: {self._verdict()}")
        return "\n".join(in_a_line(line) for line in lines)

    def __repr__(self) -> str:
        return "\n".join(self._short())

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return lines_as_html(self._short())

    def _short(self) -> list[str]:
        """On one screen: the verdict, and which claims failed or were not checked."""
        held = sum(check.held is True for check in self.checks)
        others = sorted(
            (check for check in self.checks if check.held is not True),
            # What failed comes before what was not checked.
            key=lambda check: check.held is None,
        )
        lines = [f"{self.folder}: {self._verdict()}", f"held         {plural(held, 'claim')}"]
        lines += [check.line() for check in others[:SHOWN]]
        if len(others) > SHOWN:
            lines.append(f"             and {len(others) - SHOWN:,} more: print() shows all")
        lines += [f"{'note':<12} {note}" for note in self.notes]
        return [in_a_line(line) for line in lines]

    def _verdict(self) -> str:
        failed = sum(check.held is False for check in self.checks)
        unchecked = sum(check.held is None for check in self.checks)
        verdict = "the release holds" if self.holds else f"{plural(failed, 'claim')} FAILED"
        return f"{verdict}; {plural(unchecked, 'claim')} not checked" if unchecked else verdict

    def to_dict(self) -> dict[str, Any]:
        checks = [{"claim": c.claim, "held": c.held, "found": c.found} for c in self.checks]
        notes = list(self.notes)
        return {"folder": str(self.folder), "holds": self.holds, "checks": checks, "notes": notes}


def _none_failed(checks: Iterable[Check]) -> bool:
    # What was not checked does not fail a release; the verdict counts it.
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
    report: Callable[[str], None] = lambda _: None,
) -> Verification:
    """Check what a release claims.

    Without a signature or the owner's receipt it cannot know who made the files: somebody who
    rewrites all of them consistently is not found, though the table is then as k-anonymous as it
    says of itself.

    folder
        Its folder, the URL of its table on a PostgreSQL server, or what ``covey.anonymize`` handed
        back. A table on a server is counted there, and compared there with ``against``, if that is
        on the same server. So are part files, or a frame, of Spark with a frame of Spark. Tables in
        different places, and those ``beside``, are compared in copies here.
    against
        The table that it was made of: then every value must lie in its class, no record may be
        lost, added or changed, and the bound and the report must follow from it.
    map
        The map of its regions: then these must be connected, and drawn as they are.
    population
        The table of the population that was given for k-map, as ``"people.csv:count"``: then every
        class must stand for as many of them as was asked for.
    encoding, header
        Of ``against`` and the population, as for :func:`covey.anonymize`; if not given, those that
        were given when the release was made (audit.json has them). How values are written is in the
        certificate.
    key
        A file with the public key of the person who made the release, or with several: then one of
        them must have signed it (see :func:`covey.sign`).
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
    report
        Called with every step of ``STEPS`` when it begins.
    """
    report(CODEBOOK)
    if against is None and population is None:
        refuse_needless_header(header)
    with files_of(folder) as files:
        # Before the certificate is parsed: that of a table of counts has another format.
        if is_table_of_counts(files):
            return _verified_counts(files, against, encoding, header)
        # Only the result of a frame has private files.
        frame = folder.table if getattr(folder, "private_files", None) else None
        claimed = read_claims(files, map, address_of(folder), frame)
        return _verified(
            claimed, against, map, encoding, population, header, key, receipts, beside,
            Stop(seconds=time_limit), source, report,
        )  # fmt: skip


def _verified_counts(
    folder: Path, against: Any, encoding: str, header: bool | None
) -> Verification:
    """A table of counts has claims of its own."""
    told, counted = claims_of(folder), None
    if against is not None:
        counted = counted_by(
            against, told.by, encoding, header, told.read.notation, told.person or ""
        )
    return Verification(folder, tuple(check_counts(folder, told, counted)))


def _verified(
    claimed: Claimed,
    against: Any,
    map: Any,
    encoding: str,
    population: Any,
    header: bool | None,
    key: str | Path | None,
    receipts: str | Path | None,
    beside: Sequence[Any] | str | Path,
    stop: Stop,
    source: Any,
    report: Callable[[str], None],
) -> Verification:
    # The files of a table on a server or of a frame lie in a private copy, which nobody knows.
    here = claimed.address is None and claimed.frame is None
    where = claimed.folder if here else claimed.name
    refuse_needless_map(claimed, map)
    receipt, vouched = receipted(claimed, None if receipts is None else Path(receipts))
    # Step 1: the files as such, and who vouches for them.
    files = [same_files(claimed), *same_tables(claimed), *signed(claimed, key), *vouched]
    files += audited(claimed)
    # Step 2: the codebook by itself. Everything below looks sets up in it, so that nothing else can
    # be checked if its sets do not fit.
    checks = [sets_fit(claimed)]
    if not checks[-1].held:
        return Verification(where, (*files, *checks))
    checks += same_classes(claimed, source)
    checks += [cells_apart(claimed), *no_gaps(claimed), *nested(claimed), texts_fit_sets(claimed)]
    checks += [*sums_fit(claimed), *along_bands(claimed)]
    # Step 3: the released table.
    report(TABLE)
    recorded_encoding, recorded_header = read_by(claimed.folder)
    read = encoding or recorded_encoding, recorded_header if header is None else header
    given = None if against is None else open_input(against, *read, claimed.notation)
    if given is not None:
        # A frame that was written to a file was read with all columns, not the counted ones alone.
        given = given if claimed.frame is not None else to_be_written(given)
        # Else header= may be meant for the population.
        if population is None:
            refuse_needless_header(header, given)
    with tables(claimed, given) as (table, original):
        checks += recounted(claimed, table)
        checks += no_formulas(claimed, table)
        checks += check_requirements(claimed, table)
        checks += enough_pseudonyms(claimed, table)
        people = read_population(claimed, population, *read)
        checks += populated(claimed, people, receipt)
        checks += connected(claimed, map)
        checks += along_trees(claimed)
        checks += drawn_alike(claimed, map)
        # Step 4: the table that it was made of.
        if given is None:
            checks += not_compared(claimed)
            checks += together(claimed, beside)
        else:
            report(f"{ORIGINAL} {given.name}")
            with original() as before:
                report(COMPARISON)
                # A report is written again from parts that fit together: those that failed leave it
                # open.
                known = Known(people, _none_failed(checks), receipt, stop)
                checks += compared(claimed, table, before, known)
                with _copied(before, beside) as copy:
                    checks += together(claimed, beside, copy)
    return Verification(where, (*files, *checks))


@contextmanager
def _copied(before: Table, beside: Sequence[Any] | str | Path) -> Iterator[Table]:
    """Rows of two releases are linked here."""
    if not beside or not isinstance(before, TableThere):
        yield before
        return
    with opened(before.given) as copy:
        yield copy
