"""A bound from areas whose light regions all leave somebody without one:
docs/explanation/regions-bounds.md."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.result import CertificateFor
from covey.core.stop import Watch
from covey.problems.regions.problem import RegionProblem

MOST_LOOKS = 60_000_000
"""Looks at areas that a check may take, some ten to twenty seconds. A proof that takes more is
refused."""

LOOKS_BETWEEN = 10_000
"""Between two looks at the clock."""

PACE = 10_000_000
"""Looks of the compiled search, for each level, in a second of the time limit: a twentieth of what
a slow machine does. They limit it, so that the same limit gives the same bound."""

ONCE, TWICE, INNER = 100_000, 2_000_000, 200_000
"""Looks for one area, on one level and on two, and for another area beside one of its regions."""

LIGHT = 40
"""An area below k / LIGHT is not looked at first: it has too many regions."""

NEAR = 500
"""Areas around the best one that are looked at twice."""

Areas = frozenset[int]


@dataclass(frozen=True)
class Stranding(CertificateFor[RegionProblem]):
    """Every region with this area weighs as much as the bound, or strands others.

    A region strands others if what it leaves of the map has a part below k, or if one of ``others``
    is not in it, and in the map without it every region of that one weighs as much as the bound or
    leaves a part below k.
    """

    kind: ClassVar[str] = "stranding"
    area: int
    others: tuple[int, ...]

    def _is_within(self, problem: RegionProblem) -> bool:
        return all(0 <= each < len(problem.weights) for each in (self.area, *self.others))

    def _follows(self, problem: RegionProblem, seconds: float) -> bool | None:
        if problem.objective != "max-size":
            return False
        search = _Search(problem, self.bound - 1, seconds)
        try:
            # Every region of the area is too heavy or leaves somebody without one, so no answer
            # stays below the bound.
            return all(
                any(search.strands(other, region) for other in self.others)
                for region in search.regions(self.area)
            )
        except _TooManyLooksError:
            return False
        except TimeoutError:
            return None

    def _explained(self, problem: RegionProblem) -> str:
        name = problem.names[self.area]
        if not self.others:
            return f"every lighter region with {name} leaves a part below k"
        named = " or ".join(str(problem.names[other]) for other in self.others[:3])
        more = " or others" if len(self.others) > 3 else ""
        return (
            f"every lighter region with {name} leaves a part below k, or {named}{more} without one"
        )


def strand(problem: RegionProblem, cost: int, bound: int, watch: Watch) -> Stranding | None:
    """A proof of more than the bound, and no more than the cost. Heavy areas come first: where few
    of them make a region, they may not fit. What is around the best of them is looked at twice."""
    if problem.objective != "max-size" or bound >= cost:
        return None
    limit = 10.0 if watch.stop.seconds is None else min(watch.stop.seconds, 3600.0)
    # A look at the reasons is worth a little more time than was asked for.
    until = time.monotonic() + max(watch.remaining, 0.05 * limit)
    areas = np.argsort(-problem.weights, kind="stable").astype(np.int32)
    areas = areas[problem.weights[areas] >= problem.k // LIGHT]
    best = None
    for twice, each in ((False, ONCE), (True, TWICE)):
        bound, area, others = problem.graph.native.stranded(
            problem.weights, problem.k, areas, bound, cost - 1,
            each, INNER, int(PACE * limit), twice, until - time.monotonic(),
        )  # fmt: skip
        if area >= 0:
            best = Stranding(bound, area, tuple(others.tolist()))
        if bound >= cost:
            break
        # What stands in the way is mostly near the area that proved most. Without one, the heaviest
        # areas.
        areas = areas[:NEAR] if best is None else _around(problem, best.area)
    return best


def _around(problem: RegionProblem, area: int) -> NDArray[np.int32]:
    """An area and those near to it, nearest first."""
    graph = problem.graph
    found = [area]
    seen = {area}
    for here in found:
        if len(found) >= NEAR:
            break
        for other in graph.neighbours[graph.starts[here] : graph.starts[here + 1]].tolist():
            if other not in seen:
                seen.add(other)
                found.append(other)
    return np.array(found, dtype=np.int32)


class _TooManyLooksError(Exception):
    """The check takes more looks than are granted."""


@dataclass(eq=False)
class _Level:
    """A set of areas on the way to larger ones: its weight, what came to it last, and the areas
    that may be added next, of which some were ``tried``."""

    weight: int
    came: Areas
    ahead: list[int]
    tried: int = 0


class _Search:
    """Plain search with sets of areas, which shares nothing with the compiled one."""

    def __init__(self, problem: RegionProblem, most: int, seconds: float) -> None:
        self.weights = problem.weights
        self.starts, self.ends = problem.graph.starts, problem.graph.neighbours
        self.k, self.most = problem.k, most
        self.known: dict[int, tuple[list[int], int]] = {}
        self.looks, self.clock = 0, 0
        self.until = time.monotonic() + seconds

    def strands(self, area: int, gone: Areas) -> bool:
        """Whether an area has no region in the map without some areas."""
        return area not in gone and next(self.regions(area, gone), None) is None

    def regions(self, area: int, gone: Areas = frozenset()) -> Iterator[Areas]:
        """All connected sets with the area, from k to the limit, that leave no part below k of the
        map without ``gone``. That has no such part itself, so a set can only leave one that
        touches the area which was added to it last."""
        # Every set is listed once: ``out`` are areas that an earlier branch took and this one never
        # will. Both sets are those of the innermost level, and a level takes back what it added: a
        # copy for each branch would need the square of an area's neighbours in memory.
        inside: set[int] = set()
        out: set[int] = set()
        levels = [_Level(0, frozenset(), [area])]
        while levels:
            level = levels[-1]
            if level.tried:
                out.add(level.ahead[level.tried - 1])
            if level.tried == len(level.ahead):
                levels.pop()
                inside -= level.came
                out.difference_update(level.ahead)
                continue
            level.tried += 1
            came = self._with_light_parts(inside, level.ahead[level.tried - 1], gone)
            self._count(len(came))
            weight = level.weight + sum(self._row(v)[1] for v in came)
            # A light part that must come along has an area that this branch has ruled out: another
            # branch lists that set.
            if weight > self.most or not came.isdisjoint(out):
                continue
            inside |= came
            if weight >= self.k:
                self._count(len(inside))
                yield frozenset(inside)
            near = set(level.ahead[level.tried :])
            for v in came:
                near.update(self._row(v)[0])
                self._count(len(self._row(v)[0]))
            self._count(len(near))
            near = {u for u in near if not (u in inside or u in out or u in gone)}
            # An area that is too heavy now will be so in every larger set.
            ahead = sorted(u for u in near if weight + self._row(u)[1] <= self.most)
            levels.append(_Level(weight, came, ahead))

    def _with_light_parts(self, inside: set[int], added: int, gone: Areas) -> Areas:
        """What a set gets by one more area: that, and all parts below k that this would leave."""
        came = {added}
        heavy: set[int] = set()
        for start in self._row(added)[0]:
            if start in inside or start in came or start in gone or start in heavy:
                continue
            part, weight = [start], self._row(start)[1]
            reached = {start}
            for v in part:
                # Heavy enough: the rest of the part need not be seen. It may be entered again from
                # elsewhere.
                if weight >= self.k:
                    break
                for u in self._row(v)[0]:
                    if not (u in inside or u in came or u in gone or u in reached):
                        reached.add(u)
                        part.append(u)
                        weight += self._row(u)[1]
                self._count(len(self._row(v)[0]))
            if weight >= self.k:
                heavy |= reached
            else:
                came |= reached
        self._count(len(self._row(added)[0]))
        return frozenset(came)

    def _row(self, area: int) -> tuple[list[int], int]:
        """The neighbours of an area, and its weight."""
        found = self.known.get(area)
        if found is None:
            row = self.ends[self.starts[area] : self.starts[area + 1]].tolist()
            found = self.known[area] = row, int(self.weights[area])
            self._count(len(row))
        return found

    def _count(self, looks: int) -> None:
        self.looks += 1 + looks
        if self.looks > MOST_LOOKS:
            raise _TooManyLooksError
        if self.looks > self.clock:
            self.clock = self.looks + LOOKS_BETWEEN
            if time.monotonic() > self.until:
                raise TimeoutError
