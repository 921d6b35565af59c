"""Areas of a map alone: connected regions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import Infeasible, InvalidInput
from covey.core.grouping import Grouping
from covey.core.words import listed
from covey.problems.alone.kind import OwnKind, classes_of, led, sizes_of
from covey.problems.alone.unions import Group, Neighbours, Unions
from covey.problems.cells.axes import AreaAxis, Axis
from covey.problems.cells.problem import CellSolution
from covey.problems.cells.sets import Sets
from covey.problems.cells.single import member_sets
from covey.problems.regions.problem import RegionProblem, RegionSolution
from covey.requirements.entries import Entries
from covey.requirements.requirement import Requirement, spread_of


class RegionKind(OwnKind[RegionProblem]):
    def axis(self, items: NDArray[np.int64]) -> Axis:
        return AreaAxis(items, self.problem.graph)

    def sets_of(self, own: Grouping) -> Sets:
        return member_sets(own)

    def turned_back(self, found: CellSolution) -> Grouping:
        (tree,) = found.axis_table.trees
        assert tree is not None
        # Cuts of a map name places in the order of its tree, not areas.
        return RegionSolution(led(found, tree.place), found.sizes.copy())

    def unions(self, own: Grouping) -> Unions:
        pairs = np.unique(own.classes[self.problem.graph.edges], axis=0)
        return Neighbours((tuple(pair) for pair in pairs.tolist()), len(own.sizes))

    def merged(self, own: Grouping, groups: Sequence[Group]) -> Grouping:
        return RegionSolution(classes_of(own, groups), sizes_of(own, groups))

    def with_weights(self, weights: NDArray[np.int64], k: int) -> RegionProblem:
        own = self.problem
        return RegionProblem(weights, own.graph, k, own.objective, names=own.names)

    def refuse_unfit(self, requirements: Sequence[Requirement], entries: Entries) -> None:
        """No region reaches over components, so each of them must meet the requirements."""
        if self.problem.second is not None:
            raise InvalidInput(
                "A second threshold does not go with requirements.",
                hint="Give the population with the entries, and require PopulationK.",
            )
        components = self.problem.graph.components
        for requirement in requirements:
            spread, _ = spread_of(
                requirement,
                entries.sensitive,
                components[entries.items],
                entries.counts,
                entries.population,
            )
            bad = np.flatnonzero(~requirement.met(spread))
            if len(bad):
                areas = np.flatnonzero(components == spread.classes[spread.starts[bad[0]]])
                named = listed(str(self.problem.names[area]) for area in areas.tolist())
                raise Infeasible(
                    f"No border that may be crossed joins {named} to other areas, and they do not"
                    f" have {requirement.words()}.",
                    hint="Ask for less, or join the parts of the map (--islands nearest).",
                )
