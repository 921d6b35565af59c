"""From a table to an answer: stage, count, code, solve, describe. Nothing is written here.

Every release takes this way, with one quasi-identifier or many. ``publish`` writes what it finds,
``--plan`` shows it. Where combinations stay in the engine (``Kept``), what takes all of them is
left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from covey.attributes.coded import CodedTable
from covey.attributes.description import Description, describe
from covey.attributes.maps import MapOf, MapsInBackground
from covey.attributes.population import People, note_on_unmatched
from covey.attributes.role import counted_beside
from covey.core import progress, workers
from covey.core.dataclass import dataclass
from covey.core.domination import domination_of
from covey.core.errors import InvalidInput
from covey.core.holders import Holders
from covey.core.result import Result, Status
from covey.core.stop import Stop
from covey.core.thresholds import HIPAA
from covey.engine.protocol import Counted, Engine, Snapshot, Staged, StagedRows
from covey.io.inputs import Input
from covey.io.inputs.base import place
from covey.io.inputs.population import split_population
from covey.io.keys import WrongKind
from covey.io.marks import words_on_marks
from covey.measures.linked import Linked
from covey.problems.cells.answer import cell_answer
from covey.problems.cells.problem import CellProblem
from covey.problems.cells.single import SingleSolution
from covey.problems.registry import methods_of
from covey.release.facts.notes import (
    NOBODY,
    linked_by_pseudonyms,
    notes_on_classes,
    notes_on_holders,
    unnamed_in,
    warnings_on_far,
    warnings_on_loss,
    warnings_on_weight,
    words_on_pseudonyms,
    words_on_spellings,
    words_on_unnamed,
)
from covey.release.facts.pictures import maps_of_areas
from covey.release.facts.plan import Plan, Quasi, quasi_of
from covey.release.facts.shifts import Passing, shifts_of
from covey.release.facts.target import counted_with
from covey.release.job import Job
from covey.release.job.kept import refuse_unkept
from covey.release.job.presets import (
    areas_are_counted,
    notes_on_preset,
    places_of,
    refuse_small_places,
)
from covey.release.job.safe_harbor import Seen, refuse_unlike_harbor, warnings_on_ages
from covey.release.job.sensitive import unordered
from covey.release.risks.candidates import (
    Candidates,
    candidates,
    note_on_sample,
    words_on_uncounted,
    words_on_untried,
)
from covey.release.risks.dependence import (
    EXACT,
    Dependence,
    find_dependences,
    quasi_of_roles,
    reasons_with_undoing,
    refuse_exposed,
    with_undoing,
    words_on_dependences,
)
from covey.release.risks.exposure import refuse_small_population
from covey.release.risks.identifiers import (
    IN_ORDER,
    IdentifyingColumns,
    find_identifying,
    identifies_people,
    words_on_repeated,
)
from covey.release.risks.repeated import repeated_of
from covey.release.solve.allowance import worth_withholding
from covey.release.solve.coding import code_job
from covey.release.solve.population import (
    people_by_weights,
    people_of,
    people_of_texts,
    refuse_fewer,
)
from covey.release.solve.solving import Search, records_of_parts, solve_coded
from covey.release.steps import COUNTING, READING, SOLVING

if TYPE_CHECKING:
    from covey.engine.kept import KeepingSnapshot, Keeps, Kept


@dataclass(frozen=True, eq=False)
class Solved:
    """A job as far as it goes without writing. ``snapshot`` has the rows, until it is closed;
    ``identifying`` are columns that pass through and may give people away."""

    job: Job
    snapshot: StagedRows
    counted: Counted | None
    people: People | None
    result: Result
    description: Description
    plan: Plan
    identifying: tuple[str, ...] = ()
    held: Holders | None = None
    repeated: tuple[str, ...] = ()
    """Columns by which, if they distinguish people, some class has fewer than k of them."""
    exposed: Mapping[str, str] = field(default_factory=dict)
    """Why each of these columns may give people away."""
    columns: tuple[str, ...] = ()
    """All of the table: of a frame only those are staged that are counted."""
    candidates: Candidates = field(default_factory=Candidates)
    """What looked like a dependence of columns, and what of it was counted in all rows."""
    with_target: Counted | None = None
    """The table counted with the column that models are to predict, if there is one."""

    @property
    def staged(self) -> Staged:
        return self.snapshot.staged

    @property
    def reading(self) -> dict[str, Any]:
        """What the certificate says about how the tables were read."""
        found: dict[str, Any] = {"columns": self.description.reading()}
        if self.description.coded.sensitive:
            found["sensitive"] = self.description.coded.sensitive
        # At most one of the two: a certificate with both is refused.
        if self.people is not None and self.people.weight:
            found["sampling_weight"] = self.people.weight
        elif self.people is not None:
            found["population"] = self.people.about
        if written := self.job.notation.to_dict():
            found["written"] = written
        return found

    @property
    def sizes(self) -> list[int]:
        return self.description.sizes

    @property
    def texts(self) -> dict[str, list[str | None]]:
        """For every recoded column the text of each class."""
        return self.description.texts


def seconds_for(problem_kind: str, records: int, recoding: str = "local") -> float:
    """A search that goes on as long as it may, as that on a map, finds what it finds by that limit,
    not by the clock: it is given about as long as the rest of the work takes. The others stop by
    themselves, mostly at once; nested and global recoding after a number of steps, which take some
    ten and five seconds, and far longer on a busy machine.

    >>> seconds_for("regions", 3_000_000), seconds_for("labels", 3_000_000)
    (1.5, 10.0)
    """
    if recoding != "local":
        return 60.0
    on_and_on = methods_of(problem_kind)[0].until_stopped
    return min(max(records / 2_000_000, 0.5), 10.0) if on_and_on else 10.0


@dataclass(frozen=True, eq=False)
class CountedJob:
    """The table of a job, counted: it can be solved for any k and recoding. ``snapshot`` has the
    rows, until it is closed; ``unchanged`` are the columns that pass through."""

    given: Input
    snapshot: StagedRows
    combinations: Counted | Kept
    """All of them, or where they stay in the engine."""
    people: People | None
    map_of: MapOf
    unchanged: tuple[str, ...]
    identifying: IdentifyingColumns
    passing: Passing | None
    """None where combinations stay in the engine: nothing is counted beside them."""
    held: Holders | None = None
    repeated: Holders | None = None
    """Of columns that may identify people though nobody said so."""
    dependences: tuple[Dependence, ...] = ()
    """Of columns that pass through and determine a quasi-identifier, or are determined by one."""
    areas: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    """The people who live in the areas of zip-codes, where a preset asks for them."""
    candidates: Candidates = field(default_factory=Candidates)
    """What looked like a dependence, and what of it was counted in all rows."""
    dates: tuple[str, ...] = ()
    """Columns that pass through and hold dates."""
    spellings: tuple[int, int] = (0, 0)
    """How many people are named, and how many if blanks and capital letters do not count."""
    with_target: Counted | None = None
    """The table counted with the column that models are to predict, if there is one."""
    marked: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """How many have each mark of missing values that may be a person's value, by column."""

    @property
    def counted(self) -> Counted | None:
        """The combinations, where all of them are here."""
        return self.combinations if isinstance(self.combinations, Counted) else None


