"""What a run does with a table, in figures and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.core.caller import all_spoken, spoken
from covey.core.dataclass import dataclass
from covey.core.words import in_a_line, plural, with_people, with_records
from covey.engine.protocol import Counted
from covey.measures.utility.shifts import Shift
from covey.report.circumstances import unsaid, words_on_unsaid
from covey.report.drawing import Drawing

SHIFTS = 3
"""Columns whose shift is printed: those that are shifted most."""


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


@dataclass(frozen=True, eq=False, kw_only=True)
class Account:
    """What is published of which column: the part that a plan and new records have in common."""

    input: str
    records: int
    k: int
    quasi: tuple[Quasi, ...]
    requirements: tuple[str, ...]
    suppressed: int
    dropped: tuple[str, ...]
    unchanged: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]

    def in_lines(self, on_classes: Sequence[str], loss: Sequence[str] = ()) -> str:
        """A few lines for people; those on classes and the loss are given."""
        lines = [
            f"{self.input}: {plural(self.records, 'record')}, k = {self.k:,}",
            *(f"recoded      {quasi.summary()}" for quasi in self.quasi),
            *on_classes,
            *(f"every class  {each}" for each in self.requirements),
            *loss,
            f"suppressed   {share_suppressed(self.suppressed, self.records)}",
            f"dropped      {', '.join(self.dropped) or 'no column'}",
            f"unchanged    {', '.join(self.unchanged) or 'no column'}",
            *(f"note         {note}" for note in self.notes),
            *(f"warning      {warning}" for warning in self.warnings),
        ]
        return "\n".join(map(in_a_line, lines))


@dataclass(frozen=True, kw_only=True)
class Plan(Account):
    """What is published of which column, in how large classes, and how good that is.

    smallest, largest
        The people of the smallest and of the largest class, where people are counted, else their
        records; ``records_per_class`` are the fewest and the most records of a class where people
        are counted.
    sizes
        Of every class, for pictures.
    draw
        Draws the maps of the areas, when a notebook asks for them.
    besides
        How answers differ where one value alone is the largest class.
    shifts
        How the records that are left out shift the shares of every column's values, the largest
        first: for the owner, since they tell about people who are not published. Columns that pass
        through are among them if they have at most 1,000 different values, which stay unnamed; so
        do values that fewer than k published records have.
    loss, loss_of_published
        What is lost of all records, on the scale of all values: never more with an allowance than
        without; and on the scale of the published values, which others see.
    far
        Values far outside of the rest, in words: for the owner as well.
    """

    classes: int
    smallest: int
    largest: int
    cost: int
    lower_bound: int
    because: str
    status: str
    verdict: str
    sensitive: tuple[str, ...]
    loss: float
    loss_of_published: float | None = None
    shifts: tuple[Shift, ...] = ()
    far: tuple[str, ...] = ()
    records_per_class: tuple[int, int] | None = None
    besides: str = ""
    sizes: tuple[int, ...] = field(default=(), repr=False)
    draw: Callable[[], Sequence[Drawing]] | None = field(default=None, repr=False, compare=False)

    @property
    def units(self) -> str:
        """What sizes count."""
        return "records" if self.records_per_class is None else "people"

    @property
    def average_risk(self) -> float:
        """Of being found by somebody who knows that a person is in the table (prosecutor).
        Somebody with records in several classes counts once in each."""
        return len(self.sizes) / sum(self.sizes) if self.sizes else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data, without the size of every class."""
        # Taken out before asdict, which copies deeply: sizes may be millions, and draw holds the
        # whole answer.
        found = asdict(replace(self, sizes=(), draw=None))
        del found["sizes"], found["draw"]
        return found

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from covey.report.notebook import as_html

        maps = () if self.draw is None else self.draw()
        return as_html(self.summary().splitlines(), self.sizes, self.k, self.units, maps)

    def summary(self) -> str:
        """A few lines for people."""
        how_large = with_records(self.classes, self.smallest, self.largest)
        if self.records_per_class is not None:
            how_large = with_people(
                self.classes, self.smallest, self.largest, *self.records_per_class
            )
        on_classes = [
            f"classes      {self.classes:,}, {how_large}",
            f"lower bound  {self.lower_bound:,}: {self.because}",
            f"verdict      {self.verdict}",
            *([f"besides      {self.besides}"] if self.besides else []),
        ]
        loss = f"loss         {self.loss:.4f} of 1 (the normalized certainty penalty, GCP)"
        other = self.loss_of_published
        # Compared as they are printed: two equal figures would only confuse.
        if other is not None and f"{other:.4f}" != f"{self.loss:.4f}":
            loss += f"; {other:.4f} on the scale of what is published, as in the report"
        far = [f"far          {words}" for words in self.far]
        return self.in_lines(on_classes, [loss, *map(_on_shift, self.shifts[:SHIFTS]), *far])


def spoken_plan(plan: Plan) -> Plan:
    """The plan in the words of who called."""
    notes, warnings, far = map(all_spoken, (plan.notes, plan.warnings, plan.far))
    return replace(plan, notes=notes, warnings=warnings, far=far)


def _on_shift(shift: Shift) -> str:
    value = "(missing)" if shift.value is None else repr(shift.value)
    value = value if shift.named else "one of its values"
    return (
        f"shifted      {shift.column}: {value} from {shift.before:.2%} to {shift.after:.2%} of the"
        " records, because of those left out"
    )


def lines_on_files(
    where: str, files: Sequence[str], receipts: Path | None, context: Mapping[str, str] | None
) -> Iterator[str]:
    """What appeared, for people, and what its report does not state of the ``context``; ``where``
    is empty for a frame."""
    if where:
        yield in_a_line(f"released     {where}: {', '.join(files)}")
        if keys := unsaid(context or {}):
            words = f"the report leaves {'it' if len(keys) == 1 else 'them'} open"
            yield spoken(f"not stated   {', '.join(keys)}: {words}; {words_on_unsaid(keys)}")
    if receipts is not None:
        yield in_a_line(f"receipt      {receipts}: keep it, and do not publish it")


def quasi_of(
    roles: Mapping[str, Role], counted: Counted, published: NDArray[np.bool_]
) -> tuple[Quasi, ...]:
    """Notes on the quasi-identifiers; ``published`` says which counted combinations are."""
    found = []
    for name, role in roles.items():
        columns = role.columns(name)
        found.append(Quasi(name, columns, role.words, counted.distinct(columns, published)))
    return tuple(found)
