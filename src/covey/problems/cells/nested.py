"""Nested recoding: every axis has one tree of nested sets, and every class a node of each.

The trees are made from the data (:mod:`covey.problems.cells.first_trees`). Cells are cut from the
top on: a cut replaces a node by its children, and every part keeps k records. A small cell tries
all its cuts and follows each of them; what is published of a class is the least node around its
values. Then the trees are changed, a fixed number of times, and what lowers the loss is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey._native import cells as native
from covey.core import threads
from covey.core.stop import Stop, Watch
from covey.problems.cells.cut_tree import CutTree, empty_tree
from covey.problems.cells.first_trees.tree import Cut, Fitted
from covey.problems.cells.hierarchy import Hierarchy
from covey.problems.cells.improve import typed
from covey.problems.cells.kinds import BY_COMPONENT
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.problems.cells.pruning import failing, pruned
from covey.problems.cells.sets import Codes
from covey.requirements.diversity import DistinctDiversity

TRIALS = 8_000
"""Changes of trees that are tried, at most: no more than a small table has codes."""

CODES = 1_200_000_000
"""Codes that may be looked at: a large table has fewer trials."""

QUICK = 7
"""While trees are tried, cells of fewer than so many k take the best of all trees of cuts."""

THOROUGH = 2_000
"""In the answer, cells of fewer than so many k follow all their cuts."""

ALL_WAYS = 12, 1_000
"""In the answer, cells of fewer than so many k take the best of all trees of cuts: between these
two, the fewer, the larger the table is."""

ALL_WAYS_CODES = 150_000_000
"""So many codes times k they have together, about."""

COMPARED_CODES = 20_000
"""In tables of so many codes, the trees as they were before any change are cut as well: a few
changes, taken for the cuts that were there, may lose more in the end."""

LARGER = (1, 2, 3, 5, 8)
"""Multiples of k that are tried where there are requirements."""


def nested(
    problem: CellProblem, watch: Watch, seed: int, holders: Sequence[str] = ()
) -> CellSolution:
    """Cells along one tree for each axis, which meet the problem's requirements. ``holders`` are
    the columns that identify people, or households: how many different ones a class must have is
    counted at every cut. What else is required is met by undoing cuts."""
    trees = _first_trees(problem, watch)
    how = Search(watch, seed, _least_of(problem, holders))
    solution, trees = _changed(problem, trees, how)
    if not failing(problem, problem.requirements, solution.classes, len(solution.sizes)).any():
        return solution
    # Larger cells meet a requirement more often, and lose less when they are joined.
    found: list[CellSolution] = []
    for larger in LARGER:
        # The first one is tried in any case: there must be an answer.
        if larger * problem.k <= problem.total and not (found and watch.expired):
            cut, _ = _searched(problem, trees, larger * problem.k, 0, how)
            found.append(pruned(problem, cut, problem.requirements))
    return min(found, key=lambda each: problem.loss(each))


def _changed(
    problem: CellProblem, first: Sequence[Fitted], how: Search
) -> tuple[CellSolution, list[Fitted]]:
    """The answer for the trees after all changes, or for the first ones, if that loses less."""
    trials = _trials(problem, how.watch)
    found = _searched(problem, first, problem.k, trials, how)
    if not trials or problem.axis_table.codes.size > COMPARED_CODES:
        return found
    unchanged = _searched(problem, first, problem.k, 0, how)
    return min(found, unchanged, key=lambda each: problem.loss(each[0]))


class Search(NamedTuple):
    """How to search, and for each column of holders their codes and the least number of them."""

    watch: Watch
    seed: int
    holders: Sequence[tuple[Codes, int]]


def _least_of(problem: CellProblem, holders: Sequence[str]) -> list[tuple[Codes, int]]:
    codes = {each.column: each.codes for each in problem.sensitive}
    return [
        # Numbered without gaps: where each was last seen is kept by number.
        (np.unique(codes[each.column], return_inverse=True)[1].astype(np.int32), each.l)
        for each in problem.requirements
        if isinstance(each, DistinctDiversity) and each.column in holders
    ]


def _trials(problem: CellProblem, watch: Watch) -> int:
    codes = problem.axis_table.codes.size
    return watch.iterations(min(TRIALS, codes, CODES // codes))


def _all_ways(problem: CellProblem) -> int:
    few, many = ALL_WAYS
    return max(few, min(many, ALL_WAYS_CODES // problem.axis_table.codes.size))


def _first_trees(problem: CellProblem, watch: Watch) -> list[Fitted]:
    linked = any(axis.follows_free_answer for axis in problem.axes)
    # A longer time limit is for the trees, not for a better answer to start them from.
    # With the default time or more, the free answer is the same on every machine.
    enough = watch.remaining >= (Stop().seconds or 0)
    own = Stop(seconds=None).start(watch.report) if enough else watch
    free = typed(problem, own)[0].classes if linked else None
    return [
        axis.first_tree(problem, number, free, watch) for number, axis in enumerate(problem.axes)
    ]


def _searched(
    problem: CellProblem, trees: Sequence[Fitted], k: int, trials: int, how: Search
) -> tuple[CellSolution, list[Fitted]]:
    watch = how.watch
    table = native.Nested(problem.weights, k)
    for codes, least in how.holders:
        table.add_holders(codes, least)
    for tree, weight in zip(trees, problem.axis_weights, strict=True):
        tree.add_to(table, float(weight))
    watch.report(f"nested: {trials:,} changes of trees")
    parents, *cells, order, _, cut_off = table.search(
        trials,
        how.seed,
        QUICK * k,
        THOROUGH * k,
        _all_ways(problem) * k,
        watch.remaining,
        threads.count(),
    )
    watch.cut_off |= cut_off
    found = [tree.with_parents(given) for tree, given in zip(trees, parents, strict=True)]
    made = Cells(*cells)
    own = [tree.own_nodes(given) for tree, given in zip(found, made.nodes.T, strict=True)]
    made.nodes = np.stack(own, axis=1)
    return _solution(problem, found, made, order), found


class Cells:
    """The cells of an answer, as compiled loops hand them over."""

    def __init__(
        self, begin: Codes, end: Codes, column: Codes, first: Codes, children: Codes, nodes: Codes
    ) -> None:
        self.begin, self.end, self.axis = begin, end, column
        self.first, self.children, self.nodes = first, children, nodes


def _solution(
    problem: CellProblem, trees: Sequence[Fitted], cells: Cells, order: Codes
) -> CellSolution:
    hierarchies = tuple(tree.hierarchy() for tree in trees)
    nodes, pool, place = _cut_tree(problem, trees, hierarchies, cells)
    # Cells that no axis cuts.
    leaves = np.flatnonzero(cells.axis < 0)
    nodes.number[place[leaves]] = np.arange(len(leaves))
    classes = np.empty(len(order), dtype=np.int32)
    many = cells.end[leaves] - cells.begin[leaves]
    # The rows of a cell are a run of order, from begin to end.
    rows = np.repeat(cells.begin[leaves] - np.cumsum(many) + many, many) + np.arange(many.sum())
    classes[order[rows]] = np.repeat(np.arange(len(leaves)), many)
    sizes = np.zeros(len(leaves), dtype=np.int64)
    np.add.at(sizes, classes, problem.weights)
    return CellSolution(classes, sizes, problem.axis_table, nodes, pool, hierarchies=hierarchies)


def _cut_tree(
    problem: CellProblem,
    trees: Sequence[Fitted],
    hierarchies: Sequence[Hierarchy],
    cells: Cells,
) -> tuple[CutTree, Codes, NDArray[np.int64]]:
    """The tree of cuts, the labels that these take, and the place of every cell in the tree."""
    made = empty_tree(len(cells.axis))
    made.parent[0] = -1
    first_column = problem.axis_table.first
    known: dict[tuple[int, int], tuple[Cut, int]] = {}
    pool: list[Codes] = [np.zeros(0, dtype=np.int32)]
    used = 0
    # Where the sides of a cut stand the other way round, cells change their places.
    place = np.arange(len(cells.axis))
    for cell in np.flatnonzero(cells.axis >= 0).tolist():
        axis, at = int(cells.axis[cell]), int(place[cell])
        node = int(cells.nodes[cell, axis])
        # Many cells cut the same node of an axis: its labels stand in the pool once.
        if (axis, node) not in known:
            cut = trees[axis].cut(hierarchies[axis], node)
            known[axis, node] = cut, used
            if cut.labels is not None:
                pool.append(cut.labels)
                used += len(cut.labels)
        cut, taken = known[axis, node]
        first, many = int(cells.first[cell]), int(cells.children[cell])
        # Cells may have children that lie deeper in the tree of the axis; the cut is between the
        # children of the node.
        sides = [
            _child(hierarchies[axis], node, int(cells.nodes[child, axis]))
            for child in range(first, first + many)
        ]
        # The first child of a cut has what the cut takes. The search hands children over in the
        # order of the axis's tree.
        if cut.how != BY_COMPONENT and sides[0] != cut.first:
            place[first], place[first + 1] = place[first + 1], place[first]
        made.column[at] = first_column[axis] + cut.column
        made.how[at] = cut.how
        made.low[at] = cut.low if cut.labels is None else taken
        made.high[at] = cut.high if cut.labels is None else taken + len(cut.labels)
        made.first[at], made.children[at] = first, many
        made.parent[first : first + many] = at
        if cut.how == BY_COMPONENT:
            below = hierarchies[axis].children[node]
            made.key[first : first + many] = [cut.keys[below.index(side)] for side in sides]
    return made, np.concatenate(pool), place


def _child(hierarchy: Hierarchy, node: int, below: int) -> int:
    """The child of a node that another one is below, or is."""
    while hierarchy.parents[below] != node:
        below = int(hierarchy.parents[below])
    return below
