"""What a run would do: count and solve, but write nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry
from covey.core.result import Result
from covey.core.stop import Stop
from covey.core.words import in_a_line, plural
from covey.engine.keys import WrongKind
from covey.engine.protocol import Counted, Engine, Snapshot, Staged
from covey.io.inputs import Input
from covey.io.inputs.base import place
from covey.problems.solver import prepare
from covey.release.identifiers import IN_ORDER, find_suspects
from covey.release.job import Job
from covey.release.maps import MapOf, ReadAhead
from covey.release.names import class_names
from covey.release.notes import notes_on_classes
from covey.release.question import Question
from covey.release.questions import build_question
from covey.release.roles import Role
from covey.release.sensitive import unordered
from covey.release.solving import Search, solve_question, solver_of


@dataclass(frozen=True)
class Quasi:
    """A quasi-identifier: its name and columns, its role in words, and its distinct values: of a
    release those in the records that are published."""

    name: str
    columns: tuple[str, ...]
    role: str
    distinct: int

    def summary(self) -> str:
        distinct = plural(self.distinct, "distinct value")
        return f"{', '.join(self.columns)}: {self.role}, {distinct}"


def share_suppressed(suppressed: int, records: int) -> str:
    """
    >>> share_suppressed(0, 500), share_suppressed(25, 500)
    ('no record', '25 records (5.00%)')
    """
    if not suppressed:
        return "no record"
    return f"{plural(suppressed, 'record')} ({suppressed / records:.2%})"


@dataclass(frozen=True)
class Plan:
    """What is published of which column, in how large classes, and how good that is. ``missing``
    are the records of a class beside them, of those without a value."""

    input: str
    records: int
    k: int
    quasi: tuple[Quasi, ...]
    classes: int
    smallest: int
    largest: int
    missing: int
    cost: int
    lower_bound: int
    because: str
    status: str
    verdict: str
    suppressed: int
    requirements: tuple[str, ...]
    sensitive: tuple[str, ...]
    loss: float | None
    dropped: tuple[str, ...]
    unchanged: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def summary(self) -> str:
        """A few lines for people."""
        sizes = f"{self.smallest:,} to {self.largest:,}"
        each = f"{self.smallest:,}" if self.smallest == self.largest else sizes
        lines = [f"{self.input}: {plural(self.records, 'record')}, k = {self.k:,}"]
        lines += [
            *(f"recoded      {quasi.summary()}" for quasi in self.quasi),
            f"classes      {self.classes:,}, with {each} records each{self._beside()}",
            f"lower bound  {self.lower_bound:,}: {self.because}",
            f"verdict      {self.verdict}",
            *(f"every class  {each}" for each in self.requirements),
            *self._lost(),
            f"suppressed   {share_suppressed(self.suppressed, self.records)}",
            f"dropped      {', '.join(self.dropped) or 'no column'}",
            f"unchanged    {', '.join(self.unchanged) or 'no column'}",
        ]
        lines += [f"note         {note}" for note in self.notes]
        lines += [f"warning      {warning}" for warning in self.warnings]
        return "\n".join(map(in_a_line, lines))

    def _beside(self) -> str:
        if not self.missing:
            return ""
        return f", and one of {plural(self.missing, 'record')} without a value"

    def _lost(self) -> list[str]:
        if self.loss is None:
            return []
        return [f"loss         {self.loss:.4f} of 1 (the normalized certainty penalty, GCP)"]


@dataclass(frozen=True, eq=False)
class Solved:
    """A job as far as it goes without writing. ``snapshot`` has the rows, until it is closed;
    ``suspects`` are columns that pass through and may give people away."""

    job: Job
    snapshot: Snapshot
    counted: Counted
    question: Question
    result: Result
    codebook: list[Entry]
    plan: Plan
    suspects: tuple[str, ...] = ()

    @property
    def staged(self) -> Staged:
        return self.snapshot.staged

    @property
    def sensitive_kinds(self) -> dict[str, str]:
        """How the sensitive columns were read that something is asked of."""
        return {c: kind for c, kind in self.staged.kinds.items() if c in self.job.sensitive}

    @property
    def sizes(self) -> list[int]:
        return self.question.sizes(self.result.solution)

    @cached_property
    def texts(self) -> dict[str, list[str | None]]:
        """For every recoded column the text of each class."""
        return self.question.texts(self.result.solution, self.codebook)

    @property
    def names(self) -> list[str]:
        """What each class is called."""
        return class_names(self.texts)


def seconds_for(house: str, records: int) -> float:
    """The search on a map goes on as long as it may, and what it finds depends on that limit, not
    on the clock: it is given about as long as the rest of the work takes. The others stop by
    themselves, mostly at once.

    >>> seconds_for("regions", 3_000_000), seconds_for("labels", 3_000_000)
    (1.5, 10.0)
    """
    return min(max(records / 2_000_000, 0.5), 10.0) if house == "regions" else 10.0


@contextmanager
def solved_job(
    engine: Engine, job: Job, given: Input, report: Callable[[str], None]
) -> Iterator[Solved]:
    """Open, count and solve. The snapshot is closed at the end of the block."""
    for column in job.drop:
        place(given.name, given.columns, column, "to be dropped")
    for column in job.sensitive:
        place(given.name, given.columns, column, "a sensitive attribute")
    prepare("cells" if len(job.quasi) > 1 else next(iter(job.quasi.values())).house)
    map_of = ReadAhead(job.quasi.values())
    report(f"reading {given.name}")
    with _opened(engine, job, given) as snapshot:
        yield _solved(engine, job, given, snapshot, map_of, report)


def _opened(engine: Engine, job: Job, given: Input) -> Snapshot:
    try:
        return engine.open(given, job.kinds)
    except WrongKind as error:
        if error.given in job.sensitive:
            raise unordered(error) from None
        raise


def _solved(
    engine: Engine,
    job: Job,
    given: Input,
    snapshot: Snapshot,
    map_of: MapOf,
    report: Callable[[str], None],
) -> Solved:
    report("counting")
    staged, counted = snapshot.staged, snapshot.count()
    recoded = {column for name, role in job.quasi.items() for column in role.columns(name)}
    unchanged = [column for column in given.columns if column not in recoded | set(job.drop)]
    shares = snapshot.distinct([column for column in unchanged if column not in counted.columns])
    question = build_question(job, staged, counted, map_of, engine=engine)
    report("solving")
    seconds = job.time_limit
    if seconds is None:
        seconds = seconds_for(solver_of(question), staged.rows)
    search = Search(Stop(seconds=seconds), job.seed, report)
    result = solve_question(question, job.recoding, search)
    codebook = question.codebook(result.solution)
    suspects = find_suspects(unchanged, shares, staged.rows, job.sensitive)
    warned = suspects.warnings()
    if job.shuffle is False and given.layout.format != "frame":
        warned.append(IN_ORDER)
    published = question.classes(result.solution) >= 0
    quasi = quasi_of(job.quasi, counted, published)
    plan = _plan(job, staged, quasi, question, result, unchanged, warned)
    return Solved(job, snapshot, counted, question, result, codebook, plan, suspects.columns)


def quasi_of(
    roles: Mapping[str, Role], counted: Counted, published: NDArray[np.bool_] | None = None
) -> tuple[Quasi, ...]:
    """What is said of the quasi-identifiers; ``published`` says which counted combinations are, all
    if not given."""
    if published is None:
        published = np.ones(len(counted), dtype=bool)
    found = []
    for name, role in roles.items():
        columns = role.columns(name)
        found.append(Quasi(name, columns, role.words, counted.distinct(columns, published)))
    return tuple(found)


def _plan(
    job: Job,
    staged: Staged,
    quasi: tuple[Quasi, ...],
    question: Question,
    result: Result,
    unchanged: list[str],
    warned: list[str],
) -> Plan:
    sizes = question.sizes(result.solution)
    chosen = result.solution.sizes.tolist()
    return Plan(
        input=staged.name,
        records=staged.rows,
        k=job.k,
        quasi=quasi,
        classes=len(chosen),
        smallest=min(chosen),
        largest=max(chosen),
        missing=question.missing,
        cost=result.cost,
        lower_bound=result.lower_bound,
        because=result.certificate.words(result.problem),
        status=result.status.value,
        verdict=result.verdict(),
        suppressed=staged.rows - sum(sizes),
        requirements=tuple(each.words() for each in getattr(question.problem, "requirements", ())),
        sensitive=tuple(job.sensitive),
        loss=question.loss(result.solution),
        dropped=tuple(job.drop),
        unchanged=tuple(unchanged),
        notes=(
            *staged.notes,
            *notes_on_classes(job, question, sum(chosen), bool(job.requirements or job.k_map)),
            *question.notes,
            *question.told(result.solution),
            *result.notes,
        ),
        warnings=tuple(warned),
    )
