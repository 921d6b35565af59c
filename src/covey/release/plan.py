"""What a run would do: count and solve, but write nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from covey.engine.protocol import Engine, Staged
from covey.release.codebook import Entry, published_texts
from covey.release.job import Job
from covey.release.question import Choices, Question
from covey.release.questions import build_question
from covey.release.suspects import warnings
from covey.result import Result
from covey.solver import prepare, solve
from covey.stop import Stop
from covey.table.inputs import Input
from covey.table.inputs.base import place
from covey.words import plural


@dataclass(frozen=True)
class Quasi:
    """A quasi-identifier: its name and columns, its role in words, and its distinct values."""

    name: str
    columns: tuple[str, ...]
    role: str
    distinct: int


@dataclass(frozen=True)
class Plan:
    """What is published of which column, in how large classes, and how good that is."""

    input: str
    records: int
    k: int
    quasi: tuple[Quasi, ...]
    classes: int
    smallest: int
    largest: int
    cost: int
    lower_bound: int
    because: str
    status: str
    verdict: str
    suppressed: int
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
        for quasi in self.quasi:
            columns = ", ".join(quasi.columns)
            what = f"{columns}: {quasi.role}, {plural(quasi.distinct, 'distinct value')}"
            lines.append(f"recoded      {what}")
        lines += [
            f"classes      {self.classes:,}, with {each} records each",
            f"lower bound  {self.lower_bound:,}: {self.because}",
            f"verdict      {self.verdict}",
            f"suppressed   {self._suppressed()}",
            f"dropped      {', '.join(self.dropped) or 'no column'}",
            f"unchanged    {', '.join(self.unchanged) or 'no column'}",
        ]
        lines += [f"note         {note}" for note in self.notes]
        return "\n".join(lines + [f"warning      {warning}" for warning in self.warnings])

    def _suppressed(self) -> str:
        if not self.suppressed:
            return "no record"
        return f"{plural(self.suppressed, 'record')} ({self.suppressed / self.records:.2%})"


@dataclass(frozen=True, eq=False)
class Solved:
    """A job as far as it goes without writing."""

    job: Job
    staged: Staged
    question: Question
    result: Result
    codebook: list[Entry]
    plan: Plan

    @property
    def sizes(self) -> list[int]:
        return self.question.sizes(self.result.solution)

    @property
    def texts(self) -> dict[str, list[str | None]]:
        """For every recoded column the text of each class."""
        return published_texts(self.codebook, self.question.columns, len(self.sizes))

    @property
    def names(self) -> list[str]:
        """What each class is called."""
        return class_names(self.texts)


def class_names(texts: Mapping[str, Sequence[str | None]]) -> list[str]:
    """What each class is called, given the published texts of each column.

    >>> class_names({"lat": ["[1, 2)", None], "lon": ["[3, 4)", None]})
    ['[1, 2) x [3, 4)', '(missing) x (missing)']
    """
    parts = zip(*texts.values(), strict=True)
    return [" x ".join("(missing)" if text is None else text for text in part) for part in parts]


def seconds_for(house: str, records: int) -> float:
    """The search on a map goes on as long as it may, and what it finds depends on that limit, not
    on the clock: it is given about as long as the rest of the work takes. The others stop by
    themselves, mostly at once.

    >>> seconds_for("regions", 3_000_000), seconds_for("labels", 3_000_000)
    (3.0, 10.0)
    """
    return min(max(records / 1_000_000, 1.0), 10.0) if house == "regions" else 10.0


def solve_job(engine: Engine, job: Job, given: Input, report: Callable[[str], None]) -> Solved:
    """Stage, count and solve."""
    ((name, role),) = job.quasi.items()
    for column in job.drop:
        place(given.name, given.columns, column, "to be dropped")
    prepare(role.house)
    report(f"reading {given.name}")
    staged = engine.stage(given, role.kinds(name))
    report("counting")
    counted = engine.count()
    choices = Choices(job.k, job.objective, job.missing, job.unmapped)
    question = build_question(name, role, staged, counted, choices)
    report("solving")
    seconds = job.time_limit
    if seconds is None:
        seconds = seconds_for(question.problem.house, staged.rows)
    result = solve(question.problem, stop=Stop(seconds=seconds), seed=job.seed, report=report)
    codebook = question.codebook(result.solution)
    unchanged = [column for column in given.columns if column not in (*question.columns, *job.drop)]
    warned = warnings(unchanged, engine.distinct(unchanged), staged.rows)
    quasi = Quasi(name, question.columns, role.words, len(counted))
    plan = _plan(job, staged, quasi, question, result, unchanged, warned)
    return Solved(job, staged, question, result, codebook, plan)


def _plan(
    job: Job,
    staged: Staged,
    quasi: Quasi,
    question: Question,
    result: Result,
    unchanged: list[str],
    warned: list[str],
) -> Plan:
    sizes = question.sizes(result.solution)
    return Plan(
        input=staged.name,
        records=staged.rows,
        k=job.k,
        quasi=(quasi,),
        classes=len(sizes),
        smallest=min(sizes),
        largest=max(sizes),
        cost=result.cost,
        lower_bound=result.lower_bound,
        because=result.certificate.words(result.problem),
        status=result.status.value,
        verdict=result.verdict(),
        suppressed=staged.rows - sum(sizes),
        dropped=tuple(job.drop),
        unchanged=tuple(unchanged),
        notes=(*staged.notes, *question.notes, *result.notes),
        warnings=tuple(warned),
    )
