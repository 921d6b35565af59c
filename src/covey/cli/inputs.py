"""What the commands that solve one problem read: the table, the problem and its items."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.cli.options import say
from covey.core.dataclass import dataclass

if TYPE_CHECKING:
    from covey.core.grouping import GroupingProblem
    from covey.io.columns.table import Table
    from covey.io.notation import Notation


@dataclass(frozen=True)
class Given:
    """A problem, what its items are called, what the user should know about the reading, and what
    was read: counts of labels, labels below a tree, an ordered column, the items of points, a map,
    or combinations of values."""

    problem: GroupingProblem
    names: list[Any]
    about: dict[str, Any]
    read: Any


@dataclass(frozen=True, eq=False)
class Items:
    """What is grouped, as it follows from what was read: values, or the rows of a table.

    counts
        The records of every item.
    of_read
        The item of everything that was read, -1 where that is left out.
    joined
        The item that missing values count as, None if they count as none.
    """

    counts: NDArray[np.int64]
    of_read: NDArray[np.int64]
    joined: int | None = None

    def joining(self, item: int, records: int) -> Items:
        """The same with ``records`` without a value, which count as an item: whatever was read and
        is none is this one."""
        counts = self.counts.copy()
        counts[item] += records
        of_read = np.where(self.of_read < 0, item, self.of_read)
        return replace(self, counts=counts, of_read=of_read, joined=item)

    def classes(self, of_items: NDArray[np.integer]) -> NDArray[np.int64]:
        """The class of everything that was read, -1 where that is left out."""
        # -1 finds the last entry.
        found: NDArray[np.int64] = np.append(of_items, -1)[self.of_read].astype(np.int64)
        return found


@contextmanager
def opened(given: str, encoding: str, header: bool | None, notation: Notation) -> Iterator[Table]:
    """The private copy of the table that a command names."""
    from covey.io.columns.table import copied
    from covey.io.inputs import open_input, refuse_needless_header

    found = open_input(given, encoding, header, notation)
    refuse_needless_header(header, found)
    with copied(found) as table:
        yield table


def files_of(given: str) -> tuple[Path, ...]:
    """The files of a table, which no output may overwrite."""
    from covey.io.inputs.paths import resolve

    return resolve(given).files


def given_of(
    table: Table,
    problem: GroupingProblem,
    names: list[Any],
    read: Any,
    notes: tuple[str, ...],
    more: dict[str, Any],
) -> Given:
    """The problem of a table; its notes are said."""
    for note in notes:
        say(note)
    counted = {f"{problem.item}s": len(problem.weights), "records": problem.total}
    about = {"file": table.name, **more, **counted, "notes": list(notes)}
    return Given(problem, names, about, read)
