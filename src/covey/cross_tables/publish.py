"""From a table of people to a published table of counts."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey import __version__
from covey.core import progress, validate
from covey.core.caller import all_spoken
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible, InternalError, InvalidInput
from covey.core.stop import Stop
from covey.core.thresholds import notes_on_threshold, preset_of, threshold_of
from covey.core.words import plural, plural_of
from covey.cross_tables.certificate import FORMAT, TABLE_FILE, CountsCertificate, Read
from covey.cross_tables.coarse import coarse
from covey.cross_tables.cross_table import CrossTable
from covey.cross_tables.hiding import Hidden, hide
from covey.cross_tables.ranges import NEAR, ranges_of_hidden
from covey.cross_tables.rare import notes_on_rare, rare_categories, without_total
from covey.cross_tables.rounding import ranges_of_rounded, rounded
from covey.io.columns.table import Table, copied
from covey.io.inputs import open_input
from covey.io.inputs.base import place
from covey.io.inputs.paths import digest, fingerprint
from covey.io.marks import words_on_marks
from covey.io.notation import Notation
from covey.io.outputs.folder import (
    CERTIFICATE_FILE,
    files_of_counts,
    release_folder,
)

COUNT = "count"
SECONDS = 30.0
COUNTING, PROTECTING = "counting", "protecting small numbers"
STEPS = {COUNTING: 0.5, PROTECTING: 0.5}
"""What is reported, with a guess at its share of the time: counting takes long if there are many
rows, protecting if there are many cells."""
WIDEST = 12
"""Categories of a column up to which a summary shows the table itself."""


class Counts(NamedTuple):
    """A table that was counted."""

    table: CrossTable
    files: tuple[Path, ...]
    notes: tuple[str, ...]
    marked: Mapping[str, Sequence[int]]
    """How many have each mark of missing values that may be a person's value, by column."""


@dataclass(frozen=True, eq=False)
class Tabulation:
    """A table of counts as it is published. ``published`` has a number for every cell, -1 where it
    is hidden.

    person
        The column that identifies a person, if these are counted and not records.
    preset
        The name of the threshold that was asked for, if it has one.
    records_hidden, lower_bound
        How many records, or people, the hidden cells have together, and a number that no other
        choice is below. They are for the owner: together with the table they would tell about the
        hidden cells.
    """

    table: CrossTable
    k: int
    base: int | None
    published: NDArray[np.int64]
    records_hidden: int
    lower_bound: int
    folder: Path | None = None
    notes: tuple[str, ...] = ()
    person: str = ""
    preset: str = ""

    @property
    def unit(self) -> str:
        """What is counted."""
        return "person" if self.person else "record"

    @property
    def hidden(self) -> NDArray[np.bool_]:
        return np.asarray(self.published < 0)

    def summary(self) -> str:
        """A few lines for people, and the table, if it is a small one."""
        cells = self.published.size
        lines = [
            f"counts by {', '.join(self.table.columns)}: {plural(cells, 'cell')} with all totals,"
            f" {plural(int(self.table.flat[-1]), self.unit)}, k = {self.k:,}"
        ]
        if self.base is None:
            small = int(self.table.small(self.k).sum())
            more = int(self.hidden.sum()) - small
            lines.append(
                f"hidden       {plural(small, 'cell')} of 1 to {self.k - 1:,}"
                f" {plural_of(self.unit)}, and {more:,} more, without which those could be derived"
            )
            lines.append(f"verdict      {self._verdict()}")
        else:
            lines.append(f"rounded      to multiples of {self.base:,}; all sums add up")
        if self.folder is not None:
            lines.append(f"folder       {self.folder}: {CERTIFICATE_FILE}, {TABLE_FILE}")
        return "\n".join([*lines, *self._shown()])

    def to_dict(self) -> dict[str, Any]:
        """Plain data. ``records_hidden`` and ``lower_bound`` are for the owner."""
        cells = [
            {"categories": list(names), COUNT: None if number < 0 else number}
            for names, number in zip(self.table.named(), self.published.tolist(), strict=True)
        ]
        return {
            "by": list(self.table.columns),
            "person": self.person or None,
            "k": self.k,
            "preset": self.preset or None,
            "rounded_to": self.base,
            "cells": cells,
            "hidden": int(self.hidden.sum()),
            "records_hidden": self.records_hidden,
            "lower_bound": self.lower_bound,
            "folder": None if self.folder is None else str(self.folder),
        }

    def _verdict(self) -> str:
        if self.records_hidden == self.lower_bound:
            return f"optimal: no other choice hides fewer {plural_of(self.unit)}"
        # At least 1 below the line: a lower bound of 0 says nothing about the share.
        gap = self.records_hidden / max(self.lower_bound, 1) - 1
        return f"at most {gap:.1%} more {plural_of(self.unit)} are hidden than must be"

    def _shown(self) -> list[str]:
        shape = self.table.values.shape
        if len(shape) > 2 or max(shape) > WIDEST + 1:
            return []
        told = [["x" if n < 0 else f"{n:,}" for n in row] for row in self._rows().tolist()]
        sides = [(*own, "(total)") for own in self.table.categories]
        head = ["", *(sides[1] if len(shape) == 2 else [plural_of(self.unit)])]
        rows = [head, *([side, *row] for side, row in zip(sides[0], told, strict=True))]
        widths = [max(len(row[at]) for row in rows) for at in range(len(head))]
        return [
            "",
            *(
                "  ".join(
                    text.ljust(width) if at == 0 else text.rjust(width)
                    for at, (text, width) in enumerate(zip(row, widths, strict=True))
                ).rstrip()
                for row in rows
            ),
        ]

    def _rows(self) -> NDArray[np.int64]:
        shape = self.table.values.shape
        return self.published.reshape(shape if len(shape) == 2 else (-1, 1))


