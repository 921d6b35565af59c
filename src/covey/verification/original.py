"""The release against the table that it was made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import weights_of
from covey.attributes.coded import CodedTable
from covey.attributes.lookup import located
from covey.codebook.locating import NOWHERE
from covey.core.errors import SAYS_NOTHING, CoveyError
from covey.core.holders import Holders
from covey.core.stop import Stop
from covey.core.words import listed
from covey.engine.protocol import Counted
from covey.io.inputs.frames import FrameInput
from covey.io.inputs.spark import SparkInput
from covey.io.layout import PARTS
from covey.io.staging.frames import fingerprint_of
from covey.problems.certificates import certificate_of
from covey.release.certificate import AppliedCertificate, SolvedCertificate
from covey.release.certificate.record import Proof
from covey.release.owner.receipt import Receipt
from covey.release.solve.coding import code_job
from covey.verification.audit import FOLLOWS, read_audit
from covey.verification.claims import Check, Claimed
from covey.verification.common_labels import common_kept
from covey.verification.compare import (
    forget,
    no_others,
    recoded,
    rows_of,
    same_counts,
    same_rows,
)
from covey.verification.compare_there import same_there
from covey.verification.holders import held_alike, holders_that_repeat, not_counted, read_holders
from covey.verification.left_out import left_out, left_out_whole, too_many_gone
from covey.verification.map import within_table
from covey.verification.off_map import WITHHELD_CODES, with_codes_of_table, withheld_codes
from covey.verification.population import Population
from covey.verification.receipt import NO_RECEIPT
from covey.verification.recount import Table
from covey.verification.region_names import HEAVIEST, named_after_heaviest, regions_of
from covey.verification.there import TableThere
from covey.verification.trees import lacks_labels

INSIDE = "every value is inside its class, and no record is lost, added or changed"
NOT_COMPARED = (
    "only in the recoded columns; not compared, because the release is in another format: {}"
)
ANOTHER = "its fingerprint is another one, as that of the same records in another format would be"
BOUND = "the lower bound follows from the table"
OTHER_WORDS = "the certificate tells its proof in other words"
WITHHELD_LABELS = "some labels were withheld, and the certificate does not say where in the tree"
REPORT = "the report follows from the table and the release"


def not_compared(claimed: Claimed) -> Iterator[Check]:
    """What is left open without that table."""
    named = [HEAVIEST] if regions_of(claimed) else []
    yield from not_counted(claimed)
    yield from within_table(claimed, None)
    for claim in (INSIDE, *named, *([BOUND] if claimed.solved else []), REPORT, FOLLOWS):
        yield Check(claim, None, "give the table it was made of with --against")


class Known(NamedTuple):
    """What else is known of a release: the population that was given, whether its parts were found
    to fit together, its owner's receipt, and how long a proof by search may take."""

    population: Population | None
    sound: bool
    receipt: Receipt | None
    stop: Stop


