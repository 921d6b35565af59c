"""Ranges that are published as two columns, their low and their high end, instead of one text.

An open end is missing, and so are both of a set of any value and of the missing one. A column of
which some set holds records without a value has a third column, which says so of every class.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from covey.attributes.ranges import range_ends
from covey.attributes.role import Role
from covey.codebook.book import Book
from covey.codebook.lines import Entry
from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.engine.protocol import Counted

LOW_SUFFIX, HIGH_SUFFIX, MISSING_SUFFIX = "_low", "_high", "_missing"
NO, MAYBE, YES = "no", "maybe", "yes"
"""In the third column: the records of a class have a value; some may have none; none has one."""
TEXT, LOW_HIGH = "text", "low-high"
WHOLE = ("integer", "date")
"""Kinds of which both ends of a range belong to it."""

Text = str | None
Ends = tuple[Text, Text]
OPEN: Ends = (None, None)
Texts = Mapping[str, Sequence[Text]]
"""For every column what is published for each class."""


@dataclass(frozen=True, eq=False)
class RangeColumns:
    """For every column of ranges the ends of each text, and what they are. Without any, everything
    is published as text.

    missing
        Of the columns with sets that hold missing values, ``MAYBE`` or ``YES`` for the texts of
        these sets.
    """

    ends: Mapping[str, Mapping[Text, Ends]]
    kinds: Mapping[str, str]
    missing: Mapping[str, Mapping[Text, str]] = field(default_factory=dict)

    @classmethod
    def none(cls) -> RangeColumns:
        return cls({}, {})

    @classmethod
    def of_entries(cls, entries: Iterable[Entry], kinds: Mapping[str, str]) -> RangeColumns:
        """By the lines of a codebook; ``kinds`` are those of the columns of ranges."""
        ends: dict[str, dict[Text, Ends]] = {column: {} for column in kinds}
        without: dict[str, list[Text]] = {}
        anything: dict[str, list[Text]] = {}
        # A line of a value cannot be here: columns of ranges hold ranges, missing and any value.
        for entry in entries:
            if entry.column not in kinds:
                continue
            if entry.holds == "range":
                kind = kinds[entry.column]
                ends[entry.column][entry.published] = range_ends(entry.low, entry.high, kind)
            elif entry.holds == "missing":
                without.setdefault(entry.column, []).append(entry.published)
            elif entry.holds == "any":
                anything.setdefault(entry.column, []).append(entry.published)
        return cls(ends, kinds, _of_missing(ends, without, anything))

    @classmethod
    def of_book(cls, book: Book, kinds: Mapping[str, str]) -> RangeColumns:
        """The same of a codebook that was read."""
        ends: dict[str, dict[Text, Ends]] = {}
        without: dict[str, list[Text]] = {}
        anything: dict[str, list[Text]] = {}
        for column, kind in kinds.items():
            own = book.of(column)
            without[column] = own.published[own.missing].tolist()
            anything[column] = own.published[own.anything].tolist()
            borders = zip(own.ranges.low.tolist(), own.ranges.high.tolist(), strict=True)
            pairs = zip(own.published[own.ranges.numbers].tolist(), borders, strict=True)
            ends[column] = {text: range_ends(low, high, kind) for text, (low, high) in pairs}
        return cls(ends, kinds, _of_missing(ends, without, anything))

    @property
    def instead(self) -> dict[str, tuple[str, ...]]:
        """The two or three columns that stand for each."""
        return {
            column: (
                f"{column}{LOW_SUFFIX}",
                f"{column}{HIGH_SUFFIX}",
                *([f"{column}{MISSING_SUFFIX}"] if column in self.missing else []),
            )
            for column in self.ends
        }

    @property
    def written_kinds(self) -> dict[str, str]:
        """What the ends are as values; whole numbers that are too large stay texts."""
        found: dict[str, str] = {}
        for column, names in self.instead.items():
            known = [end for pair in self.ends[column].values() for end in pair if end is not None]
            kind = self.kinds[column]
            # One type for the whole column: a single end that does not fit makes both columns text.
            if all(_fits(end, kind) for end in known):
                found |= dict.fromkeys(names[:2], kind)
        return found

    def refuse_names(self, columns: Sequence[str]) -> None:
        """Refuse a table whose ``columns`` have such a name already."""
        for column, names in self.instead.items():
            for name in names:
                if name in columns:
                    raise InvalidInput(
                        f"{column!r} would be published as {' and '.join(names)}, but there is a"
                        f" column {name!r} already.",
                        hint="Rename it, or publish ranges as text: --columns text.",
                        given=name,
                    )

    def written(self, texts: Texts) -> dict[str, list[Text]]:
        """What the table has for each class."""
        found: dict[str, list[Text]] = {}
        for column, own in texts.items():
            if column not in self.ends:
                found[column] = list(own)
                continue
            pairs = [self.ends[column].get(text, OPEN) for text in own]
            low, high, *more = self.instead[column]
            found[low], found[high] = ([pair[end] for pair in pairs] for end in range(2))
            for name in more:
                found[name] = [self.missing[column].get(text, NO) for text in own]
        # The ends and the third column must distinguish classes as their texts do. If not, nothing
        # may be published, because the recount could not find its classes.
        rows = list(zip(*found.values(), strict=True))
        if len(set(rows)) < len(rows):
            raise InternalError(f"Two classes have the same ends in {', '.join(self.ends)}.")
        return found

    def as_texts(self, counted: Counted, texts: Texts, written: Texts) -> Counted:
        """A count by the written columns, and others, as one by the texts of the classes."""
        if not self.ends:
            return counted
        places = [counted.columns.index(name) for name in written]
        kinds = [self.written_kinds.get(name, "") for name in written]
        # From a row as it is written to its class. Typed columns come back in another spelling:
        # 2.50 as 2.5, midnight left out.
        classes = {
            tuple(map(_same, row, kinds)): number
            for number, row in enumerate(zip(*written.values(), strict=True))
        }
        by_row = zip(*(counted.texts[at].tolist() for at in places), strict=True)
        found = [classes.get(tuple(map(_same, row, kinds)), -1) for row in by_row]
        # The written table has a row that no class was published as.
        if -1 in found:
            raise InternalError("The release was counted again, and has a class of its own.")
        others = [name for name in counted.columns if name not in written]
        columns: dict[str, list[Any]] = {
            column: [own[number] for number in found] for column, own in texts.items()
        }
        columns |= {name: counted.texts[counted.columns.index(name)].tolist() for name in others}
        return _counted(columns, counted)


def _of_missing(
    ends: Mapping[str, Mapping[Text, Ends]],
    without: Mapping[str, Sequence[Text]],
    anything: Mapping[str, Sequence[Text]],
) -> dict[str, dict[Text, str]]:
    """Which texts stand for records without a value, from those of the sets that hold missing
    values and of those that hold anything."""
    # A text that also has ends is a range "or missing"; without ends the set is missing alone.
    found = {
        column: {text: MAYBE if text in own else YES for text in without.get(column, ())}
        | dict.fromkeys(anything.get(column, ()), MAYBE)
        for column, own in ends.items()
    }
    return {column: own for column, own in found.items() if own}


def _counted(columns: Mapping[str, Sequence[Text]], counted: Counted) -> Counted:
    """Combinations by the texts of some columns, in their order."""
    values, ranks = [], []
    for own in columns.values():
        known = sorted({text for text in own if text is not None})
        at = {text: number for number, text in enumerate(known)}
        values.append(np.array(known, dtype=object))
        ranks.append(np.array([-1 if text is None else at[text] for text in own], dtype=np.int64))
    # In ascending order, as `Counted` promises; lexsort sorts by its last key first.
    order = np.lexsort(ranks[::-1])
    placed = tuple(own[order] for own in ranks)
    return Counted(tuple(columns), tuple(values), placed, counted.counts[order])


def _fits(end: str, kind: str) -> bool:
    """Whether a typed column can hold an end."""
    # A 64-bit integer holds every number of 18 letters.
    if kind == "integer":
        return len(end) <= 18
    # What is shorter than a date, such as infinity, and years before 1, marked (BC), stay texts.
    return kind not in ("date", "timestamp") or (len(end) >= 10 and "(" not in end)


def _same(text: Text, kind: str) -> Any:
    """What a text is compared by, if it comes back from a typed column."""
    if text is None or not kind:
        return text
    if kind in ("decimal", "number", "double"):
        return float(text)
    return text.removesuffix(" 00:00:00")


def kinds_of_ranges(roles: Mapping[str, Role], read: Mapping[str, Any]) -> dict[str, str]:
    """The columns of ranges, and what their borders are. ``read`` is what the certificate says of
    how each quasi-identifier was read."""
    found: dict[str, str] = {}
    for name, role in roles.items():
        if role.ranged:
            kind = role.border_kind(read.get(name, {}))
            found |= dict.fromkeys(role.columns(name), kind)
    return found


def words_on(columns: RangeColumns) -> tuple[str, ...]:
    """What the user should know of the two columns."""
    notes = []
    for column, (low, high, *more) in columns.instead.items():
        whole = columns.kinds[column] in WHOLE
        ends = (
            "both included (in the codebook the upper border is the first value above)"
            if whole
            else f"{low} included, {high} not"
        )
        without = (
            f"; {more[0]} is {YES} where no record has a value, {MAYBE} where some may have none,"
            f" else {NO}"
            if more
            else ""
        )
        notes.append(
            f"{column!r} is published as {low} and {high}, {ends}; an open end is empty{without}"
        )
    return tuple(notes)
