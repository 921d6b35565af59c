"""The same recoding for new records. Nothing is published until each has a class of k or more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, cast

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import weights_of
from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.errors import CoveyError, InvalidInput
from covey.core.holders import Holders
from covey.core.temporary import part_folder
from covey.core.threads import takes_threads
from covey.engine import engine_for
from covey.engine.protocol import Counted, Engine, Snapshot, Staged, ToFile
from covey.io.inputs import Input, refuse_needless_header
from covey.io.layout import Layout
from covey.io.notation import Notation
from covey.io.outputs.files import refusing, replacing
from covey.io.outputs.folder import CERTIFICATE_FILE, PUBLISHED
from covey.io.postgres.address import Address
from covey.io.postgres.files import tables_of
from covey.release import certificate
from covey.release.apply.checks import (
    refuse_composition,
    refuse_unmet,
    refuse_unmet_by_people,
)
from covey.release.apply.report import (
    NewRecords,
    OnIds,
    Undone,
    applied_facts,
    notes_on_holders_of,
    notes_on_undone,
    on_ids,
    requirements_of,
    undone_by,
    words_for_report,
)
from covey.release.apply.settling import AGAIN, settle
from covey.release.apply.shapes import write_shapes
from covey.release.apply.source import AppliedRelease
from covey.release.certificate import (
    AppliedCertificate,
    ReleaseCertificate,
    SolvedCertificate,
)
from covey.release.certificate.reading import Reading, Written
from covey.release.facts.decisions import Told
from covey.release.facts.formulas import refuse_names, words_on_formulas
from covey.release.facts.notes import MANY_LEFT_OUT, NOBODY, words_on_left_out
from covey.release.facts.plan import quasi_of
from covey.release.job.context import as_context
from covey.release.owner.files import check_receipts, check_withheld
from covey.release.owner.receipt import (
    OwnerKey,
    Receipt,
    find_receipts,
    owner_key,
    receipt_added,
    receipts_beside,
)
from covey.release.result import Applied
from covey.release.risks.candidates import candidates
from covey.release.risks.dependence import quasi_of_roles
from covey.release.risks.identifiers import (
    IN_ORDER,
    IdentifyingColumns,
    find_identifying,
    identifies_people,
)
from covey.release.risks.repeated import repeated_of
from covey.release.steps import READING, RECOUNTING, WRITING
from covey.release.write.destination import (
    Out,
    check_layout,
    folder_of,
    for_output,
    place_for,
    read_out,
    target_in,
)
from covey.release.write.hidden_table import HiddenTable, shuffles, write_hidden
from covey.release.write.recount import refuse_few_holders, refuse_lost_text, refuse_unlike

P = ParamSpec("P")

CHOICES = ("error", "suppress")


def _takes_releases_without_a_folder(run: Callable[P, Applied]) -> Callable[P, Applied]:
    """A release on a server, or of a frame, is given to ``run`` as a private folder of its
    files."""

    @wraps(run)
    def with_files(*given: P.args, **how: P.kwargs) -> Applied:
        # The release may be given by position or by name.
        release, *others = given or (how.get("release"),)
        address = certificate.address_of(release)
        if address is not None:
            _refuse_to_replace(address, cast("str | Path | None", how.get("out")))
        named = {name: value for name, value in how.items() if name != "release"}
        with certificate.files_of(release) as folder:
            apply_to: Callable[..., Applied] = run
            return apply_to(folder, *others, **named)

    return with_files


def _refuse_to_replace(source: Address, out: str | Path | None) -> None:
    """A folder is an input that nothing is written over; so is a release on a server."""
    target = read_out(out)
    # Names are compared only on one server: elsewhere they are other tables.
    if not isinstance(target, Address) or not target.same_server(source):
        return
    # A release is several tables: none of the new ones may be one of the old.
    if {t.name for t in tables_of(source)} & {t.name for t in tables_of(target)}:
        raise InvalidInput(
            f"{target.name} would replace the release whose codebook is applied.",
            hint="Name another table with -o (out= in Python).",
        )


@takes_threads
@_takes_releases_without_a_folder
def apply(
    release: Any,
    table: Any,
    *,
    out: str | Path | None = None,
    unknown: str = "error",
    below_k: str = "error",
    drop: Sequence[str] = (),
    format: str = "",
    encoding: str = "",
    escape_formulas: bool = False,
    header: bool | None = None,
    na: str | Sequence[str] | Mapping[str, str | Sequence[str]] | None = None,
    decimal: str | Mapping[str, str] | None = None,
    thousands: str | Mapping[str, str] | None = None,
    date_format: str | Mapping[str, str] | None = None,
    trim: bool | None = None,
    overwrite: bool = False,
    shuffle: bool | None = None,
    receipts: str | Path | None = None,
    withheld: str | Path | None = None,
    beside: Sequence[Any] | str | Path = (),
    context: Mapping[str, str] | None = None,
    report: Callable[[str], None] = lambda _: None,
    engine: Engine | str | None = None,
    threads: int | None = None,
) -> Applied:
    """Recode new records by the codebook of a release.

    release
        Its folder, the codebook in it, the URL of its table on a PostgreSQL server, or what
        ``covey.anonymize`` handed back.
    unknown, below_k
        Records whose value the codebook lacks, and classes with fewer than k of the new records:
        ``error`` or ``suppress``.
    drop
        Columns to leave out, besides those that the release left out.
    na, decimal, thousands, date_format, trim
        How values are written, as for ``covey.anonymize``; what is not given is as it was in the
        table that the release was made of.
    shuffle, receipts
        As for ``covey.anonymize``.
    withheld
        As for ``covey.anonymize``: a private file that lists the records that are not published,
        whole and as they were.
    beside
        Other releases that have some of these people, such as the one whose codebook this is:
        nothing is published if somebody is found to stand out in what they and this one give
        together. Where people are counted and a release does not tell who is who, a note says
        that this was not checked.
    context
        As for ``covey.anonymize``: the words of the release are not those of its new records.
    escape_formulas
        As for ``covey.anonymize``; a release that was made so is applied so.
    engine, threads
        As for ``covey.anonymize``.
    """
    target = read_out(out)
    if engine is None or isinstance(engine, str):
        engine = engine_for(table, target, engine or "")
    _refuse_choices(unknown, below_k, beside, target)
    source = AppliedRelease.read(certificate.folder_of(release))
    notation = _notation(
        source.certificate.read.notation,
        na=na,
        decimal=decimal,
        thousands=thousands,
        date_format=date_format,
        trim=trim,
    )
    given = for_output(engine.source(table, encoding, header, notation), target)
    refuse_needless_header(header, given)
    # A frame that comes back has no file to escape, whatever the release was.
    comes_back = target is None and given.layout.format == "frame"
    escape = escape_formulas or (source.certificate.escape_formulas and not comes_back)
    layout = check_layout(given, target, format, escape)
    engine.capabilities.refuse_beyond(layout, in_order=shuffle is False)
    inputs = engine.files(table)
    task = _Task(
        source=source,
        engine=engine,
        given=given,
        notation=notation,
        # The release is an input as well: nothing is written over it.
        inputs=[*inputs, source.folder],
        target=target,
        overwrite=overwrite,
        owned=check_receipts(None if receipts is None else Path(receipts), target, inputs),
        layout=layout,
        escape=escape,
        shuffled=shuffles(shuffle, layout, engine),
        dropped=source.dropped(given, drop),
        unknown=unknown,
        below_k=below_k,
        encoding=encoding,
        header=header,
        beside=beside,
        context=as_context(context or {}),
    )
    if escape:
        refuse_names([column for column in given.columns if column not in task.unpublished])
    if withheld is None:
        return _published(task, report)
    return _listed(task, report, Path(withheld))


def _listed(task: _Task, report: Callable[[str], None], withheld: Path) -> Applied:
    """Publish, and list the records that are left out: the file appears after the release."""
    if task.layout is None:
        raise InvalidInput(
            "A frame has no list of withheld records: they are those that do not come back.",
            hint="Omit withheld, or give the table as a file.",
            given=str(withheld),
        )
    check_withheld(withheld, task.inputs, task.target, task.overwrite)
    with ExitStack() as until_done:
        with refusing(withheld):
            part = until_done.enter_context(part_folder(withheld)) / "withheld.csv"
        done = _published(task, report, part)
        try:
            with refusing(withheld):
                # Before it gets its name: these are the records of people who must not be
                # published.
                part.chmod(0o600)
                part.replace(withheld)
        except CoveyError as error:
            error.add_note(PUBLISHED.format(what="release", target=done.folder))
            raise
    return done


@dataclass(frozen=True, eq=False, kw_only=True)
class _Task:
    """What was asked for, after it was checked."""

    source: AppliedRelease
    engine: Engine
    given: Input
    notation: Notation
    inputs: Sequence[Path]
    target: Out
    overwrite: bool
    owned: Path | None
    """The owner's file of receipts."""
    layout: Layout | None
    escape: bool
    shuffled: bool
    dropped: tuple[str, ...]
    unknown: str
    below_k: str
    encoding: str
    header: bool | None
    beside: Sequence[Any] | str | Path
    context: Mapping[str, str]

    @property
    def unpublished(self) -> tuple[str, ...]:
        # New records have no pseudonyms: who a record is of is never published.
        return (*self.dropped, *self.source.certificate.holders)

    @property
    def unchanged(self) -> tuple[str, ...]:
        known = (*self.source.columns, *self.unpublished)
        return tuple(column for column in self.given.columns if column not in known)