def tabulate(
    table: Any,
    by: Sequence[str],
    *,
    k: int | None = None,
    preset: str = "",
    person: str = "",
    round_to: int | None = None,
    out: str | Path | None = None,
    overwrite: bool = False,
    time_limit: float | None = SECONDS,
    encoding: str = "",
    header: bool | None = None,
    na: Any = None,
    decimal: Any = None,
    thousands: Any = None,
    date_format: Any = None,
    trim: bool = False,
    report: Callable[[str], None] = lambda _: None,
) -> Tabulation:
    """Count the records of a table, or its people, by some columns, with all totals, so that no
    number of 1 to k - 1 can be derived from what is published.

    by
        The columns.
    k
        Cells of 1 to k - 1 are hidden, and others with them: such a cell can be as small as
        can be, and it can be k or more, as far as the numbers tell.
    preset
        The name of a threshold that others ask for, such as ``cms``; it stands for its k.
    person
        The column that identifies a person, if they can have several records: people are counted. A
        record without a value in it counts as a person of its own. Everybody must be in one cell,
        since otherwise totals are no sums: a table in which somebody is in two is refused.
    round_to
        Publish multiples of this number instead, k or more, which add up.
    out
        A folder to make, with the table as CSV and a certificate.
    time_limit
        Seconds for the search of the least set of cells to hide.
    encoding, header, na, decimal, thousands, date_format, trim
        As for :func:`covey.anonymize`.
    """
    notation = Notation.of(na, decimal, thousands, date_format, trim)
    k = _threshold(preset, k)
    # k = 1 would publish every number and call it protected.
    if validate.threshold(k) < 2:
        raise InvalidInput(
            "Numbers of 1 to k - 1 are hidden, so that k is 2 or more; given: 1.",
            hint="With k = 1 nothing is hidden, not even single people. Say -k 5 (k=5 in Python),"
            " for example.",
            given=k,
        )
    columns = [by] if isinstance(by, str) else list(by)
    if not columns or len(set(columns)) < len(columns):
        raise InvalidInput("A table is counted by one column or several different ones.")
    # With a base below k, a rounded number could show that a cell has 1 to k - 1 records.
    if round_to is not None and validate.threshold(round_to) < k:
        raise InvalidInput(
            f"Numbers are rounded to multiples of k = {k:,} or more; given: {round_to:,}.",
            hint=f"Round to {k:,}.",
            given=round_to,
            remedy=[("--round", str(k))],
        )
    report(COUNTING)
    counted, files, notes, marked = count_by(table, columns, encoding, header, notation, person)
    notes = (*notes_on_threshold(preset, k), *notes)
    # Names of rare categories are published whatever is hidden: the owner must know.
    notes += notes_on_rare(rare_categories(counted, k), k, "person" if person else "record")
    if out is not None:
        notes += words_on_marks(marked, person, k, "the certificate names")
    report(PROTECTING)
    with progress.measured(progress.of_time(time_limit)):
        found = _protected(counted, k, round_to, Stop(seconds=time_limit), report, notes)
    found = replace(found, person=person, preset=preset, notes=all_spoken(found.notes))
    if out is None:
        return found
    return _written(found, Path(out), overwrite, files, notation)


