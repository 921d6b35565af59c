"""What a published table of counts claims, checked from its files: that no number of 1 to k - 1
people is in it, and that none can be derived.

It reads the table by itself, and looks for the ends of ranges with equations over all cells, in
whole numbers; what chose the cells has equations over the hidden ones alone.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.json_types import Malformed
from covey.core.words import plural
from covey.cross_tables.certificate import TABLE_FILE, CountsCertificate, format_in
from covey.io.columns.table import open_table
from covey.io.inputs.paths import digest, fingerprint
from covey.io.notation import Notation
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.verification.claims import Check

if TYPE_CHECKING:
    import highspy

TOTAL, MISSING = "(total)", "(missing)"
# No count is negative.
FREE = -1
# The tolerance to which HiGHS itself takes a number for a whole one.
NEAR = 1e-6


class Published(NamedTuple):
    """The table of a folder: the categories of each column, those of the total last, and a number
    for each combination of them, FREE where none is published."""

    columns: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    numbers: NDArray[np.int64]


def is_table_of_counts(folder: Path) -> bool:
    """In any version of the format."""
    try:
        return bool(format_in(json.loads((folder / CERTIFICATE_FILE).read_text(encoding="utf-8"))))
    except (OSError, ValueError, RecursionError):
        return False


def claims_of(folder: Path) -> CountsCertificate:
    """What the certificate in a folder says."""
    try:
        return CountsCertificate.from_json((folder / CERTIFICATE_FILE).read_bytes())
    except Malformed as error:
        raise InvalidInput(
            f"{folder / CERTIFICATE_FILE} is not as covey tabulate writes it: {error}.",
            hint="Somebody changed it, or another version of covey wrote it: verify it with that"
            " version, or publish the table again.",
        ) from None


class Counted(NamedTuple):
    """The records, or people, of every combination of categories in a table; and of how many
    different people they are, if these are counted."""

    cells: Mapping[tuple[str, ...], int]
    people: int | None = None


def counted_by(
    table: Any,
    columns: Sequence[str],
    encoding: str,
    header: bool | None,
    notation: Notation,
    person: str = "",
) -> Counted:
    with open_table(table, encoding, header, notation) as staged:
        keys = ", ".join(staged.text(column, "to count by") for column in columns)
        number, people = "COUNT(*)", None
        if person:
            who = staged.holder(person, "to identify people")
            number = f"COUNT(DISTINCT {who}) + COUNT(*) - COUNT({who})"
            (people,) = staged.ask(f"SELECT {number} FROM {staged.scan}")
        rows = staged.fetch(f"SELECT {number}, {keys} FROM {staged.scan} GROUP BY ALL")
    cells = {
        tuple(MISSING if text is None else text for text in texts): records
        for records, *texts in rows
    }
    return Counted(cells, people)


def check_counts(folder: Path, told: CountsCertificate, counted: Counted | None) -> Iterator[Check]:
    """``told`` is what the certificate says, and ``counted`` the original, if it is given."""
    k, base = told.k, told.rounded_to
    there = {file.name for file in folder.iterdir()}
    seen = {TABLE_FILE: fingerprint([digest(folder / TABLE_FILE)])} if TABLE_FILE in there else {}
    # No file besides these two, and the fingerprint of the table in the certificate.
    same = there == {TABLE_FILE, CERTIFICATE_FILE} and seen == told.files
    yield Check("the files are those that were published", same)
    if TABLE_FILE not in there:
        return
    found = _read(folder / TABLE_FILE, told.by)
    hidden = found.numbers == FREE
    yield Check(
        "the table has as many cells, hidden and in all, as are claimed",
        (found.numbers.size, int(hidden.sum())) == (told.cells, told.hidden),
    )
    yield Check(
        "as many categories have a name and no total as are claimed",
        told.names_without_total == _without_total(found),
    )
    if base is None:
        small = (found.numbers > 0) & (found.numbers < k)
        yield Check(
            f"no number of 1 to {k - 1:,} is published",
            not small.any(),
            plural(int(small.sum()), "such number") if small.any() else "",
        )
    else:
        yield Check(f"all numbers are multiples of {base:,}", not (found.numbers % base).any())
        yield Check("the base is k or more", base >= k)
    ranges = _ranges(found.numbers, base)
    # Numbers that were rounded one by one could have come from numbers that add up.
    if ranges is None or (base is not None and not _adds_up(found.numbers)):
        yield Check("all sums add up", False)
        return
    yield Check("all sums add up", True)
    least, most = ranges
    if base is None:
        # Everybody who reads the table can compute this upper end.
        derived = hidden & (most < k)
        yield Check(
            f"every hidden number can be k = {k:,} or more, as far as the others tell",
            not derived.any(),
            plural(int(derived.sum()), "number") + " cannot" if derived.any() else "",
        )
    if counted is None:
        claim = "the numbers are those of the table, and no small one can be derived"
        yield Check(claim, None, "the table that was counted is not given")
        return
    if counted.people is not None:
        yield Check(
            "everybody is in one cell",
            sum(counted.cells.values()) == counted.people,
        )
    yield from _compared(found, counted.cells, k, base, least, most)


def _without_total(found: Published) -> dict[str, int]:
    """Categories by column whose total is hidden, or 0."""
    counts: dict[str, int] = {}
    for at, column in enumerate(found.columns):
        # The total over all other columns, for each category but the total itself.
        totals = np.moveaxis(found.numbers, at, -1)[(-1,) * (found.numbers.ndim - 1)][:-1]
        if many := int(np.count_nonzero(totals <= 0)):
            counts[column] = many
    return counts


def _compared(
    found: Published,
    counted: Mapping[tuple[str, ...], int],
    k: int,
    base: int | None,
    least: NDArray[np.float64],
    most: NDArray[np.float64],
) -> Iterator[Check]:
    true, parts = np.zeros_like(found.numbers), np.zeros_like(found.numbers)
    places = [{name: at for at, name in enumerate(own)} for own in found.categories]
    for names, records in counted.items():
        at = [own.get(name) for own, name in zip(places, names, strict=True)]
        if None in at:
            yield Check("the table given has the categories that are published", False)
            return
        ends = [(place, len(own) - 1) for place, own in zip(at, found.categories, strict=True)]
        for cell in product(*ends):
            true[cell] += records
            # How many combinations with records a total is made of: it is known to be that large.
            parts[cell] += records > 0
    if base is None:
        alike = (found.numbers == true) | (found.numbers == FREE)
    else:
        alike = np.abs(found.numbers - true) < base
    yield Check("every published number is that of the table given", bool(alike.all()))
    small = (true > 0) & (true < k)
    # Rounded numbers are safe if the true one is one of k or more possible ones.
    known = (least > parts) | (most < k) if base is None else most - least < k - 1
    bad = small & known
    yield Check(
        "no small number can be derived from the others",
        not bad.any(),
        plural(int(bad.sum()), "number") + " can" if bad.any() else "",
    )


def _read(file: Path, by: Sequence[str]) -> Published:
    def refuse(why: str) -> InvalidInput:
        return InvalidInput(f"{file} is not as covey tabulate writes it: {why}.")

    with file.open(encoding="utf-8", newline="") as opened:
        try:
            head, *rows = csv.reader(opened, strict=True)
        except (ValueError, csv.Error, UnicodeDecodeError):
            raise refuse("it is no CSV") from None
    if head != [*by, "count"] or not rows or any(len(row) != len(head) for row in rows):
        raise refuse("its columns are other ones")
    categories = []
    for at in range(len(by)):
        own = list(dict.fromkeys(row[at] for row in rows))
        # Categories in the order of the rows: the total of each column is the last.
        if own[-1] != TOTAL:
            raise refuse("it has no totals")
        categories.append(tuple(own))
    if [tuple(row[:-1]) for row in rows] != list(product(*categories)):
        raise refuse("combinations are missing or in another order")
    told = [row[-1] for row in rows]
    if not all(
        text == "" or (text.isascii() and text.isdigit() and len(text) < 16) for text in told
    ):
        raise refuse("a count is no number")
    numbers = np.array([FREE if text == "" else int(text) for text in told], dtype=np.int64)
    shape = tuple(len(own) for own in categories)
    return Published(tuple(by), tuple(categories), numbers.reshape(shape))


def _adds_up(numbers: NDArray[np.int64]) -> bool:
    """Whether every total is the sum of what is published beside it."""
    lines = (np.moveaxis(numbers, axis, -1) for axis in range(numbers.ndim))
    return all((line[..., :-1].sum(axis=-1) == line[..., -1]).all() for line in lines)


def _ranges(
    numbers: NDArray[np.int64], base: int | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """The least and the most that every number can have been; None, if they do not add up.

    With two columns or fewer the ends of ranges are whole numbers by themselves. With more, they
    are looked for in fractions first, which is quick: if the numbers found are whole ones, no
    others have a farther end."""
    import highspy

    told = numbers.astype(np.float64)
    if base is None:
        # covey hides no zeros: a hidden number is 1 or more, and everybody knows that.
        low, high = np.where(told == FREE, 1.0, told), np.where(told == FREE, np.inf, told)
    else:
        # A number that is rounded to a multiple of the base is less than the base away.
        low, high = np.maximum(told - base + 1, 0), told + base - 1
    in_fractions = _program(numbers.shape, low, high, whole=False)
    whole = _program(numbers.shape, low, high, whole=True) if numbers.ndim > 2 else None
    solver = whole or in_fractions
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    least, most = low.ravel().copy(), high.ravel().copy()
    # Two programs for each cell that is not known: its least, and its most.
    for cell in np.flatnonzero(least < most).tolist():
        for end, way in ((least, 1.0), (most, -1.0)):
            found = _end(in_fractions, cell, way)
            if found is None and whole is not None:
                found = _end(whole, cell, way)
            # What stays unknown is taken for the worst: a least above all, a most below all.
            end[cell] = way * np.inf if found is None else found
    return least.reshape(numbers.shape), most.reshape(numbers.shape)


def _program(
    shape: tuple[int, ...], low: NDArray[np.float64], high: NDArray[np.float64], *, whole: bool
) -> highspy.Highs:
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    cells = np.arange(low.size).reshape(shape)
    for one, other in zip(low.ravel().tolist(), high.ravel().tolist(), strict=True):
        solver.addCol(0.0, one, other, 0, [], [])
    if whole:
        for cell in range(low.size):
            solver.changeColIntegrality(cell, highspy.HighsVarType.kInteger)
    for axis, size in enumerate(shape):
        for line in np.moveaxis(cells, axis, -1).reshape(-1, size):
            # All categories of a line minus its total are 0.
            signs = np.append(np.ones(size - 1), -1.0)
            solver.addRow(0.0, 0.0, size, line.astype(np.int32), signs)
    return solver


def _end(solver: highspy.Highs, cell: int, way: float) -> float | None:
    """The least (``way`` is 1) or the most (-1) that a cell can be; None, if that is not found, or
    only in fractions."""
    import highspy

    status = highspy.HighsModelStatus
    solver.changeColCost(cell, way)
    try:
        for again in (False, True):
            if again:
                # What is left of the program before can keep HiGHS from an answer.
                solver.clearSolver()
            solver.run()
            found = solver.getModelStatus()
            # It is feasible, which was found out before: so it is unbounded.
            if found in (status.kUnbounded, status.kUnboundedOrInfeasible):
                return -way * np.inf
            if found == status.kOptimal:
                values = np.array(solver.getSolution().col_value)
                is_whole = bool((np.abs(values - np.round(values)) < NEAR).all())
                return float(round(values[cell])) if is_whole else None
        return None
    finally:
        solver.changeColCost(cell, 0.0)
