"""Certificates for regions: averages component by component, and areas that must stay together."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.lower_bounds import (
    Arithmetic,
    Pigeonhole,
    least_squares,
    most_classes_of,
)
from covey.core.lower_bounds import (
    certify as certify_grouping,
)
from covey.core.result import Certificate, CertificateFor
from covey.core.words import plural
from covey.problems.regions.closed_set import ClosedSet
from covey.problems.regions.problem import RegionProblem
from covey.problems.regions.stranding import Stranding

SUPERSET_STEPS = 20_000
"""Looks at neighbours that the search for an area's lightest region may take."""

ALL_SUPERSETS_STEPS = 20_000_000
"""Looks that it may take for all areas together."""

CHECKED_STEPS = 50 * SUPERSET_STEPS
"""Looks that checking such a region may take, below a second. A longer proof is refused."""

LIGHT = 8
"""An area below k / LIGHT is not tried: it has too many regions to look at all of them."""


@dataclass(frozen=True)
class OfArea(CertificateFor[RegionProblem]):
    """A proof that names an area, by its position."""

    area: int

    def _is_within(self, problem: RegionProblem) -> bool:
        return 0 <= self.area < len(problem.weights)


@dataclass(frozen=True)
class Components(OfArea):
    """No region leaves its component, so the averages hold for each component alone.

    For the largest region the certificate names an area of the component that is worst; for the
    quadratic cost the bounds of all components add up.
    """

    kind: ClassVar[str] = "components"
    most_regions: int

    def _follows(self, problem: RegionProblem, seconds: float) -> bool:
        shares = component_bounds(problem)
        if problem.objective == "quadratic":
            return self.bound <= sum(squares for _, squares, _ in shares)
        number = int(problem.graph.components[self.area])
        # The area names its component: numbers of components are not kept in a file.
        largest, _, most = shares[number]
        return self.bound <= largest and self.most_regions == most

    def _explained(self, problem: RegionProblem) -> str:
        if problem.objective == "quadratic":
            return "in no component are regions more equal than the average"
        return (
            f"the component of {problem.names[self.area]} has at most"
            f" {plural(self.most_regions, 'region')}: the average, rounded up"
        )


@dataclass(frozen=True)
class Pocket(OfArea):
    """An area, and the parts that its removal would cut off with fewer than k records: they reach k
    only together with it."""

    kind: ClassVar[str] = "pocket"

    def _follows(self, problem: RegionProblem, seconds: float) -> bool:
        return (
            problem.objective == "max-size" and self.bound <= _kept_together(problem, self.area)[0]
        )

    def _explained(self, problem: RegionProblem) -> str:
        _, pockets = _kept_together(problem, self.area)
        few = "its pocket" if pockets == 1 else f"its {pockets:,} pockets"
        return f"{problem.names[self.area]} and {few} must stay together"


@dataclass(frozen=True)
class Way(OfArea):
    """A light area in a component of light areas (below k each) that is below k as a whole: its
    region holds an area of k or more, and all on the way to it."""

    kind: ClassVar[str] = "way"

    def _follows(self, problem: RegionProblem, seconds: float) -> bool:
        return problem.objective == "max-size" and self.bound <= _way_out(problem, self.area)

    def _explained(self, problem: RegionProblem) -> str:
        return f"{problem.names[self.area]} needs an area of k or more, and the way to it"


@dataclass(frozen=True)
class Seed(OfArea):
    """Every connected set of areas around this one weighs less than k or at least the bound."""

    kind: ClassVar[str] = "seed"

    def _follows(self, problem: RegionProblem, seconds: float) -> bool:
        if problem.objective != "max-size":
            return False
        return _nothing_between(problem, self.area, self.bound)

    def _explained(self, problem: RegionProblem) -> str:
        return f"every region with {problem.names[self.area]} has as many records"


