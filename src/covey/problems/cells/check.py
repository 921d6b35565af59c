"""The checker of cells: it follows the cuts for itself and shares no code with what made them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError
from covey.core.grouping import Grouping
from covey.problems.cells.axes import AreaAxis
from covey.problems.cells.cut_tree import refuse_unless_tree, route
from covey.problems.cells.kinds import (
    AREAS,
    AT_POSITION,
    BY_COMPONENT,
    BY_MEMBERS,
    BY_MISSING,
    LABELS,
    LEAF,
    ORDERED,
)
from covey.problems.cells.sets import ANY_SET, MISSING_SET
from covey.requirements.requirement import offending

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem, CellSolution
    from covey.problems.cells.single import SingleSolution


def refuse_unless_cells(problem: CellProblem, solution: CellSolution, at_least: int) -> None:
    """Every combination is where the cuts lead it, and the cuts make sets of the right kinds.

    Any two classes are leaves of one tree, so a cut on one attribute splits them. A set of areas is
    a subtree of a spanning tree without some of its own subtrees, which is connected, or the whole
    map as long as nothing was cut off it.
    """
    # Class sizes are counted again first: that needs no tree.
    _refuse_wrong_sizes(problem, solution, at_least)
    axis_table, nodes, pool = solution.axis_table, solution.nodes, solution.pool
    # Cuts say codes: with other axes they would mean other values.
    if axis_table.axes is not problem.axes:
        raise InternalError("The solution is one of other attributes.")
    for axis, tree in zip(axis_table.axes, axis_table.trees, strict=True):
        if tree is not None:
            assert isinstance(axis, AreaAxis)
            tree.refuse_unless_spanning(axis.graph)
    # The tree is checked before combinations are led through it.
    columns = axis_table.columns(problem.axis_weights)
    refuse_unless_tree(nodes, len(solution.sizes), len(columns.kinds))
    _refuse_odd_cuts(solution, columns.kinds)
    where = (columns.kinds, pool, columns.component, columns.at)
    leaf = route(nodes, axis_table.codes, *where)
    # Cuts need not know the values of what is withheld.
    published = solution.classes >= 0
    if (leaf[published] < 0).any():
        raise InternalError("A cut does not know the value of a combination.")
    if not np.array_equal(nodes.number[leaf[published]], solution.classes[published]):
        raise InternalError("A combination is not in the cell of its class.")
    if solution.hierarchies is not None:
        _refuse_wrong_nodes(problem, solution)
    _refuse_unmet(problem, solution)


def refuse_unless_single(problem: CellProblem, solution: SingleSolution, at_least: int) -> None:
    """The answer of the only attribute's own solver: it is right by the problem of that attribute,
    its classes are those of the combinations, and its sets hold their values."""
    _refuse_wrong_sizes(problem, solution, at_least)
    (axis,), (sets,), single = problem.axes, solution.sets, solution.single
    single.own.check(solution.own, at_least=at_least)
    there = single.items >= 0
    weights = np.zeros(len(single.own.weights), dtype=np.int64)
    np.add.at(weights, single.items[there], problem.weights[there])
    if not np.array_equal(weights, single.own.weights):
        raise InternalError("The problem of the only attribute is one of other records.")
    published = solution.classes >= 0
    # Combinations without a value are one class more, behind those of the own answer.
    expected = np.full(len(there), len(solution.own.sizes), dtype=np.int64)
    expected[there] = solution.own.classes[single.items[there]]
    if not np.array_equal(expected[published], solution.classes[published]):
        raise InternalError("A combination is not in the class of its value.")
    if ((sets.of_class[expected] == MISSING_SET) != (axis.codes < 0)).any():
        raise InternalError("A combination without a value is not in the class of these.")
    at = np.flatnonzero(there)
    values = [codes[at] for codes in axis.all_codes]
    if not sets.hold(sets.of_class[expected[at]], *values).all():
        raise InternalError("A value is not in the set of its class.")
    _refuse_unmet(problem, solution)


def _refuse_unmet(problem: CellProblem, solution: Grouping) -> None:
    if not len(problem.requirements):
        return
    bad = offending(
        problem.requirements,
        problem.sensitive,
        solution.classes,
        problem.weights,
        problem.population,
    )
    if bad is not None:
        raise InternalError(f"A class does not have {bad.words()}.")


def _refuse_wrong_sizes(problem: CellProblem, solution: Grouping, at_least: int) -> None:
    classes, sizes = solution.classes, solution.sizes
    if len(classes) != len(problem.weights):
        raise InternalError(f"{len(classes)} combinations got a class, of {len(problem.weights)}.")
    if classes.min() < -1 or classes.max() >= len(sizes):
        raise InternalError("A combination has a class that does not exist.")
    # One place more, at the end: class -1, which is withheld, counts there, since -1 is the last
    # index.
    recounted = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.add.at(recounted, classes, problem.weights)
    if not np.array_equal(recounted[:-1], sizes):
        raise InternalError("Class sizes are not the sums of their members.")
    if int(sizes.min()) < at_least:
        raise InternalError(f"A class has {int(sizes.min())} records, fewer than {at_least}.")
    if recounted[-1] > problem.suppress:
        raise InternalError(f"{recounted[-1]} records are withheld, of {problem.suppress} at most.")


def _refuse_wrong_nodes(problem: CellProblem, solution: CellSolution) -> None:
    """Nodes of hierarchies are published instead of what the cuts made: they hold the values."""
    published = np.flatnonzero(solution.classes >= 0)
    classes = solution.classes[published]
    for axis, sets in zip(problem.axes, solution.sets, strict=True):
        number = sets.of_class[classes]
        gone = axis.codes[published] < 0
        fits = np.where(gone, (number == MISSING_SET) | (number == ANY_SET), number != MISSING_SET)
        if not fits.all():
            raise InternalError("A missing value is in a node without them, or a value in theirs.")
        own = np.flatnonzero(number >= 0)
        values = [codes[published[own]] for codes in axis.all_codes]
        if not sets.hold(number[own], *values).all():
            raise InternalError("A value is not in the node of its class.")


def _refuse_odd_cuts(solution: CellSolution, kinds: NDArray[np.int32]) -> None:
    """A cut is of its column's kind; nothing is cut off a map of several components as a whole."""
    axis_table, nodes, pool = solution.axis_table, solution.nodes, solution.pool
    kind = kinds[nodes.column]
    how = nodes.how
    fits = (
        # A missing label is a label, so labels are never cut off as missing.
        (how == LEAF)
        | ((how == AT_POSITION) & (kind == ORDERED))
        | ((how == BY_MEMBERS) & (kind != ORDERED))
        | ((how == BY_MISSING) & (kind != LABELS))
        | ((how == BY_COMPONENT) & (kind == AREAS))
    )
    if not fits.all():
        raise InternalError("A cut is not of the kind that its attribute takes.")
    for v in np.flatnonzero((how == BY_MEMBERS) & (kind == LABELS)).tolist():
        run = pool[nodes.low[v] : nodes.high[v]]
        if not len(run) or not (run[1:] > run[:-1]).all():
            raise InternalError("A cut does not name labels in ascending order.")
    for tree, first in zip(axis_table.trees, axis_table.first, strict=True):
        if tree is None:
            continue
        # A cut of a map takes a subtree: the run of a place up to its end, and no other run.
        cut = np.flatnonzero((how == BY_MEMBERS) & (nodes.column == first))
        low = nodes.low[cut]
        if (
            (low < 0).any()
            or (low >= len(tree.end)).any()
            or (tree.end[low] != nodes.high[cut]).any()
        ):
            raise InternalError("A cut of a map is not at an edge of its tree.")
        if (tree.parent < 0).sum() > 1 and len(cut):
            _refuse_scattered(solution, first, cut)