@dataclass(frozen=True, eq=False)
class _Settled:
    """New records with the class of each combination, below 0 for those that are left out, and the
    records and people of every class."""

    staged: Staged
    counted: Counted
    held: Holders | None
    classes: NDArray[np.int64]
    sizes: list[int]
    people: list[int] | None
    notes: list[str]


@dataclass(frozen=True, eq=False)
class _Warnings:
    """Warnings to the owner about the table as it was written."""

    identifying: IdentifyingColumns
    ids: OnIds
    undone: Undone
    warnings: tuple[str, ...]
    formulas: tuple[str, ...]


def _published(task: _Task, report: Callable[[str], None], withheld: Path | None = None) -> Applied:
    """Read, settle, write, recount, report. Nothing appears before the recount held."""
    with (
        # The outermost of all: a receipt is undone if anything fails before the release appears.
        ExitStack() as until_revealed,
        place_for(task.engine, task.inputs, task.target, task.overwrite) as hidden,
        ExitStack() as until_done,
    ):
        report(f"{READING} {task.given.name}")
        snapshot = until_done.enter_context(task.engine.open(task.given, task.source.kinds))
        new = _settled(task, snapshot)
        # Before the table is written: a format that cannot hold a text would change it silently.
        refuse_lost_text(task.source.texts, task.layout)
        report(WRITING)
        key = owner_key()
        described, receipt = _described(task, new, key)
        table = until_done.enter_context(_written(task, snapshot, new, hidden, receipt))
        report(RECOUNTING)
        again = _recounted(task, new, table)
        # After the recount: a list of withheld records is made only for a table that holds.
        if withheld is not None:
            table.rows.withheld(ToFile(withheld, Layout("csv")))
        warned = _warnings(task, snapshot, new, table)
        notes = list(new.notes)
        if hidden is not None:
            described = _write_beside(hidden, task, described, new, table, again, warned)
            # On the finished files, before they appear: what two releases tell together is counted
            # from what is published.
            notes += refuse_composition(hidden, task.beside, task.given)
            seen = certificate.fingerprint(hidden / CERTIFICATE_FILE)
            receipt = receipt.made_for(seen, key)
            if task.owned is not None:
                until_revealed.enter_context(receipt_added(task.owned, receipt))
        if key.note:
            notes.append(key.note)
        files = () if hidden is None else tuple(sorted(file.name for file in hidden.iterdir()))
        # The first step that others can see. All that can refuse the release comes before it.
        revealed = table.rows.reveal()
    where = task.target / revealed.name if isinstance(task.target, Path) else revealed
    return _account(task, new, warned, notes, where, files, receipt)


