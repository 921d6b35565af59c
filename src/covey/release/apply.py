"""The same recoding for new records. Nothing is published until each has a class of k or more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import wraps
from pathlib import Path
from shutil import copyfile
from typing import Any, ParamSpec, cast

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.attributes.attribute import weights_of
from covey.attributes.lookup import Cells, find_classes, unknown_values
from covey.attributes.names import class_names
from covey.attributes.range_columns import TEXT, RangeColumns, kinds_of_ranges
from covey.attributes.sensitive import spread_of_people, unmet
from covey.codebook.book import Book
from covey.codebook.locating import NOWHERE
from covey.codebook.reader import copy_codebook, read_book
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE, read_cells, write_cells
from covey.core.errors import Infeasible, InvalidInput
from covey.core.holders import Holders
from covey.core.threads import takes_threads
from covey.core.words import listed, plural, with_people, with_records
from covey.engine import engine_for
from covey.engine.protocol import SUPPRESSED, Counted, Engine, Generalization, Hidden, Staged
from covey.io.inputs import Input, refuse_needless_header
from covey.io.inputs.base import place
from covey.io.layout import Layout
from covey.io.notation import Notation
from covey.io.outputs.files import replacing
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.io.postgres.address import Address
from covey.io.postgres.files import tables_of
from covey.release import certificate
from covey.release.applied_report import NewRecords, applied_facts, words_for_report
from covey.release.certificate import ReleaseCertificate, SolvedCertificate
from covey.release.certificate.reading import Reading, Written
from covey.release.context import as_context
from covey.release.destination import (
    check_layout,
    folder_of,
    for_output,
    place_for,
    read_out,
    target_in,
)
from covey.release.formulas import refuse_names, words_on_formulas
from covey.release.identifiers import IN_ORDER, find_suspects
from covey.release.notes import MANY_LEFT_OUT, NOBODY, words_on_left_out
from covey.release.orders import published_booleans, published_orders
from covey.release.persons import refuse_few_holders
from covey.release.plan import Account, lines_on_files, quasi_of
from covey.release.publish import (
    check_receipts,
    refuse_lost_text,
    refuse_unlike,
    shuffles,
)
from covey.release.receipt import OwnerKey, Receipt, find_receipts, kept, owner_key, receipts_beside
from covey.release.reshaped import write_shapes
from covey.release.sensitive import from_rules
from covey.release.steps import READING, RECOUNTING, WRITING
from covey.requirements.requirement import Requirement

P = ParamSpec("P")

CHOICES = ("error", "suppress")
AGAIN = "covey anonymize (covey.anonymize in Python)"


@dataclass(frozen=True, eq=False, kw_only=True)
class Applied(Account):
    """What became of new records. ``table`` is a frame, or the table's path in ``folder``."""

    table: Any
    folder: Path | None
    sizes: tuple[int, ...]
    people: tuple[int, ...] | None = None
    files: tuple[str, ...] = ()
    receipt: Receipt | None = None
    receipts: Path | None = None
    address: Address | None = None

    @property
    def where(self) -> str:
        """The folder, or the table on a server; empty for a frame."""
        return self.address.name if self.address is not None else str(self.folder or "")

    def __repr__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        """A few lines for people."""
        there = [size for size in self.sizes if size]
        how_large = with_records(len(there), min(there), max(there))
        if self.people is not None:
            own = [size for size in self.people if size]
            how_large = with_people(len(own), min(own), max(own), min(there), max(there))
        classes = f"classes      {len(there):,} of {len(self.sizes):,}, {how_large}"
        files = lines_on_files(self.where, self.files, self.receipts)
        return "\n".join([self.in_lines([classes]), *files])

    def to_dict(self) -> dict[str, Any]:
        private = ("table", "receipt", "receipts", "address")
        plain = {name: value for name, value in vars(self).items() if name not in private}
        return plain | {"folder": self.where, "quasi": [asdict(each) for each in self.quasi]}


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
        nothing is published if somebody stands out in what they and this one give together.
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
    for name, value in (("unknown", unknown), ("below_k", below_k)):
        if value not in CHOICES:
            raise InvalidInput(f"{name} is error or suppress; given: {value!r}.", given=value)
    if beside and isinstance(target, Address):
        raise InvalidInput(
            "A release on a server is not compared with others before it is published.",
            hint="Leave --beside away (beside= in Python), and compare them afterwards:"
            " covey verify URL --beside OUT/",
        )
    folder = certificate.folder_of(release)
    data = certificate.read_release(folder)
    for name in (CODEBOOK_FILE, CELLS_FILE):
        if (folder / name).is_file():
            certificate.refuse_changed(folder, data, name)
    before = data.escape_formulas
    book = read_book(folder / CODEBOOK_FILE, escape=before)
    texts: Cells = read_cells(folder / CELLS_FILE, escape=before)
    roles = data.to_roles()
    columns = [column for name, role in roles.items() for column in role.columns(name)]
    notation = _notation(data.read.notation, na, decimal, date_format, trim)
    given = for_output(engine.source(table, encoding, header, notation), target)
    refuse_needless_header(header, given)
    # A frame that comes back has no file to escape, whatever the release was.
    escape = escape_formulas or (before and (target is not None or given.layout.format != "frame"))
    layout = check_layout(given, target, format, escape)
    engine.capabilities.refuse_beyond(layout, in_order=shuffle is False)
    shuffled = shuffles(shuffle, layout, engine)
    inputs = engine.files(table)
    owned = check_receipts(None if receipts is None else Path(receipts), target, inputs)
    for column in drop:
        place(given.name, given.columns, column, "to be dropped")
        if column in (*columns, *data.sensitive):
            raise InvalidInput(
                f"{column!r} cannot be dropped: the release recodes it, or asks something of it.",
                hint="Publish the whole table again without it: covey anonymize --drop.",
                given=column,
            )
    for column in columns:
        place(given.name, given.columns, column, "which the release recodes")
    for column in data.holders:
        place(given.name, given.columns, column, "by which the release counts people or groups")
    # What the release left out need not be there.
    dropped = tuple(column for column in given.columns if column in (*drop, *data.dropped))
    hidden_columns = (*dropped, *data.holders)
    if escape:
        refuse_names([column for column in given.columns if column not in hidden_columns])
    with (
        ExitStack() as until_revealed,
        place_for([*inputs, folder], target, overwrite) as hidden,
        ExitStack() as until_done,
    ):
        report(f"{READING} {given.name}")
        kinds = data.kinds(roles)
        if data.person is not None:
            # It matters whose the sensitive values are.
            kinds |= data.read.sensitive or {}
        snapshot = until_done.enter_context(engine.open(given, kinds))
        staged, counted = snapshot.staged, snapshot.count()
        held = snapshot.holders(data.holders) if data.holders else None
        located = find_classes(roles, book, texts, counted, data.readings)
        _refuse_other_classes(folder, texts, data)
        classes, notes = _settled(
            staged, counted, located, roles, book, texts, data, unknown, below_k, held
        )
        people = None
        if held is not None and data.person is not None:
            people = held.per_class(data.person, classes, len(data.classes.sizes)).tolist()
        sizes = weights_of(classes, counted.counts, len(data.classes.sizes)).tolist()
        refuse_lost_text(texts, layout)
        report(WRITING)
        key = owner_key()
        described, receipt = certificate.name_tables(
            certificate.describe_applied(
                data,
                certificate.fingerprint(folder / CERTIFICATE_FILE),
                replace(
                    _reading(data.read, folder, owned, key),
                    written=Written.of(notation),
                ),
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
        order = receipt.order(classes.tobytes()) if shuffled else None
        ranges = _range_columns(data, roles, book, given)
        written = ranges.written(texts)
        recoded = until_done.enter_context(
            snapshot.recode(
                Generalization(
                    classes,
                    written,
                    ranges.instead,
                    {**ranges.written_kinds, **published_booleans(given, written)},
                    published_orders(given, roles, lambda column: book.texts([column])[column]),
                ),
                target_in(hidden, layout, target, overwrite),
                hidden_columns,
                order,
            )
        )
        report(RECOUNTING)
        again = ranges.as_texts(recoded.count(tuple(written)), texts, written)
        refuse_unlike(again, texts, sizes, data.k)
        refuse_few_holders(recoded, certificate.job_of(data, roles), people)
        if held is not None and data.person is not None:
            _refuse_unmet_by_people(counted, classes, held, data, given)
        else:
            _refuse_unmet(recoded, tuple(written), data, given)
        unchanged = tuple(
            column for column in given.columns if column not in (*columns, *hidden_columns)
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
            like_one = recoded.formulas(unchanged) if layout.format == "csv" else {}
            formulas = words_on_formulas(
                like_one, layout.format, unchanged, texts, sizes, book.formulas, escape
            )
        if hidden is not None:
            _write_books(hidden, folder, described.escape_formulas, before)
            for name in (name for name in data.files if name.endswith(".geojson")):
                write_shapes(folder / name, hidden / name, roles, book, texts, sizes)
            new = NewRecords(
                certificate=described,
                roles=roles,
                book=book,
                texts=texts,
                columns=given.columns,
                notes=staged.notes,
                counted=counted,
                classes=classes,
                held=held,
                recounted=again,
                beside=_beside(recoded, ranges, texts, written, data, given, again),
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
        written = recoded.reveal()
    return Applied(
        table=target / written.name if isinstance(target, Path) else written,
        folder=folder_of(target),
        input=given.name,
        records=staged.rows,
        k=data.k,
        quasi=quasi_of(roles, counted, classes >= 0),
        sizes=tuple(sizes),
        requirements=tuple(each.words() for each in from_rules(data.sensitive)),
        suppressed=staged.rows - sum(sizes),
        dropped=hidden_columns,
        unchanged=unchanged,
        people=None if people is None else tuple(people),
        notes=(*staged.notes, *notes, *(formulas if escape else ())),
        warnings=(*warned, *(() if escape else formulas)),
        files=files,
        receipt=receipt,
        receipts=owned,
        address=target if isinstance(target, Address) else None,
    )


def _beside(
    recoded: Hidden,
    ranges: RangeColumns,
    texts: Cells,
    written: Mapping[str, Sequence[str | None]],
    data: ReleaseCertificate,
    given: Input,
    again: Counted,
) -> Counted:
    """The written table counted with its sensitive columns, where it has them."""
    kinds = data.read.sensitive or {}
    passed = {c: kinds.get(c, "text") for c in data.sensitive if c in given.columns}
    if not passed:
        return again
    return ranges.as_texts(recoded.count((*written, *passed), passed), texts, written)


def _write_report(hidden: Path, new: NewRecords, told: Mapping[str, str]) -> None:
    from covey.release.audit import AUDIT_FILE, audit_of
    from covey.report.parts import REPORT_FILE
    from covey.report.render import write_report

    facts = applied_facts(new, told)
    write_report(facts, hidden / REPORT_FILE)
    with replacing(hidden / AUDIT_FILE) as file:
        file.write(audit_of(new.certificate, facts, told).to_json())


def _range_columns(
    data: ReleaseCertificate, roles: Mapping[str, Role], book: Book, given: Input
) -> RangeColumns:
    """The columns of ranges that are published as two, as in the release."""
    if data.range_columns == TEXT:
        return RangeColumns.none()
    found = RangeColumns.of_book(book, kinds_of_ranges(roles, data.readings))
    found.refuse_names(given.columns)
    return found


def _refuse_other_classes(
    folder: Path, texts: Mapping[str, Sequence[str | None]], data: ReleaseCertificate
) -> None:
    count = len(data.classes.sizes)
    if any(len(own) != count for own in texts.values()):
        raise InvalidInput(
            f"{folder / CERTIFICATE_FILE} has {plural(count, 'class')}, the codebook beside it has"
            " not.",
            hint="Somebody changed it: publish the table again.",
        )


def _settled(
    staged: Staged,
    counted: Counted,
    located: NDArray[np.int64],
    roles: Mapping[str, Role],
    book: Book,
    texts: Cells,
    data: ReleaseCertificate,
    unknown: str,
    below_k: str,
    held: Holders | None = None,
) -> tuple[NDArray[np.int64], list[str]]:
    """The class of every value, once it is settled what becomes of those that cannot stay."""
    k, classes, notes, names = data.k, located.copy(), [], class_names(texts)
    known = [column for name, role in roles.items() for column in role.columns(name)]
    missing = np.any([counted.missing(column) for column in known], axis=0)
    as_before = missing & (classes == NOWHERE) if data.missing == "suppress" else None
    strange = classes == NOWHERE
    if as_before is not None and as_before.any():
        strange &= ~as_before
        records = plural(int(counted.counts[as_before].sum()), "record")
        notes.append(f"{records} without a value suppressed, as in the release")
    sizes = weights_of(classes, counted.counts, len(names)).tolist()
    low = [number for number, size in enumerate(sizes) if 0 < size < k]
    fewer = f"fewer than k = {k:,}"
    if held is not None:
        few, fewer = _few_holders(data, held, classes, len(names), bool(low))
        low = sorted({*low, *few})
    wrong, hints = [], []
    if strange.any():
        records = plural(int(counted.counts[strange].sum()), "record")
        unknown_in = unknown_values(roles, book, texts, counted, data.readings)
        values = _words_on_unknown(counted, strange, roles, unknown_in)
        words = f"{records} with {values} that the codebook lacks"
        if unknown == "error":
            wrong.append(words)
            hints.append(f"leave such records out with {_option('unknown')}")
        else:
            notes.append(f"{words}: suppressed")
    if low:
        records = plural(sum(sizes[number] for number in low), "record")
        shown = listed(names[number] for number in low)
        words = f"{records} in {plural(len(low), 'class')} of {fewer}: {shown}"
        if below_k == "error":
            wrong.append(words)
            hints.append(f"leave such classes out with {_option('below_k')}, or add records")
        else:
            notes.append(f"{words}: suppressed")
            classes[np.isin(classes, low)] = SUPPRESSED
    if wrong:
        hint = "; ".join(hints)
        raise Infeasible(
            f"{staged.name} has {'; and '.join(wrong)}. Nothing was published.",
            hint=f"{hint[0].upper()}{hint[1:]}. Or publish the whole table again: {AGAIN}",
        )
    if not (classes >= 0).any():
        raise Infeasible(f"{staged.name}: all records would be suppressed; nothing was published.")
    return classes, notes


def _few_holders(
    data: ReleaseCertificate,
    held: Holders,
    classes: NDArray[np.int64],
    count: int,
    below_k: bool,
) -> tuple[list[int], str]:
    """The classes of too few people or groups, and what they, and those of fewer than k records,
    lack in words."""
    least = dict(data.groups or {}) | ({data.person: data.k} if data.person else {})
    there = np.bincount(classes[classes >= 0], minlength=count) > 0
    low = np.zeros(count, dtype=bool)
    words = [f"fewer than k = {data.k:,}"] if below_k and data.person is None else []
    for column, asked in least.items():
        few = there & (held.per_class(column, classes, count) < asked)
        low |= few
        if few.any():
            one = f"k = {asked:,} people" if column == data.person else f"{asked:,} of {column!r}"
            words.append(f"fewer than {one}")
    return np.flatnonzero(low).tolist(), " or ".join(words)


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


def _option(name: str) -> str:
    """How to have something suppressed, on the command line and in Python."""
    return f'--{name.replace("_", "-")} suppress ({name}="suppress" in Python)'


def _refuse_unmet(
    recoded: Hidden,
    published: Sequence[str],
    data: ReleaseCertificate,
    given: Input,
) -> None:
    """What was asked of the release's sensitive attributes holds for new records, too."""
    asked = from_rules(data.sensitive)
    if not asked:
        return
    sensitive = dict.fromkeys(str(each.column) for each in asked)
    for column in sensitive:
        place(given.name, given.columns, column, "a sensitive attribute")
    kinds = data.read.sensitive or {}
    passed = {column: kinds.get(column, "text") for column in sensitive}
    low = unmet(asked, recoded.count((*published, *passed), passed), published, kinds)
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
    for each in from_rules(data.sensitive):
        assert each.column is not None
        assert data.person is not None
        kind = (data.read.sensitive or {})[each.column]
        own = spread_of_people(counted, classes, held, data.person, each.column, kind)
        if not each.met(own).all():
            raise _not_met(given, each)


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


def _words_on_unknown(
    counted: Counted,
    without_class: NDArray[np.bool_],
    roles: Mapping[str, Role],
    unknown_in: Mapping[str, NDArray[np.bool_]],
) -> str:
    """What a user needs to repair: a few values of each column that the codebook lacks, but never a
    place or a whole combination."""
    what = "combination" if len(roles) > 1 else "value"
    count = plural(int(without_class.sum()), what)
    if not np.any([unknown[without_class] for unknown in unknown_in.values()]):
        return f"{count} of known values"
    shown = []
    for name, role in roles.items():
        strange = without_class & unknown_in[name]
        if not strange.any() or (role.ranged and not role.is_interval(name)):
            continue
        own = counted.of([name])
        texts = np.append(own.values[0], [None])[np.unique(own.ranks[0][strange])].tolist()
        values = listed("(missing)" if text is None else repr(text) for text in texts)
        shown.append(values if len(roles) == 1 else f"{name}: {values}")
    return f"{count} ({'; '.join(shown)})" if shown else count


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


def _write_books(hidden: Path, source: Path, escape: bool, escaped: bool) -> None:
    """The codebook of the release: as it is, unless its texts are ``escaped`` and the new ones are
    not, or the other way round."""
    if escape == escaped:
        for name in (CODEBOOK_FILE, CELLS_FILE):
            copyfile(source / name, hidden / name)
        return
    copy_codebook(
        source / CODEBOOK_FILE, hidden / CODEBOOK_FILE, was_escaped=escaped, escape=escape
    )
    write_cells(hidden / CELLS_FILE, read_cells(source / CELLS_FILE, escape=escaped), escape=escape)
