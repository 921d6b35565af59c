"""report.html, written again from the release and the table that it was made of.

Of the certificate it takes only what nothing else tells: the name of the input, the versions, and
what is said of the search (its method, seed, options and notes, and what it promised beforehand).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey import __version__
from covey.attributes.attribute import weights_of
from covey.attributes.coded import CodedTable
from covey.attributes.description import Description, describe
from covey.attributes.population import (
    People,
    matched,
    matched_weights,
    note_on,
    note_on_unmatched,
    size_of_population,
)
from covey.attributes.sensitive import spread, spread_of_people
from covey.core.count_notes import for_others
from covey.core.dataclass import dataclass
from covey.core.errors import SAYS_NOTHING, CoveyError
from covey.core.holders import Holders
from covey.core.learning import LIBRARY, has_models, version_of_models
from covey.engine.protocol import Counted
from covey.io.formulas import sql_begins_like_one
from covey.io.marks import words_on_marks
from covey.io.outputs.folder import oddity
from covey.measures.exposure import Exposure
from covey.measures.linked import Linked
from covey.measures.loss import Loss
from covey.measures.measures import Measures, measure
from covey.measures.spread import Spread
from covey.release.audit import AUDIT_FILE, audit_of
from covey.release.certificate import SolvedCertificate
from covey.release.facts.decisions import Told, decisions
from covey.release.facts.formulas import words_on_formulas
from covey.release.facts.inventory import inventory, kind_of
from covey.release.facts.loss import column_losses
from covey.release.facts.notes import (
    notes_on_classes,
    notes_on_holders,
    several_of,
    unnamed_in,
    warnings_on_far,
    warnings_on_loss,
    warnings_on_weight,
    words_on_pseudonyms,
    words_on_spellings,
    words_on_unnamed,
)
from covey.release.facts.utility import Predicting, kinds_with, measured
from covey.release.job.presets import notes_on_preset
from covey.release.job.safe_harbor import warnings_on_ages
from covey.release.risks.candidates import (
    Candidates,
    is_sampled,
    note_on_sample,
    words_on_uncounted,
    words_on_untried,
)
from covey.release.risks.dependence import (
    EXACT,
    find_dependences,
    quasi_of_roles,
    reasons_with_undoing,
    with_undoing,
    words_on_dependences,
)
from covey.release.risks.exposure import exposure_before
from covey.release.risks.identifiers import (
    IN_ORDER,
    IdentifyingColumns,
    words_on_repeated,
)
from covey.report.facts import Answer, Attribute, Facts, LookedAt
from covey.report.parts import REPORT_FILE, example_of, read_shapes
from covey.report.render import CLASSES_AT_MOST, render
from covey.requirements.holders import LeastHolders
from covey.requirements.population import PopulationK
from covey.verification import audit
from covey.verification.audit import FOLLOWS, read_audit
from covey.verification.claims import Check, Claimed
from covey.verification.dependences import MISSED, MISSED_AGAIN, looked_at, missed
from covey.verification.exposing import (
    possible_on_dependences,
    possible_on_repeated,
    recorded_of,
)
from covey.verification.holders import (
    UNDECIDED,
    linked_in,
    marked_in,
    people_of_classes,
    read_holders,
    spellings_in,
)
from covey.verification.original import REPORT
from covey.verification.page_lines import difference
from covey.verification.population import Population
from covey.verification.published_answer import PublishedSets, regained
from covey.verification.recount import Table
from covey.verification.shapes import files_of_shapes

NO_MODELS = "its models are trained again by scikit-learn: pip install 'covey[models]'"


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
    told: Told = field(default_factory=dict)
    """What audit.json says of the run that nothing else shows."""

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        """Rows of the original, as ``covey.release.risks.dependence`` asks for them."""
        return self.before.sample(columns, most)

    def holders(self, columns: Sequence[str]) -> Holders | None:
        # The statements of holders join what was counted last.
        self.before.count(self.claimed.kinds)
        return read_holders(self.claimed, self.before, columns)

    @property
    def undecided(self) -> bool:
        """Whether some records were withheld for which the codebook has a class: which they are is
        written nowhere."""
        placed = int(self.counted.counts[self.classes >= 0].sum())
        return placed != sum(self.claimed.sizes)


def reported(read: Read, sound: bool) -> Iterator[Check]:
    """That the report is the one that covey writes of this release, to the last byte. Of a release
    whose parts do not fit together, and are not ``sound``, no report can be written."""
    claimed = read.claimed
    wrong = list(unfit(claimed, sound))
    if wrong:
        yield from wrong
        return
    # People of a class depend on which records were withheld, and so does most of the page.
    if read.undecided and claimed.certificate.person is not None:
        yield from _both(None, UNDECIDED)
        return
    if claimed.certificate.read.population is not None and read.population is None:
        yield from _both(None, "give the population with --population")
        return
    if read.certificate.target is not None and not has_models():
        yield from _both(None, NO_MODELS)
        return
    try:
        found = _facts(read)
    except SAYS_NOTHING:
        raise
    except CoveyError as error:
        yield Check(REPORT, False, error.message)
        return
    yield from same_pages(claimed, found, read.told, read.undecided)
    # Looked for even if the page is the expected one: it may keep silent on what the publisher's
    # sample did not show.
    if read.certificate.dependence == EXACT:
        return
    kept = bool(read.certificate.keep_combinations)
    if kept and read.repeated is not None:
        again = words_on_repeated(read.repeated, read.classes, claimed.k).values()
        yield Check(MISSED_AGAIN, None if again else True, "; ".join(again))
    if not read.undecided:
        yield from missed(
            read,
            read.counted,
            quasi_of_roles(claimed.roles),
            _unchanged(read),
            () if kept else found.looked_at,
            read.classes,
            claimed.k,
            claimed.certificate.person or "",
            kept=kept,
        )
    elif is_sampled(read.counted.records, len(_unchanged(read)), len(claimed.roles)):
        yield Check(MISSED, None, UNDECIDED)


def unfit(claimed: Claimed, sound: bool) -> Iterator[Check]:
    """What keeps a report from being written again, if anything does."""
    # Not read where it is a link or no plain file.
    file = claimed.folder / REPORT_FILE
    if REPORT_FILE not in claimed.certificate.files or not file.exists() or oddity(file):
        yield Check(REPORT, False, f"there is no {REPORT_FILE}")
    elif not sound:
        yield from _both(None, "what failed above leaves open what it would say")
    elif read_audit(claimed) is None:
        yield from _both(None, f"without {AUDIT_FILE} it is open what it would say of the run")


def _both(held: bool | None, words: str) -> Iterator[Check]:
    for claim in (REPORT, FOLLOWS):
        yield Check(claim, held, words)


def same_pages(
    claimed: Claimed, found: Facts, told: Told, undecided: bool = False
) -> Iterator[Check]:
    """The report and audit.json of a release against what covey writes of it."""
    content = (claimed.folder / REPORT_FILE).read_bytes()
    words = difference(render(found), content, undecided)
    yield Check(REPORT, not words, words and _by_another(claimed, words))
    if read_audit(claimed) is not None:
        expected = audit_of(claimed.certificate, found, told)
        written = (claimed.folder / AUDIT_FILE).read_bytes()
        words = audit.difference(expected, written, undecided)
        yield Check(FOLLOWS, not words, words and _by_another(claimed, words))


def _by_another(claimed: Claimed, words: str) -> str:
    other = claimed.certificate.versions["covey"]
    if other != __version__:
        return (
            f"this is covey {__version__}, which writes another; the certificate says that covey"
            f" {other[:20]} wrote it: verify it with that version"
        )
    # Another version of the library may find another model.
    own, used = version_of_models(), claimed.certificate.versions.get(LIBRARY)
    if used is not None and used != own:
        return (
            f"{words}; this is scikit-learn {own}, and the certificate says that scikit-learn"
            f" {used[:20]} trained the models: verify them with that version"
        )
    return words


def _facts(read: Read) -> Facts:
    claimed, data, before = read.claimed, read.certificate, read.before
    description = describe(read.coded, regained(claimed, read.coded, read.classes))
    recounted = read.table.count(dict.fromkeys(claimed.columns, "text"))
    sensitive = tuple(data.sensitive)
    beside = recounted
    if sensitive:
        passed = {column: claimed.sensitive_kinds.get(column, "text") for column in sensitive}
        beside = read.table.count_texts(claimed.columns, passed, claimed.notation)
    sizes = _sizes(read, recounted)
    unchanged = _unchanged(read)
    identifying = before.identifying(unchanged, read.counted.columns, sensitive)
    known = _known(read, unchanged)
    people = _people_of_each(read)
    exposed = _exposed(read, known)
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
        rules=data.sensitive,
        example=example_of(recounted) if len(claimed.roles) > 1 else None,
        input_name=data.input.name,
        written=claimed.notation.words(),
        fingerprint=data.input.fingerprint,
        covey_version=data.versions["covey"],
        python_version=data.versions["python"],
        measures=_measures(read, description, recounted, beside, sizes, people),
        dropped=data.unpublished,
        sensitive=sensitive,
        passing=tuple(column for column in unchanged if column not in sensitive),
        identifying=with_undoing(identifying.columns, exposed.undoing),
        repeated=() if data.keep_combinations else tuple(exposed.repeated),
        warnings=_warnings(read, description, unchanged, identifying, exposed.words),
        notes=(
            *for_others(
                _notes(read, people, description, unchanged, identifying, known), claimed.k
            ),
            *(formulas_in(read.claimed, read.table, unchanged) if data.escape_formulas else ()),
        ),
        looked_at=known.looked_at,
        uncounted=known.uncounted,
        untried=known.untried,
        utility=None
        if data.keep_combinations
        else measured(
            claimed.roles, claimed.book, claimed.read, read.counted, beside, _predicting(read)
        ),
        person=data.person or "",
        pseudonym=bool(data.pseudonym),
        several=several_of(read.held, data.person or "", read.classes),
        linked=_linked(read),
        unnamed=exposed.unnamed,
        context=data.context or {},
        variables=inventory(
            data, before.columns, reasons_with_undoing(identifying.reasons, exposed.undoing)
        ),
        decisions=decisions(data, read.told),
        before=None if data.keep_combinations else _before(read, people),
        kept=bool(data.keep_combinations),
    )


def _known(read: Read, unchanged: Sequence[str]) -> Candidates:
    """What looks like a dependence of columns, as the publisher could know it."""
    claimed, data = read.claimed, read.certificate
    known = looked_at(
        read,
        read.counted,
        quasi_of_roles(claimed.roles),
        unchanged,
        read_audit(claimed),
        data.dependence == EXACT,
    )
    # Where combinations stayed in the engine, the publisher could not count them.
    return known.none_counted if data.keep_combinations else known


class _Exposed(NamedTuple):
    """What brings people below k although every class has k: columns that undo others, columns by
    which people repeat, how many classes have k people only by records that name nobody, and all of
    it in words."""

    undoing: Mapping[tuple[str, ...], str]
    repeated: Mapping[str, str]
    unnamed: int
    words: tuple[str, ...]


def _exposed(read: Read, known: Candidates) -> _Exposed:
    claimed, data, before = read.claimed, read.certificate, read.before
    person = data.person or ""
    undoing, again = _exposing(read, known.looked_at)
    unnamed = unnamed_in(read.held, person, read.classes, claimed.k)
    words = (
        *undoing.values(),
        *again.values(),
        *words_on_uncounted(known.uncounted, advice=not data.keep_combinations),
        *words_on_unnamed(person, *unnamed, claimed.k),
        *words_on_spellings(person, *spellings_in(before, data.person)),
        *words_on_marks(
            marked_in(before, [*read.counted.columns, *data.holders], data.person),
            person,
            claimed.k,
        ),
        *warnings_on_ages(claimed.job),
    )
    return _Exposed(undoing, again, unnamed[0], words)


def _measures(
    read: Read,
    description: Description,
    recounted: Counted,
    beside: Counted,
    sizes: NDArray[np.int64],
    people: People | None,
) -> Measures:
    """``beside`` is the table counted with the sensitive columns."""
    claimed, data = read.claimed, read.certificate
    return measure(
        sizes,
        [_spread(read, beside, column) for column in data.sensitive],
        # Only this objective is about the largest class.
        bound=data.lower_bound if data.objective == "max-size" else None,
        loss=_loss(read, description),
        quasi=claimed.columns,
        k=claimed.k,
        suppressed=read.before.rows - recounted.records,
        population=_people(read, people, recounted, sizes),
        population_size=size_of_population(people, data.population_size),
        unit="person" if data.person else "record",
    )


def _predicting(read: Read) -> Predicting | None:
    """Both tables counted once more, with the column that models predict."""
    claimed, data = read.claimed, read.certificate
    if data.target is None:
        return None
    kinds = {column: claimed.kinds[column] for column in claimed.columns}
    counted = read.before.count(kinds_with(data.target, kinds, data.sensitive))
    passed = kinds_with(data.target, {}, data.sensitive)
    released = read.table.count_texts(claimed.columns, passed, claimed.notation)
    return Predicting(data.target, counted, released)


def _unchanged(read: Read) -> list[str]:
    """The columns that are published as they are."""
    data = read.certificate
    # Columns of holders are dropped or replaced by pseudonyms.
    hidden = (*read.claimed.columns, *data.unpublished, *data.holders)
    return [c for c in read.before.columns if c not in hidden]


def _sizes(read: Read, recounted: Counted) -> NDArray[np.int64]:
    """The records of every class of the table, or its people, where these are counted."""
    person, held, claimed = read.certificate.person, read.held, read.claimed
    if person is None or held is None:
        return recounted.counts
    people = people_of_classes(held, person, read.classes, len(claimed.sizes))
    # Classes are found by their texts: the released table shows nothing else of them.
    named = zip(*claimed.cells.values(), strict=True)
    of = dict(zip(named, people.tolist(), strict=True))
    own = zip(*recounted.of(claimed.columns).texts, strict=True)
    return np.array([of.get(texts, 0) for texts in own], dtype=np.int64)


def _linked(read: Read) -> Linked | None:
    """Counted in the released table, which shows the pseudonyms."""
    data = read.certificate
    if not data.pseudonym or data.person is None or data.person not in read.table.columns:
        return None
    return linked_in(read.claimed, read.table)


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
        nobody=data.withholds_nobody,
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
        # Sets that overlap are not drawn into one picture, nor are too many.
        pictured = claimed.one_partition and len(listed) <= CLASSES_AT_MOST
        drawn = files.get(name) if pictured else None
        yield Attribute(
            columns=role.columns(name),
            kind=kind_of(role),
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
    counted = None if read.certificate.keep_combinations else read.counted
    return column_losses(claimed.job, counted, read.classes, claimed.sizes, covered)


def _people(
    read: Read, people: People | None, recounted: Counted, sizes: NDArray[np.int64]
) -> NDArray[np.int64] | None:
    """Where a population is known, the people that every class of the table stands for: no fewer
    than its own."""
    claimed = read.claimed
    if people is None:
        return None
    sums = weights_of(read.classes, people.each, len(claimed.sizes))
    named = zip(*claimed.cells.values(), strict=True)
    of = dict(zip(named, sums.tolist(), strict=True))
    own = zip(*recounted.of(claimed.columns).texts, strict=True)
    # Somebody of the table may be missing in the population, and counts all the same.
    return np.maximum([of.get(texts, 0) for texts in own], sizes)


def _before(read: Read, people: People | None) -> Exposure:
    """The risks of the table that the release was made of."""
    data = read.certificate
    return exposure_before(
        read.counted,
        data.columns,
        read.held,
        data.person or "",
        read.claimed.k,
        data.population_size,
        None if people is None else people.each,
        people is not None and bool(people.weight),
    )


def _people_of_each(read: Read) -> People | None:
    """The people of the population that every counted combination stands for: by its table, or by
    the sampling weights of the original."""
    kinds = {each: read.claimed.kinds[each] for each in read.claimed.columns}
    population, weight = read.population, read.certificate.read.sampling_weight
    if weight is not None:
        # Weights are not among the counted columns, so that the table is counted once more.
        found = read.before.count({**kinds, weight: "double"})
        each = matched_weights(found, weight, read.before.name, read.counted, kinds)
        return People(each, {}, weight)
    if population is None:
        return None
    return People(matched(population.counted, population.people, read.counted, kinds), {})


def _exposing(
    read: Read, known: tuple[LookedAt, ...]
) -> tuple[dict[tuple[str, ...], str], dict[str, str]]:
    """Columns that undo quasi-identifiers, and identifiers that repeat, with the warnings."""
    data, k = read.certificate, read.claimed.k
    quasi = quasi_of_roles(read.claimed.roles)
    found = find_dependences(read, read.counted, quasi, known, data.person or "")
    # Numbers that depend on withheld records are taken from audit.json; the words around them are
    # not.
    if read.undecided:
        audit = read_audit(read.claimed)
        recorded = () if audit is None else audit.warnings
        undoing = recorded_of(recorded, possible_on_dependences(found, k))
        again = {} if read.repeated is None else possible_on_repeated(read.repeated, k)
        return undoing, recorded_of(recorded, again)
    undoing = words_on_dependences(found, read.classes, k, data.person or "")
    # Where combinations stayed in the engine, the report says nothing of that.
    if read.repeated is None or data.keep_combinations:
        return undoing, {}
    return undoing, words_on_repeated(read.repeated, read.classes, k)


def _warnings(
    read: Read,
    description: Description,
    unchanged: list[str],
    identifying: IdentifyingColumns,
    exposing: tuple[str, ...],
) -> tuple[str, ...]:
    roles = read.claimed.roles
    losses_of = dict(zip(roles, description.column_losses, strict=True))
    lost = warnings_on_loss(losses_of, roles, read.certificate.suppress)
    # A frame comes back to its owner in its own order by default, and nobody is warned of that.
    in_order = read.claimed.frame is None and not read.certificate.shuffled
    kept_order = (IN_ORDER,) if in_order else ()
    escaped = read.certificate.escape_formulas
    formulas = () if escaped else formulas_in(read.claimed, read.table, unchanged)
    data = read.certificate
    found = _linked(read)
    shown = [] if found is None else [words_on_pseudonyms(data.person or "", data.k, found)]
    far = warnings_on_far([each.column for each in description.far])
    weight = warnings_on_weight(data.read.sampling_weight, unchanged)
    return (
        *identifying.warnings(),
        *exposing,
        *lost,
        *far,
        *weight,
        *shown,
        *kept_order,
        *formulas,
    )


def formulas_in(claimed: Claimed, table: Table, unchanged: list[str]) -> tuple[str, ...]:
    """The notes on texts that begin like formulas."""
    if claimed.frame is not None:
        return ()
    counts = {}
    # Only a CSV file is opened by spreadsheets with its texts run as formulas.
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


def _on_people(read: Read, people: People | None) -> tuple[str, ...]:
    if people is None:
        return ()
    if people.weight:
        return (people.note,)
    return note_on_unmatched(read.counted, read.claimed.columns, people.each)


def _notes(
    read: Read,
    people: People | None,
    description: Description,
    unchanged: list[str],
    identifying: IdentifyingColumns,
    known: Candidates,
) -> tuple[str, ...]:
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
        *read.before.notes(read.counted.columns),
        *on_classes,
        *read.coded.notes,
        *([] if population is None else [note_on(population.to_dict())]),
        *_on_people(read, people),
        *(
            []
            if read.held is None
            else notes_on_holders(job, read.held, read.counted, read.classes)
        ),
        *notes_on_preset(job, identifying),
        *note_on_sample(
            read.before.rows,
            len(unchanged),
            len(claimed.roles),
            job.dependence == EXACT,
            counted=not job.keep_combinations,
        ),
        *words_on_untried(
            known.untried, advice=job.dependence != EXACT and not job.keep_combinations
        ),
        *description.notes(),
        *read.certificate.notes,
    )
