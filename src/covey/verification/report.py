"""report.html, written again from the release and the table that it was made of.

Of the certificate it takes only what nothing else tells: the name of the input, the versions, and
what is said of the search (its method, seed, options and notes, and what it promised beforehand).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from covey import __version__
from covey.attributes.attribute import weights_of
from covey.attributes.coded import CodedTable
from covey.attributes.description import Description, describe
from covey.attributes.population import matched, note_on
from covey.attributes.sensitive import spread, spread_of_people
from covey.core.errors import CoveyError
from covey.core.holders import Holders
from covey.engine.dates import date_columns
from covey.engine.protocol import Counted
from covey.engine.shares import distinct_shares
from covey.io.formulas import sql_begins_like_one
from covey.io.outputs.folder import oddity
from covey.measures.loss import Loss
from covey.measures.measures import measure
from covey.measures.spread import Spread
from covey.release.certificate import SolvedCertificate
from covey.release.formulas import words_on_formulas
from covey.release.identifiers import IN_ORDER, Suspects, find_suspects, words_on_repeated
from covey.release.loss import losses
from covey.release.notes import (
    notes_on_classes,
    notes_on_holders,
    warnings_on_loss,
    words_on_pseudonyms,
)
from covey.release.utility import measured
from covey.report.facts import Answer, Attribute, Facts
from covey.report.parts import REPORT_FILE, example_of, read_shapes
from covey.report.render import CLASSES_AT_MOST, render
from covey.requirements.holders import LeastHolders
from covey.requirements.population import PopulationK
from covey.verification.claims import Check, Claimed
from covey.verification.holders import UNDECIDED, people_of_classes
from covey.verification.original import REPORT
from covey.verification.page import difference
from covey.verification.population import Population
from covey.verification.recount import Table
from covey.verification.regained import PublishedSets, regained
from covey.verification.shapes import files_of_shapes

if TYPE_CHECKING:
    from covey.report.facts import Kind


@dataclass(frozen=True, eq=False)
class Read:
    """A release and what it was made of, read and counted: ``classes`` are those of the counted
    combinations by the codebook, ``because`` is the proof of the bound in words."""

    claimed: Claimed
    certificate: SolvedCertificate
    table: Table
    before: Table
    counted: Counted
    classes: NDArray[np.int64]
    coded: CodedTable
    because: str
    population: Population | None
    held: Holders | None = None
    repeated: Holders | None = None

    @property
    def undecided(self) -> bool:
        """Whether some records were withheld for which the codebook has a class: which they are is
        written nowhere."""
        placed = int(self.counted.counts[self.classes >= 0].sum())
        return placed != sum(self.claimed.sizes)


def reported(read: Read, sound: bool) -> Iterator[Check]:
    """That the report is the one that covey writes of this release, to the last byte. Of a release
    whose parts do not fit together, and are not ``sound``, no report can be written."""
    claimed, file = read.claimed, read.claimed.folder / REPORT_FILE
    if REPORT_FILE not in claimed.certificate.files or not file.exists() or oddity(file):
        yield Check(REPORT, False, f"there is no {REPORT_FILE}")
        return
    if not sound:
        yield Check(REPORT, None, "what failed above leaves open what it would say")
        return
    if read.undecided and claimed.certificate.person is not None:
        yield Check(REPORT, None, UNDECIDED)
        return
    if claimed.certificate.k_map is not None and read.population is None:
        yield Check(REPORT, None, "give the population with --population")
        return
    try:
        page = render(_facts(read))
    except CoveyError as error:
        yield Check(REPORT, False, error.message)
        return
    words = difference(page, file.read_bytes(), read.undecided)
    other = claimed.certificate.versions["covey"]
    if words and other != __version__:
        words = (
            f"this is covey {__version__}, which writes another; the certificate says that covey"
            f" {other[:20]} wrote it: verify it with that version"
        )
    yield Check(REPORT, not words, words)


def _facts(read: Read) -> Facts:
    claimed, data, before = read.claimed, read.certificate, read.before
    description = describe(read.coded, regained(claimed, read.coded, read.classes))
    recounted = read.table.count(dict.fromkeys(claimed.columns, "text"))
    sensitive = tuple(data.sensitive)
    beside = recounted
    if sensitive:
        passed = {column: claimed.sensitive_kinds.get(column, "text") for column in sensitive}
        beside = read.table.count_texts(claimed.columns, passed, claimed.notation)
    dropped = data.unpublished
    sizes = _sizes(read, recounted)
    hidden = (*claimed.columns, *dropped, *data.holders)
    unchanged = [c for c in before.columns if c not in hidden]
    suspects = _suspects(read, unchanged, sensitive)
    withheld = before.rows - recounted.records
    return Facts(
        k=claimed.k,
        records_read=before.rows,
        records_published=recounted.records,
        suppressed=withheld,
        attributes=tuple(_attributes(read)),
        answer=_answer(read),
        sizes=tuple(sizes.tolist()),
        requirements=_requirements(claimed),
        example=example_of(recounted) if len(claimed.roles) > 1 else None,
        input_name=data.input.name,
        written=claimed.notation.words(),
        fingerprint=data.input.fingerprint,
        covey_version=data.versions["covey"],
        python_version=data.versions["python"],
        measures=measure(
            sizes,
            [_spread(read, beside, column) for column in sensitive],
            bound=data.lower_bound if data.objective == "max-size" else None,
            loss=_loss(read, description),
            quasi=claimed.columns,
            k=claimed.k,
            suppressed=withheld,
            population=_people(read, recounted, sizes),
            unit="person" if data.person else "record",
        ),
        dropped=dropped,
        sensitive=sensitive,
        passing=tuple(column for column in unchanged if column not in sensitive),
        suspects=suspects.columns,
        warnings=_warnings(read, description, unchanged, suspects),
        notes=(
            *_notes(read, description),
            *(_formulas(read, unchanged) if data.escape_formulas else ()),
        ),
        utility=measured(claimed.roles, claimed.book, claimed.read, read.counted, beside),
        person=data.person or "",
    )


def _sizes(read: Read, recounted: Counted) -> NDArray[np.int64]:
    """The records of every class of the table, or its people, where these are counted."""
    person, held, claimed = read.certificate.person, read.held, read.claimed
    if person is None or held is None:
        return recounted.counts
    people = people_of_classes(held, person, read.classes, len(claimed.sizes))
    named = zip(*claimed.cells.values(), strict=True)
    of = dict(zip(named, people.tolist(), strict=True))
    own = zip(*recounted.of(claimed.columns).texts, strict=True)
    return np.array([of.get(texts, 0) for texts in own], dtype=np.int64)


def _spread(read: Read, beside: Counted, column: str) -> Spread:
    claimed, person, held = read.claimed, read.certificate.person, read.held
    kind = claimed.sensitive_kinds.get(column, "")
    if person is None or held is None:
        return spread(beside, claimed.columns, column, kind)
    return spread_of_people(read.counted, read.classes, held, person, column, kind)


def _answer(read: Read) -> Answer:
    data = read.certificate
    return Answer(
        objective=data.objective,
        cost=data.cost,
        lower_bound=data.lower_bound,
        status=data.status,
        gap=data.gap,
        certificate_kind=data.proof.kind,
        certificate=read.because,
        method=data.method,
        guarantee=data.guarantee.text,
        seed=data.seed,
        options=data.options,
    )


def _requirements(claimed: Claimed) -> tuple[str, ...]:
    data, wanted = claimed.certificate, claimed.certificate.k_map
    holders = [LeastHolders(data.person, data.k, people=True)] if data.person else []
    holders += [LeastHolders(column, least) for column, least in (data.groups or {}).items()]
    people = [] if wanted is None else [PopulationK(wanted)]
    return tuple(each.words() for each in (*holders, *claimed.job.requirements, *people))


def _attributes(read: Read) -> Iterator[Attribute]:
    claimed = read.claimed
    files = files_of_shapes(claimed)
    for name, role in claimed.roles.items():
        sets = PublishedSets.of(claimed, name)
        listed = tuple(zip(sets.names, sets.sizes(claimed.sizes), strict=True))
        pictured = claimed.one_partition and len(listed) <= CLASSES_AT_MOST
        drawn = files.get(name) if pictured else None
        yield Attribute(
            columns=role.columns(name),
            kind=cast("Kind", role.role),
            distinct=read.counted.distinct(role.columns(name), read.classes >= 0),
            classes=listed,
            shapes=read_shapes(None if drawn is None else claimed.folder / drawn),
            begins=_begins(claimed, name, len(listed)),
            degrees=role.degrees,
        )


def _begins(claimed: Claimed, name: str, count: int) -> tuple[str, ...] | None:
    """Where the ranges of a column begin; None if they are no ranges of numbers or times."""
    if not claimed.roles[name].is_interval(name):
        return None
    ranges = claimed.book.of(name).ranges
    lows = dict(zip(ranges.numbers.tolist(), ranges.low.tolist(), strict=True))
    return tuple(lows.get(number) or "" for number in range(count))


def _loss(read: Read, description: Description) -> Loss:
    claimed = read.claimed
    covered = {
        name: (shares, PublishedSets.of(claimed, name).of_class)
        for name, shares in zip(claimed.roles, description.penalties, strict=True)
    }
    return losses(claimed.job, read.counted, read.classes, claimed.sizes, covered)


def _people(read: Read, recounted: Counted, sizes: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """Where a population was given, the people that every class of the table stands for: no fewer
    than its own."""
    claimed, population = read.claimed, read.population
    if population is None:
        return None
    kinds = {each: claimed.kinds[each] for each in claimed.columns}
    each = matched(population.counted, population.people, read.counted, kinds)
    sums = weights_of(read.classes, each, len(claimed.sizes))
    named = zip(*claimed.cells.values(), strict=True)
    of = dict(zip(named, sums.tolist(), strict=True))
    own = zip(*recounted.of(claimed.columns).texts, strict=True)
    return np.maximum([of.get(texts, 0) for texts in own], sizes)


def _suspects(read: Read, unchanged: list[str], sensitive: tuple[str, ...]) -> Suspects:
    before = read.before
    uncounted = [column for column in unchanged if column not in read.counted.columns]
    asked = (lambda query: before.ask(query)[0]), before.staging, uncounted
    return find_suspects(
        unchanged, distinct_shares(*asked), before.rows, sensitive, date_columns(*asked)
    )


def _warnings(
    read: Read, description: Description, unchanged: list[str], suspects: Suspects
) -> tuple[str, ...]:
    lost = warnings_on_loss(dict(zip(read.claimed.roles, description.losses, strict=True)))
    kept_order = () if read.certificate.shuffled else (IN_ORDER,)
    formulas = () if read.certificate.escape_formulas else _formulas(read, unchanged)
    again: list[str] = []
    if read.repeated is not None:
        again = words_on_repeated(read.repeated, read.classes, read.claimed.k)
    data = read.certificate
    shown = [words_on_pseudonyms(data.person)] if data.pseudonym and data.person else []
    return (*suspects.warnings(), *again, *lost, *shown, *kept_order, *formulas)


def _formulas(read: Read, unchanged: list[str]) -> tuple[str, ...]:
    claimed, table = read.claimed, read.table
    counts = {}
    for column in unchanged if table.format == "csv" else ():
        like_one = sql_begins_like_one(table.text(column))
        ((counts[column],),) = table.ask(f"SELECT count_if({like_one}) FROM {table.staging.scan}")
    return words_on_formulas(
        counts,
        table.format,
        unchanged,
        claimed.cells,
        claimed.sizes,
        claimed.book.formulas,
        claimed.certificate.escape_formulas,
    )


def _notes(read: Read, description: Description) -> tuple[str, ...]:
    claimed, problem = read.claimed, read.coded.problem
    job, population = claimed.job, claimed.certificate.read.population
    on_classes = notes_on_classes(
        job,
        problem.total,
        sum(description.sizes),
        requirements=bool(job.requirements or claimed.certificate.k_map or job.groups),
        optimal=read.certificate.cost == read.certificate.lower_bound,
    )
    return (
        *read.before.staging.notes,
        *on_classes,
        *read.coded.notes,
        *([] if population is None else [note_on(population.to_dict())]),
        *([] if read.held is None else notes_on_holders(job, read.held, read.counted)),
        *description.notes(),
        *read.certificate.notes,
    )