def _settled(task: _Task, snapshot: Snapshot) -> _Settled:
    """Count the new table, and find the class of every combination in it."""
    data = task.source.certificate
    staged, counted = snapshot.staged, snapshot.count()
    held = snapshot.holders(data.holders) if data.holders else None
    classes, notes = settle(
        task.source, staged, counted, held, unknown=task.unknown, below_k=task.below_k
    )
    # The classes of the release, also those that no new record is in.
    count = len(data.classes.sizes)
    people = None
    if held is not None and data.person is not None:
        people = held.per_class(data.person, classes, count).tolist()
    sizes = weights_of(classes, counted.counts, count).tolist()
    return _Settled(staged, counted, held, classes, sizes, people, notes)


def _described(task: _Task, new: _Settled, key: OwnerKey) -> tuple[AppliedCertificate, Receipt]:
    """The certificate of the new release, and the owner's receipt of which table it was."""
    source = task.source
    data = source.certificate
    reading = _reading(data.read, data.k_map, source.folder, task.owned, key)
    described = certificate.describe_applied(
        source.certificate,
        # The new certificate names that of the release, which names all of its files.
        certificate.fingerprint(source.folder / CERTIFICATE_FILE),
        replace(reading, written=Written.of(task.notation)),
        new.staged,
        new.sizes,
        task.dropped,
        task.layout or Layout("frame"),
        task.shuffled,
        task.escape,
        new.people,
        task.context,
    )
    return certificate.name_tables(described, new.staged, key)