@contextmanager
def solved_job(
    engine: Engine, job: Job, given: Input, report: Callable[[str], None]
) -> Iterator[Solved]:
    """The snapshot of the table is closed at the end of the block."""
    with counted_job(engine, job, given, report) as counted:
        yield solve_counted(counted, job, report)


@contextmanager
def counted_job(
    engine: Engine, job: Job, given: Input, report: Callable[[str], None]
) -> Iterator[CountedJob]:
    """The snapshot of the table is closed at the end of the block."""
    if job.keep_combinations:
        refuse_unkept(job)
        if not engine.capabilities.keeps_combinations:
            raise InvalidInput(
                "This engine does not keep combinations where it is.",
                hint="Leave --keep-combinations out, or choose another engine.",
            )
    # A wrong name is refused before the table is read, which may take minutes.
    for column in job.drop:
        place(given.name, given.columns, column, "to be dropped")
    for column in job.sensitive:
        place(given.name, given.columns, column, "a sensitive attribute")
    for column in job.holders:
        place(given.name, given.columns, column, "which says who a record is of")
    for column in counted_beside(job.quasi, {}):
        place(given.name, given.columns, column, "which says where areas lie, in --within")
    # Maps are read by a thread of their own while the engine copies the table.
    map_of = MapsInBackground(job.quasi)
    report(f"{READING} {given.name}")
    if job.keep_combinations:
        with cast("Keeps", engine).open_keeping(given, job.kinds) as keeping:
            report(COUNTING)
            yield _kept(job, given, keeping, map_of)
        return
    with _opened(engine, job, given) as snapshot:
        report(COUNTING)
        yield _counted(engine, job, given, snapshot, map_of)


