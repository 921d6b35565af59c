"""Labels below a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.problems.cells.axes.axis import set_fields
from covey.problems.cells.axes.labels import LabelAxis, ends_of, whole_runs
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.sets import Codes, MemberSets, Sets
from covey.problems.trees.problem import checked_parents

if TYPE_CHECKING:
    from covey._native import cells as native
    from covey.core.stop import Watch
    from covey.problems.cells.axes.cut_classes import CutClasses
    from covey.problems.cells.first_trees.tree import Fitted
    from covey.problems.cells.grids.axis import GridAxis
    from covey.problems.cells.problem import CellProblem


@dataclass(frozen=True, eq=False)
class TreeAxis(LabelAxis):
    """Labels below a tree: a set is what lies below one node, or below some children of one node.
    ``parents`` are those of the ``size`` labels and then of the inner nodes, -1 for the root. A
    missing value is one more label, wherever it is in the tree. ``ordered``: siblings are in order,
    which the numbers of labels give, and the children of a set are neighbours. ``missing`` is the
    label of missing values, if it is a child of the root and to be cut off first: a cell that has
    it cannot be cut below the root, and with fewer than k of them it never can."""

    any_set_may_be_cut: ClassVar[bool] = False

    parents: Codes
    ordered: bool
    missing: int | None

    def __init__(
        self,
        codes: ArrayLike,
        size: int,
        parents: ArrayLike,
        *,
        ordered: bool = False,
        missing: int | None = None,
    ) -> None:
        super().__init__(codes, size)
        above = checked_parents(parents, self.size, ordered=ordered)
        if missing is not None and not (
            0 <= missing < self.size and above[missing] >= 0 and above[above[missing]] < 0
        ):
            raise InvalidInput(
                f"Missing values are a label right below the root; given: {missing!r}.",
                given=missing,
            )
        set_fields(self, parents=above, ordered=ordered, missing=missing)

    @property
    def blocked(self) -> NDArray[np.bool_]:
        # Missing values are a label. Another label right below the root has its place in the tree.
        return np.asarray(self.codes == (-1 if self.missing is None else self.missing))

    def give_to(self, columns: native.Columns, first: int) -> None:
        missing = -1 if self.missing is None else self.missing
        columns.give_tree(first, self.parents, self.ordered, missing)

    def cut_sets(self, cut: CutClasses) -> Sets:
        # A cut leaves the labels that do not occur in a cell on one of its sides.
        if not cut.one_partition:
            return self.tight_sets(cut.members, cut)
        return self._around(cut.members, super().cut_sets(cut).of_class)

    def tight_sets(self, members: ClassRows, cut: CutClasses | None) -> Sets:
        return self._around(members, np.arange(members.count))

    def _around(self, members: ClassRows, blocks: NDArray[np.integer[Any]]) -> MemberSets:
        """The smallest sets along the tree that hold what occurs in each block; ``blocks`` are
        those of the classes."""
        from covey._native.trees import hulls

        starts, own = members.distinct(self.codes, self.size, blocks)
        starts, own = hulls(self.parents, self.size, self.ordered, starts, own)
        # A missing value is a label, so there are no special sets.
        return whole_runs(np.zeros(len(blocks), dtype=np.int32), own, ends_of(starts)[blocks])

    def grid_axis(self, problem: CellProblem, number: int, blocks: int, watch: Watch) -> GridAxis:
        from covey.problems.cells.grids.extents import Branches
        from covey.problems.cells.grids.nested import NestedBlocks

        return NestedBlocks.of(problem, number, blocks, Branches.of(self), watch)

    @property
    def follows_free_answer(self) -> bool:
        return False

    def first_tree(
        self, problem: CellProblem, number: int, free: Codes | None, watch: Watch
    ) -> Fitted:
        from covey.problems.cells.first_trees.labels import LabelTree

        return LabelTree.given(self, problem.weights)
