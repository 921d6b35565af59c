"""The same recoding for new records. Nothing is published until each has a class of k or more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, cast

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import weights_of
from covey.attributes.sensitive import unmet
from covey.core.errors import Infeasible, InvalidInput
from covey.core.holders import Holders
from covey.core.threads import takes_threads
from covey.engine import engine_for
from covey.engine.protocol import Counted, Engine
from covey.io.inputs import Input, refuse_needless_header
from covey.io.inputs.base import place
from covey.io.layout import Layout
from covey.io.notation import Notation
from covey.io.outputs.files import replacing
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.io.postgres.address import Address
from covey.io.postgres.files import tables_of
from covey.release import certificate
from covey.release.applied_release import AppliedRelease
from covey.release.applied_report import (
    NewRecords,
    applied_facts,
    notes_on_holders_of,
    requirements_of,
    words_for_report,
)
from covey.release.certificate import ReleaseCertificate, SolvedCertificate
from covey.release.certificate.reading import Reading, Written
from covey.release.context import as_context
from covey.release.destination import (
    Out,
    check_layout,
    folder_of,
    for_output,
    place_for,
    read_out,
    target_in,
)
from covey.release.formulas import refuse_names, words_on_formulas
from covey.release.hidden_table import HiddenTable, shuffles, write_hidden
from covey.release.identifiers import IN_ORDER, find_suspects
from covey.release.notes import MANY_LEFT_OUT, NOBODY, words_on_left_out
from covey.release.owner_files import check_receipts
from covey.release.persons import refuse_few_holders
from covey.release.plan import quasi_of
from covey.release.receipt import OwnerKey, find_receipts, kept, owner_key, receipts_beside
from covey.release.recount import refuse_lost_text, refuse_unlike, unmet_by_people
from covey.release.reshaped import write_shapes
from covey.release.result import Applied
from covey.release.sensitive import from_rules
from covey.release.settling import AGAIN, settle
from covey.release.steps import READING, RECOUNTING, WRITING
from covey.requirements.requirement import Requirement

P = ParamSpec("P")

CHOICES = ("error", "suppress")


def _takes_releases_without_a_folder(run: Callable[P, Applied]) -> Callable[P, Applied]:
    """A release on a server, or of a frame, is given to ``run`` as a private folder of its
    files."""

    @wraps(run)
    def with_files(*given: P.args, **how: P.kwargs) -> Applied:
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
    if not isinstance(target, Address) or not target.same_server(source):
        return
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
    date_format: str | Mapping[str, str] | None = None,
    trim: bool | None = None,
    overwrite: bool = False,
    shuffle: bool | None = None,
    receipts: str | Path | None = None,
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
    na, decimal, date_format, trim
        How values are written, as for ``covey.anonymize``; what is not given is as it was in the
        table that the release was made of.
    shuffle, receipts
        As for ``covey.anonymize``.
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
    data, texts = source.certificate, source.texts
    notation = _notation(data.read.notation, na, decimal, date_format, trim)
    given = for_output(engine.source(table, encoding, header, notation), target)
    refuse_needless_header(header, given)
    # A frame that comes back has no file to escape, whatever the release was.
    comes_back = target is None and given.layout.format == "frame"
    escape = escape_formulas or (data.escape_formulas and not comes_back)
    layout = check_layout(given, target, format, escape)
    engine.capabilities.refuse_beyond(layout, in_order=shuffle is False)
    shuffled = shuffles(shuffle, layout, engine)
    inputs = engine.files(table)
    owned = check_receipts(None if receipts is None else Path(receipts), target, inputs)
    dropped = source.dropped(given, drop)
    hidden_columns = (*dropped, *data.holders)
    if escape:
        refuse_names([column for column in given.columns if column not in hidden_columns])
    with (
        ExitStack() as until_revealed,
        place_for([*inputs, source.folder], target, overwrite) as hidden,
        ExitStack() as until_done,
    ):
        report(f"{READING} {given.name}")
        snapshot = until_done.enter_context(engine.open(given, source.kinds))
        staged, counted = snapshot.staged, snapshot.count()
        held = snapshot.holders(data.holders) if data.holders else None
        classes, notes = settle(source, staged, counted, held, unknown=unknown, below_k=below_k)
        people = None
        if held is not None and data.person is not None:
            people = held.per_class(data.person, classes, len(data.classes.sizes)).tolist()
        on_holders = notes_on_holders_of(data, source.roles, held, counted, classes)
        sizes = weights_of(classes, counted.counts, len(data.classes.sizes)).tolist()
        refuse_lost_text(texts, layout)
        report(WRITING)
        key = owner_key()
        reading = _reading(data.read, source.folder, owned, key)
        described, receipt = certificate.name_tables(
            certificate.describe_applied(
                data,
                certificate.fingerprint(source.folder / CERTIFICATE_FILE),
                replace(reading, written=Written.of(notation)),
                staged,
                sizes,
                dropped,
                layout or Layout("frame"),
                shuffled,
                escape,
                people,
                as_context(context or {}),
            ),
            staged,
            key,
        )
        written = until_done.enter_context(
            write_hidden(
                snapshot,
                classes,
                texts,
                source.range_columns(given),
                target_in(hidden, layout, target, overwrite),
                given=given,
                roles=source.roles,
                texts_of_sets=lambda column: source.book.texts([column])[column],
                unpublished=hidden_columns,
                order=receipt.order(classes.tobytes()) if shuffled else None,
            )
        )
        report(RECOUNTING)
        again = written.count()
        refuse_unlike(again, texts, sizes, data.k)
        refuse_few_holders(written.rows, certificate.job_of(data, source.roles), people)
        if held is not None and data.person is not None:
            _refuse_unmet_by_people(counted, classes, held, data, given)
        else:
            _refuse_unmet(written, data, given)
        unchanged = tuple(
            column for column in given.columns if column not in (*source.columns, *hidden_columns)
        )
        shares = snapshot.distinct(unchanged)
        suspects = find_suspects(
            unchanged, shares, staged.rows, list(data.sensitive), snapshot.dates(unchanged)
        )
        warned = [
            *([NOBODY] if data.k == 1 else []),
            *_few_left(sum(sizes), staged.rows, data),
            *suspects.warnings(),
        ]
        if layout is not None and not shuffled:
            warned.append(IN_ORDER)
        formulas: tuple[str, ...] = ()
        if layout is not None:
            like_one = written.rows.formulas(unchanged) if layout.format == "csv" else {}
            formulas = words_on_formulas(
                like_one, layout.format, unchanged, texts, sizes, source.book.formulas, escape
            )
        if hidden is not None:
            source.copy_books(hidden, escape=described.escape_formulas)
            for name in (name for name in data.files if name.endswith(".geojson")):
                shapes = source.folder / name
                write_shapes(shapes, hidden / name, source.roles, source.book, texts, sizes)
            new = NewRecords(
                certificate=described,
                roles=source.roles,
                book=source.book,
                texts=texts,
                columns=given.columns,
                notes=staged.notes,
                counted=counted,
                classes=classes,
                held=held,
                recounted=again,
                beside=_beside(written, data, given, again),
                suspects=suspects,
                warnings=words_for_report(
                    sum(sizes),
                    staged.rows,
                    suspects,
                    in_order=not shuffled,
                    formulas=() if escape else formulas,
                ),
            )
            _write_report(hidden, new, {"unknown": unknown, "below_k": below_k})
            described = certificate.write_certificate(hidden / CERTIFICATE_FILE, described)
            notes += _refuse_composition(hidden, beside, given)
            seen = certificate.fingerprint(hidden / CERTIFICATE_FILE)
            receipt = receipt.made_for(seen, key)
            if owned is not None:
                until_revealed.enter_context(kept(owned, receipt))
        if key.note:
            notes.append(key.note)
        files = () if hidden is None else tuple(sorted(file.name for file in hidden.iterdir()))
        revealed = written.rows.reveal()
    return Applied(
        table=target / revealed.name if isinstance(target, Path) else revealed,
        folder=folder_of(target),
        input=given.name,
        records=staged.rows,
        k=data.k,
        quasi=quasi_of(source.roles, counted, classes >= 0),
        sizes=tuple(sizes),
        requirements=requirements_of(data, source.roles),
        suppressed=staged.rows - sum(sizes),
        dropped=hidden_columns,
        unchanged=unchanged,
        people=None if people is None else tuple(people),
        notes=(*staged.notes, *notes, *on_holders, *(formulas if escape else ())),
        warnings=(*warned, *(() if escape else formulas)),
        files=files,
        receipt=receipt,
        receipts=owned,
        address=target if isinstance(target, Address) else None,
        context=described.context,
    )


def _refuse_choices(unknown: str, below_k: str, beside: Any, target: Out) -> None:
    for name, value in (("unknown", unknown), ("below_k", below_k)):
        if value not in CHOICES:
            raise InvalidInput(f"{name} is error or suppress; given: {value!r}.", given=value)
    if beside and isinstance(target, Address):
        raise InvalidInput(
            "A release on a server is not compared with others before it is published.",
            hint="Leave --beside away (beside= in Python), and compare them afterwards:"
            " covey verify URL --beside OUT/",
        )


def _beside(
    written: HiddenTable, data: ReleaseCertificate, given: Input, again: Counted
) -> Counted:
    """The written table counted with its sensitive columns, where it has them."""
    kinds = data.read.sensitive or {}
    passed = {c: kinds.get(c, "text") for c in data.sensitive if c in given.columns}
    return written.count_sensitive(passed) if passed else again


def _write_report(hidden: Path, new: NewRecords, told: Mapping[str, str]) -> None:
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
        else ', or make the release with --recoding global (recoding="global"), whose classes have'
        " room for combinations that it has not seen"
    )
    return [
        f"{words_on_left_out(gone, records)}. To keep more, publish the whole table again:"
        f" {AGAIN}{more}"
    ]


def _refuse_unmet(written: HiddenTable, data: ReleaseCertificate, given: Input) -> None:
    """What was asked of the release's sensitive attributes holds for new records, too."""
    asked = from_rules(data.sensitive)
    if not asked:
        return
    sensitive = dict.fromkeys(str(each.column) for each in asked)
    for column in sensitive:
        place(given.name, given.columns, column, "a sensitive attribute")
    kinds = data.read.sensitive or {}
    counted = written.count_sensitive({column: kinds.get(column, "text") for column in sensitive})
    low = unmet(asked, counted, list(written.texts), kinds)
    if low:
        raise _not_met(given, low[0])