def _opened(engine: Engine, job: Job, given: Input) -> Snapshot:
    try:
        return engine.open(given, job.kinds)
    except WrongKind as error:
        # The engine knows kinds of columns, but not their roles. A sensitive column has another
        # remedy: to ask for no order.
        if error.given in job.sensitive:
            raise unordered(error) from None
        raise


def _counted(
    engine: Engine, job: Job, given: Input, snapshot: Snapshot, map_of: MapOf
) -> CountedJob:
    staged, counted = snapshot.staged, snapshot.count()
    recoded, unchanged = _recoded(job), _unchanged(job, given)
    uncounted = [column for column in unchanged if column not in counted.columns]
    named = [c for c in _may_identify_people(job, given.columns) if identifies_people(c)]
    # All at once: it may take a look at every row.
    asked = [c for c in given.columns if c in unchanged or (c in named and c not in recoded)]
    shares = snapshot.distinct(asked)
    dates = snapshot.dates(uncounted)
    # A dropped id is counted for people with several records, but it cannot give anybody away.
    own = {column: shares[column] for column in unchanged if column in shares}
    identifying = find_identifying(unchanged, own, staged.rows, job.sensitive, dates)
    people = _people(engine, job, given, staged, counted)
    # Only numbers of people and groups come here. Their values stay in the engine.
    held = snapshot.holders(job.holders) if job.holders else None
    known_to_others = [c for name, role in job.quasi.items() for c in role.columns(name)]
    refuse_small_population(counted, known_to_others, held, job.person, job.population_size)
    known, exact = quasi_of_roles(job.quasi), job.dependence == EXACT
    repeated = repeated_of(
        snapshot,
        counted,
        known,
        _may_identify_people(job, given.columns),
        shares,
        exact,
    )
    likely = candidates(snapshot, counted.records, known, unchanged, exact)
    undoing = find_dependences(snapshot, counted, known, likely.looked_at, job.person)
    return CountedJob(
        given,
        snapshot,
        counted,
        people,
        map_of,
        unchanged,
        identifying,
        Passing(snapshot, uncounted),
        held,
        repeated,
        undoing,
        _areas(engine, job, staged, counted),
        likely,
        tuple(dates),
        snapshot.spellings(job.person) if job.person else (0, 0),
        _with_target(engine, job, given, staged, counted),
        snapshot.marked([*counted.columns, *job.holders], job.person) if job.notation.na else {},
    )


def _kept(job: Job, given: Input, snapshot: KeepingSnapshot, map_of: MapOf) -> CountedJob:
    """The same where combinations stay in the engine: columns that are published as they are cannot
    be counted beside them, and what looks like a dependence is only said."""
    rows, unchanged = snapshot.staged.rows, _unchanged(job, given)
    dates = snapshot.dates(unchanged)
    identifying = find_identifying(unchanged, snapshot.distinct(unchanged), rows, (), dates)
    likely = candidates(snapshot, rows, quasi_of_roles(job.quasi), unchanged)
    return CountedJob(
        given,
        snapshot,
        snapshot.kept,
        None,
        map_of,
        unchanged,
        identifying,
        None,
        candidates=likely.none_counted,
        dates=tuple(dates),
        marked=snapshot.marked(list(snapshot.kept.columns), "") if job.notation.na else {},
    )


