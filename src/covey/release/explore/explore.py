"""What a table would lose for several k and recodings. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from covey.attributes import Role
from covey.core import progress
from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible, InvalidInput
from covey.core.stop import CUT_OFF
from covey.core.threads import takes_threads
from covey.core.words import in_a_line, plural
from covey.engine import engine_for
from covey.engine.protocol import Engine
from covey.io.inputs import refuse_needless_header
from covey.release.facts.notes import LOST
from covey.release.facts.plan import share_suppressed
from covey.release.job import OPTIONS, Job
from covey.release.job.orders import with_orders
from covey.release.pipeline import CountedJob, Solved, counted_job, solve_counted

THRESHOLDS = (2, 3, 5, 10, 20)
"""The k that are tried if none are named. Answers for these are candidates for every smaller k, so
that what is shown of a k does not depend on which others are asked for."""
RECODINGS = OPTIONS["recoding"].choices


@dataclass(frozen=True)
class ColumnDetail:
    """What is left of a quasi-identifier: the normalized certainty penalty of its values, and how
    many different ones are published."""

    column: str
    loss: float
    values: int


@dataclass(frozen=True)
class Choice:
    """One k and recoding, and what comes of it. ``why_not`` says why there is no such release; the
    figures are 0 then."""

    k: int
    recoding: str
    classes: int = 0
    smallest: int = 0
    largest: int = 0
    lower_bound: int = 0
    loss: float = 0.0
    columns: tuple[ColumnDetail, ...] = ()
    suppressed: int = 0
    average_risk: float = 0.0
    why_not: str = ""
    cut_off: bool = False
    """Whether the clock ended the search: with more time there may be a better answer."""
    answer_of: int = 0
    """The larger k whose answer this is, because it is better than the one that was found for
    ``k``, and meets it, too; 0, if it is that of ``k``."""
    better_k: int = 0
    """Another k that was asked for, larger than ``k``, whose answer is better still; 0 for none."""
    cost: int = 0
    """What the objective makes of the sizes of classes: by default the largest."""
    hint: str = ""
    """What may give a release where there is none."""

    @property
    def highest_risk(self) -> float:
        """Of being found by somebody who knows that a person is in the table (prosecutor)."""
        return 1 / self.smallest if self.smallest else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "highest_risk": self.highest_risk}


@dataclass(frozen=True)
class Exploration:
    """Every k with every recoding, in that order."""

    input: str
    records: int
    choices: tuple[Choice, ...]

    def to_dict(self) -> dict[str, Any]:
        choices = [choice.to_dict() for choice in self.choices]
        return {"input": self.input, "records": self.records, "choices": choices}

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        """A table for people, and what to know of it."""
        lines = [f"{self.input}: {plural(self.records, 'record')}", "", *self._table(), ""]
        lines += [
            "loss         the share of detail that is lost, of all columns and of each; in brackets"
            " how many different values are published",
            "risk         highest and average: how likely a person who is known to be in the table"
            " is found",
        ]
        lines += [f"note         {note}" for note in self.notes()]
        return "\n".join(map(in_a_line, lines))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from html import escape

        rows = "".join(
            f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in row)}</tr>"
            for row, tag in zip(self._rows(), ["th", *["td"] * len(self.choices)], strict=True)
        )
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes())
        title = f"{self.input}: {plural(self.records, 'record')}"
        return f"<div><strong>{escape(title)}</strong><table>{rows}</table>{notes}</div>"

    def _rows(self) -> list[tuple[str, ...]]:
        names = [detail.column for detail in self._solved()[0].columns] if self._solved() else []
        rows: list[tuple[str, ...]] = [
            ("k", "recoding", "classes", "largest", "withheld", "risk", "loss", *names)
        ]
        for choice in self.choices:
            if choice.why_not:
                rows.append((f"{choice.k:,}", choice.recoding, "-", choice.why_not))
                continue
            rows.append(
                (
                    f"{choice.k:,}",
                    choice.recoding,
                    f"{choice.classes:,}",
                    f"{choice.largest:,}",
                    f"{choice.suppressed:,}",
                    f"{choice.highest_risk:.3f} {choice.average_risk:.3f}",
                    f"{choice.loss:.3f}",
                    *(f"{detail.loss:.3f} ({detail.values:,})" for detail in choice.columns),
                )
            )
        return rows

    def _table(self) -> list[str]:
        rows = self._rows()
        # Rows of a k without a release are shorter, and do not widen the columns.
        whole = [row for row in rows if len(row) == len(rows[0])]
        widths = [max(len(row[at]) for row in whole) for at in range(len(rows[0]))]
        widths[0] = max(len(row[0]) for row in rows)
        # The reason why there is no release runs on over the other columns.
        return ["  ".join(map(str.rjust, row, widths)).rstrip() for row in rows]

    def _solved(self) -> list[Choice]:
        return [choice for choice in self.choices if not choice.why_not]

    def _place_of(self, choice: Choice) -> str:
        """The recoding is said where there are several."""
        several = len({each.recoding for each in self.choices}) > 1
        return f"k = {choice.k:,} {choice.recoding if several else ''}".rstrip()

    def notes(self) -> tuple[str, ...]:
        """What the figures hide: columns that are as good as gone, and values that are common."""
        found = []
        for choice in self._solved():
            gone = [detail.column for detail in choice.columns if detail.loss > LOST]
            if gone:
                found.append(
                    f"{self._place_of(choice)}: next to nothing is left of"
                    f" {', '.join(map(repr, gone))}"
                )
        ruled = [choice for choice in self._solved() if choice.lower_bound >= 2 * choice.k]
        if ruled:
            most = max(choice.lower_bound for choice in ruled)
            found.append(
                f"no largest class can be below {most:,}, whatever is done: compare by the number"
                " of classes and by the loss"
            )
        for choice in self.choices:
            if choice.answer_of:
                found.append(
                    f"{self._place_of(choice)}: this is the answer of k ="
                    f" {choice.answer_of:,}, which meets k = {choice.k:,} as well, and is better"
                    f" than the one that was found for it; ask for it with -k {choice.answer_of:d}"
                )
            if choice.better_k:
                found.append(
                    f"{self._place_of(choice)}: the answer of k = {choice.better_k:,} meets k ="
                    f" {choice.k:,} as well, and is better; ask for it with -k {choice.better_k:d}"
                )
        late = [self._place_of(each) for each in self._solved() if each.cut_off]
        if late:
            found.append(f"{', '.join(late)}: {CUT_OFF}")
        withheld = max((choice.suppressed for choice in self._solved()), default=0)
        if withheld:
            found.append(f"withheld is {share_suppressed(withheld, self.records)} at most")
        return all_spoken(found)


@takes_threads
def explore(
    table: Any,
    *,
    quasi: Mapping[str, Role],
    k: Iterable[int] = THRESHOLDS,
    recoding: Iterable[str] = RECODINGS,
    report: Callable[[str], None] | None = None,
    found: Callable[[Choice, Solved | None], None] | None = None,
    engine: Engine | str | None = None,
    threads: int | None = None,
    **how: Any,
) -> Exploration:
    """Solve a table for several k and recodings, and publish nothing. It is counted once.

    Searches are no proofs: what is found for a smaller k may be worse than what is found for a
    larger one, which meets the smaller as well. Every k is therefore compared with all larger ones
    of 2, 3, 5, 10 and 20, and the best answer is shown (``Choice.answer_of``): it does not depend
    on which other k are asked for. If one of these is better still, a note says so
    (``Choice.better_k``).

    table, quasi
        As for :func:`covey.anonymize`.
    k
        The thresholds to try.
    recoding
        The recodings to try: ``local``, ``nested``, ``global``.
    report
        Called with a line of text on what is being done.
    found
        Called with every choice as soon as it is known, and with its answer, if there is one; the
        largest k comes first.
    engine
        As for :func:`covey.anonymize`. If not given, a table on a PostgreSQL server is counted
        there: its rows do not leave it.
    how
        What else a job says, as ``sensitive``, ``suppress`` or ``missing``: as for
        :func:`covey.anonymize`.

    >>> import pandas as pd
    >>> from covey import Ordered, explore
    >>> people = pd.DataFrame({"age": range(20, 60)})
    >>> [choice.largest for choice in explore(people, quasi={"age": Ordered()}, k=[4, 10]).choices]
    [4, 4, 4, 10, 10, 10]
    """
    say = report or (lambda _: None)
    thresholds, recodings = _checked(k, recoding)
    named = engine if isinstance(engine, str) else ""
    # Counting does not depend on k: each k is put in below.
    job = Job(table=table, k=min(thresholds), quasi=quasi, engine=named, **how)
    if engine is None or isinstance(engine, str):
        engine = engine_for(table, _server_of(table), named)
    given = engine.source(table, job.encoding, job.header, job.notation)
    if job.population is None:
        refuse_needless_header(job.header, given)
    job.refuse_unready(given.columns)
    job = with_orders(job, given)
    choices: list[Choice] = []
    # By recoding, since an answer of one is not an answer of another.
    answers: dict[str, list[tuple[Choice, Solved]]] = {each: [] for each in recodings}
    tried = _tried(thresholds, job)
    pieces = progress.Pieces(len(tried) * len(recodings))
    with counted_job(engine, job, given, say) as counted, progress.measured(pieces):
        # The largest k first: its answers meet every smaller k, and stand in where a search finds a
        # worse one.
        for threshold in reversed(tried):
            for each in recodings:
                say(f"k = {threshold:,}, {each} recoding")
                choice, solved = _solved(counted, replace(job, k=threshold, recoding=each), say)
                if solved is not None and threshold in THRESHOLDS:
                    answers[each].append((choice, solved))
                pieces.done += 1
                if threshold not in thresholds:
                    continue
                better = [known for known in answers[each] if is_worse(choice, known[0], job)]
                if better and can_be_reused(job):
                    # The best of them, which need not be that of the next larger k.
                    larger, solved = min(better, key=lambda known: _rank(known[0], job))
                    choice = _for_smaller(choice, larger)
                choices.append(_beside_larger(choice, choices, job))
                if found is not None:
                    found(choices[-1], solved)
        staged = counted.snapshot.staged
    choices.sort(key=lambda choice: (choice.k, recodings.index(choice.recoding)))
    return Exploration(staged.name, staged.rows, tuple(choices))


def _tried(thresholds: Sequence[int], job: Job) -> list[int]:
    """The k that are solved: those that are asked for, and those with which they are compared."""
    if not can_be_reused(job):
        return list(thresholds)
    return sorted({*thresholds, *(each for each in THRESHOLDS if each > min(thresholds))})


def _solved(
    counted: CountedJob, asked: Job, say: Callable[[str], None]
) -> tuple[Choice, Solved | None]:
    try:
        solved = solve_counted(counted, asked, say)
        return _choice(asked, solved), solved
    except Infeasible as error:
        # One k that has no release must not hide the others.
        return Choice(asked.k, asked.recoding, why_not=error.message, hint=error.hint), None


def _beside_larger(choice: Choice, others: Sequence[Choice], job: Job) -> Choice:
    """With the larger k that was asked for whose answer is better, if there is one."""
    if not can_be_reused(job):
        return choice
    own = [each for each in others if each.recoding == choice.recoding and not each.why_not]
    better = [each for each in own if is_worse(choice, each, job)]
    if not better:
        return choice
    return replace(choice, better_k=min(better, key=lambda each: _rank(each, job)).k)


def can_be_reused(job: Job) -> bool:
    """Whether an answer for a larger k is one for a smaller k."""
    return not any(role.depends_on_k for role in job.quasi.values())


def is_worse(own: Choice, larger: Choice, job: Job) -> bool:
    """Whether what was found for a k is worse than what was found for a larger one, as the methods
    rank answers."""
    if own.why_not:
        return True
    # A smaller cost is a gain that the answer for the larger k does not have.
    if _withholds_for_loss(job) and own.recoding == "local" and own.cost < larger.cost:
        return False
    return _rank(own, job) > _rank(larger, job)


def _rank(choice: Choice, job: Job) -> tuple[int, float]:
    """The cost, then the loss; the loss alone where the cost is not what is searched for."""
    by_loss = choice.recoding != "local" or _withholds_for_loss(job)
    return 0 if by_loss else choice.cost, choice.loss


def _withholds_for_loss(job: Job) -> bool:
    return bool(job.suppress) and job.suppress_for == "loss"


def _for_smaller(own: Choice, larger: Choice) -> Choice:
    """The answer for a larger k, for this one. What is proved of the smaller k stays."""
    return replace(
        larger,
        k=own.k,
        # The bound of a larger k does not hold for a smaller one.
        lower_bound=own.lower_bound,
        # It may be handed down several times: the first owner is named.
        answer_of=larger.answer_of or larger.k,
    )


def _server_of(table: Any) -> Any:
    """Where a table on a server would be published, so that it is counted there."""
    from covey.io.postgres.address import is_address

    return table if is_address(table) else None


def _checked(k: Iterable[int], recoding: Iterable[str]) -> tuple[list[int], list[str]]:
    from covey.core.validate import threshold

    thresholds = sorted({threshold(each) for each in ([k] if isinstance(k, int) else k)})
    recodings = list(dict.fromkeys([recoding] if isinstance(recoding, str) else recoding))
    if not thresholds or not recodings:
        raise InvalidInput(
            "There is nothing to explore: name one k and one recoding or more.",
            hint="For example: -k 5,10,20 (k=[5, 10, 20] in Python)",
        )
    return thresholds, recodings


def _choice(job: Job, solved: Solved) -> Choice:
    plan, description = solved.plan, solved.description
    columns = [
        ColumnDetail(", ".join(role.columns(name)), loss, len(set(named.of_class.tolist())))
        for (name, role), loss, named in zip(
            job.quasi.items(), description.column_losses, description.named, strict=True
        )
    ]
    return Choice(
        k=job.k,
        recoding=job.recoding,
        classes=plan.classes,
        smallest=plan.smallest,
        largest=plan.largest,
        lower_bound=plan.lower_bound,
        loss=plan.loss,
        columns=tuple(columns),
        suppressed=plan.suppressed,
        average_risk=plan.average_risk,
        cut_off=CUT_OFF in plan.notes,
        cost=plan.cost,
    )


def named_thresholds(given: Sequence[str]) -> list[int]:
    """Those of the command line.

    >>> named_thresholds(["2,5", "10"])
    [2, 5, 10]
    """
    parts = [part.strip() for text in given for part in text.split(",")]
    try:
        return [int(part) for part in parts]
    except ValueError:
        raise InvalidInput(
            f"-k is a list of whole numbers, as 2,3,5,10; given: {','.join(given)!r}.",
            given=",".join(given),
        ) from None