def _threshold(preset: str, k: int | None) -> int:
    """The k that is given, or that the preset asks for."""
    if preset and preset_of(preset).k is None:
        raise InvalidInput(
            f"The preset {preset} is about columns of a table of people, and names no k: a table of"
            " counts has none of them.",
            hint="Leave the preset out and say -k (k= in Python), or take a preset that names one:"
            " covey presets.",
            given=preset,
        )
    return threshold_of(preset, k)


def count_by(
    table: Any,
    columns: Sequence[str],
    encoding: str,
    header: bool | None,
    notation: Notation,
    person: str = "",
) -> Counts:
    """A table counted by some columns, the files that it was read from, and what is to be said."""
    given = open_input(table, encoding, header, notation)
    for column in columns:
        place(given.name, given.columns, column, "to count by")
    # Before the table is copied: a wrong name must not cost a long read.
    if person:
        place(given.name, given.columns, person, "to identify people")
        if person in columns:
            raise InvalidInput(
                f"{person!r} identifies people, so that nobody can be counted by it.",
                hint="Take it out of --by (by= in Python).",
                given=person,
            )
    # Only these columns are read; everything below asks the private copy.
    with copied(given, [*columns, *([person] if person else [])]) as staged:
        keys = [staged.text(column, "to count by") for column in columns]
        fields = ", ".join(f"{key} AS v{at}" for at, key in enumerate(keys))
        notes = tuple(staged.notes)
        if person:
            notes += _people(staged, fields, columns, person)
        else:
            staged.run(f"CREATE TEMP VIEW counted AS SELECT {fields} FROM {staged.scan}")
        rows = staged.fetch("SELECT *, COUNT(*) FROM counted GROUP BY ALL ORDER BY ALL")
        staged.refuse_empty()
        # The rows of the query, turned into one sequence for each column and the counts.
        *texts, counts = zip(*rows, strict=True)
        counted = CrossTable.from_counts(columns, texts, counts)
        named = [*columns, *([person] if person else [])]
        marked = staged.staging.marked(staged.ask, staged.types, named, person)
        return Counts(counted, tuple(staged.staging.files), notes, marked)


def _people(staged: Table, fields: str, columns: Sequence[str], person: str) -> tuple[str, ...]:
    """Put everybody into the table ``counted`` once, and return what is to be said. Somebody in two
    cells is in their total once, so that it is no sum, and what hides cells rests on sums."""
    who = staged.holder(person, "to identify people")
    # Each person once in each cell, whatever number of records.
    staged.run(
        f"CREATE TEMP TABLE found AS SELECT DISTINCT {fields}, {who} AS who FROM {staged.scan}"
        f" WHERE {who} IS NOT NULL"
    )
    people, places = staged.ask("SELECT COUNT(DISTINCT who), COUNT(*) FROM found")
    if places > people:
        (several,) = staged.ask(
            "SELECT COUNT(*) FROM (SELECT who FROM found GROUP BY who HAVING COUNT(*) > 1)"
        )
        raise InvalidInput(
            f"{plural(several, 'person')} of {people:,} by {person!r} would be in several cells."
            " Their totals would count them once and be no sums, and what can be derived is known"
            " for sums only.",
            details=_why_in_several(staged, columns),
            hint="Count by columns that have one value for each person, or make a table with one"
            " record for each person first, for example the last visit. Without --person (person="
            " in Python) records are counted: then a person with k records or more is not"
            " protected.",
            given=several,
        )
    # Records without a person count one by one: nothing says that two are of the same person.
    staged.run(
        "CREATE TEMP TABLE counted AS SELECT * EXCLUDE (who) FROM found UNION ALL"
        f" SELECT {fields} FROM {staged.scan} WHERE {who} IS NULL"
    )
    (nobody,) = staged.ask(f"SELECT COUNT(*) FROM {staged.scan} WHERE {who} IS NULL")
    if not nobody:
        return ()
    has, counts = ("has", "counts") if nobody == 1 else ("have", "count")
    each = "as a person of its own" if nobody == 1 else "as a person each"
    return (f"{plural(nobody, 'record')} {has} no value in {person!r} and {counts} {each}",)


def _why_in_several(staged: Table, columns: Sequence[str]) -> list[str]:
    """In which columns people have several values, and whether one of these is a missing one."""
    lines = []
    for at, column in enumerate(columns):
        people, gaps = staged.ask(
            "SELECT COUNT(*), COUNT_IF(gaps) FROM (SELECT BOOL_OR(value IS NULL) AS gaps FROM"
            f" (SELECT DISTINCT who, v{at} AS value FROM found) GROUP BY who HAVING COUNT(*) > 1)"
        )
        if people:
            found = f"{column!r} is not the same in all records of {plural(people, 'person')}"
            missing = f"; the value is missing in some records of {gaps:,} of them: fill it in"
            lines.append(f"{found}{missing if gaps else ''}.")
    return lines