def _recoded(job: Job) -> set[str]:
    return {column for name, role in job.quasi.items() for column in role.columns(name)}


def _unchanged(job: Job, given: Input) -> tuple[str, ...]:
    """Everything that is not recoded or left out is published as it is, and is looked at for what
    it gives away."""
    hidden = _recoded(job) | {*job.unpublished, *job.holders}
    return tuple(column for column in given.columns if column not in hidden)


def _linked(table: CountedJob, job: Job, classes: NDArray[np.int64]) -> Linked | None:
    if not job.pseudonym:
        return None
    return linked_by_pseudonyms(table.held, job.person, classes, job.k)


def _seen(table: CountedJob, counted: Counted) -> Seen:
    staged = table.snapshot.staged
    texts = {c: own.tolist() for c, own in zip(counted.columns, counted.values, strict=True)}
    return Seen(table.unchanged, table.identifying, table.dates, staged.kinds, texts, staged.rows)


def _areas(
    engine: Engine, job: Job, staged: Staged, counted: Counted
) -> dict[str, NDArray[np.int64]]:
    if not areas_are_counted(job):
        return {}
    table, count = split_population(job.population)
    # By the places alone: the preset asks how many people live in an area, not how many of them
    # have the whole combination.
    read = (job.encoding, job.header, job.notation)
    return {
        column: people_of(table, counted, {column: staged.kinds[column]}, count, *read, engine).each
        for column in places_of(job)
    }


def _may_identify_people(job: Job, columns: Sequence[str]) -> list[str]:
    """Columns that may identify people, published or not, if records are counted."""
    # The job says who is who: no column has to be guessed.
    if job.person:
        return []
    # These have a role already, and are looked at by that.
    return [c for c in columns if c not in (*job.sensitive, *job.holders)]


def solve_counted(table: CountedJob, job: Job, report: Callable[[str], None]) -> Solved:
    """Solve a job whose table was counted for it, or for one that differs in k, in recoding, or in
    how long it may take."""
    counted = table.counted
    result, description = _answered(table, job, report)
    # Empty where combinations stay in the engine: nothing below is about these then.
    classes = description.classes
    exposed = _exposed(table, job, classes)
    warnings = _warnings(table, job, description, exposed)
    notes = _notes(table, job, classes)
    quasi = _published_quasi(table, job, classes)
    staged = table.snapshot.staged
    plan = _plan(job, staged, quasi, description, result, table.unchanged, warnings, notes)
    plan = replace(plan, far=tuple(each.words for each in description.far))
    # Nobody is withheld where combinations stay in the engine.
    if counted is not None and table.passing is not None:
        plan = replace(plan, shifts=shifts_of(counted, classes >= 0, table.passing, job.k))
    return Solved(
        job,
        table.snapshot,
        counted,
        table.people,
        result,
        description,
        plan,
        # In the report, a column that undoes another may identify people as an identifier does.
        with_undoing(table.identifying.columns, exposed.undoing),
        table.held,
        tuple(exposed.repeated),
        reasons_with_undoing(table.identifying.reasons, exposed.undoing),
        table.given.columns,
        table.candidates,
        table.with_target,
    )


class _Exposed(NamedTuple):
    """What brings people below k although every class has k: columns that undo others, columns by
    which people repeat, and all of it in words."""

    undoing: Mapping[tuple[str, ...], str]
    repeated: Mapping[str, str]
    words: tuple[str, ...]


def _exposed(table: CountedJob, job: Job, classes: NDArray[np.int64]) -> _Exposed:
    undoing = words_on_dependences(table.dependences, classes, job.k, job.person)
    repeated = {} if table.repeated is None else words_on_repeated(table.repeated, classes, job.k)
    unnamed = unnamed_in(table.held, job.person, classes, job.k)
    words = (
        *undoing.values(),
        *repeated.values(),
        # Where nothing can be counted, no option counts it.
        *words_on_uncounted(table.candidates.uncounted, advice=table.counted is not None),
        *words_on_unnamed(job.person, *unnamed, job.k),
        *words_on_spellings(job.person, *table.spellings),
        *words_on_marks(table.marked, job.person, job.k),
        *warnings_on_ages(job),
    )
    return _Exposed(undoing, repeated, words)