def compared(claimed: Claimed, table: Table, before: Table, known: Known) -> Iterator[Check]:
    """That the release is what the codebook makes of that table, and its bound and its report what
    follows."""
    records = claimed.certificate.records
    # Step 1: that it is this table.
    yield _same_table(claimed, before, known.receipt)
    rows = before.rows
    yield Check(
        "the table given has as many records as the certificate says",
        rows == records.input,
        f"{rows:,} of {records.input:,}",
    )
    try:
        # Step 2: the class of every combination, by the codebook alone.
        counted = before.count(claimed.kinds)
        claimed = with_codes_of_table(claimed, counted)
        held = read_holders(claimed, before, claimed.certificate.holders)
        repeated = holders_that_repeat(claimed, before, counted)
        classes = located(claimed.roles, claimed.book, claimed.cells, counted, claimed.read)
        left = left_out_whole(claimed, counted, classes, held)
        # Classes without records in the release were left out as a whole: their values have no
        # class.
        classes[np.isin(classes, np.flatnonzero(np.array(claimed.sizes) == 0))] = NOWHERE
        by_rule = left_out(claimed, counted)
        # A rule of the job leaves records out even where the codebook has a class for their values.
        classes[by_rule] = NOWHERE
        words = left or too_many_gone(claimed, counted, classes, by_rule)
        # Step 3: the rows, and what else the table decides.
        inside = _inside(claimed, table, before, counted, classes, words)
        yield inside
        yield from held_alike(claimed, held, counted, classes)
        yield from named_after_heaviest(claimed, counted, classes)
        yield from common_kept(claimed, counted, held)
        yield from within_table(claimed, counted)
    except SAYS_NOTHING:
        raise
    except CoveyError as error:
        yield Check(INSIDE, False, error.message)
        return
    if claimed.solved is not None:
        known = known._replace(sound=known.sound and bool(inside.held))
        yield from _followed(
            claimed, claimed.solved, table, before, counted, classes, known, held, repeated
        )
    elif isinstance(claimed.certificate, AppliedCertificate):
        # Loaded here, since that module uses this one.
        from covey.verification.applied import reported_applied

        sound = known.sound and bool(inside.held)
        yield from reported_applied(
            claimed, claimed.certificate, table, before, counted, classes, held, repeated, sound
        )


def _same_table(claimed: Claimed, before: Table, receipt: Receipt | None) -> Check:
    claim = "the table given is the one that the release was made of"
    if receipt is None:
        return Check(claim, None, NO_RECEIPT)
    same = receipt.proves(claimed.certificate.input.fingerprint, _fingerprint(claimed, before))
    return Check(claim, same, "" if same else ANOTHER)


def _fingerprint(claimed: Claimed, before: Table) -> str:
    """Of a table that was published where it is, nothing but what was counted is known."""
    # Only the counted columns of a frame were read, and so fingerprinted.
    if claimed.frame is not None and isinstance(before.given, FrameInput):
        return fingerprint_of(before.given, list(_counted_kinds(claimed)))
    in_place = claimed.address is not None or isinstance(before, TableThere)
    in_place |= claimed.frame is not None and isinstance(before.given, SparkInput)
    if not in_place and claimed.certificate.table.file != PARTS:
        return before.staging.fingerprint
    try:
        return before.count(_counted_kinds(claimed)).fingerprint
    except SAYS_NOTHING:
        raise
    except CoveyError:
        return ""


def _counted_kinds(claimed: Claimed) -> dict[str, str]:
    """Of the columns that were counted: new records are looked up by their quasi-identifiers."""
    data = claimed.certificate
    if isinstance(data, AppliedCertificate) and data.person is None:
        return claimed.certificate.kinds(claimed.roles)
    return claimed.kinds


def _inside(
    claimed: Claimed,
    table: Table,
    before: Table,
    counted: Counted,
    classes: NDArray[np.int64],
    gone: str,
) -> Check:
    """``gone`` says what is wrong with the records that are not published, if anything."""
    if gone:
        return Check(INSIDE, False, gone)
    dropped = set(claimed.certificate.unpublished)
    # A dropped column that the table lacks would mean that another table was given.
    if not dropped <= set(before.columns):
        return Check(INSIDE, False, "a column that was dropped is not one of the table given")
    columns = [column for column in before.columns if column not in dropped]
    # In the same order: covey neither adds nor moves columns.
    if columns != list(table.columns):
        return Check(INSIDE, False, "the columns of the release are not those that were kept")
    if claimed.certificate.pseudonym:
        # Whose pseudonym it is, only the key tells.
        columns.remove(str(claimed.certificate.person))
    same_format = before.format == table.format
    if not same_format:
        # Another format may write the other columns in its own way.
        columns = list(claimed.columns)
    # Withheld records may have a class, so that rows may be missing, but none may be added.
    withheld = claimed.solved is not None and claimed.solved.suppress > 0
    # Only recoded columns are left: counts of classes say as much as rows, and need no join.
    if set(columns) == set(claimed.columns):
        records = weights_of(classes, counted.counts, len(claimed.sizes))
        held = same_counts(table, claimed.cells, records, withheld=withheld)
    elif isinstance(before, TableThere) and isinstance(table, TableThere):
        held = same_there(
            before, table, claimed.kinds, classes, claimed.cells, columns, withheld=withheld
        )
    else:
        # `before` was counted last by `claimed.kinds`, which this relies on.
        expected = recoded(before, claimed.kinds, classes, claimed.cells, columns)
        found = rows_of(table, columns)
        held = no_others(expected, found) if withheld else same_rows(expected, found)
        forget(expected)
    if held:
        hidden = (*dropped, *claimed.certificate.holders, *claimed.columns)
        others = [column for column in before.columns if column not in hidden]
        words = "" if same_format or not others else NOT_COMPARED.format(listed(others))
        return Check(INSIDE, True, words)
    return Check(INSIDE, False, "the rows are not those that the codebook makes of the table")