def _written(
    task: _Task, snapshot: Snapshot, new: _Settled, hidden: Path | None, receipt: Receipt
) -> AbstractContextManager[HiddenTable]:
    """Write the recoded table where nobody sees it."""
    book = task.source.book
    return write_hidden(
        snapshot,
        new.classes,
        task.source.texts,
        task.source.range_columns(task.given),
        target_in(hidden, task.layout, task.target, task.overwrite),
        given=task.given,
        roles=task.source.roles,
        texts_of_sets=lambda column: book.texts([column])[column],
        unpublished=task.unpublished,
        order=receipt.order(new.classes.tobytes()) if task.shuffled else None,
    )


def _recounted(task: _Task, new: _Settled, table: HiddenTable) -> Counted:
    """Count the written table again, and refuse what is not as it was meant."""
    source, data = task.source, task.source.certificate
    again = table.count()
    refuse_unlike(again, source.texts, new.sizes, data.k)
    refuse_few_holders(table.rows, certificate.job_of(data, source.roles), new.people)
    # The written table does not say who is who: the people of every value come from the snapshot.
    if new.held is not None and data.person is not None:
        refuse_unmet_by_people(new.counted, new.classes, new.held, data, task.given)
    else:
        refuse_unmet(table, data, task.given)
    return again


