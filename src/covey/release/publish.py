"""From a job to what is published: a folder that appears whole or not at all, a table on a server,
or a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from covey.attributes.range_columns import TEXT, RangeColumns, kinds_of_ranges, words_on
from covey.attributes.sensitive import unmet
from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.errors import CoveyError, InternalError, InvalidInput
from covey.core.temporary import part_folder
from covey.engine import engine_for
from covey.engine.protocol import Counted, Engine, Target, ToFile
from covey.io.inputs import Input, refuse_needless_header
from covey.io.inputs.population import split_population
from covey.io.layout import Layout
from covey.io.outputs.files import refusing
from covey.io.outputs.folder import CERTIFICATE_FILE, PUBLISHED
from covey.io.postgres.address import Address
from covey.release import certificate
from covey.release.certificate import SolvedCertificate
from covey.release.facts.formulas import refuse_names, with_formulas
from covey.release.facts.plan import Plan, spoken_plan
from covey.release.facts.target import predicting
from covey.release.facts.utility import Predicting
from covey.release.job import Job
from covey.release.job.orders import with_orders
from covey.release.owner.files import check_receipts, check_receipts_file, check_withheld
from covey.release.owner.pseudonyms import pseudonym_keys
from covey.release.owner.receipt import Receipt, owner_key, receipt_added, receipts_beside
from covey.release.pipeline import Solved, solved_job
from covey.release.result import Release
from covey.release.steps import RECOUNTING, REPORTING, WRITING
from covey.release.write.destination import (
    Out,
    check_layout,
    folder_of,
    for_output,
    layout_of,
    place_for,
    target_in,
)
from covey.release.write.hidden_table import HiddenTable, shuffles, write_hidden
from covey.release.write.recount import (
    refuse_few_holders,
    refuse_lost_text,
    refuse_other_pseudonyms,
    refuse_unlike,
    unmet_by_people,
)

if TYPE_CHECKING:
    from covey.release.facts.report import Books
    from covey.report.facts import Facts

Report = Callable[[str], None]


def _silent(_: str) -> None:
    pass


def plan_job(
    job: Job,
    *,
    out: Out = None,
    overwrite: bool = False,
    report: Report = _silent,
    withheld: Path | None = None,
    receipts: Path | None = None,
    engine: Engine | None = None,
) -> Plan:
    """What :func:`publish` would do; the files that it could not write are refused here as well."""
    engine = engine or engine_for(job.table, out, job.engine)
    given = _opened(job, engine)
    job = with_orders(job, given)
    # A plan needs no place to write to. check_layout would ask for one.
    layout = (
        check_layout(given, out, job.format, job.escape_formulas)
        if isinstance(out, Address)
        else layout_of(given, job.format, job.escape_formulas)
    )
    if receipts is not None:
        check_receipts_file(receipts, out, _read(job, engine))
    if withheld is not None:
        check_withheld(withheld, _read(job, engine), out, overwrite)
    with solved_job(engine, job, given, report) as solved:
        plan = with_formulas(solved.snapshot, solved, layout).plan
        # Nothing is published: the plan may say what a release says to its owner alone.
        return spoken_plan(replace(plan, notes=(*plan.notes, *_asides(solved))))


def _asides(solved: Solved) -> tuple[str, ...]:
    """What the owner should know of the columns, and nobody else."""
    return tuple(note for each in solved.description.attributes for note in each.asides)


def publish(
    job: Job,
    *,
    out: Out = None,
    overwrite: bool = False,
    report: Report = _silent,
    withheld: Path | None = None,
    receipts: Path | None = None,
    engine: Engine | None = None,
) -> Release:
    """Stage, count, code, solve, describe, publish, recount, report. Nothing appears before the
    recount held. ``withheld`` is a file for the records that are not published, ``receipts`` one
    for the owner's proof of which table it was: both are private, and lie outside of the
    release."""
    engine = engine or engine_for(job.table, out, job.engine)
    given = _opened(job, engine)
    # A frame that goes to a folder has the layout of a file from here on.
    given = for_output(given, out)
    job = with_orders(job, given)
    layout = check_layout(given, out, job.format, job.escape_formulas)
    engine.capabilities.refuse_beyond(
        layout, in_order=job.shuffle is False, pseudonyms=bool(job.pseudonym)
    )
    # The key is read here only to fail early if it is missing: nothing was read or written yet.
    pseudonym_keys(job)
    receipts = check_receipts(receipts, out, _read(job, engine) if out is not None else ())
    if withheld is None:
        return _published(engine, job, given, layout, out, overwrite, report, receipts)
    if layout is None:
        raise InvalidInput(
            "A frame has no list of withheld records: they are those that do not come back.",
            hint="Omit withheld, or give the table as a file.",
            given=str(withheld),
        )
    check_withheld(withheld, _read(job, engine), out, overwrite)
    with ExitStack() as until_done:
        with refusing(withheld):
            # Beside its final place, so that the last step is a rename on one disk.
            part = until_done.enter_context(part_folder(withheld)) / "withheld.csv"
        release = _published(engine, job, given, layout, out, overwrite, report, receipts, part)
        # After the release, so that a file of withheld records never lies beside a release that
        # does not exist.
        with _telling_of(release), refusing(withheld):
            # Before it gets its name: these are the records of people who must not be published.
            part.chmod(0o600)
            part.replace(withheld)
    return release


@contextmanager
def _telling_of(release: Release) -> Iterator[None]:
    """What goes wrong here goes wrong after the release was published."""
    try:
        yield
    except CoveyError as error:
        error.add_note(PUBLISHED.format(what="release", target=release.where))
        raise


def _published(
    engine: Engine,
    job: Job,
    given: Input,
    layout: Layout | None,
    out: Out,
    overwrite: bool,
    report: Report,
    receipts: Path | None,
    withheld: Path | None = None,
) -> Release:
    with (
        # The blocks end in reverse order: the thread, the hidden table, the snapshot with all
        # private copies. Then the folder appears, and last the receipt is settled.
        # The outermost of all: a receipt is undone if anything fails before the release appears.
        ExitStack() as until_revealed,
        place_for(engine, _read(job, engine) if out is not None else (), out, overwrite) as hidden,
        solved_job(engine, job, given, report) as solved,
        ExitStack() as until_done,
        ThreadPoolExecutor(1) as at_work,
    ):
        # Before the table is written: a format that cannot hold a text would change it silently.
        refuse_lost_text(solved.texts, layout)
        report(WRITING)
        key = owner_key()
        shuffled = shuffles(job.shuffle, layout, engine)
        described, receipt = certificate.name_tables(
            certificate.describe(solved, layout or Layout("frame"), shuffled), solved.staged, key
        )
        # The table is written by one thread, which leaves time for what goes beside it.
        books = at_work.submit(_write_books, hidden, solved) if hidden is not None else None
        target = target_in(hidden, layout, out, overwrite)
        table = until_done.enter_context(
            _written(solved, job, given, target, receipt if shuffled else None)
        )
        # Counted in the written rows: formulas of withheld records do not matter.
        solved = with_formulas(table.rows, solved, layout)
        known: dict[str, Future[str]] = {}
        if isinstance(target, ToFile):
            # While the table is counted again: reading a large file once more takes as long as
            # that.
            known[target.path.name] = at_work.submit(certificate.fingerprint, target.path)
        report(RECOUNTING)
        recount = _recounted(table, job, solved, described.table.format)
        # After the recount: a list of withheld records is made only for a table that holds.
        if withheld is not None:
            table.rows.withheld(ToFile(withheld, Layout("csv")))
        notes: tuple[str, ...] = (key.note,) if key.note else ()
        notes += _asides(solved)
        notes += words_on(table.ranges)
        facts = None
        if hidden is not None:
            report(REPORTING)
            assert books is not None
            beside = _write_beside(hidden, solved, described, recount, books.result(), known)
            facts, described = beside.facts, beside.certificate
            notes += beside.notes
            # The receipt names the fingerprint of the certificate, which names those of all other
            # files: so it is made last.
            receipt = receipt.made_for(beside.fingerprint, key)
            if receipts is not None:
                until_revealed.enter_context(receipt_added(receipts, receipt))
        files = () if hidden is None else tuple(sorted(file.name for file in hidden.iterdir()))
        # The first step that others can see; a folder appears at the end of this block. All that
        # can refuse the release comes before it.
        revealed = table.rows.reveal()
    return Release(
        # The file lay in the hidden folder, which is called like `out` by now.
        table=out / revealed.name if isinstance(out, Path) else revealed,
        folder=folder_of(out),
        plan=spoken_plan(solved.plan),
        certificate=described,
        codebook=solved.description.entries,
        files=files,
        notes=all_spoken((*solved.plan.notes, *notes)),
        receipt=receipt,
        receipts=receipts,
        address=out if isinstance(out, Address) else None,
        facts=facts,
        _write=None
        if out is not None
        else partial(_write_beside_frame, solved, described, recount, receipt),
    )


def _written(
    solved: Solved, job: Job, given: Input, target: Target, shuffled_by: Receipt | None
) -> AbstractContextManager[HiddenTable]:
    """The table, where nobody sees it. Its rows are in the order of the input without
    ``shuffled_by``."""
    description = solved.description
    return write_hidden(
        solved.snapshot,
        description.classes_here,
        solved.texts,
        _range_columns(job, solved),
        target,
        given=given,
        roles=job.quasi,
        texts_of_sets=description.texts_of_sets,
        unpublished=job.unpublished,
        # The order of the rows follows from the owner key, so that it tells nobody else anything,
        # and the same run gives the same bytes.
        order=None if shuffled_by is None else shuffled_by.order(description.answer_as_bytes),
        pseudonyms=pseudonym_keys(job),
    )


def _range_columns(job: Job, solved: Solved) -> RangeColumns:
    """The columns of ranges that are published as two."""
    if job.columns == TEXT:
        return RangeColumns.none()
    kinds = kinds_of_ranges(job.quasi, solved.description.reading())
    found = RangeColumns.of_entries(solved.description.entries, kinds)
    found.refuse_names(solved.columns)
    return found


@dataclass(frozen=True, eq=False)
class _Recount:
    """The written table by its classes, with its sensitive columns, and with the target of models,
    if there is one."""

    classes: Counted
    beside: Counted
    predicting: Predicting | None


def _recounted(table: HiddenTable, job: Job, solved: Solved, format: str) -> _Recount:
    """Count the written table again, and refuse what is not as it was meant."""
    description = solved.description
    # From the written table and not from what was meant to be written.
    by_class = table.count()
    # By records, then by people, then by pseudonyms, last what is asked besides k.
    refuse_unlike(by_class, solved.texts, solved.sizes, job.k)
    refuse_few_holders(table.rows, job, description.people)
    if job.pseudonym and description.people is not None:
        refuse_other_pseudonyms(table.count(job.person), solved.texts, description.people)
    asked = description.coded.sensitive
    # Sensitive columns of which nothing is asked are counted as texts, for the report.
    passed = {column: asked.get(column, "text") for column in job.sensitive}
    beside = table.count_sensitive(passed) if passed else by_class
    _refuse_unmet(job, solved, beside)
    learned = None
    if job.target is not None and solved.with_target is not None:
        learned = predicting(job.target, solved.with_target, table, job.sensitive, format)
    return _Recount(by_class, beside, learned)


def _refuse_unmet(job: Job, solved: Solved, counted: Counted) -> None:
    """Refuse a release of which some class does not have what was asked besides k."""
    coded, classes = solved.description.coded, solved.description.classes
    # The written table does not say who is who: the people of every value come from the snapshot.
    if job.person:
        assert solved.held is not None
        assert solved.counted is not None
        asked, kinds = job.requirements, coded.sensitive
        low = [*unmet_by_people(asked, solved.counted, classes, solved.held, job.person, kinds)]
    else:
        low = unmet(job.requirements, counted, coded.columns, coded.sensitive)
    if low:
        raise InternalError(
            "The release was counted again, and some class does not have"
            f" {low[0].words()}: nothing was published."
        )


def _opened(job: Job, engine: Engine) -> Input:
    given = engine.source(job.table, job.encoding, job.header, job.notation)
    if job.population is None:
        refuse_needless_header(job.header, given)
    job.refuse_unready(given.columns)
    # A name with a quote in front would be another name, so names are refused, not escaped.
    if job.escape_formulas:
        refuse_names([column for column in given.columns if column not in job.unpublished])
    return given


def _read(job: Job, engine: Engine) -> list[Path]:
    """All files that a job reads."""
    people = split_population(job.population)[0]
    maps = [file for role in job.quasi.values() for file in role.files]
    return [*engine.files(job.table), *maps, *engine.files(people)]


def _write_books(hidden: Path, solved: Solved) -> Books:
    from covey.release.facts import report

    return report.write_books(hidden, solved)


class _Beside(NamedTuple):
    """What lies beside the table: the facts of the report, and the certificate as it was written,
    with its fingerprint; and what the owner should know of both."""

    facts: Facts
    certificate: SolvedCertificate
    fingerprint: str
    notes: tuple[str, ...]


def _write_beside(
    folder: Path,
    solved: Solved,
    described: SolvedCertificate,
    recount: _Recount,
    books: Books,
    known: Mapping[str, Future[str]],
) -> _Beside:
    """Write the report and the certificate, which names the fingerprints of all files; those of
    some are ``known``, or soon are."""
    facts = _write_report(folder, solved, described, recount, books)
    target = folder / CERTIFICATE_FILE
    fingerprints = {name: each.result() for name, each in known.items()}
    described = certificate.write_certificate(target, described, fingerprints)
    notes = tuple(books.drawn.notes)
    if described.reveals:
        notes += (f"{CERTIFICATE_FILE} says, as a proof, {described.reveals}",)
    return _Beside(facts, described, certificate.fingerprint(target), notes)


def _write_beside_frame(
    solved: Solved,
    described: SolvedCertificate,
    recount: _Recount,
    receipt: Receipt,
    folder: Path,
) -> Facts:
    books = _write_books(folder, solved)
    beside = _write_beside(folder, solved, described, recount, books, {})
    # Beside the private folder, as for a release that is written.
    with receipt_added(receipts_beside(folder), receipt.made_for(beside.fingerprint, owner_key())):
        return beside.facts


def _write_report(
    hidden: Path, solved: Solved, described: SolvedCertificate, recount: _Recount, books: Books
) -> Facts:
    from covey.release.facts import report

    return report.write(
        hidden, solved, described, recount.classes, recount.beside, books, recount.predicting
    )
