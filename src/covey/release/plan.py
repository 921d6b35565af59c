"""What a run does with a table, in figures and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.core.words import in_a_line, plural, with_records
from covey.engine.protocol import Counted


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
    requirements: tuple[str, ...]
    sensitive: tuple[str, ...]
    loss: float
    dropped: tuple[str, ...]
    unchanged: tuple[str, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def summary(self) -> str:
        """A few lines for people."""
        how_large = with_records(self.classes, self.smallest, self.largest)
        lines = [f"{self.input}: {plural(self.records, 'record')}, k = {self.k:,}"]
        lines += [
            *(f"recoded      {quasi.summary()}" for quasi in self.quasi),
            f"classes      {self.classes:,}, {how_large}",
            f"lower bound  {self.lower_bound:,}: {self.because}",
            f"verdict      {self.verdict}",
            *(f"every class  {each}" for each in self.requirements),
            f"loss         {self.loss:.4f} of 1 (the normalized certainty penalty, GCP)",
            f"suppressed   {share_suppressed(self.suppressed, self.records)}",
            f"dropped      {', '.join(self.dropped) or 'no column'}",
            f"unchanged    {', '.join(self.unchanged) or 'no column'}",
        ]
        lines += [f"note         {note}" for note in self.notes]
        lines += [f"warning      {warning}" for warning in self.warnings]
        return "\n".join(map(in_a_line, lines))


def quasi_of(
    roles: Mapping[str, Role], counted: Counted, published: NDArray[np.bool_]
) -> tuple[Quasi, ...]:
    """What is said of the quasi-identifiers; ``published`` says which counted combinations are."""
    found = []
    for name, role in roles.items():
        columns = role.columns(name)
        found.append(Quasi(name, columns, role.words, counted.distinct(columns, published)))
    return tuple(found)
