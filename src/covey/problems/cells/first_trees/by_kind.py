"""The first tree of an axis, by its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.stop import Watch
from covey.problems.cells.axes import AreaAxis, LabelAxis, OrderedAxis
from covey.problems.cells.first_trees.blocks import BlockTree
from covey.problems.cells.first_trees.labels import LabelTree
from covey.problems.cells.first_trees.ordered import OrderedTree
from covey.problems.cells.first_trees.regions import RegionTree
from covey.problems.cells.first_trees.tree import Fitted

if TYPE_CHECKING:
    from covey.problems.cells.problem import CellProblem


def fitted(
    problem: CellProblem, number: int, free: NDArray[np.int32] | None, watch: Watch
) -> Fitted:
    """The first tree of an axis; ``free`` are the classes of a free answer."""
    axis = problem.axes[number]
    if isinstance(axis, OrderedAxis):
        return OrderedTree.of(axis, problem.weights, problem.k)
    if isinstance(axis, LabelAxis):
        return LabelTree.of(axis, problem.weights, free)
    if isinstance(axis, AreaAxis) and axis.nesting is not None:
        return RegionTree.of(axis)
    return BlockTree.of(problem, number, watch)