def _warnings(task: _Task, snapshot: Snapshot, new: _Settled, table: HiddenTable) -> _Warnings:
    """What unchanged columns may give away, what is noticed about ids, and what a spreadsheet would
    run."""
    data, layout, unchanged = task.source.certificate, task.layout, task.unchanged
    identifying = find_identifying(
        unchanged,
        snapshot.distinct(unchanged),
        new.staged.rows,
        list(data.sensitive),
        snapshot.dates(unchanged),
    )
    warnings = [
        *([NOBODY] if data.k == 1 else []),
        *_few_left(sum(new.sizes), new.staged.rows, data),
        *identifying.warnings(),
    ]
    quasi = quasi_of_roles(task.source.roles)
    # As by default in a release: how that one looked is not repeated.
    likely = candidates(snapshot, new.counted.records, quasi, unchanged)
    undone = undone_by(snapshot, new.counted, task.source.roles, likely, new.classes, data)
    ids = _on_ids(task, snapshot, new)
    warnings += [*undone.warnings, *ids.warnings]
    # A frame comes back to its owner: its order is known, and no spreadsheet opens it.
    if layout is None:
        return _Warnings(identifying, ids, undone, tuple(warnings), ())
    if not task.shuffled:
        warnings.append(IN_ORDER)
    like_one = table.rows.formulas(unchanged) if layout.format == "csv" else {}
    formulas = words_on_formulas(
        like_one,
        layout.format,
        unchanged,
        task.source.texts,
        new.sizes,
        task.source.book.formulas,
        task.escape,
    )
    return _Warnings(identifying, ids, undone, tuple(warnings), formulas)


def _on_ids(task: _Task, snapshot: Snapshot, new: _Settled) -> OnIds:
    data = task.source.certificate
    marked = snapshot.marked([*new.counted.columns, *data.holders], data.person or "")
    if data.person is not None:
        spellings = snapshot.spellings(data.person)
        return on_ids(data, new.held, None, spellings, marked, new.classes)
    # The release counts records: nobody said yet which column identifies people.
    asked = [c for c in task.given.columns if c not in (*data.sensitive, *data.holders)]
    named = [c for c in asked if c not in new.counted.columns and identifies_people(c)]
    repeated = repeated_of(
        snapshot,
        new.counted,
        quasi_of_roles(task.source.roles),
        asked,
        snapshot.distinct(named),
        exact=False,
    )
    return on_ids(data, new.held, repeated, (0, 0), marked, new.classes)


def _write_beside(
    hidden: Path,
    task: _Task,
    described: AppliedCertificate,
    new: _Settled,
    table: HiddenTable,
    again: Counted,
    warned: _Warnings,
) -> AppliedCertificate:
    """Write what goes beside the table: codebook, shapes, report and certificate."""
    source, data = task.source, task.source.certificate
    # The same sets and names as in the release, so that both are read by one codebook.
    source.copy_books(hidden, escape=described.escape_formulas)
    for name in (name for name in data.files if name.endswith(".geojson")):
        shapes = source.folder / name
        write_shapes(shapes, hidden / name, source.roles, source.book, source.texts, new.sizes)
    records = NewRecords(
        certificate=described,
        roles=source.roles,
        book=source.book,
        texts=source.texts,
        columns=task.given.columns,
        notes=new.staged.notes,
        counted=new.counted,
        classes=new.classes,
        held=new.held,
        recounted=again,
        beside=_with_sensitive(table, data, task.given, again),
        identifying=warned.identifying,
        ids=warned.ids,
        undone=warned.undone,
        warnings=words_for_report(
            sum(new.sizes),
            new.staged.rows,
            warned.identifying,
            warned.ids,
            warned.undone,
            in_order=not task.shuffled,
            formulas=() if task.escape else warned.formulas,
        ),
    )
    told = {
        "unknown": task.unknown,
        "below_k": task.below_k,
        "encoding": task.encoding,
        "header": task.header,
    }
    _write_report(hidden, records, told)
    return certificate.write_certificate(hidden / CERTIFICATE_FILE, described)


