"""A column of labels as a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from covey.cli.inputs import Given, given_of
from covey.core.missing import have_none, leaves_out
from covey.core.validate import threshold
from covey.io.columns.counts import ValueCounts, read_counts
from covey.io.columns.without_value import refuse_no_values
from covey.problems.labels.problem import LabelProblem
from covey.problems.trees.problem import TreeProblem

if TYPE_CHECKING:
    from covey.core.grouping import Objective
    from covey.io.columns.table import Table


def read_labels(
    table: Table,
    *,
    k: int,
    column: str | None,
    count: str | None,
    keep_common: bool,
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of a column of labels, by the options of ``options.LABELS``."""
    threshold(k)
    own = column or "value"
    read = _with_missing(read_counts(table, column, count), missing, table.name, repr(own))
    # Rare values lie below one node of a tree, and common ones beside it.
    stated = TreeProblem.keeping_common if keep_common else LabelProblem
    problem = stated(read.counts, k, objective)
    return given_of(table, problem, read.values.tolist(), read, read.notes, {"column": own})


def _with_missing(read: ValueCounts, choice: str, where: str, what: str) -> ValueCounts:
    """The values of which missing is one like any other, however few records have it."""
    without = read.missing
    refuse_no_values(int(read.counts[~without].sum()), where, what)
    records = int(read.counts[without].sum())
    if leaves_out(records, choice, where, what):
        return read.only(~without).noting(have_none(records, what, ": left out"))
    if not records:
        return read.only(~without)
    return read.noting(have_none(records, what, ": that is treated as a value of its own"))
