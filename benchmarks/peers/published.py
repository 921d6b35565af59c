"""What a table costs that a peer or covey published, by one measure for all: a published value
stands for a set, and the set is worth its share of the column (``covey.measures.loss``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from covey.codebook.lines import Entry
from covey.measures.loss import global_penalty, penalty, share_of_labels, share_of_ranges

Range = tuple[float, float]
"""The lowest and the highest value that it stands for, both included."""
Set = Range | frozenset[str]
Meaning = Callable[[str, Any], Set]
"""From a column and what is published in it to the set that it stands for."""


@dataclass(frozen=True)
class Answer:
    """What was published of a table, in figures.

    gcp
        The normalized certainty penalty, averaged over columns and records; a suppressed record
        counts as 1.
    """

    who: str
    seconds: float
    classes: int
    smallest: int
    largest: int
    suppressed: int
    c_avg: float
    gcp: float

    def __str__(self) -> str:
        return (
            f"{self.who}: {self.seconds:.1f} s, {self.classes:,} classes of {self.smallest:,} to"
            f" {self.largest:,}, {self.suppressed:,} suppressed, C_avg {self.c_avg:.2f},"
            f" GCP {self.gcp:.4f}"
        )


def answer(
    who: str, seconds: float, published: Any, original: Any, k: int, meaning: Meaning
) -> Answer:
    """``published`` and ``original`` are frames of the quasi-identifiers alone; records that are in
    the second and not in the first were suppressed."""
    sets = {
        column: {value: meaning(column, value) for value in published[column].unique()}
        for column in original.columns
    }
    # Texts may differ by the order of their labels: what they stand for is compared.
    alike = published.apply(lambda column: column.map(sets[column.name]))
    sizes = alike.groupby(list(original.columns), sort=False).size()
    suppressed = len(original) - len(published)
    penalties = [
        penalty(*_shares(alike[column], original[column]), suppressed)
        for column in original.columns
    ]
    return Answer(
        who,
        seconds,
        classes=len(sizes),
        smallest=int(sizes.min()),
        largest=int(sizes.max()),
        suppressed=suppressed,
        c_avg=len(published) / (len(sizes) * k),
        gcp=global_penalty(penalties),
    )


def _shares(sets: Any, original: Any) -> tuple[Any, Any]:
    """The share of the column that each set covers, and the records published as it."""
    counted = sets.value_counts(sort=False)
    if isinstance(counted.index[0], frozenset):
        members = [len(each) for each in counted.index]
        return share_of_labels(members, original.nunique()), counted.to_numpy()
    low, high = zip(*counted.index, strict=True)
    return share_of_ranges(low, high, original.min(), original.max()), counted.to_numpy()


def meaning_of(sets: Mapping[str, Mapping[Any, Set]]) -> Meaning:
    """From a table of what every published value stands for."""
    return lambda column, value: sets[column][value]


def meaning_of_codebook(entries: Sequence[Entry], original: Any) -> Meaning:
    """From covey's codebook. A range of whole numbers ends one below its upper border."""
    members: dict[tuple[str, Any], set[str]] = {}
    ranges: dict[tuple[str, Any], Range] = {}
    for entry in entries:
        told = entry.column, entry.published
        if entry.holds == "range":
            column = original[entry.column]
            low = column.min() if entry.low is None else max(float(entry.low), column.min())
            high = column.max() if entry.high is None else min(float(entry.high) - 1, column.max())
            ranges[told] = float(low), float(high)
        else:
            members.setdefault(told, set()).update(map(str, entry.values))

    def meaning(column: str, value: Any) -> Set:
        told = column, value
        return ranges[told] if told in ranges else frozenset(members[told])

    return meaning
