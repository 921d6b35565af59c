"""Some records before and after, to see what an answer does to them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.core.dataclass import dataclass

if TYPE_CHECKING:
    from covey.release.pipeline import Solved

COUNT = 10


@dataclass(frozen=True)
class Examples:
    """Values of the recoded columns, of a record in each row: as they are in the table, and as they
    are published; ``sizes`` are those of their classes: of people, where people are counted. A row
    of ``after`` is None where the record is left out."""

    columns: tuple[str, ...]
    before: tuple[tuple[str | None, ...], ...]
    after: tuple[tuple[str | None, ...] | None, ...]
    sizes: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def examples(solved: Solved, count: int = COUNT) -> Examples:
    """Records that are spread evenly over the table in the order of its values: the same ones
    whatever k is. They hold values of the table, so they are for the owner."""
    if solved.counted is None:
        return Examples(tuple(solved.texts), (), (), ())
    texts, classes, sizes = solved.texts, solved.description.classes, solved.plan.sizes
    columns = tuple(texts)
    own = solved.counted.of(columns)
    # Record number n is in the first combination whose end is above n.
    ends = np.cumsum(own.counts)
    # The middle of each of `count` equal stretches of the table.
    wanted = (np.arange(min(count, int(ends[-1]))) + 0.5) / min(count, int(ends[-1]))
    chosen = np.searchsorted(ends, np.floor(wanted * ends[-1]), side="right").tolist()
    before, after, alike = [], [], []
    for at in chosen:
        before.append(tuple(_text(part[at]) for part in own.texts))
        number = int(classes[at])
        after.append(None if number < 0 else tuple(part[number] for part in texts.values()))
        alike.append(0 if number < 0 else sizes[number])
    return Examples(columns, tuple(before), tuple(after), tuple(alike))


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