def _refuse_unmet_by_people(
    counted: Counted,
    classes: NDArray[np.int64],
    held: Holders,
    data: ReleaseCertificate,
    given: Input,
) -> None:
    """The same counted by people."""
    assert data.person is not None
    asked, kinds = from_rules(data.sensitive), data.read.sensitive or {}
    for low in unmet_by_people(asked, counted, classes, held, data.person, kinds):
        raise _not_met(given, low)


def _not_met(given: Input, requirement: Requirement) -> Infeasible:
    return Infeasible(
        f"{given.name}: some class of its records does not have {requirement.words()}, as the"
        " release asks. Nothing was published.",
        hint=f"Add records, or publish the whole table again: {AGAIN}",
    )


def _refuse_composition(
    hidden: Path, others: Sequence[Any] | str | Path, given: Input
) -> list[str]:
    """Refuse a release that gives people away together with others; what is said if it does not."""
    if isinstance(others, str | Path):
        others = [others]
    if not others:
        return []
    from covey.verification.claims import read_claims
    from covey.verification.composition import together

    found = list(together(read_claims(hidden), others))
    # What only the table of the other release could tell is said, and stops nobody.
    failed = [f"{check.claim}: {check.found}" for check in found if check.held is False]
    if failed:
        raise Infeasible(
            f"{given.name}: this does not hold: {'; '.join(failed)}. Nothing was published.",
            hint="Somebody with both releases could find these people's records. Publish when"
            " enough new people are in every class, or publish the whole table again and withdraw"
            " the former release.",
        )
    return [
        ("not checked: " if check.held is None else "")
        + (f"{check.claim}: {check.found}" if check.found else check.claim)
        for check in found
    ]


def _notation(
    source: Notation, na: Any, decimal: Any, date_format: Any, trim: bool | None
) -> Notation:
    """How the new table is written: as that of the release, but for what is said."""
    said = {"na": na, "decimal": decimal, "date_format": date_format, "trim": trim}
    given = {name: value for name, value in said.items() if value is not None}
    return Notation.of(**{**source.arguments, **given})


def _reading(read: Reading, source: Path, owned: Path | None, key: OwnerKey) -> Reading:
    """What is said of the reading. A population is not read again: which one it was is known from
    the owner's receipt of the release, or not at all."""
    if read.population is None:
        return read
    population = replace(read.population, fingerprint=None)
    keyed = read.population.fingerprint or ""
    seen = certificate.fingerprint(source / CERTIFICATE_FILE)
    for path in (owned, receipts_beside(source)):
        for receipt in find_receipts(path, seen) if path is not None and path.is_file() else ():
            known = receipt.tables.get("population")
            # Anybody may have put another receipt beside the release.
            if known is not None and receipt.made_with(key) and receipt.proves(keyed, known):
                population = replace(population, fingerprint=known)
    return replace(read, population=population)
