"""Areas of a map."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.loss import share_of_members
from covey.problems.cells.axes.axis import Axis, checked_codes, set_fields
from covey.problems.cells.axes.labels import MemberAxis, ends_of, whole_runs
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.distinct_sets import run_sets_of
from covey.problems.cells.kinds import AREAS, BY_COMPONENT, BY_MEMBERS, ColumnKind
from covey.problems.cells.map_tree import MapTree
from covey.problems.cells.sets import Codes, MemberSets, Sets
from covey.problems.regions.graph import Graph

if TYPE_CHECKING:
    from covey._native import cells as native
    from covey.core.stop import Watch
    from covey.problems.cells.axes.cut_classes import CutClasses
    from covey.problems.cells.first_trees.tree import Fitted
    from covey.problems.cells.grids.axis import GridAxis
    from covey.problems.cells.nesting import Nesting
    from covey.problems.cells.problem import CellProblem


class JoinedBy(NamedTuple):
    """The ``records`` of each area, and the group that it is in, such as its state: areas of one
    group are joined first."""

    records: NDArray[np.int64]
    groups: NDArray[np.int32] | None = None


@dataclass(frozen=True, eq=False)
class AreaAxis(MemberAxis):
    """Areas of a map: ``codes`` number the areas of ``graph``. An area without records keeps the
    regions around it connected.

    measure
        What the loss of a region counts of each area, such as its people: whole numbers. One for
        each area, if not given.
    joined_by
        How areas are joined to nested regions, which are preferred to all others, so that few
        different ones are published. Without it every class has the least region around its areas.
    """

    column_kind: ClassVar[ColumnKind] = ColumnKind.AREAS

    codes: Codes
    graph: Graph
    measure: NDArray[np.int64]
    joined_by: JoinedBy | None

    def __init__(
        self,
        codes: ArrayLike,
        graph: Graph,
        *,
        measure: ArrayLike | None = None,
        joined_by: JoinedBy | None = None,
    ) -> None:
        if graph.count < 1:
            raise InvalidInput("A map has one area or more.")
        own = np.ones(graph.count, np.int64) if measure is None else validate.counts(measure)
        if len(own) != graph.count:
            raise InvalidInput(
                f"There are {graph.count:,} areas, but {len(own):,} measures of them."
            )
        set_fields(self, codes=checked_codes(codes, graph.count, missing=True), graph=graph)
        # An area without anybody counts nothing; if there is nobody at all, every area counts.
        set_fields(self, measure=own if own.any() else np.ones_like(own), joined_by=joined_by)

    @cached_property
    def nesting(self) -> Nesting | None:
        """The nested regions."""
        from covey.problems.cells.nesting import Nesting

        how = self.joined_by
        return None if how is None else Nesting.of(self.graph, how.records, how.groups)

    @property
    def parts(self) -> Codes:
        return np.where(self.codes >= 0, self.graph.components[self.codes], np.int32(-1))

    @cached_property
    def map_tree(self) -> MapTree:
        return MapTree.of(self.graph) if self.nesting is None else self.nesting.tree

    @property
    def size(self) -> int:  # type: ignore[override]
        return self.graph.count

    @property
    def extent(self) -> float:
        return float(self.measure.sum())

    def shares(self, sets: Sets, scale: Axis) -> NDArray[np.float64]:
        assert isinstance(sets, MemberSets)
        return share_of_members(sets.sizes, sets.sums(self.measure), scale.extent)

    def give_to(self, columns: native.Columns, first: int) -> None:
        if self.nesting is None:
            return
        of_edges = self.nesting.leaf, self.nesting.split, self.nesting.low, self.nesting.high
        columns.nest(first, *of_edges, self.measure[self.nesting.order])

    def of_rows(self, rows: NDArray[np.int64]) -> Self:
        self.map_tree  # noqa: B018 -- found once for all parts of a table
        return super().of_rows(rows)

    @property
    def column_codes(self) -> tuple[Codes, ...]:
        return (self.places,)

    @property
    def places(self) -> Codes:
        """Where the area of each combination stands in the order of the map's tree."""
        return np.where(self.codes >= 0, self.map_tree.place[self.codes], np.int32(-1))

    def cut_sets(self, cut: CutClasses) -> Sets:
        # In one partition all classes have the same set of a map that was never cut, also those
        # that are in one component of it.
        whole_map = cut.one_partition and not cut.ways & {BY_MEMBERS, BY_COMPONENT}
        runs = self._runs(cut, whole_map=whole_map)
        return run_sets_of(cut.kind(self.codes), self.map_tree.order, *runs)

    def tight_sets(self, members: ClassRows, cut: CutClasses | None) -> Sets:
        from covey._native.cells import hulls
        from covey.problems.cells.nested_sets import nested_sets

        kind = members.kind(self.codes)
        starts, own = members.distinct(self.places, self.size)
        # Whether a class may have a nested region depends on the cuts: without them nothing is
        # known.
        if self.nesting is not None and cut is not None:
            return nested_sets(self.nesting, kind, starts, own, self._runs(cut))
        # The areas between those of a class keep its region connected.
        starts, own = hulls(self.map_tree.parent, starts, own)
        return whole_runs(kind, self.map_tree.order[own], ends_of(starts))

    def _runs(
        self, cut: CutClasses, *, whole_map: bool = False
    ) -> tuple[Codes, NDArray[np.int64], Codes]:
        """What the cuts left of the map to every class. A class inside of one component has that at
        most, also where no cut said so."""
        base = self._components(cut.members)
        if whole_map:
            base[:] = 0, self.size
        return cut.path.member_runs(cut.column, AREAS, 0, cut.leaf, base)

    def _components(self, members: ClassRows) -> Codes:
        """The run of the component that a class is in, or the whole map where it is in several."""
        tree = self.map_tree
        places = self.places[members.rows]
        roots = np.where(places >= 0, tree.component[places], -1)
        # Missing places count in neither: the minimum passes over the end, the maximum over -1.
        least = np.where(places >= 0, roots, len(tree.order))
        low = np.minimum.reduceat(least, members.starts[:-1])
        high = np.maximum.reduceat(roots, members.starts[:-1])
        one = low == high
        base = np.zeros((len(low), 2), dtype=np.int32)
        base[:, 1] = len(tree.order)
        base[one, 0] = low[one]
        base[one, 1] = tree.end[low[one]]
        return base

    def shrinks(self, *, ranges: bool, withheld: bool) -> bool:
        """Areas without records keep their region connected."""
        return False

    def grid_axis(self, problem: CellProblem, number: int, blocks: int, watch: Watch) -> GridAxis:
        from covey.problems.cells.grids.extents import Region
        from covey.problems.cells.grids.nested import NestedBlocks

        return NestedBlocks.of(problem, number, blocks, Region.of(self), watch)

    def first_tree(
        self, problem: CellProblem, number: int, free: Codes | None, watch: Watch
    ) -> Fitted:
        from covey.problems.cells.first_trees.blocks import BlockTree, of_areas
        from covey.problems.cells.first_trees.regions import RegionTree

        if self.nesting is not None:
            return RegionTree.of(self)
        return BlockTree.of(problem, self, of_areas, watch)
