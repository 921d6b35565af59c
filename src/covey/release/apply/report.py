"""The facts of a release by ``covey apply`` for its report. ``covey verify`` calls this too, with
what it has read and counted itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.attributes.attribute import set_sizes
from covey.attributes.lookup import Cells
from covey.attributes.names import class_names
from covey.attributes.sensitive import spread, spread_of_people
from covey.codebook.book import Book
from covey.codebook.dimensions import sets_of_classes
from covey.core.count_notes import for_others
from covey.core.dataclass import dataclass
from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.io.marks import words_on_marks
from covey.measures.measures import measure
from covey.measures.spread import Spread
from covey.release.certificate.job_of import job_of
from covey.release.certificate.record import AppliedCertificate, ReleaseCertificate
from covey.release.facts.decisions import Told, decisions
from covey.release.facts.inventory import inventory, kind_of
from covey.release.facts.notes import (
    MANY_LEFT_OUT,
    notes_on_holders,
    several_of,
    unnamed_in,
    words_on_left_out,
    words_on_spellings,
    words_on_unnamed,
)
from covey.release.risks.candidates import (
    Candidates,
    Rows,
    note_on_sample,
    words_on_uncounted,
    words_on_untried,
)
from covey.release.risks.dependence import (
    find_dependences,
    quasi_of_roles,
    reasons_with_undoing,
    with_undoing,
    words_on_dependences,
)
from covey.release.risks.exposure import exposure_before
from covey.release.risks.identifiers import (
    COUNT_BEFORE,
    IN_ORDER,
    IdentifyingColumns,
    words_on_repeated,
)
from covey.report.facts import Attribute, Facts
from covey.report.parts import example_of
from covey.requirements.holders import LeastHolders


@dataclass(frozen=True, eq=False)
class Undone:
    """Columns of new records that undo quasi-identifiers: what was looked at, and the warnings by
    the columns that they are of."""

    candidates: Candidates = field(default_factory=Candidates)
    words: Mapping[tuple[str, ...], str] = field(default_factory=dict)

    @property
    def warnings(self) -> tuple[str, ...]:
        uncounted = words_on_uncounted(self.candidates.uncounted, advice=False)
        return (*self.words.values(), *uncounted)


def undone_by(
    rows: Rows,
    counted: Counted,
    roles: Mapping[str, Role],
    likely: Candidates,
    classes: NDArray[np.int64],
    data: ReleaseCertificate,
) -> Undone:
    """What of some candidates brings new records below k."""
    person, quasi = data.person or "", quasi_of_roles(roles)
    found = find_dependences(rows, counted, quasi, likely.looked_at, person)
    return Undone(likely, words_on_dependences(found, classes, data.k, person))


@dataclass(frozen=True)
class OnIds:
    """What is said of columns that identify people: where people are counted, of records without
    a value and of values that may be the same; else of columns whose values come ``again``."""

    warnings: tuple[str, ...]
    again: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class NewRecords:
    """New records, and the codebook that they were recoded by.

    texts
        For every column what is published for each class.
    columns, notes
        Of the table of new records.
    counted, classes, held
        What it holds, and the class of every combination, below 0 for what is not published.
    recounted, beside
        The written table, without and with its sensitive columns.
    """

    certificate: AppliedCertificate
    roles: Mapping[str, Role]
    book: Book
    texts: Cells
    columns: Sequence[str]
    notes: Sequence[str]
    counted: Counted
    classes: NDArray[np.int64]
    held: Holders | None
    recounted: Counted
    beside: Counted
    identifying: IdentifyingColumns
    ids: OnIds
    undone: Undone
    warnings: Sequence[str]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The records of every class of the table, or its people, where these are counted."""
        people = self.certificate.classes.people
        if people is None:
            return self.recounted.counts
        of = dict(zip(zip(*self.texts.values(), strict=True), people.sizes, strict=True))
        own = zip(*self.recounted.of(list(self.texts)).texts, strict=True)
        return np.array([of.get(texts, 0) for texts in own], dtype=np.int64)


def on_ids(
    data: ReleaseCertificate,
    held: Holders | None,
    repeated: Holders | None,
    spellings: tuple[int, int],
    marked: Mapping[str, Sequence[int]],
    classes: NDArray[np.int64],
) -> OnIds:
    """``repeated`` are the holders by columns that may identify people, ``spellings`` how many
    people are named, and how many if blanks and capital letters do not count, ``marked`` how many
    have each mark of missing values that may be a person's value."""
    person = data.person or ""
    again = {} if repeated is None else words_on_repeated(repeated, classes, data.k, COUNT_BEFORE)
    warnings = (
        *again.values(),
        *words_on_unnamed(person, *unnamed_in(held, person, classes, data.k), data.k),
        *words_on_spellings(person, *spellings),
        *words_on_marks(marked, person, data.k),
    )
    return OnIds(warnings, tuple(again))


