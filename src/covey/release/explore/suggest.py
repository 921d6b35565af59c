"""Roles that a table's columns could have, each with its reason, and the command that follows."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.caller import spoken
from covey.core.dataclass import dataclass
from covey.core.words import in_a_line, plural
from covey.engine.sampling import sampled
from covey.io.columns.overview import TEXT, overview_of
from covey.io.columns.profile import ROWS, profiles
from covey.io.columns.table import Table, open_table
from covey.io.notation import Notation
from covey.io.postgres.address import is_address, without_password
from covey.measures.dependence import Telling, percent_down, telling
from covey.release.explore.looks import SAME_AGE, Look, Treatment, look_at
from covey.release.risks.candidates import LOOKED_AT
from covey.release.risks.identifiers import NAMES, words_of

AS_OPTIONS = {
    Treatment.LABEL, Treatment.CODE, Treatment.ORDERED, Treatment.DROP, Treatment.PERSON,
}  # fmt: skip
"""What is said by an option of the same name."""
KNOWN_TO_OTHERS = {Treatment.LABEL, Treatment.CODE, Treatment.ORDERED}
Codes = Mapping[str, NDArray[np.int64]]
"""The values of some rows by column, as numbers."""
NOT_KNOWN = (
    "covey looks at names and at the first"
    f" {ROWS:,} rows only: which columns others know, it cannot know. Read the list before you use"
    " the command."
)
NOT_READ = (
    "some values are not read as numbers, dates or missing values yet: the command may refuse them,"
    " and a column may be treated in another way once they are. covey look says which."
)


@dataclass(frozen=True)
class Suggestion:
    """What every column of a table looks like. Nothing was applied."""

    input: str
    rows: int
    looks: tuple[Look, ...]
    reading: tuple[str, ...] = ()
    """The options that say how the table is read."""
    remedy: tuple[tuple[str, str], ...] = ()
    """The options that would read values that are not read yet, as ``covey look`` proposes."""
    unread: tuple[str, ...] = ()
    """Columns that look ordered and are read as text: some values are not of their kind."""
    named: str = ""
    """How the command names the table, if not as ``input``."""

    def to_dict(self) -> dict[str, Any]:
        looks = [asdict(look) for look in self.looks]
        return {"input": self.input, "rows": self.rows, "columns": looks, "command": self.command}

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        seen = plural(self.rows, "row")
        lines = [f"{self.input}: {plural(len(self.looks), 'column')}, {seen} looked at", ""]
        rows = [("column", "looks like", "treated as", "why"), *self._rows()]
        widths = [max(len(row[at]) for row in rows) for at in range(3)]
        for row in rows:
            padded = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)]
            lines.append("  ".join([*padded, row[3]]))
        lines += ["", self.command, "", f"note         {NOT_KNOWN}"]
        if self.remedy or self.unread:
            lines.append(f"note         {NOT_READ}")
        return "\n".join(map(in_a_line, lines))

    def _rows(self) -> Iterator[tuple[str, str, str, str]]:
        for look in self.looks:
            why = f"{look.why}; {spoken(look.advice)}" if look.advice else look.why
            yield look.column, look.looks_like, str(look.treatment), why

    @property
    def command(self) -> str:
        """The line of covey anonymize that treats every column so."""
        words = ["covey", "anonymize", self.named or self.input, *self.reading, "-k", "10"]
        # Latitudes and longitudes are paired in the order of the table.
        points = [self._named(Treatment.LATITUDE), self._named(Treatment.LONGITUDE)]
        paired = min(map(len, points))
        for pair in zip(*points, strict=False):
            words += ["--point", ",".join(pair)]
        for look in self.looks:
            if look.treatment in AS_OPTIONS:
                words += [f"--{look.treatment}", look.column]
            elif look.treatment is Treatment.SENSITIVE:
                rules = ",".join(f"{rule}={least:g}" for rule, least in look.rules.items())
                words += ["--sensitive", f"{look.column}:{rules}" if rules else look.column]
            elif look.column in [name for own in points for name in own[paired:]]:
                # A coordinate without the other one is a number like any other.
                words += ["--ordered", look.column]
        return shlex.join([*words, "-o", "out"])

    def _named(self, treatment: Treatment) -> list[str]:
        return [look.column for look in self.looks if look.treatment is treatment]


def suggest(
    table: Any,
    *,
    encoding: str = "",
    header: bool | None = None,
    na: Any = None,
    decimal: Any = None,
    thousands: Any = None,
    date_format: Any = None,
    trim: bool = False,
) -> Suggestion:
    """Look at a table, and say what its columns look like and how they could be treated.

    table, encoding, header, na, decimal, thousands, date_format, trim
        As for :func:`covey.anonymize`.

    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [31, 45, 45] * 14, "zip": ["02139", "02140"] * 21})
    >>> [str(look.treatment) for look in suggest(people).looks]
    ['ordered', 'code']
    """
    notation = Notation.of(na, decimal, thousands, date_format, trim)
    reading = [
        *(["--encoding", encoding] if encoding else []),
        *([] if header is None else ["--header" if header else "--no-header"]),
        *notation.to_options(),
    ]
    with open_table(table, encoding, header, notation) as opened:
        seen, found = overview_of(opened), suggestion_of(opened, reading)
        texts = {each.column for each in seen.columns if each.kind == TEXT}
        ordered = [each.column for each in found.looks if each.treatment is Treatment.ORDERED]
        unread = tuple(column for column in ordered if column in texts)
        # The name of a table on a server leaves out who connects.
        named = without_password(table) if is_address(table) else ""
        return replace(found, remedy=tuple(seen.remedy), unread=unread, named=named)


def suggestion_of(table: Table, reading: Sequence[str] = ()) -> Suggestion:
    """The same for a table that is open; ``reading`` are the options that it was read with."""
    table.refuse_empty()
    found = profiles(table)
    # First every column by itself, then what columns tell of each other.
    looks = _one_age(_one_person([look_at(each) for each in found]))
    looks = _telling_others(table, looks, found[0].rows)
    return Suggestion(table.name, found[0].rows, tuple(looks), tuple(reading))


def _one_person(looks: Sequence[Look]) -> list[Look]:
    """One column identifies people, better a number than a name, which several can have; further
    ones are identifiers like any other."""
    people = [look for look in looks if look.treatment is Treatment.PERSON]
    numbers = [look for look in people if not words_of(look.column) & NAMES]
    kept = (numbers or people)[:1]
    return [
        replace(look, treatment=Treatment.DROP, advice=f"people are counted by {kept[0].column!r}")
        if look in people and look not in kept
        else look
        for look in looks
    ]


def _one_age(looks: Sequence[Look]) -> list[Look]:
    """Ages, years and dates of birth tell each other: only the coarsest is published. Ranges of
    both would be intersected, and two columns that say the same cost detail twice. That goes by
    names; those of another person, as a child, tell nothing, which is said."""
    there = [look for look in looks if look.looks_like in SAME_AGE]
    if not there:
        return list(looks)
    kept = min(there, key=lambda look: SAME_AGE.index(look.looks_like))
    return [
        replace(
            look,
            why=f"{look.why}; {look.column!r} and {kept.column!r} tell each other if they are of"
            " the same person, so one is enough, and this one is finer",
            treatment=Treatment.DROP,
            advice=f"or keep it, and drop {kept.column!r}; name both if they are not of the same"
            " person",
        )
        if look in there and look.looks_like != kept.looks_like
        else look
        for look in looks
    ]


def _telling_others(table: Table, looks: Sequence[Look], rows: int) -> list[Look]:
    """What looks like nothing by itself, but tells a column that others know, is to be dropped, and
    so is the later one of two such columns that tell each other."""
    known = [look.column for look in looks if look.treatment in KNOWN_TO_OTHERS]
    asked = [look.column for look in looks if look.treatment is Treatment.KEEP]
    # Without two columns there is nothing that one could tell of the other.
    if len(known) < 2 and not (known and asked):
        return list(looks)
    names = [*known, *asked]
    found = sampled(table.arrays, table.staging, names, rows, LOOKED_AT)
    codes = dict(zip(names, found, strict=True))
    told = _determining(codes, known, asked)
    again = _twice(codes, known)
    # After those that say the same are gone: these would be each other's finer one.
    finer = _finer(codes, [column for column in known if column not in again])
    return [
        replace(
            look,
            looks_like="what others know, in other words",
            why=told[look.column],
            treatment=Treatment.DROP,
            advice="or name it as a quasi-identifier",
        )
        if look.column in told
        else replace(
            look,
            why=f"{look.why}; it and {again[look.column]!r} determine each other, so one is enough",
            treatment=Treatment.DROP,
            advice=f"or keep it, and drop {again[look.column]!r}",
        )
        if look.column in again
        else replace(
            look,
            why=f"{look.why}; {finer[look.column][1]}",
            advice="; ".join(filter(None, [look.advice, _one_is_enough(*finer[look.column])])),
        )
        if look.column in finer
        else look
        for look in looks
    ]


def _one_is_enough(other: str, _: str) -> str:
    return f"without {other!r} (--drop {shlex.quote(other)}) more detail of this one is left"


def _tells(codes: Codes, column: str, other: str) -> Telling:
    ones = np.ones(len(codes[column]), dtype=np.int64)
    return telling(codes[column], codes[other], ones)


def _determining(codes: Codes, known: Sequence[str], asked: Sequence[str]) -> dict[str, str]:
    """Of the columns ``asked``, those that determine one that others know, and which."""
    told: dict[str, str] = {}
    for column, other in product(asked, known):
        seen = _tells(codes, column, other)
        if seen.tells:
            share = percent_down(seen.share)
            told.setdefault(column, f"determines {other!r} in {share} of the rows")
    return told


def _finer(codes: Codes, known: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Columns that tell another one that others know: that one, and in words how surely."""
    finer: dict[str, tuple[str, str]] = {}
    for column, other in permutations(known, 2):
        seen = _tells(codes, column, other)
        if seen.tells:
            words = f"determines {other!r} in {percent_down(seen.share)} of the rows"
            finer.setdefault(column, (other, words))
    return finer


def _twice(codes: Codes, known: Sequence[str]) -> dict[str, str]:
    """Columns that say the same as an earlier one, and that one."""
    again: dict[str, str] = {}
    for first, second in combinations(known, 2):
        # What is dropped already neither replaces another column nor is replaced twice.
        if first in again or second in again:
            continue
        if _tells(codes, first, second).tells and _tells(codes, second, first).tells:
            again[second] = first
    return again