@dataclass(frozen=True)
class Partitions(CertificateFor[RegionProblem]):
    """No partition into connected regions costs less. Checked by searching again."""

    kind: ClassVar[str] = "partitions"

    def _follows(self, problem: RegionProblem, seconds: float) -> bool | None:
        from covey.problems.regions.exact import candidates, choose, heaviest_within, is_exact

        quadratic = problem.objective == "quadratic"
        # No region of an answer below the bound is heavier than this.
        most = heaviest_within(max(self.bound - 1, 0), problem.k) if quadratic else self.bound - 1
        listed = candidates(problem, most)
        if listed is None or (quadratic and not is_exact(problem, listed)):
            return False  # too many regions, or too heavy ones, for anybody to have searched
        found, solved = choose(problem, listed, most, quadratic, seconds)
        if not solved:
            return None
        return found is None or (quadratic and problem.cost(found.sizes) >= self.bound)

    def _explained(self, problem: RegionProblem) -> str:
        return "an exhaustive search over all partitions found nothing below it"


CERTIFICATES: tuple[type[Certificate], ...] = (
    Arithmetic, Pigeonhole, Components, Pocket, ClosedSet, Way, Seed, Stranding, Partitions,
)  # fmt: skip


def certify(problem: RegionProblem, cost: int, known: Certificate | None = None) -> Certificate:
    """The first certificate that proves the cost, else the strongest; one that is known already and
    the cheap ones first."""
    best = certify_grouping(problem, cost)
    # A proof that was met on the way is one for the largest region.
    if known is not None and problem.objective == "max-size" and known.bound > best.bound:
        best = known
    for attempt in (_by_components, _by_pockets, _by_ways, _by_seeds):
        # The cost is proved optimal: a stronger bound does not exist, and the searches that follow
        # take longer.
        if best.bound >= cost:
            break
        found = attempt(problem, best.bound)
        if found is not None and found.bound > best.bound:
            best = found
    return best


def quick_floor(problem: RegionProblem) -> int:
    """A bound on the largest region in linear time, whatever the objective."""
    _, together = problem.graph.native.pockets(problem.weights, problem.k)
    averages = max(largest for largest, _, _ in component_bounds(problem))
    return max(problem.kappa, averages, int(together.max()))