def words_for_report(
    published: int,
    records: int,
    identifying: IdentifyingColumns,
    ids: OnIds,
    undone: Undone,
    *,
    in_order: bool,
    formulas: Sequence[str],
) -> tuple[str, ...]:
    """The warnings that a report on new records has."""
    gone = records - published
    few = (words_on_left_out(gone, records),) if gone >= MANY_LEFT_OUT * records and gone else ()
    order = (IN_ORDER,) if in_order else ()
    return (*few, *identifying.warnings(), *undone.warnings, *ids.warnings, *order, *formulas)


def applied_facts(new: NewRecords, told: Told) -> Facts:
    data, person = new.certificate, new.certificate.person or ""
    sizes, columns = new.sizes, new.certificate.columns
    hidden = (*columns, *data.unpublished, *data.holders)
    unchanged = [column for column in new.columns if column not in hidden]
    sensitive = tuple(column for column in data.sensitive if column in new.columns)
    return Facts(
        k=data.k,
        records_read=data.records.input,
        records_published=new.recounted.records,
        suppressed=data.records.input - new.recounted.records,
        attributes=tuple(_attributes(new)),
        # There is no bound and no proof: nothing was solved.
        answer=None,
        sizes=tuple(sizes.tolist()),
        requirements=requirements_of(data, new.roles),
        rules=data.sensitive,
        example=example_of(new.recounted) if len(new.roles) > 1 else None,
        input_name=data.input.name,
        written=data.read.notation.words(),
        fingerprint=data.input.fingerprint,
        covey_version=data.versions["covey"],
        python_version=data.versions["python"],
        measures=measure(
            sizes,
            [_spread(new, column) for column in sensitive],
            quasi=columns,
            k=data.k,
            suppressed=data.records.input - new.recounted.records,
            unit="person" if person else "record",
        ),
        dropped=data.unpublished,
        sensitive=sensitive,
        passing=tuple(column for column in unchanged if column not in sensitive),
        identifying=with_undoing(new.identifying.columns, new.undone.words),
        repeated=new.ids.again,
        warnings=tuple(new.warnings),
        notes=for_others(
            (
                *new.notes,
                *notes_on_holders_of(data, new.roles, new.held, new.counted, new.classes),
                *notes_on_undone(new.undone, new.counted.records, len(unchanged), len(new.roles)),
            ),
            data.k,
        ),
        person=person,
        pseudonym=bool(data.pseudonym),
        several=several_of(new.held, person, new.classes),
        unnamed=unnamed_in(new.held, person, new.classes, data.k)[0],
        context=data.context or {},
        variables=inventory(
            data, new.columns, reasons_with_undoing(new.identifying.reasons, new.undone.words)
        ),
        looked_at=new.undone.candidates.looked_at,
        uncounted=new.undone.candidates.uncounted,
        untried=new.undone.candidates.untried,
        decisions=decisions(data, told),
        # Without a population: none was read for new records.
        before=exposure_before(new.counted, columns, new.held, person, data.k),
    )


def notes_on_undone(undone: Undone, records: int, columns: int, quasi: int) -> tuple[str, ...]:
    """What was not looked at. New records are looked at as those of a release are by default."""
    return (
        *note_on_sample(records, columns, quasi, exact=False, advice=False),
        # No advice, since `covey apply` has no --dependence.
        *words_on_untried(undone.candidates.untried, advice=False),
    )


def requirements_of(data: ReleaseCertificate, roles: Mapping[str, Role]) -> tuple[str, ...]:
    """What every class of new records has besides k, in words."""
    holders = [LeastHolders(data.person, data.k, people=True)] if data.person else []
    holders += [LeastHolders(column, least) for column, least in (data.groups or {}).items()]
    asked = job_of(data, roles).requirements
    return tuple(each.words() for each in (*holders, *asked))


def notes_on_holders_of(
    data: ReleaseCertificate,
    roles: Mapping[str, Role],
    held: Holders | None,
    counted: Counted,
    classes: NDArray[np.int64],
) -> tuple[str, ...]:
    """Notes on the people and groups of new records."""
    if held is None:
        return ()
    return notes_on_holders(job_of(data, roles), held, counted, classes)


def _spread(new: NewRecords, column: str) -> Spread:
    data = new.certificate
    kind = (data.read.sensitive or {}).get(column, "")
    if data.person is None or new.held is None:
        return spread(new.beside, data.columns, column, kind)
    return spread_of_people(new.counted, new.classes, new.held, data.person, column, kind)


def _attributes(new: NewRecords) -> Iterator[Attribute]:
    """The sets that have new records. They are drawn in the release that they come from."""
    for name, role in new.roles.items():
        columns = role.columns(name)
        texts = new.book.texts(columns)
        own = sets_of_classes([new.book.of(column) for column in columns], new.texts)
        names = class_names(texts)
        sizes = set_sizes(own, list(new.certificate.classes.sizes), len(names))
        yield Attribute(
            columns=columns,
            kind=kind_of(role),
            distinct=new.counted.distinct(columns, new.classes >= 0),
            # A set without new records would be a row of zeros.
            classes=tuple((n, size) for n, size in zip(names, sizes, strict=True) if size),
        )
