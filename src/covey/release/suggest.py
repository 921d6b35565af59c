"""Roles that a table's columns could have, each with its reason, and the command that follows."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from covey.core.words import in_a_line, plural
from covey.io.columns.profile import ROWS, profiles
from covey.io.columns.table import open_table
from covey.io.notation import Notation
from covey.release.looks import Look, Treatment, look_at

AS_OPTIONS = {
    Treatment.LABEL, Treatment.CODE, Treatment.ORDERED, Treatment.DROP, Treatment.PERSON,
}  # fmt: skip
"""What is said by an option of the same name."""
NOT_KNOWN = (
    "covey looks at names and at the first"
    f" {ROWS:,} rows only: which columns others know, it cannot know. Read the list before you use"
    " the command."
)


@dataclass(frozen=True)
class Suggestion:
    """What every column of a table looks like. Nothing was applied."""

    input: str
    rows: int
    looks: tuple[Look, ...]
    reading: tuple[str, ...] = ()
    """The options that say how the table is read."""

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
        return "\n".join(map(in_a_line, lines))

    def _rows(self) -> Iterator[tuple[str, str, str, str]]:
        for look in self.looks:
            why = f"{look.why}; {look.advice}" if look.advice else look.why
            yield look.column, look.looks_like, str(look.treatment), why

    @property
    def command(self) -> str:
        """The line of covey anonymize that treats every column so."""
        words = ["covey", "anonymize", self.input, *self.reading, "-k", "10"]
        points = [self._named(Treatment.LATITUDE), self._named(Treatment.LONGITUDE)]
        paired = min(map(len, points))
        for pair in zip(*points, strict=False):
            words += ["--point", ",".join(pair)]
        # One column tells people apart; further ones are identifiers like any other.
        others = self._named(Treatment.PERSON)[1:]
        for column in others:
            words += ["--drop", column]
        for look in self.looks:
            if look.treatment in AS_OPTIONS and look.column not in others:
                words += [f"--{look.treatment}", look.column]
            elif look.treatment is Treatment.SENSITIVE:
                words += ["--sensitive", f"{look.column}:l=2"]
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
    date_format: Any = None,
    trim: bool = False,
) -> Suggestion:
    """Look at a table, and say what its columns look like and how they could be treated.

    table, encoding, header, na, decimal, date_format, trim
        As for :func:`covey.anonymize`.

    >>> import pandas as pd
    >>> people = pd.DataFrame({"age": [31, 45] * 20, "zip": ["02139", "02140"] * 20})
    >>> [str(look.treatment) for look in suggest(people).looks]
    ['ordered', 'code']
    """
    notation = Notation.of(na, decimal, date_format, trim)
    with open_table(table, encoding, header, notation) as opened:
        opened.refuse_empty()
        found = profiles(opened)
        name = opened.name
    reading = [
        *(["--encoding", encoding] if encoding else []),
        *([] if header is None else ["--header" if header else "--no-header"]),
        *notation.to_options(),
    ]
    return Suggestion(name, found[0].rows, tuple(map(look_at, found)), tuple(reading))