def component_bounds(problem: RegionProblem) -> list[tuple[int, int, int]]:
    """For every component: the average of its regions rounded up, the least quadratic cost, and the
    most regions that it can have."""
    components, k = problem.graph.components, problem.k
    order = np.argsort(components, kind="stable")
    cuts = np.flatnonzero(np.diff(components[order])) + 1
    found = []
    for areas in np.split(order, cuts):
        sizes = problem.weights[areas]
        most = most_classes_of(sizes, k)
        # With a second threshold a region must reach both, so there are no more regions than either
        # allows.
        if problem.second is not None:
            most = min(
                most, most_classes_of(problem.second.weights[areas], problem.second.at_least)
            )
        # A component below a threshold has no answer, but must not divide by 0.
        total, most = int(sizes.sum()), max(most, 1)
        # Areas without records can join any region and change no square.
        positive = -np.sort(-sizes[sizes > 0])
        squares = least_squares(positive, most) - k * total if len(positive) else 0
        found.append((-(-total // most), squares, most))
    return found


def _by_components(problem: RegionProblem, bound: int) -> Certificate:
    shares = component_bounds(problem)
    if problem.objective == "quadratic":
        return Components(sum(squares for _, squares, _ in shares), 0, 0)
    worst = max(range(len(shares)), key=lambda number: shares[number][0])
    largest, _, most = shares[worst]
    return Components(largest, int(np.argmax(problem.graph.components == worst)), most)


def _by_pockets(problem: RegionProblem, bound: int) -> Certificate | None:
    if problem.objective != "max-size":
        return None
    _, together = problem.graph.native.pockets(problem.weights, problem.k)
    area = int(np.argmax(together))
    return Pocket(int(together[area]), area)


def _by_ways(problem: RegionProblem, bound: int) -> Certificate | None:
    if problem.objective != "max-size" or problem.largest < problem.k:
        return None
    ways = problem.graph.native.lightest_ways(problem.weights, problem.k)
    area = int(np.argmax(ways))
    return Way(int(ways[area]), area)


def _by_seeds(problem: RegionProblem, bound: int) -> Certificate | None:
    """Heavy areas first: where a few of them make a region, they may not fit."""
    if problem.objective != "max-size":
        return None
    weights = problem.weights
    light = np.flatnonzero((weights < problem.k) & (weights >= problem.k // LIGHT))
    heaviest_first = light[np.argsort(-weights[light], kind="stable")].astype(np.int32)
    lightest, area = problem.graph.native.heaviest_superset(
        weights, problem.k, heaviest_first, bound, SUPERSET_STEPS, ALL_SUPERSETS_STEPS
    )
    return None if area < 0 else Seed(lightest, area)


def _kept_together(problem: RegionProblem, area: int) -> tuple[int, int]:
    """What an area weighs with all parts below k that its removal cuts off, and how many they are.
    By plain search, to check what the linear-time search found."""
    graph, weights = problem.graph, problem.weights
    # Without its borders the area is a part of its own.
    cut = (graph.edges == area).any(axis=1)
    parts = graph.without(cut).components
    own = np.unique(parts[_neighbours(problem, area)])
    sums = np.zeros(int(parts.max()) + 1, dtype=np.int64)
    np.add.at(sums, parts, weights)
    light = [int(sums[part]) for part in own.tolist() if sums[part] < problem.k]
    return int(weights[area]) + sum(light), len(light)


def _way_out(problem: RegionProblem, area: int) -> int:
    """What the lightest way weighs from an area below k to one of k or more, both included, if the
    areas below k around it are below k together; else 0. By plain search, as above."""
    weights, k = problem.weights, problem.k
    if weights[area] >= k:
        return 0
    first, around, reached = int(weights[area]), 0, 0
    waiting = [(first, area)]
    nearest = {area: first}
    while waiting:
        # Nearest first (Dijkstra), where the length of a way is the weight of all areas on it.
        way, here = heappop(waiting)
        if way > nearest[here]:
            continue
        if weights[here] >= k:
            # The first heavy area is the nearest one. The walk goes on to see all light areas
            # around.
            reached = reached or way
            continue
        # If the light areas around reach k together, a region need not hold a heavy one, and
        # nothing follows.
        around += int(weights[here])
        if around >= k:
            return 0
        for other in _neighbours(problem, here).tolist():
            longer = way + int(weights[other])
            if longer < nearest.get(other, longer + 1):
                nearest[other] = longer
                heappush(waiting, (longer, other))
    return reached


@dataclass(eq=False)
class _Level:
    """A connected set below k: its weight, the areas that may be added, and those that were."""

    weight: int
    ahead: list[int]
    tried: list[int]


def _nothing_between(problem: RegionProblem, area: int, bound: int) -> bool:
    """Whether no connected set with the area weighs k or more, and less than the bound. By plain
    search, as above; False also where it takes too many looks."""
    weights, k = problem.weights, problem.k
    levels: list[_Level] = []
    # Areas that are in the set, or that an earlier branch took: every set is looked at once.
    decided: set[int] = set()
    weight, near, looks = 0, {area}, 0
    while True:
        looks += 1 + len(near)
        if looks > CHECKED_STEPS:
            return False
        with_each = {u: weight + int(weights[u]) for u in near}
        if any(k <= heavier < bound for heavier in with_each.values()):
            return False
        # What reaches the bound with the set does so with every larger one.
        levels.append(_Level(weight, [u for u, heavier in with_each.items() if heavier < k], []))
        while not levels[-1].ahead:
            decided.difference_update(levels.pop().tried)
            if not levels:
                return True
        level = levels[-1]
        added = level.ahead.pop()
        level.tried.append(added)
        decided.add(added)
        weight = level.weight + int(weights[added])
        around = _neighbours(problem, added).tolist()
        looks += len(around)
        near = {*level.ahead, *(u for u in around if u not in decided)}


def _neighbours(problem: RegionProblem, area: int) -> NDArray[np.int32]:
    graph = problem.graph
    return graph.neighbours[graph.starts[area] : graph.starts[area + 1]]