def _protected(
    table: CrossTable,
    k: int,
    base: int | None,
    stop: Stop,
    report: Callable[[str], None],
    notes: tuple[str, ...],
) -> Tabulation:
    if base is not None:
        found = Tabulation(table, k, base, rounded(table, base), 0, 0, notes=notes)
        _refuse_derived_from_rounded(found, base)
        return found
    watch = stop.start(report)
    hidden = hide(table, k, watch)
    published = np.where(hidden.cells, -1, table.flat)
    # The last look before anything is returned or written, as a reader would: it uses none of the
    # search's own results. Should the choice not hold, the simple one, which needs no search, is
    # published instead.
    if not _is_protected(table, k, published):
        cells = coarse(table, k)
        published = np.where(cells, -1, table.flat)
        if not _is_protected(table, k, published):
            raise InternalError("A small number could be read or derived: nothing was published.")
        hidden = Hidden(cells, int(table.flat[cells].sum()), hidden.lower_bound)
        notes += ("the search found no choice that holds: more is hidden than must be",)
    if watch.cut_off:
        notes += ("the time limit ended the search: more time may hide fewer records",)
    # -1 is hidden, 0 is nobody: nothing is left to read.
    if (published <= 0).all():
        time = "allow more time with --time-limit, " if watch.cut_off else ""
        notes += (f"every number is hidden: count by fewer columns, {time}or round with --round",)
    return Tabulation(table, k, None, published, hidden.records, hidden.lower_bound, notes=notes)


def _refuse_derived_from_rounded(found: Tabulation, base: int) -> None:
    """Look at what is about to be published as a reader would, who knows that each number is less
    than the base away from the published one, and that all sums add up."""
    ranges = ranges_of_rounded(found.table.values.shape, found.published, base)
    small = found.table.small(found.k)
    narrow = [r for r, is_small in zip(ranges, small, strict=True) if is_small]
    # The range of a small number must be at least k - 1 wide, as that from 0 to k - 1 is.
    if any(r.most - r.least < found.k - 1 - NEAR for r in narrow):
        raise Infeasible(
            "Some small number could be derived from the rounded ones, which add up.",
            hint="Round to a larger base, or hide cells instead: leave --round out.",
        )


def _is_protected(table: CrossTable, k: int, published: NDArray[np.int64]) -> bool:
    """Whether every small number is hidden, and can be anything as far as the others tell."""
    small, hidden = table.small(k), published < 0
    if (small & ~hidden).any():
        return False
    ranges = ranges_of_hidden(table.values.shape, published, hidden, small)
    # Both ends are asked: a range from 2 on would rule out 1, a range below k would tell that the
    # number is small.
    return all(
        r.least <= few + NEAR and r.most >= k - NEAR
        for r, few in zip(ranges, table.least[small].tolist(), strict=True)
    )


def _met(found: Tabulation) -> str | None:
    """The preset, if its k is asked for: a smaller one that was given instead does not meet it."""
    asked = preset_of(found.preset).k if found.preset else None
    return found.preset if asked is not None and found.k >= asked else None


def _written(
    found: Tabulation, out: Path, overwrite: bool, inputs: Sequence[Path], notation: Notation
) -> Tabulation:
    with release_folder(
        out, overwrite, inputs, what="table of counts", vouched=files_of_counts
    ) as hidden:
        with (hidden / TABLE_FILE).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([*found.table.columns, COUNT])
            # A hidden number is an empty field.
            for names, number in zip(found.table.named(), found.published.tolist(), strict=True):
                writer.writerow([*names, "" if number < 0 else number])
        # The certificate names the table's bytes, so that nobody can exchange the one without the
        # other.
        seen = fingerprint([digest(hidden / TABLE_FILE)])
        # Neither `records_hidden` nor `lower_bound`: with the table they would tell about hidden
        # cells.
        told = CountsCertificate(
            format=FORMAT,
            covey=__version__,
            by=tuple(found.table.columns),
            person=found.person or None,
            k=found.k,
            preset=_met(found),
            rounded_to=found.base,
            cells=int(found.published.size),
            hidden=int(found.hidden.sum()),
            names_without_total=without_total(
                found.table.columns, found.published.reshape(found.table.values.shape)
            ),
            read=Read({column: tuple(own) for column, own in notation.na.items()}, notation.trim),
            files={TABLE_FILE: seen},
        )
        (hidden / CERTIFICATE_FILE).write_text(told.to_json(), encoding="utf-8")
    return replace(found, folder=out)