def _account(
    task: _Task,
    new: _Settled,
    warned: _Warnings,
    notes: Sequence[str],
    table: Any,
    files: tuple[str, ...],
    receipt: Receipt,
) -> Applied:
    """What Python hands back."""
    data, roles = task.source.certificate, task.source.roles
    on_holders = (
        *notes_on_holders_of(data, roles, new.held, new.counted, new.classes),
        *notes_on_undone(warned.undone, new.counted.records, len(task.unchanged), len(roles)),
    )
    return Applied(
        table=table,
        folder=folder_of(task.target),
        input=task.given.name,
        records=new.staged.rows,
        k=data.k,
        quasi=quasi_of(task.source.roles, new.counted, new.classes >= 0),
        sizes=tuple(new.sizes),
        requirements=requirements_of(data, task.source.roles),
        suppressed=new.staged.rows - sum(new.sizes),
        dropped=task.unpublished,
        unchanged=task.unchanged,
        people=None if new.people is None else tuple(new.people),
        # Escaped formulas are a note, others a warning.
        notes=all_spoken(
            (*new.staged.notes, *notes, *on_holders, *(warned.formulas if task.escape else ()))
        ),
        warnings=all_spoken((*warned.warnings, *(() if task.escape else warned.formulas))),
        files=files,
        receipt=receipt,
        receipts=task.owned,
        address=task.target if isinstance(task.target, Address) else None,
        context=task.context,
    )


def _refuse_choices(unknown: str, below_k: str, beside: Any, target: Out) -> None:
    for name, value in (("unknown", unknown), ("below_k", below_k)):
        if value not in CHOICES:
            raise InvalidInput(f"{name} is error or suppress; given: {value!r}.", given=value)
    if beside and isinstance(target, Address):
        raise InvalidInput(
            "A release on a server is not compared with others before it is published.",
            hint="Leave --beside away, and compare them afterwards: covey verify URL --beside OUT/",
        )


def _with_sensitive(
    table: HiddenTable, data: ReleaseCertificate, given: Input, again: Counted
) -> Counted:
    """The written table counted with its sensitive columns, where it has them."""
    kinds = data.read.sensitive or {}
    passed = {c: kinds.get(c, "text") for c in data.sensitive if c in given.columns}
    return table.count_sensitive(passed) if passed else again


def _write_report(hidden: Path, new: NewRecords, told: Told) -> None:
    from covey.release.audit import AUDIT_FILE, audit_of
    from covey.report.parts import REPORT_FILE
    from covey.report.render import write_report

    facts = applied_facts(new, told)
    write_report(facts, hidden / REPORT_FILE)
    with replacing(hidden / AUDIT_FILE) as file:
        file.write(audit_of(new.certificate, facts, told).to_json())


def _few_left(published: int, records: int, data: ReleaseCertificate) -> list[str]:
    """A warning where so many records are left out that the rest may not speak for all."""
    gone = records - published
    if gone < MANY_LEFT_OUT * records:
        return []
    more = (
        ""
        if isinstance(data, SolvedCertificate) and data.recoding == "global"
        else ", or make the release with --recoding global, whose classes have"
        " room for combinations that it has not seen"
    )
    return [
        f"{words_on_left_out(gone, records)}. To keep more, publish the whole table again:"
        f" {AGAIN}{more}"
    ]


def _notation(source: Notation, **written: Any) -> Notation:
    """How the new table is written: as that of the release, except for the options that
    are given."""
    given = {name: value for name, value in written.items() if value is not None}
    return Notation.of(**{**source.arguments, **given})


def _reading(
    read: Reading, asked: int | None, source: Path, owned: Path | None, key: OwnerKey
) -> Reading:
    """How the table was read, for the certificate. A population of which something was ``asked`` is
    not read again: which one it was is known from the owner's receipt of the release, or not at
    all."""
    # Risks by weights are of the release. Nothing is estimated for new records.
    read = replace(read, sampling_weight=None)
    if read.population is None or asked is None:
        return replace(read, population=None)
    population = replace(read.population, fingerprint=None)
    keyed = read.population.fingerprint or ""
    seen = certificate.fingerprint(source / CERTIFICATE_FILE)
    # The owner may keep all receipts in one file, or each beside its release.
    for path in (owned, receipts_beside(source)):
        for receipt in find_receipts(path, seen) if path is not None and path.is_file() else ():
            known = receipt.tables.get("population")
            # Anybody may have put another receipt beside the release.
            if known is not None and receipt.made_with(key) and receipt.proves(keyed, known):
                population = replace(population, fingerprint=known)
    return replace(read, population=population)