def _followed(
    claimed: Claimed,
    solved: SolvedCertificate,
    table: Table,
    before: Table,
    counted: Counted,
    classes: NDArray[np.int64],
    known: Known,
    held: Holders | None,
    repeated: Holders | None,
) -> Iterator[Check]:
    """The problem built from the table again: its bound, and the report on it."""
    from covey.verification.report import Read, reported

    if any(role.map is None for role in claimed.regions.values()):
        for claim in (BOUND, REPORT, FOLLOWS):
            yield Check(claim, None, "give the map with --map")
        return
    lacking = [name for name in claimed.trees if lacks_labels(claimed, name, counted)]
    # Records that lack another value, or whose label another tree lacks, were left out with theirs.
    left_out = claimed.job.missing == "suppress" and len(claimed.roles) > 1
    left_out |= claimed.job.unmapped == "suppress" and len(claimed.trees) > 1
    # The tree of the certificate has published labels only. Its shape, and with it the problem, is
    # not known where others were withheld.
    if lacking and (solved.suppress or left_out):
        for claim in (BOUND, REPORT, FOLLOWS):
            yield Check(claim, None, WITHHELD_LABELS)
        return
    if withheld_codes(claimed, counted):
        for claim in (BOUND, REPORT, FOLLOWS):
            yield Check(claim, None, WITHHELD_CODES)
        return
    try:
        # The job does not know the population, without which a bound holds all the more.
        staged = before.staged(claimed.kinds)
        coded = code_job(claimed.job, staged, counted, claimed.map_of, held=held)
        # Of a problem that has no answer any bound would hold.
        coded.problem.require_feasible()
    except SAYS_NOTHING:
        raise
    except CoveyError as error:
        for claim in (BOUND, REPORT, FOLLOWS):
            yield Check(claim, False, error.message)
        return
    bound, because = _proved(solved.proof, coded, known.stop)
    yield bound
    audit = read_audit(claimed)
    read = Read(
        claimed, solved, table, before, counted, classes, coded, because, known.population, held,
        repeated, {} if audit is None else audit.run,
    )  # fmt: skip
    yield from reported(read, known.sound)


def _proved(proof: Proof, coded: CodedTable, stop: Stop) -> tuple[Check, str]:
    """That the proof holds for the problem, that its words in the certificate are right, and these
    words."""
    told = proof.words or ""
    problem = coded.proved_by(proof.kind)
    try:
        found = certificate_of(problem.problem_kind, proof.to_dict())
    except SAYS_NOTHING:
        raise
    except CoveyError as error:
        return Check(BOUND, False, error.message), told
    words = found.words(problem)
    held = found.check(problem, stop.start().remaining)
    # The words are read by people: right numbers with other words are not the same claim.
    if held is not False and told != words:
        return Check(BOUND, False, OTHER_WORDS), words
    if held is None:
        late = f"its proof is a search, which was not finished again in {stop.seconds:g} seconds"
        return Check(BOUND, None, f"{late}; --time-limit gives it more"), words
    return Check(BOUND, held, f"{found.bound:,}, {words}"), words
