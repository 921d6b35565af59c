"""Areas with neighbours: a class is a connected region of them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import Infeasible, InternalError, InvalidInput
from covey.core.grouping import Grouping, GroupingProblem, Objective
from covey.core.result import Certificate
from covey.core.words import plural
from covey.problems.regions.graph import Graph


@dataclass(frozen=True)
class Second:
    """Another count that every region must reach as well: ``weights[v]`` of area v, ``at_least``
    in all; ``name`` says of what."""

    weights: NDArray[np.int64]
    at_least: int
    name: str = "population"


@dataclass(frozen=True, eq=False, init=False)
class RegionProblem(GroupingProblem):
    """Group areas into connected regions of at least k records.

    weights
        The records of each area; 0 is allowed, such an area keeps its region connected.
    edges
        Pairs of positions of areas that border on each other, or a :class:`Graph`. A graph of
        several components is solved component by component.
    names
        What the areas are called in messages and proofs; their positions, if not given.
    second
        Weights and a threshold that every region must reach besides k, such as population.

    >>> problem = RegionProblem([3, 1, 2, 4], [(0, 1), (1, 2), (2, 3)], k=4)
    >>> problem.graph.count, problem.total
    (4, 10)
    """

    problem_kind: ClassVar[str] = "regions"
    item: ClassVar[str] = "area"

    graph: Graph
    names: Sequence[Any]
    second: Second | None

    def __init__(
        self,
        weights: ArrayLike,
        edges: ArrayLike | Graph,
        k: int,
        objective: Objective = "max-size",
        *,
        names: Sequence[Any] | None = None,
        second: Second | tuple[ArrayLike, int] | None = None,
    ) -> None:
        super().__init__(weights, k, objective)
        count = len(self.weights)
        graph = edges if isinstance(edges, Graph) else Graph.from_edges(count, edges)
        if graph.count != count:
            raise InvalidInput(f"There are {count:,} weights, but {graph.count:,} areas.")
        if names is not None and len(names) != count:
            raise InvalidInput(f"There are {count:,} areas, but {len(names):,} names for them.")
        object.__setattr__(self, "graph", graph)
        object.__setattr__(self, "names", range(count) if names is None else names)
        object.__setattr__(self, "second", None if second is None else _second(second, count))

    @property
    def description(self) -> str:
        parts = int(self.graph.components.max()) + 1
        inside = f" in {plural(parts, 'component')}" if parts > 1 else ""
        return f"{super().description}, {plural(len(self.graph.edges), 'border')}{inside}"

    @property
    def kappa(self) -> int:
        """No answer's heaviest region is below this: k, or the heaviest area."""
        return max(self.k, self.largest)

    def require_feasible(self) -> None:
        super().require_feasible()
        self._require(self.weights, self.k, "record", f"k = {self.k:,}")
        if self.second is not None:
            threshold = f"the second threshold of {self.second.at_least:,}"
            unit = f"{self.second.name!r} unit"
            self._require(self.second.weights, self.second.at_least, unit, threshold)

    def _require(
        self, weights: NDArray[np.int64], at_least: int, unit: str, threshold: str
    ) -> None:
        components = self.graph.components
        sums = np.zeros(int(components.max()) + 1, dtype=np.int64)
        np.add.at(sums, components, weights)
        # No region reaches over components: each must be enough by itself.
        low = np.flatnonzero(sums < at_least)
        if len(low) == 0:
            return
        if len(sums) == 1:
            raise Infeasible(
                f"Only {plural(int(sums[0]), unit)} in all, fewer than {threshold}.",
                hint="Lower the threshold.",
                given=int(sums[0]),
            )
        areas = np.flatnonzero(components == low[0])
        first = str(self.names[areas[0]])
        named = ", ".join(str(self.names[area]) for area in areas[:3])
        more = f" and {len(areas) - 3:,} more" if len(areas) > 3 else ""
        others = (
            f" So it is with {plural(len(low) - 1, 'more part')} of the map."
            if len(low) > 1
            else ""
        )
        raise Infeasible(
            f"No border that may be crossed joins {named}{more} to other areas, and there are only"
            f" {plural(int(sums[low[0]]), unit)} in {'it' if len(areas) == 1 else 'them'}, fewer"
            f" than {threshold}.{others}",
            hint="Join islands to their nearest areas (--islands nearest) or to one that you name:"
            f" --assign {shlex.quote(f'{first}=AREA')} (assign={{{first!r}: 'AREA'}} in Python);"
            f" leave areas out: --exclude {shlex.quote(first)} (exclude={[first]!r} in Python); let"
            " regions cross borders where they must (--cross if-needed), or lower the threshold.",
            given=int(sums[low[0]]),
        )

    @property
    def certificates(self) -> tuple[type[Certificate], ...]:
        from covey.problems.regions.bound import CERTIFICATES

        return CERTIFICATES

    def check(self, solution: Grouping, *, at_least: int | None = None) -> None:
        super().check(solution, at_least=at_least)
        if self.second is not None:
            reached = np.zeros(len(solution.sizes), dtype=np.int64)
            np.add.at(reached, solution.classes, self.second.weights)
            if int(reached.min()) < self.second.at_least:
                raise InternalError(f"A region has a {self.second.name} of {int(reached.min())}.")
        # As many connected parts as regions: every region is one part.
        if _parts(self.graph, solution.classes) != len(solution.sizes):
            raise InternalError("A region is not connected.")


@dataclass(frozen=True, eq=False)
class RegionSolution(Grouping):
    """``classes[v]`` is the region of area v; ``sizes[c]`` the records in region c."""


def _parts(graph: Graph, classes: NDArray[np.int32]) -> int:
    """How many connected parts the classes have, by joining areas over borders inside of classes:
    every area takes the smallest number among its neighbours' until nothing changes."""
    # Not Graph.components, which is compiled: the check is to share no code with the solvers.
    inside = graph.edges[classes[graph.edges[:, 0]] == classes[graph.edges[:, 1]]]
    root = np.arange(graph.count)
    while True:
        low = np.minimum(root[inside[:, 0]], root[inside[:, 1]])
        before = root.copy()
        np.minimum.at(root, root[inside[:, 0]], low)
        np.minimum.at(root, root[inside[:, 1]], low)
        # Follow the chain of smaller numbers to its end, halving it each time.
        while not np.array_equal(root, root[root]):
            root = root[root]
        if np.array_equal(root, before):
            # One root for each part, right below which all its areas are.
            return int((root == np.arange(graph.count)).sum())


def _second(given: Second | tuple[ArrayLike, int], count: int) -> Second:
    if not isinstance(given, Second):
        given = Second(validate.counts(given[0]), given[1])
    weights = validate.counts(given.weights)
    validate.total(weights)
    if len(weights) != count:
        raise InvalidInput(f"There are {count:,} areas, but {len(weights):,} second weights.")
    return Second(weights, validate.threshold(given.at_least), given.name)