def _refuse_scattered(solution: CellSolution, column: int, cut: object) -> None:
    """Below a cut of a region, the published combinations are of one component only."""
    tree = next(
        t
        for t, f in zip(solution.axis_table.trees, solution.axis_table.first, strict=True)
        if f == column
    )
    assert tree is not None
    nodes = solution.nodes
    below = np.zeros(len(nodes.how), dtype=bool)
    below[np.asarray(cut)] = True
    # Parents stand before their children, so one pass hands the topmost cut down.
    top = np.full(len(nodes.how), -1)
    for v in range(len(nodes.how)):
        above = int(nodes.parent[v]) if v else -1
        top[v] = top[above] if v and top[above] >= 0 else (v if below[v] else -1)
    leaf_of_class = np.empty(len(solution.sizes), dtype=np.int64)
    leaves = np.flatnonzero((nodes.how == LEAF) & (nodes.number >= 0))
    leaf_of_class[nodes.number[leaves]] = leaves
    published = np.flatnonzero(solution.classes >= 0)
    topmost = top[leaf_of_class[solution.classes[published]]]
    places = solution.axis_table.codes[published, column]
    inside = (topmost >= 0) & (places >= 0)
    # Every topmost cut may occur with one component only.
    pairs = np.column_stack([topmost[inside], tree.component[places[inside]]])
    pairs = np.unique(pairs, axis=0)
    if len(np.unique(pairs[:, 0])) != len(pairs):
        raise InternalError("A region is cut that is in several parts of the map.")
