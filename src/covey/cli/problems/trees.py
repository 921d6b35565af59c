"""A column of labels below a tree as a problem, and what its classes are called."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.attributes import branches
from covey.cli.inputs import Given, Items, given_of
from covey.codebook.texts import OR_MISSING
from covey.core.dataclass import dataclass
from covey.core.missing import have_none
from covey.core.validate import threshold
from covey.io.columns.counts import ValueCounts, read_counts
from covey.io.columns.without_value import refuse_no_values, settle
from covey.io.trees.labels import refuse_unplaced
from covey.io.trees.read import read_tree
from covey.io.trees.taxonomy import Branches
from covey.problems.cells.single import member_sets
from covey.problems.trees.nodes import smallest_able
from covey.problems.trees.problem import TreeProblem

if TYPE_CHECKING:
    from covey.core.grouping import Objective
    from covey.core.result import Result
    from covey.io.columns.table import Table


@dataclass(frozen=True, eq=False)
class TreeLabels:
    """Labels with their counts, missing among them, and the part of a tree above the items."""

    counted: ValueCounts
    branches: Branches
    items: Items


def read_trees(
    table: Table,
    *,
    k: int,
    column: str | None,
    count: str | None,
    tree_file: Path,
    ordered: bool,
    missing: str,
    objective: Objective,
) -> Given:
    """The problem of a column of labels below a tree, by the options of ``options.TREES``."""
    threshold(k)
    tree = read_tree(tree_file).tree
    read = read_counts(table, column, count)
    own = column or "value"
    text = table.text(own, "the labels")
    refuse_unplaced(
        tree,
        read.values.tolist(),
        f"{table.name}, {own!r}",
        row_of=lambda label: table.first_row({text: label}),
    )
    if ordered:
        read = read.sorted_by(lambda label: tree.place.get(label, len(tree.names)))
    without, what = read.missing, repr(own)
    refuse_no_values(int(read.counts[~without].sum()), table.name, what)
    records = int(read.counts[without].sum())
    settled = settle(records, k, missing, table.name, what)
    # Missing is one more label, and its class may have others as well.
    notes = (have_none(records, what, ": one more label"),) if settled.apart else settled.notes
    if not (settled.joined or settled.apart):
        read, without = read.only(~without), without[~without]
    is_item = ~without | settled.apart
    labels = read.only(is_item)
    part = tree.above(labels.values.tolist())
    of_value = np.where(is_item, np.cumsum(is_item) - 1, -1)
    items = Items(labels.counts, of_value)
    if settled.joined:
        items = items.joining(smallest_able(part.parents, labels.counts, k), records)
    problem = TreeProblem(items.counts, part.parents, k, objective, ordered=ordered)
    about = {"column": own, "tree": str(tree_file)}
    names, found = list(part.labels), TreeLabels(read, part, items)
    return given_of(table, problem, names, found, (*read.notes, *notes), about)


def tree_names(given: Given, result: Result) -> dict[str, list[Any]]:
    """What every class is called: by a node of the tree, or by several children of one."""
    sets = member_sets(result.solution)
    members = [sets.members_of(number) for number in range(len(sets.sizes))]
    names = branches.tree_names(given.read.branches, members)
    joined = given.read.items.joined
    if joined is not None:
        at = int(result.solution.classes[joined])
        names[at] = f"{names[at]}{OR_MISSING}"
    return {"name": names}
