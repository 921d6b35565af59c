"""A tree of cuts without the cuts that break a requirement.

Requirements are monotone: the union of two classes that meet one meets it. So if a leaf fails,
every cut above it that keeps the leaf must go, and no other: there is one finest pruned tree. Of
two requirements the looser leaves the finer tree. Its classes are parts of the others' classes, so
neither the largest class nor the loss is greater.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from covey.problems.cells.cut_tree import CutTree, top_of
from covey.problems.cells.kinds import LEAF
from covey.problems.cells.problem import CellProblem, CellSolution
from covey.requirements.requirement import Requirement, spread_of


def pruned(
    problem: CellProblem, solution: CellSolution, requirements: Sequence[Requirement]
) -> CellSolution:
    """The finest tree of some of the solution's cuts whose classes meet the requirements. The table
    as one class must meet them."""
    nodes = solution.nodes
    node = _leaf_of_class(nodes, len(solution.sizes))
    while True:
        # Numbered without gaps: requirements know no empty classes.
        present, number = np.unique(node, return_inverse=True)
        classes = number.astype(np.int32)[solution.classes]
        bad = failing(problem, requirements, classes, len(present))
        if not bad.any():
            return _cut_back(problem, solution, present, classes)
        # A failing node is joined with its siblings, whatever became of them: the node above them
        # takes the place of all that is below it.
        joined = np.zeros(len(nodes.how), dtype=bool)
        # The root never fails, by the docstring: its parent of -1 would be the last node.
        joined[nodes.parent[present[bad]]] = True
        node = top_of(nodes.parent, joined)[node]


def failing(
    problem: CellProblem,
    requirements: Sequence[Requirement],
    classes: NDArray[np.int32],
    count: int,
) -> NDArray[np.bool_]:
    """Which of the classes do not meet some requirement."""
    bad = np.zeros(count, dtype=bool)
    for requirement in requirements:
        spread, _ = spread_of(
            requirement, problem.sensitive, classes, problem.weights, problem.population
        )
        bad |= ~requirement.met(spread)
    return bad


def _leaf_of_class(nodes: CutTree, count: int) -> NDArray[np.int64]:
    leaves = np.flatnonzero((nodes.how == LEAF) & (nodes.number >= 0))
    found = np.empty(count, dtype=np.int64)
    found[nodes.number[leaves]] = leaves
    return found


def _cut_back(
    problem: CellProblem,
    solution: CellSolution,
    leaves: NDArray[np.int64],
    classes: NDArray[np.int32],
) -> CellSolution:
    """The solution whose leaves are these nodes; what was below them is gone."""
    nodes = solution.nodes
    is_leaf = np.zeros(len(nodes.how), dtype=bool)
    is_leaf[leaves] = True
    above = top_of(nodes.parent, is_leaf)
    # Nodes that have no new leaf above them, and the new leaves themselves.
    # top_of gives a node itself where nothing above it is marked.
    kept = np.flatnonzero((above == np.arange(len(above))) | ~is_leaf[above])
    place = np.full(len(nodes.how), -1, dtype=np.int32)
    place[kept] = np.arange(len(kept))
    fields = {name: field[kept].copy() for name, field in nodes._asdict().items()}
    fields["how"][place[leaves]] = LEAF
    inner = fields["how"] != LEAF
    # Children of a kept cut are all kept, next to each other as before: only their numbers change.
    fields["first"] = np.where(inner, place[fields["first"]], 0).astype(np.int32)
    below = fields["parent"][1:]
    fields["parent"][1:] = place[below]
    fields["number"][:] = np.where(inner, 0, -1)
    fields["number"][place[leaves]] = np.arange(len(leaves))
    fields["children"][~inner] = 0
    sizes = np.zeros(len(leaves), dtype=np.int64)
    np.add.at(sizes, classes, problem.weights)
    return replace(solution, classes=classes, sizes=sizes, nodes=CutTree(**fields))