def _warnings(
    table: CountedJob, job: Job, description: Description, exposed: _Exposed
) -> list[str]:
    """All warnings, or with ``--strict`` the refusal of those that it is about."""
    shown = _linked(table, job, description.classes)
    pseudonyms = [] if shown is None else [words_on_pseudonyms(job.person, job.k, shown)]
    # Here and not earlier: most of these warnings depend on the classes.
    if job.strict:
        # The warning on pseudonyms is there in any case. Only people below k are a reason to
        # refuse.
        below = pseudonyms if shown is not None and shown.few else []
        refuse_exposed([*table.identifying.warnings_on_linking(), *exposed.words, *below])
    lost = dict(zip(job.quasi, description.column_losses, strict=True))
    # A frame comes back to its owner, who knows the order anyway.
    in_order = job.shuffle is False and table.given.layout.format != "frame"
    return [
        *([NOBODY] if job.k == 1 else []),
        *table.identifying.warnings(),
        *exposed.words,
        # The others do not say that anybody is below k: a strict job is published with them.
        *warnings_on_loss(lost, job.quasi, job.suppress),
        *warnings_on_far([each.column for each in description.far]),
        *warnings_on_weight(job.sampling_weight, table.unchanged),
        *pseudonyms,
        *([IN_ORDER] if in_order else []),
    ]


def _notes(table: CountedJob, job: Job, classes: NDArray[np.int64]) -> tuple[str, ...]:
    counted, exact = table.counted, job.dependence == EXACT
    return (
        *(() if counted is None else _notes_on_people(table, counted, job, classes)),
        *notes_on_preset(job, table.identifying),
        *note_on_sample(
            table.snapshot.staged.rows,
            len(table.unchanged),
            len(job.quasi),
            exact,
            counted=counted is not None,
        ),
        *words_on_untried(table.candidates.untried, advice=not exact and counted is not None),
    )


def _answered(
    table: CountedJob, job: Job, report: Callable[[str], None]
) -> tuple[Result, Description]:
    staged, counted = table.snapshot.staged, table.combinations
    if not isinstance(counted, Counted):
        from covey.release.solve.kept import solve_kept

        report(SOLVING)
        return solve_kept(job, counted, report)
    # Before solving, which may take long: what the preset refuses does not depend on the answer.
    if job.preset == HIPAA:
        refuse_unlike_harbor(job, _seen(table, counted))
    # Without k_map the population is for the risks of the report alone.
    asked = None if job.k_map is None else table.people
    coded = code_job(job, staged, counted, table.map_of, asked, table.held)
    report(SOLVING)
    result = _solve(job, table.snapshot, coded, report)
    description = describe(coded, cell_answer(result.solution))
    # After solving: how many people live in a published area depends on which areas share a set.
    for column, each in table.areas.items():
        refuse_small_places(column, *people_of_texts(counted, column, each, description))
    return result, description


def _notes_on_people(
    table: CountedJob, counted: Counted, job: Job, classes: NDArray[np.int64]
) -> tuple[str, ...]:
    """On the people of the population or of sampling weights, and on those whom records are of."""
    people = table.people
    notes: tuple[str, ...] = () if people is None else (people.note,)
    if people is not None and not people.weight:
        columns = list(_kinds_of_quasi(job, table.snapshot.staged))
        notes += note_on_unmatched(counted, columns, people.each)
    if table.held is not None:
        notes += notes_on_holders(job, table.held, counted, classes)
    return notes


def _published_quasi(table: CountedJob, job: Job, classes: NDArray[np.int64]) -> tuple[Quasi, ...]:
    counted = table.combinations
    if isinstance(counted, Counted):
        return quasi_of(job.quasi, counted, classes >= 0)
    # Each quasi-identifier is one column, and nobody is withheld.
    return tuple(
        Quasi(name, (name,), role.words, len(counted.columns[name].values))
        for name, role in job.quasi.items()
    )


def _with_target(
    engine: Engine, job: Job, given: Input, staged: Staged, counted: Counted
) -> Counted | None:
    if job.target is None:
        return None
    return counted_with(
        job.target, engine, given, counted, _kinds_of_quasi(job, staged), job.sensitive
    )


def _kinds_of_quasi(job: Job, staged: Staged) -> dict[str, str]:
    return {c: staged.kinds[c] for name, role in job.quasi.items() for c in role.columns(name)}


def _people(
    engine: Engine, job: Job, given: Input, staged: Staged, counted: Counted
) -> People | None:
    kinds = _kinds_of_quasi(job, staged)
    if job.sampling_weight:
        return people_by_weights(given, counted, kinds, job.sampling_weight, engine)
    # The population of a preset may have nothing but the places: _areas counts it by these.
    if job.population is None or (job.k_map is None and areas_are_counted(job)):
        return None
    table, column = split_population(job.population)
    read = (job.encoding, job.header, job.notation)
    found = people_of(table, counted, kinds, column, *read, engine)
    # With --person somebody may have several records: these may outnumber the population.
    if not job.person:
        refuse_fewer(found, counted.records)
    return found


def _solve(
    job: Job, snapshot: StagedRows, coded: CodedTable, report: Callable[[str], None]
) -> Result:
    seconds = job.time_limit
    parts = records_of_parts(coded, job.recoding, job.part_size)
    # Parts stop by themselves: the same answer comes from a machine that has other work to do.
    if seconds is None and parts is None:
        seconds = seconds_for(coded.problem_kind, snapshot.staged.rows, job.recoding)
    search = Search(Stop(seconds=seconds), job.seed, report)
    # Parts of a table are solved where the engine has processors: on the executors of Spark, or
    # here.
    with progress.measured(progress.of_time(seconds)), workers.using(snapshot.spread):
        return worth_withholding(coded, lambda each: solve_coded(each, job.recoding, search, parts))


def _plan(
    job: Job,
    staged: Staged,
    quasi: tuple[Quasi, ...],
    description: Description,
    result: Result,
    unchanged: Sequence[str],
    warnings: Sequence[str],
    notes: Sequence[str],
) -> Plan:
    records, problem = description.sizes, description.coded.problem
    # The unit of k: people where they are counted, else records.
    sizes = description.people or records
    on_classes = notes_on_classes(
        job,
        problem.total,
        sum(records),
        requirements=bool(job.requirements or job.k_map or job.groups),
        optimal=result.status is Status.OPTIMAL,
    )
    return Plan(
        input=staged.name,
        records=staged.rows,
        k=job.k,
        quasi=quasi,
        classes=len(sizes),
        smallest=min(sizes),
        largest=max(sizes),
        records_per_class=(min(records), max(records)) if description.people else None,
        cost=result.cost,
        lower_bound=result.lower_bound,
        because=result.certificate.words(result.problem),
        status=result.status.value,
        verdict=result.verdict(),
        besides=_besides(result),
        sizes=tuple(sizes),
        draw=partial(maps_of_areas, job, description),
        # All that are in no class, for whatever reason: withheld, missing or unmapped.
        suppressed=staged.rows - sum(records),
        requirements=tuple(each.words() for each in problem.requirements),
        sensitive=tuple(job.sensitive),
        loss=description.loss,
        loss_of_published=description.loss_of_published,
        dropped=job.unpublished,
        unchanged=tuple(unchanged),
        notes=(
            *staged.notes,
            *on_classes,
            *description.coded.notes,
            *notes,
            *description.notes(),
            *result.notes,
        ),
        warnings=tuple(warnings),
    )


def _besides(result: Result) -> str:
    """By the items of the problem that the result is about: values of the only quasi-identifier,
    or combinations."""
    own = result.solution
    if result.nobody:
        return ""  # other answers may withhold some
    if isinstance(own, SingleSolution) and result.problem is own.single.own:
        own = own.own
    if isinstance(result.problem, CellProblem) and result.problem.suppress:
        return ""  # what no answer is below may be withheld
    if len(own.classes) != len(result.problem.weights):
        return ""  # the bound is that of the values, the classes are those of combinations
    found = domination_of(result.problem, own.classes, own.sizes)
    return "" if found is None else found.words
